// A part of the page.
// @ts-check

/**
 * @typedef {import("./viewing.js").Viewing} Viewing
 * @typedef {object} Pane
 * @property {HTMLElement} element
 * @property {(viewing: Viewing, fresh: boolean) => void} show  Shows the
 *   present step. `fresh`: the view, the seat at the bottom or what is hidden
 *   has changed as well; so at first.
 */

export {};
