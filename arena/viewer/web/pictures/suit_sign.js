// Signs of the suits as drawings: phones show the characters of suits as emoji.
// @ts-check
import { svg } from "../elements.js";

/** On a field of 20 by 20. */
const OUTLINES = {
  hearts: "M10 18C4 13 2 10 2 7a4 4 0 0 1 8-1.5A4 4 0 0 1 18 7c0 3-2 6-8 11z",
  diamonds: "M10 1.5 16.5 10 10 18.5 3.5 10z",
  spades:
    "M10 1.5c2 3.5 8 6.5 8 11a3.7 3.7 0 0 1-6.8 2l1.3 4h-5l1.3-4a3.7 3.7 0 0 1-6.8-2c0-4.5 6-7.5 8-11z",
  clubs:
    "M10 1.5a4 4 0 0 1 3.3 6.3 4 4 0 1 1-2.1 6.7l1.3 4h-5l1.3-4A4 4 0 1 1 6.7 7.8 4 4 0 0 1 10 1.5z",
};

/** @typedef {keyof typeof OUTLINES} Suit */

/**
 * Red suits are outlined and black ones filled, so that no colour is needed.
 * The name of the suit stands in the text beside the sign.
 * @param {string} suit  A `Suit`.
 */
export function suitSign(suit) {
  return svg(
    "svg",
    {
      class: `suit ${suit}`,
      viewBox: "0 0 20 20",
      "aria-hidden": "true",
    },
    svg("path", { d: OUTLINES[/** @type {Suit} */ (suit)] }),
  );
}
