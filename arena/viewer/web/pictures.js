// The pictures of the games. A game without a picture is shown as a table. The
// page of one match has only the picture of its game.
// @ts-check
import { picture as doppelkopf } from "./pictures/doppelkopf.js";
import { picture as octrix } from "./pictures/octrix.js";
import { picture as ordago } from "./pictures/ordago.js";
import { picture as ordo } from "./pictures/ordo.js";
import { picture as seconds } from "./pictures/seconds.js";
import { plainPicture } from "./plain_picture.js";

/** @typedef {import("./picture.js").Picture} Picture */

/** @type {Record<string, Picture | undefined>} */
const PICTURES = { doppelkopf, octrix, ordago, ordo, seconds };

/**
 * @param {string} game
 * @returns {Picture}
 */
export function pictureOf(game) {
  return PICTURES[game] ?? plainPicture;
}
