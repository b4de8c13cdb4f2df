// The layer of the timeline of several matches: the places where the matches
// part.
// @ts-check
import { svg } from "./elements.js";
import { markAt, percentOf } from "./timeline_pane.js";

/** @typedef {import("./set_viewing.js").SetViewing} SetViewing */

/** A way that forks, on a field of 10 by 10. */
export const FORK = "M5 10V6L1 1M5 6 9 1";

/** @param {SetViewing} set */
export function forks(set) {
  if (!set.tellsLater) return null;
  const percent = percentOf(set);
  /** @type {Set<number>} */
  const parted = new Set();
  const shapes = set.divergences.map(({ deal, place }) => {
    const first = !parted.has(deal);
    // The first one of a deal is bold.
    parted.add(deal);
    return markAt(percent(place), first ? "fork first" : "fork", FORK);
  });
  return svg("g", {}, ...shapes);
}
