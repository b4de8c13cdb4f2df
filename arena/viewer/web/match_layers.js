// The layers of the timeline of one match besides its boxes: points and marks.
// @ts-check
import { svg } from "./elements.js";
import { SEATS } from "./picture.js";
import { markAt, percentOf } from "./timeline_pane.js";

/** @typedef {import("./viewing.js").Viewing} Viewing */

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

/**
 * Points by seat, in a field of their own so that lines keep their width.
 * @param {Viewing} viewing
 */
export function curves({ story, seats, tellsLater }) {
  if (!tellsLater) return null;
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

/** @param {Viewing} viewing */
export function marks(viewing) {
  if (!viewing.tellsLater) return null;
  const percent = percentOf(viewing);
  const shapes = viewing.story.steps.flatMap((step, i) => {
    const shape = SHAPES.find(({ mark }) => (step.marks ?? []).includes(mark));
    return shape ? markAt(percent(i), shape.name, shape.d) : [];
  });
  return svg("g", {}, ...shapes);
}
