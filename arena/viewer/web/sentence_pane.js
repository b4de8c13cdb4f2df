// The present step in sentences, on the page and for screen readers.
// @ts-check
import { html } from "./elements.js";
import { actText, placeText } from "./words.js";

/** @typedef {import("./walk.js").Walk} Walk */

/** @returns {import("./pane.js").Pane} */
export function sentencePane() {
  const place = html("p", { class: "place" });
  const text = html("p", { class: "sentence" });
  const element = html(
    "section",
    { class: "sentence-pane", "aria-label": "This step" },
    place,
    text,
  );
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
    },
  };
}

/**
 * The one region that tells a screen reader where the reader has gone.
 * @returns {{element: HTMLElement, tell: (walk: Walk, text: string) => void}}
 */
export function spokenPlace() {
  const element = html("p", { class: "only-heard", "aria-live": "polite" });
  let first = true;
  return {
    element,
    tell(walk, text) {
      // The region is silent when the page opens, and while the page plays by
      // itself.
      if (!first && !walk.playing) say(element, text);
      first = false;
    },
  };
}

/**
 * Screen readers do not repeat a text that has not changed. A space at its end,
 * which nobody hears, changes it.
 * @param {HTMLElement} region
 * @param {string} text
 */
export function say(region, text) {
  const same = region.textContent === text;
  region.textContent = same ? `${text}\u00a0` : text;
}
