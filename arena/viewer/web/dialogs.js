// What opens over the page: help, and what was verified.
// @ts-check
import { addressOf } from "./address.js";
import { COMMANDS } from "./commands.js";
import { html } from "./elements.js";
import { keys } from "./keyboard.js";
import { verified } from "./verify.js";

/** @typedef {import("./viewing.js").Viewing} Viewing */

/**
 * @param {Viewing} viewing
 * @param {(text: string) => void} tell  Says something in passing.
 * @returns {import("./commands.js").Dialogs}
 */
export function dialogsOf(viewing, tell) {
  return {
    help: () => open("Keys", keyTable(), keySwitch()),
    async verify() {
      const lines = await verified(viewing.document);
      open(
        "Verified here",
        html(
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
        ),
      );
    },
    async copyLink() {
      const { story, index, spoilers } = viewing;
      const link = new URL(addressOf(story, index, spoilers), location.href);
      try {
        await navigator.clipboard.writeText(link.href);
        tell("The link is copied.");
      } catch {
        open("Link", html("p", {}, html("code", {}, link.href)));
      }
    },
  };
}

/**
 * @param {string} title
 * @param {...Node} content
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

function keyTable() {
  return html(
    "table",
    { class: "keys" },
    html(
      "tbody",
      {},
      ...COMMANDS.map(({ shown, does }) =>
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
