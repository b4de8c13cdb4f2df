// The present step in sentences, seen and said.
// @ts-check
import { html } from "./elements.js";
import { actText, placeText, stepText } from "./words.js";

/** @typedef {import("./viewing.js").Viewing} Viewing */

/** @returns {import("./pane.js").Pane} */
export function sentencePane() {
  const place = html("p", { class: "place" });
  const text = html("p", { class: "sentence" });
  const said = html("p", { class: "only-heard", "aria-live": "polite" });
  const element = html(
    "section",
    { class: "sentence-pane", "aria-label": "This step" },
    place,
    text,
    said,
  );
  let first = true;
  return {
    element,
    show(viewing) {
      const { step } = viewing;
      place.textContent = placeText(step);
      text.replaceChildren(
        ...(step.acts ?? []).map((/** @type {any} */ act) =>
          html("span", { class: act.fault && "fault" }, `${actText(act)}. `),
        ),
        ...(step.effects ?? []).map((/** @type {string} */ effect) =>
          html("span", { class: "effect" }, `${effect}. `),
        ),
      );
      // Nothing is said when the page opens, nor while it plays by itself.
      if (!first && !viewing.playing) say(said, stepText(step));
      first = false;
    },
  };
}

/**
 * Screen readers do not repeat what has not changed: a space they cannot tell
 * makes it another text.
 * @param {HTMLElement} region
 * @param {string} text
 */
export function say(region, text) {
  const same = region.textContent === text;
  region.textContent = same ? `${text}\u00a0` : text;
}
