// Four places in a ring, with arrows between them.
// @ts-check

import { svg } from "../elements.js";
import { seatBadge } from "../seat_badge.js";
import { sideOf } from "./seats.js";

/**
 * @typedef {object} Arrow
 * @property {number} from  A place.
 * @property {number} to  Another place.
 * @property {boolean} [mutual]  Whether it points both ways.
 */

/** @type {Record<string, [number, number]>} */
const SPOTS = {
  bottom: [60, 84],
  left: [16, 50],
  top: [60, 16],
  right: [104, 50],
};

/**
 * A drawing without a text. The same facts must stand beside it as text.
 * @param {number} bottom  The place at the bottom.
 * @param {number[]} seats  The seat of each of the four places.
 * @param {Arrow[]} arrows
 */
export function ring(bottom, seats, arrows) {
  const picture = svg("svg", {
    class: "ring",
    viewBox: "0 0 120 100",
    "aria-hidden": "true",
  });
  /** @param {number} place */
  const spot = (place) => SPOTS[sideOf(place, bottom)];
  for (const { from, to, mutual } of arrows) {
    const [x1, y1] = spot(from);
    const [x2, y2] = spot(to);
    const length = Math.hypot(x2 - x1, y2 - y1);
    const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
    // From the edge of one mark to the edge of the other.
    const [sx, sy] = [x1 + 14 * dx, y1 + 14 * dy];
    const [ex, ey] = [x2 - 14 * dx, y2 - 14 * dy];
    /** @param {number} x @param {number} y @param {number} sign */
    const head = (x, y, sign) =>
      `M${x} ${y}l${sign * -8 * dx - 4 * dy} ${sign * -8 * dy + 4 * dx}` +
      `l${8 * dy} ${-8 * dx}z`;
    picture.append(
      svg("path", { class: "line", d: `M${sx} ${sy}L${ex} ${ey}` }),
      svg("path", {
        class: "head",
        d: head(ex, ey, 1) + (mutual ? head(sx, sy, -1) : ""),
      }),
    );
  }
  seats.forEach((seat, place) => {
    const [x, y] = spot(place);
    const mark = seatBadge(seat);
    for (const [name, value] of Object.entries({
      x: x - 11,
      y: y - 11,
      width: 22,
      height: 22,
    })) {
      mark.setAttribute(name, String(value));
    }
    picture.append(mark);
  });
  return picture;
}
