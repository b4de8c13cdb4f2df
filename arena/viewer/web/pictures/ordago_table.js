// The position of Ordago as its picture needs it.
// @ts-check

import { html } from "../elements.js";
import { cardOfRank } from "./cards.js";
import { ordagoDeck } from "./card_tables.js";
import { eyes, seatCount, seatMark } from "./seats.js";

/** @typedef {import("../picture.js").Position} Position */
/** @typedef {import("./cards.js").Card} Card */
/** @typedef {import("./seats.js").Message} Message */

export const PLACES = [0, 1, 2, 3];
export const BETS = ["Big", "Small", "Pairs", "Game"];

/** @type {Record<string, string>} */
export const PHASES = {
  "draw dealer": "the dealer is drawn",
  deal: "the cards are dealt",
  "sign window": "signs are given",
  ask: "who wants to exchange?",
  discard: "cards are thrown away",
  redraw: "new cards are dealt",
  bet: "betting",
  over: "the match is over",
};

/**
 * @typedef {object} Table  The position as the picture needs it.
 * @property {Message} seen  One of the observations; the public facts are the
 *   same in all of them.
 * @property {(Message | undefined)[]} open  The observation of each seat, if
 *   the reader may see it.
 * @property {number[]} seats  The seat of each place.
 * @property {boolean} three  Whether there are three seats and an open dummy.
 * @property {number} bottom  The place at the bottom.
 */

/**
 * @param {Position} position
 * @returns {Table}
 */
export function tableOf(position) {
  const three = seatCount(position) === 3;
  return {
    seen: position.observations[0],
    open: eyes(position),
    seats: three ? [0, 1, 0, 2] : PLACES,
    three,
    bottom: three && position.turned === 2 ? 3 : position.turned,
  };
}

/**
 * The observation of the seat of a place, if the reader may know it and the
 * place is the seat's own.
 * @param {Table} table
 * @param {number} place
 */
export function eyeOf({ open, seats }, place) {
  const eye = open[seats[place]];
  return eye?.ownPlace === place ? eye : undefined;
}

/**
 * @param {Message | undefined} cards  An OrdagoCards.
 * @returns {Card[]}
 */
export function ranked(cards) {
  /** @type {string[]} */
  const ranks = cards?.ranks ?? [];
  return ranks.flatMap((rank) => cardOfRank(ordagoDeck, rank) ?? []);
}

/**
 * The mark of a place: the mark of its seat, with the number of the place for
 * screen readers.
 * @param {Table} table
 * @param {number} place
 */
export function placeMark({ seats, three }, place) {
  const mark = seatMark(seats[place], `place ${place}`);
  if (three && place === 2)
    mark.append(html("sub", { "aria-hidden": "true" }, "2"));
  return mark;
}
