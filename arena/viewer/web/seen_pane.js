// The observation of the position as JSON, as the bots got it, and the notes of
// the bots for readers who may see them.
// @ts-check
import { html } from "./elements.js";
import { playerName } from "./words.js";

/**
 * @typedef {import("./viewing.js").Viewing} Viewing
 * @typedef {import("./match_document.js").Message} Message
 */

/** @returns {import("./pane.js").Pane} */
export function seenPane() {
  const text = html("pre");
  const choice = html("select", { "aria-label": "Whose observation" });
  const noted = html("div", { class: "noted" });
  const element = html("div", { class: "seen" }, choice, noted, text);
  /** @param {Viewing} viewing */
  const showText = (viewing) => {
    const seen = viewing.step.observations[choice.selectedIndex];
    text.textContent = compactJson(seen ?? {});
    noted.replaceChildren(...notes(viewing, seen?.seat));
  };
  /** @type {Viewing | null} */
  let latest = null;
  choice.addEventListener("change", () => latest && showText(latest));
  return {
    element,
    show(viewing, fresh) {
      latest = viewing;
      if (fresh) {
        const selected = Math.max(0, choice.selectedIndex);
        choice.replaceChildren(...options(viewing));
        choice.selectedIndex = Math.min(selected, choice.options.length - 1);
        choice.hidden = choice.options.length < 2;
      }
      if (!element.closest("[hidden]")) showText(viewing);
    },
  };
}

/**
 * The notes on the decision of this step.
 * @param {Viewing} viewing
 * @param {number | undefined} seat  Absent: all seats.
 */
function notes(viewing, seat) {
  const { document, step, index } = viewing;
  // An announcement has the number of a decision, but takes no decision.
  if (!viewing.hashOf(index).startsWith("d")) return [];
  return document
    .notesOf(step.decision ?? 0, seat)
    .flatMap((note) => [
      html(
        "h3",
        {},
        `Noted by ${playerName(viewing.match, note.seat ?? 0)} ` +
          `(seat ${note.seat ?? 0}) for decision ${note.decision}`,
      ),
      html("p", {}, note.note),
    ]);
}

/** @param {Viewing} viewing */
function options(viewing) {
  return viewing.step.observations.map((/** @type {Message} */ seen) =>
    html(
      "option",
      {},
      seen.seat === undefined
        ? "everybody"
        : `seat ${seen.seat}: ${playerName(viewing.match, seen.seat)}`,
    ),
  );
}

/**
 * JSON with a line for each member. A list that fits in one line has one line.
 * @param {any} value
 * @param {string} indent
 * @returns {string}
 */
export function compactJson(value, indent = "") {
  const width = 72;
  const short = JSON.stringify(value);
  if (typeof value !== "object" || indent.length + short.length <= width) {
    return short;
  }
  const deeper = `${indent}  `;
  const members = Array.isArray(value)
    ? value.map((element) => compactJson(element, deeper))
    : Object.entries(value).map(
        ([name, member]) =>
          `${JSON.stringify(name)}: ${compactJson(member, deeper)}`,
      );
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  return `${open}\n${deeper}${members.join(`,\n${deeper}`)}\n${indent}${close}`;
}
