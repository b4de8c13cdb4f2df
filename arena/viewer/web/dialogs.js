// The dialogs over the page: help, and the outcome of the checks.
// @ts-check
import { addressOf } from "./address.js";
import { html } from "./elements.js";
import { keys } from "./keyboard.js";
import { verified } from "./verify.js";

/**
 * @typedef {import("./walk.js").Walk} Walk
 * @typedef {import("./commands.js").Command} Command
 */

/**
 * @param {Walk} walk
 * @param {Command[]} commands  The commands that help lists.
 * @param {(text: string) => void} tell  Shows a short message.
 * @returns {import("./commands.js").Dialogs}
 */
export function dialogsOf(walk, commands, tell) {
  return {
    help: () => open("Keys", keyTable(commands), keySwitch()),
    async verify() {
      const { documents } = walk;
      const checks = await Promise.all(documents.map(verified));
      open(
        "Verified here",
        ...checks.flatMap((lines, i) => [
          documents.length > 1 && html("h3", {}, `Table ${i + 1}`),
          checkList(lines),
        ]),
      );
    },
    async copyLink() {
      const link = new URL(addressOf(walk), location.href);
      try {
        await navigator.clipboard.writeText(link.href);
        tell("The link is copied.");
      } catch {
        open("Link", html("p", {}, html("code", {}, link.href)));
      }
    },
  };
}

/** @param {import("./verify.js").Check[]} lines */
function checkList(lines) {
  return html(
    "ul",
    { class: "checks" },
    ...lines.map(({ ok, text }) =>
      html(
        "li",
        { class: ok === null ? "open" : ok ? "right" : "wrong" },
        html("strong", {}, ok === null ? "Note" : ok ? "Yes" : "No"),
        " ",
        text,
      ),
    ),
  );
}

/**
 * @param {string} title
 * @param {...import("./elements.js").Child} content
 */
function open(title, ...content) {
  const close = html("button", { type: "button" }, "Close");
  const dialog = html(
    "dialog",
    { "aria-label": title },
    // Takes the focus, so that reading begins at the top.
    html("h2", { tabindex: -1, autofocus: true }, title),
    ...content,
    close,
  );
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {Command[]} commands */
function keyTable(commands) {
  return html(
    "table",
    { class: "keys" },
    html(
      "tbody",
      {},
      ...commands.map(({ shown, does }) =>
        html(
          "tr",
          {},
          html(
            "th",
            { scope: "row" },
            ...shown.split(" ").flatMap((key) => [html("kbd", {}, key), " "]),
          ),
          html("td", {}, does),
        ),
      ),
    ),
  );
}

/** Keys without Ctrl disturb some readers' programs. */
function keySwitch() {
  const box = html("input", { type: "checkbox", checked: keys.on });
  box.addEventListener("change", () => (keys.on = box.checked));
  return html("label", {}, box, " these keys are on");
}
