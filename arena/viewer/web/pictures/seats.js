// The seats at the table: their places, names and views.
// @ts-check

import { html } from "../elements.js";
import { seatBadge } from "../seat_badge.js";
import { spoken } from "./cards.js";

/** @typedef {import("../picture.js").Position} Position */
/** @typedef {Record<string, any>} Message */

const SIDES = ["bottom", "left", "top", "right"];

/**
 * The position of one of four places, if another one is at the bottom. Places
 * follow clockwise.
 * @param {number} place
 * @param {number} bottom
 */
export function sideOf(place, bottom) {
  return SIDES[(place - bottom + 4) % 4];
}

/**
 * The shape and letter of a seat, and its number for screen readers.
 * @param {number} seat
 * @param {string} [words]  Instead of "seat 2".
 */
export function seatMark(seat, words = `seat ${seat}`) {
  return html("span", { class: "seat" }, seatBadge(seat), spoken(`${words} `));
}

/**
 * The public name of a player; empty if there is none.
 * @param {Message} match
 * @param {number} seat
 * @returns {string}
 */
export function nameOf(match, seat) {
  const spec = match.seats?.[seat];
  const name = match.players?.[seat]?.name || spec?.bot || spec?.builtIn;
  return String(name ?? "");
}

/**
 * The mark of a seat, its number and its name. The name has its own direction
 * of writing, and is cut if there is no room.
 * @param {Message} match
 * @param {number} seat
 */
export function seatName(match, seat) {
  return html(
    "span",
    { class: "seat" },
    seatBadge(seat),
    html("span", { class: "number" }, spoken("seat "), `${seat} `),
    html("bdi", { class: "name" }, nameOf(match, seat)),
  );
}

/**
 * How many seats the match has.
 * @param {Position} position
 * @returns {number}
 */
export function seatCount({ match, step }) {
  return match.seats?.length || match.players?.length || step.returns.length;
}

/**
 * The observation of each seat, if the reader may see it and wants to.
 * @param {Position} position
 * @returns {(Message | undefined)[]}
 */
export function eyes({ view, observations, othersHidden }) {
  if (view === "public") return [];
  if (view === "table") {
    return othersHidden ? observations.slice(0, 1) : observations;
  }
  /** @type {(Message | undefined)[]} */
  const seen = [];
  seen[view] = observations[0];
  return seen;
}

/**
 * Whether something happened in the step that viewers mark.
 * @param {Position} position
 * @param {string} mark  Such as "DEAL_END".
 */
export function marked({ step }, mark) {
  return (step.marks ?? []).includes(`STEP_MARK_${mark}`);
}

/**
 * The words of a name in the schema: "RIGHT_NEIGHBOUR" of
 * "SECONDS_SCORING_RIGHT_NEIGHBOUR" becomes "right neighbour".
 * @param {string | undefined} name
 * @param {string} prefix  Such as "SECONDS_SCORING_".
 */
export function wordsOf(name, prefix) {
  return (name ?? "").replace(prefix, "").replaceAll("_", " ").toLowerCase();
}

/**
 * "once", "2 times" and so on.
 * @param {number} number
 */
export function times(number) {
  return number === 1 ? "once" : `${number} times`;
}

/**
 * "1st", "2nd" and so on.
 * @param {number} number
 */
export function ordinal(number) {
  return `${number}${["th", "st", "nd", "rd"][number] ?? "th"}`;
}
