// The four bets of a hand of Ordago.
// @ts-check

import { html } from "../elements.js";
import { wordsOf } from "./seats.js";
import { BETS, placeMark } from "./ordago_table.js";

/** @typedef {import("../elements.js").Child} Child */
/** @typedef {import("./seats.js").Message} Message */
/** @typedef {import("./ordago_table.js").Table} Table */

/** @param {Message} seen */
export function bidWords(seen) {
  return seen.ordago ? "ordago" : `bids ${seen.amount ?? 0}`;
}

/**
 * How a bet stands, in words.
 * @param {Message | undefined} result
 */
export function resultWords(result) {
  switch (wordsOf(result?.status, "ORDAGO_BET_STATUS_")) {
    case "passed out":
      return "passed out";
    case "concluded":
      return `concluded at ${result?.amount}`;
    case "declined":
      return `declined: team ${result?.team} +${result?.amount}`;
    case "showdown":
      return "ordago accepted";
    default:
      return "";
  }
}

/** @param {Message} action */
function actionWords(action) {
  if (action.bid !== undefined) return `bid ${action.bid}`;
  if (action.raiseTo !== undefined) return `raise ${action.raiseTo}`;
  return wordsOf(action.word, "ORDAGO_WORD_");
}

/**
 * The four bets of the hand: the words of the places, and the state of each
 * bet.
 * @param {Table} table
 */
export function betTable(table) {
  const { seen } = table;
  const current = BETS.indexOf(
    wordsOf(seen.bet, "ORDAGO_BET_").replace(/^./, (c) => c.toUpperCase()),
  );
  /** @type {Message[]} */
  const actions = seen.actions ?? [];
  const rows = BETS.map((bet, i) => {
    const said = actions.filter(
      (action) => wordsOf(action.bet, "ORDAGO_BET_") === bet.toLowerCase(),
    );
    const dropped = (seen.actionCounts?.[i] ?? said.length) - said.length;
    const open = i === current;
    /** @type {Child[]} */
    const stands =
      open && seen.bidder !== undefined
        ? [
            `${seen.ordago ? "ordago" : (seen.amount ?? 0)} by `,
            placeMark(table, seen.bidder),
            `, before ${seen.previous ?? 0}`,
          ]
        : [open ? "no bid" : resultWords(seen.results?.[i])];
    return html(
      "tr",
      { class: open ? "acts" : null },
      html("th", { scope: "row" }, bet),
      html(
        "td",
        { class: "said" },
        dropped > 0 && `${dropped} earlier, `,
        ...said.map((action) =>
          html(
            "span",
            { class: "call" },
            placeMark(table, action.place ?? 0),
            `${actionWords(action)} `,
          ),
        ),
      ),
      html(
        "td",
        {},
        open && html("span", { class: "chip now" }, "open"),
        " ",
        ...stands,
      ),
    );
  });
  return html(
    "table",
    { class: "bets" },
    html("caption", {}, "Bets"),
    html(
      "thead",
      {},
      html(
        "tr",
        {},
        ...["Bet", "Said", "Stands"].map((text) =>
          html("th", { scope: "col" }, text),
        ),
      ),
    ),
    html("tbody", {}, ...rows),
  );
}
