// The signs of a hand of Ordago, and who saw them.
// @ts-check

import { html } from "../elements.js";
import { seatMark, wordsOf } from "./seats.js";
import { BETS, PHASES } from "./ordago_table.js";

/** @typedef {import("../elements.js").Child} Child */
/** @typedef {import("./seats.js").Message} Message */
/** @typedef {import("./ordago_table.js").Table} Table */

/**
 * @typedef {object} Sign
 * @property {Message} given
 * @property {number[]} seen  The seats that saw it, as far as the reader knows.
 */

/**
 * The signs that the reader may know of, with the seats that saw them.
 * @param {Table} table
 * @returns {Sign[]}
 */
export function signsOf({ seen, open }) {
  /** @type {Map<string, Sign>} */
  const signs = new Map();
  const lists = open.length > 0 ? open : [seen];
  lists.forEach((eye, viewer) => {
    /** @type {Record<string, number>} */
    const times = {};
    for (const given of eye?.signs ?? []) {
      const text = JSON.stringify(given);
      // The same sign can be given again in the same phase.
      times[text] = (times[text] ?? 0) + 1;
      const key = `${text} ${times[text]}`;
      /** @type {Sign} */
      const sign = signs.get(key) ?? { given, seen: [] };
      signs.set(key, sign);
      const giver = given.seat ?? 0;
      if (open.length > 0 && viewer !== giver) sign.seen.push(viewer);
    }
  });
  return [...signs.values()].sort((one, other) => when(one) - when(other));
}

/**
 * A number that grows with the moment of the hand in which a sign was given.
 * @param {Sign} sign
 */
function when({ given }) {
  const phase = wordsOf(given.phase, "ORDAGO_PHASE_");
  const bet = wordsOf(given.bet, "ORDAGO_BET_");
  return (
    (given.lastHand ? 0 : 1e6) +
    (given.completedExchanges ?? 0) * 100 +
    Object.keys(PHASES).indexOf(phase) * 10 +
    BETS.findIndex((each) => each.toLowerCase() === bet)
  );
}

/** @param {Message | undefined} sign */
function signWords(sign) {
  if (sign?.privateCode !== undefined)
    return `private code ${sign.privateCode}`;
  if (sign?.publicCode !== undefined) return `says ${sign.publicCode}`;
  return wordsOf(sign?.official, "ORDAGO_OFFICIAL_SIGN_").replace(
    "thirty one",
    "31",
  );
}

/**
 * When a sign was given.
 * @param {Message} given
 */
function signTime(given) {
  const phase = wordsOf(given.phase, "ORDAGO_PHASE_");
  const bet = wordsOf(given.bet, "ORDAGO_BET_");
  const moment = phase === "bet" ? bet : phase;
  const after = given.completedExchanges
    ? ` after exchange ${given.completedExchanges}`
    : "";
  return `${given.lastHand ? "end of the last hand, " : ""}${moment}${after}`;
}

/**
 * @param {Table} table
 * @param {Sign[]} signs
 */
export function signTable({ seen, open }, signs) {
  const pending = open.flatMap((eye, seat) =>
    [eye?.pendingSign, eye?.pendingTalk]
      .filter(Boolean)
      .map((sign) => ({ seat, sign })),
  );
  if (signs.length === 0 && pending.length === 0) return null;
  /** @param {number} from @param {Child} what @param {string} when @param {Child[]} to */
  const row = (from, what, when, to) =>
    html(
      "tr",
      {},
      html("th", { scope: "row" }, seatMark(from)),
      html("td", {}, what),
      html("td", {}, when),
      html("td", {}, ...to),
    );
  return html(
    "table",
    { class: "signs" },
    html(
      "caption",
      {},
      "Signs",
      seen.forgottenSigns &&
        `; ${seen.forgottenSigns} older ones are not listed`,
    ),
    html(
      "thead",
      {},
      html(
        "tr",
        {},
        ...["From", "Sign", "When", "Seen by"].map((text) =>
          html("th", { scope: "col" }, text),
        ),
      ),
    ),
    html(
      "tbody",
      {},
      ...signs.map(({ given, seen: viewers }) =>
        row(
          given.seat ?? 0,
          signWords(given.sign),
          signTime(given),
          viewers.map((viewer) => seatMark(viewer)),
        ),
      ),
      ...pending.map(({ seat, sign }) =>
        row(seat, signWords(sign), "with the open decision", ["nobody yet"]),
      ),
    ),
  );
}
