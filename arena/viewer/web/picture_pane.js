// The picture of the position.
// @ts-check
import { html } from "./elements.js";
import { redraw } from "./redraw.js";

/** @typedef {import("./picture.js").Picture} Picture */

/**
 * @param {Picture} picture
 * @returns {import("./pane.js").Pane}
 */
export function picturePane(picture) {
  const element = html("section", {
    class: "picture-pane",
    "aria-label": "The position",
  });
  /** @type {HTMLElement | null} */
  let shown = null;
  return {
    element,
    show(viewing) {
      const drawn = picture.draw(viewing.position);
      if (shown) {
        redraw(shown, drawn);
      } else {
        shown = drawn;
        element.append(shown);
      }
    },
  };
}
