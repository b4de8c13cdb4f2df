// The mark of a seat: a shape with a letter.
// @ts-check
import { html, svg } from "./elements.js";
import { SEATS } from "./picture.js";

/** Outlines on a field of 20 by 20. */
const OUTLINES = {
  disc: "M10 1a9 9 0 1 0 .01 0z",
  triangle: "M10 .5 19.8 18.5H.2z",
  square: "M2 2h16v16H2z",
  diamond: "M10 0 20 10 10 20 0 10z",
};

/** Letters as lines: many texts in SVG would be slow. */
const LETTERS = {
  A: "M6.6 14.4 10 5.6l3.4 8.8M7.8 11.5h4.4",
  B: "M7.5 5.6v8.8h3.1a2.4 2.4 0 0 0 0-4.7H7.5h2.7a2 2 0 0 0 0-4.1z",
  C: "M13.2 7.3a4.4 4.4 0 1 0 0 5.4",
  D: "M7.2 5.6v8.8h2.2a4.4 4.4 0 0 0 0-8.8z",
};

/** @type {Map<string, SVGSVGElement>} */
const drawn = new Map();

/**
 * The mark as SVG. Screen readers ignore the mark, because the name stands
 * beside it.
 * @param {number} seat
 * @param {number} size  In px.
 */
export function seatBadge(seat, size = 20) {
  const key = `${seat} ${size}`;
  const badge = drawn.get(key) ?? drawBadge(seat, size);
  drawn.set(key, badge);
  return /** @type {SVGSVGElement} */ (badge.cloneNode(true));
}

/**
 * @param {number} seat
 * @param {number} size
 */
function drawBadge(seat, size) {
  const mark = SEATS[seat] ?? SEATS[0];
  const { letter = "", shape = "disc", colour = "" } = mark ?? {};
  return svg(
    "svg",
    {
      class: `badge ${colour}`,
      viewBox: "0 0 20 20",
      width: size,
      height: size,
      "aria-hidden": "true",
    },
    svg("path", { d: OUTLINES[/** @type {keyof typeof OUTLINES} */ (shape)] }),
    svg("path", {
      class: "letter",
      d: LETTERS[/** @type {keyof typeof LETTERS} */ (letter)],
      transform: shape === "triangle" ? "translate(2 5) scale(.8)" : null,
    }),
  );
}

/**
 * Mark and name.
 * @param {number} seat
 * @param {string} name
 */
export function seatName(seat, name) {
  return html(
    "span",
    { class: "seat-name" },
    seatBadge(seat),
    html("bdi", {}, name),
  );
}
