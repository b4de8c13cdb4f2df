// A part of the page.
// @ts-check

/**
 * @typedef {import("./viewing.js").Viewing} Viewing
 */

/**
 * @template [W=Viewing]  One match or several.
 * @typedef {object} Pane
 * @property {HTMLElement} element
 * @property {(walk: W, fresh: boolean) => void} show  Shows the present place.
 *   `fresh`: the view, the seat at the bottom or what is hidden has changed as
 *   well, or the pane is shown for the first time.
 */

export {};
