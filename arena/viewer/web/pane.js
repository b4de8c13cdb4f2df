// A part of the page.
// @ts-check

/**
 * @typedef {import("./viewing.js").Viewing} Viewing
 */

/**
 * @template [W=Viewing]  What the reader looks at: one match or several.
 * @typedef {object} Pane
 * @property {HTMLElement} element
 * @property {(walk: W, fresh: boolean) => void} show  Shows the present place.
 *   `fresh`: the view, the seat at the bottom or what is hidden has changed as
 *   well; so at first.
 */

export {};
