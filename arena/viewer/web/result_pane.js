// The result of a match, if the reader may know it.
// @ts-check
import { html } from "./elements.js";
import { resultLines, winnersText } from "./words.js";

/** @typedef {import("./match_document.js").Message} Message */

/**
 * @param {Message} match
 * @returns {import("./pane.js").Pane}
 */
export function resultPane(match) {
  const element = html("div", { class: "result" });
  return {
    element,
    show(viewing) {
      element.replaceChildren(...(viewing.tellsLater ? ending(match) : []));
    },
  };
}

/** @param {Message} match */
function ending(match) {
  if (!match.result) return [];
  const lines = resultLines(match.result);
  const faults = lines.filter((line) => line.startsWith("fault:"));
  const winners = winnersText(match);
  const parts = lines
    .filter((line) => !faults.includes(line))
    .map((line) => html("span", {}, line));
  if (winners) {
    parts.unshift(html("strong", {}, html("bdi", {}, winners)));
  }
  if (faults.length > 0) {
    parts.push(
      html(
        "details",
        {},
        html(
          "summary",
          { class: "fault" },
          faults.length === 1 ? "one fault" : `${faults.length} faults`,
        ),
        ...faults.map((line) => html("div", {}, line)),
      ),
    );
  }
  return parts;
}
