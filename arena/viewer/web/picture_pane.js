// The picture of the position.
// @ts-check
import { html } from "./elements.js";

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
  return {
    element,
    show(viewing) {
      element.replaceChildren(picture.draw(viewing.position));
    },
  };
}
