// The picture of Ordago.
// @ts-check

import { html } from "../elements.js";
import { backs, faces, spoken } from "./cards.js";
import { ring } from "./ring.js";
import { marked, nameOf, ordinal, sideOf, times, wordsOf } from "./seats.js";
import {
  PHASES,
  PLACES,
  eyeOf,
  placeMark,
  ranked,
  tableOf,
} from "./ordago_table.js";
import { betTable, bidWords } from "./ordago_bets.js";
import { signTable, signsOf } from "./ordago_signs.js";
import { lastHand, scoreTable } from "./ordago_score.js";

/** @typedef {import("../picture.js").Picture} Picture */
/** @typedef {import("../elements.js").Child} Child */
/** @typedef {import("./seats.js").Message} Message */
/** @typedef {import("./ordago_table.js").Table} Table */

/**
 * A hand of a place, as far as the reader sees it.
 * @param {Table} table
 * @param {number} place
 */
function handOf(table, place) {
  const { seen, three } = table;
  const cards =
    three && place === 2 ? seen.dummyHand : eyeOf(table, place)?.ownHand;
  const shown = ranked(cards);
  const hidden = (seen.handSizes?.[place] ?? 0) - shown.length;
  return html(
    "span",
    { class: "hand" },
    shown.length > 0 && faces(shown),
    backs(hidden) ?? (shown.length === 0 && "no cards"),
  );
}

/**
 * The cards that a place threw away and got in an exchange: their faces if the
 * reader may see them, or else their number.
 * @param {Table} table
 * @param {Message} exchange
 * @param {number} index  Of the exchange in the list.
 * @param {number} place
 * @returns {Child[]}
 */
function swapped(table, exchange, index, place) {
  const { three } = table;
  const count = exchange.counts?.[place] ?? 0;
  const dummy = three && place === 2;
  const own = dummy ? exchange : eyeOf(table, place)?.exchanges?.[index];
  const away = ranked(dummy ? own?.dummyDiscard : own?.ownDiscard);
  const got = ranked(dummy ? own?.dummyDraw : own?.ownDraw);
  if (away.length === 0) {
    return count === 0 ? [spoken("nothing yet")] : [count, spoken(" cards")];
  }
  return [
    html("span", { class: "cards-line" }, faces(away, "small")),
    got.length > 0 &&
      html("span", { class: "cards-line" }, "→ ", faces(got, "small")),
  ];
}

/**
 * @param {Table} table
 * @param {Message} match
 * @param {number} place
 */
function panel(table, match, place) {
  const { seen, seats, three, bottom } = table;
  const seat = seats[place];
  const acts = (seen.placesToAct ?? []).includes(place);
  const order =
    seen.start === undefined ? 0 : ((place - seen.start + 4) % 4) + 1;
  const bids = seen.bidder === place;
  const notes = [
    order > 0 && ordinal(order),
    seen.dealer === place && "deals",
    seen.keeper === place && "keeps",
    seen.keeper === undefined &&
      order > 0 &&
      order <= (seen.swaps ?? 0) &&
      "swaps",
    (seen.out ?? []).includes(place) && "out",
    three && place === 2 && seen.dummyHasDiscarded && "has discarded",
  ].filter(Boolean);
  return html(
    "li",
    { class: `${sideOf(place, bottom)}${acts ? " acts" : ""}` },
    html(
      "p",
      { class: "who" },
      placeMark(table, place),
      html(
        "bdi",
        { class: "name" },
        three && place === 2 ? "dummy" : nameOf(match, seat),
      ),
    ),
    handOf(table, place),
    html(
      "p",
      { class: "note" },
      notes.join(" · "),
      bids && html("span", { class: "chip" }, bidWords(seen)),
      acts && html("span", { class: "chip now" }, "to act"),
    ),
  );
}

/** @param {Table} table */
function exchangeTable(table) {
  /** @type {Message[]} */
  const exchanges = table.seen.exchanges ?? [];
  if (exchanges.length === 0) return null;
  return html(
    "table",
    { class: "exchanges" },
    html("caption", {}, "Cards exchanged"),
    html(
      "thead",
      {},
      html(
        "tr",
        {},
        html("th", { scope: "col" }, "No."),
        ...PLACES.map((place) =>
          html("th", { scope: "col" }, placeMark(table, place)),
        ),
      ),
    ),
    html(
      "tbody",
      {},
      ...exchanges.map((exchange, i) =>
        html(
          "tr",
          {},
          html("th", { scope: "row" }, exchange.round),
          ...PLACES.map((place) =>
            html("td", {}, ...swapped(table, exchange, i, place)),
          ),
        ),
      ),
    ),
  );
}

/** @type {Picture["draw"]} */
function draw(position) {
  const table = tableOf(position);
  const { seen } = table;
  const signs = signsOf(table);
  /** @param {number} seat */
  const placeOf = (seat) => table.seats.indexOf(seat);
  const arrows = signs.flatMap(({ given, seen: viewers }) =>
    viewers.map((viewer) => ({
      from: placeOf(given.seat ?? 0),
      to: placeOf(viewer),
    })),
  );
  const phase = PHASES[wordsOf(seen.phase, "ORDAGO_PHASE_")];
  const bet = wordsOf(seen.bet, "ORDAGO_BET_");
  const ended = marked(position, "DEAL_END");
  return html(
    "div",
    { class: "picture cards ordago" },
    html(
      "div",
      { class: "layout" },
      html(
        "p",
        { class: "facts" },
        html("b", {}, `Hand ${seen.hand ?? 1}`),
        ` · ${phase}${bet ? ` on ${bet.replace(/^./, (c) => c.toUpperCase())}` : ""}`,
        ` · stock ${seen.stockSize ?? 0}`,
        ` · thrown away ${(seen.oldDiscards ?? 0) + (seen.newDiscards ?? 0)}`,
        seen.rebuilds && ` · the stock was made again ${times(seen.rebuilds)}`,
      ),
      scoreTable(position, table),
      ended && lastHand(position, table, true),
      html(
        "div",
        { class: "places" },
        html(
          "ol",
          { class: "around" },
          ...PLACES.map((place) => panel(table, position.match, place)),
        ),
        ring(table.bottom, table.seats, arrows),
      ),
      betTable(table),
      signTable(table, signs),
      exchangeTable(table),
    ),
  );
}

/** @type {Picture["score"]} */
function score(position) {
  const table = tableOf(position);
  return html(
    "div",
    { class: "picture cards ordago scores" },
    scoreTable(position, table),
    lastHand(position, table, marked(position, "DEAL_END")),
  );
}

/** @type {Picture} */
export const picture = { draw, score };
