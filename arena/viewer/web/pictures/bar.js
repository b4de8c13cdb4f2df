// A length between none and all.
// @ts-check

import { svg } from "../elements.js";

/**
 * A length between 0 and the most, without a text.
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
