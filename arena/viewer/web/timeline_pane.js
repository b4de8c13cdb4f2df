// The timeline: tricks and deals as boxes, layers over them, and a slider.
// @ts-check
import { html, svg } from "./elements.js";

/**
 * @typedef {import("./walk.js").Walk} Walk
 * @typedef {import("./elements.js").Child} Child
 * @typedef {(walk: Walk) => Child} Layer
 */

/**
 * @param {string} label
 * @param {Layer} behind  The layer behind the boxes of the tricks.
 * @param {Layer} before  The layer in front of the boxes.
 */
export function timelinePane(label, behind, before) {
  const slider = html("input", {
    type: "range",
    min: 0,
    step: 1,
    "aria-label": label,
  });
  const drawing = html("div", { class: "timeline-drawing" });
  const element = html("div", { class: "timeline" }, drawing, slider);
  /** @type {Walk | null} */
  let latest = null;
  slider.addEventListener("input", () => latest?.go(Number(slider.value)));
  let drawn = "";
  return {
    element,
    /** @param {Walk} walk */
    show(walk) {
      latest = walk;
      // The part behind the present place would tell what comes.
      const wanted = `${walk.choice} ${walk.tellsLater} ${walk.last}`;
      if (drawn !== wanted) {
        drawn = wanted;
        slider.max = String(walk.last);
        drawing.replaceChildren(draw(walk, behind, before));
      }
      slider.value = String(walk.index);
      slider.setAttribute("aria-valuetext", walk.placeText);
    },
  };
}

/**
 * @param {Walk} walk
 * @param {Layer} behind
 * @param {Layer} before
 */
function draw(walk, behind, before) {
  const percent = percentOf(walk);
  /** @param {import("./story.js").Part} part */
  const box = ({ first, last }) => {
    // Boxes begin and end half a place away, except at the ends of the slider.
    const left = Math.max(0, first - 0.5);
    const right = Math.min(Math.max(1, walk.last), last + 0.5);
    return { x: percent(left), width: percent(right - left) };
  };
  return svg(
    "svg",
    { class: "timeline-svg", "aria-hidden": "true" },
    ...walk.deals.map((deal, i) =>
      svg("rect", {
        class: i % 2 ? "deal odd" : "deal",
        ...box(deal),
        height: "100%",
      }),
    ),
    behind(walk),
    ...walk.tricks.map((trick) =>
      svg("rect", { class: "trick", ...box(trick), y: "78%", height: "22%" }),
    ),
    before(walk),
  );
}

/**
 * The position of a place, or the width of several places. Place 0 is at the
 * left end of the slider and the last one at its right end.
 * @param {Walk} walk
 * @returns {(places: number) => string}
 */
export function percentOf(walk) {
  const length = Math.max(1, walk.last);
  return (places) => `${((100 * places) / length).toFixed(3)}%`;
}

/**
 * A shape over a place.
 * @param {string} x
 * @param {string} name
 * @param {string} d  On a field of 10 by 10.
 */
export function markAt(x, name, d) {
  return svg(
    "svg",
    { x, y: 2, overflow: "visible", width: 10, height: 10 },
    svg("path", { class: `mark ${name}`, d, transform: "translate(-5)" }),
  );
}
