// A bar that shows a part of a whole.
// @ts-check

import { svg } from "../elements.js";

/**
 * A bar from 0 to `most`, without a text.
 * @param {number} value
 * @param {number} most
 */
export function bar(value, most) {
  return svg(
    "svg",
    {
      class: "bar",
      viewBox: `0 0 ${most} 1`,
      preserveAspectRatio: "none",
      "aria-hidden": "true",
    },
    svg("rect", { width: value, height: 1 }),
  );
}
