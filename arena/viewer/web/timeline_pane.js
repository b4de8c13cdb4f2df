// The timeline: tricks and deals as boxes, marks as shapes, points as curves,
// and a slider over them.
// @ts-check
import { html, svg } from "./elements.js";
import { SEATS } from "./picture.js";
import { placeText } from "./words.js";

/**
 * @typedef {import("./viewing.js").Viewing} Viewing
 * @typedef {import("./story.js").Story} Story
 * @typedef {import("./match_document.js").Message} Message
 */

/** Shapes of marks on a field of 10 by 10, from the most important. */
const SHAPES = [
  { mark: "STEP_MARK_FAULT", name: "fault", d: "M1 1 9 9M9 1 1 9" },
  { mark: "STEP_MARK_CAPTURE", name: "capture", d: "M5 1 9 9H1z" },
  {
    mark: "STEP_MARK_ANNOUNCEMENT",
    name: "announcement",
    d: "M1 2h8v5H5L2 9V7H1z",
  },
  { mark: "STEP_MARK_SHOWDOWN", name: "showdown", d: "M5 0 10 5 5 10 0 5z" },
  { mark: "STEP_MARK_SET_END", name: "set", d: "M3 0h2v10H3zM6 0h2v10H6z" },
];

/** @returns {import("./pane.js").Pane} */
export function timelinePane() {
  const slider = html("input", {
    type: "range",
    min: 0,
    step: 1,
    "aria-label": "Step of the match",
  });
  const drawing = html("div", { class: "timeline-drawing" });
  const element = html("div", { class: "timeline" }, drawing, slider);
  /** @type {Viewing | null} */
  let latest = null;
  slider.addEventListener("input", () => latest?.go(Number(slider.value)));
  /** @type {Story | null} */
  let story = null;
  let toldLater = true;
  return {
    element,
    show(viewing) {
      latest = viewing;
      const { step, index } = viewing;
      // Curves that go on behind the present step tell what comes.
      const redraw = toldLater !== viewing.tellsLater;
      if (viewing.story !== story || redraw) {
        story = viewing.story;
        toldLater = viewing.tellsLater;
        slider.max = String(story.last);
        drawing.replaceChildren(draw(viewing));
      }
      slider.value = String(index);
      slider.setAttribute("aria-valuetext", placeText(step));
    },
  };
}

/** @param {Viewing} viewing */
function draw({ story, seats, tellsLater }) {
  // Step 0 is at the left end of the slider and the last one at its right end,
  // so boxes begin half a step before.
  const length = Math.max(1, story.last);
  /** @param {number} steps */
  const percent = (steps) => `${((100 * steps) / length).toFixed(3)}%`;
  return svg(
    "svg",
    { class: "timeline-svg", "aria-hidden": "true" },
    ...story.deals.map((deal, i) =>
      svg("rect", {
        class: i % 2 ? "deal odd" : "deal",
        x: percent(deal.first - 0.5),
        width: percent(deal.last - deal.first + 1),
        height: "100%",
      }),
    ),
    tellsLater && curves(story, seats),
    ...story.tricks.map((trick) =>
      svg("rect", {
        class: "trick",
        x: percent(trick.first - 0.5),
        width: percent(trick.last - trick.first + 1),
        y: "78%",
        height: "22%",
      }),
    ),
    tellsLater && marks(story, percent),
  );
}

/**
 * Points by seat, in a field of their own so that lines keep their width.
 * @param {Story} story
 * @param {number} seats
 */
function curves(story, seats) {
  const all = story.steps.flatMap((step) => step.returns ?? []);
  const least = all.reduce((a, b) => Math.min(a, b), 0);
  const most = all.reduce((a, b) => Math.max(a, b), 1);
  const lines = [];
  for (let seat = 0; seat < seats; ++seat) {
    let path = "";
    let before = NaN;
    story.steps.forEach((step, i) => {
      const points = step.returns?.[seat] ?? 0;
      if (points === before && i < story.last) return;
      const y = (100 * (most - points)) / (most - least);
      path += path ? `H${i}V${y.toFixed(1)}` : `M0 ${y.toFixed(1)}`;
      before = points;
    });
    lines.push(svg("path", { class: `curve ${SEATS[seat]?.colour}`, d: path }));
  }
  return svg(
    "svg",
    {
      viewBox: `0 0 ${Math.max(1, story.last)} 100`,
      preserveAspectRatio: "none",
      width: "100%",
      height: "74%",
      y: "2%",
    },
    ...lines,
  );
}

/**
 * @param {Story} story
 * @param {(steps: number) => string} percent
 */
function marks(story, percent) {
  const shapes = story.steps.flatMap((step, i) => {
    const shape = SHAPES.find(({ mark }) => (step.marks ?? []).includes(mark));
    if (!shape) return [];
    return svg(
      "svg",
      { x: percent(i), y: 2, overflow: "visible", width: 10, height: 10 },
      svg("path", {
        class: `mark ${shape.name}`,
        d: shape.d,
        transform: "translate(-5)",
      }),
    );
  });
  return svg("g", {}, ...shapes);
}
