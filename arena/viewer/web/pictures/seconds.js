// The picture of Seconds.
// @ts-check

import { html, svg } from "../elements.js";
import { cardsOf, handLine, spoken } from "./cards.js";
import { secondsDeck } from "./card_tables.js";
import { ring } from "./ring.js";
import { eyes, marked, nameOf, ordinal, seatMark } from "./seats.js";
import { suitSign } from "./suit_sign.js";
import { bySeat, cross, handTable, trickTable } from "./tricks.js";

/** @typedef {import("../picture.js").Position} Position */
/** @typedef {import("../picture.js").Picture} Picture */
/** @typedef {import("./cards.js").Card} Card */
/** @typedef {import("./seats.js").Message} Message */
/** @typedef {import("./tricks.js").Trick} Trick */

const SUITS = ["spades", "hearts", "clubs", "diamonds"];
const ZEROS = [0, 0, 0, 0];

/** @type {Record<string, string>} */
const SCORING = {
  PARTNERS: "partners multiply their tricks",
  LEFT_NEIGHBOUR: "each multiplies its tricks with its left neighbour's",
  RIGHT_NEIGHBOUR: "each multiplies its tricks with its right neighbour's",
  MANY_TRICKS: "many tricks count, nobody has a partner",
  FEW_TRICKS: "few tricks count, nobody has a partner",
  THREE_TRICKS: "exactly three tricks count, nobody has a partner",
};

/**
 * @param {Message | undefined} trick
 * @returns {Trick}
 */
function trickOf(trick) {
  return {
    leader: trick?.leader ?? 0,
    cards: cardsOf(secondsDeck, trick?.cards),
    taker: trick?.taker ?? 0,
  };
}

/**
 * The trick that is shown on the table.
 * @param {Position} position
 * @param {Message} seen
 * @returns {{title: string, trick: Trick}}
 */
function onTheTable(position, seen) {
  const tricks = seen.tricks ?? [];
  const open = seen.openCards ?? [];
  if (open.length > 0 || (tricks.length === 0 && !seen.results?.length)) {
    return {
      title: `Trick ${tricks.length + 1}`,
      trick: {
        leader: seen.leader ?? 0,
        cards: cardsOf(secondsDeck, open),
        taker: undefined,
      },
    };
  }
  if (tricks.length > 0) {
    return {
      title: `Trick ${tricks.length}, complete`,
      trick: trickOf(tricks[tricks.length - 1]),
    };
  }
  const results = seen.results;
  return {
    title: `Last trick of deal ${results.length}`,
    trick: trickOf(results[results.length - 1].lastTrick),
  };
}

/**
 * The cards that a seat holds, or held and has played, by suit.
 * @param {number[]} hand
 * @param {Card[]} played
 */
function groupsOf(hand, played) {
  const all = [
    ...cardsOf(secondsDeck, hand).map((card) => ({ card, played: false })),
    ...played.map((card) => ({ card, played: true })),
  ];
  return SUITS.map((suit) =>
    all
      .filter(({ card }) => card.suit === suit)
      .sort((one, other) => other.card.strength - one.card.strength),
  );
}

/**
 * How many cards of a trick are of the suit that was led.
 * @param {Trick} trick
 */
function followed({ cards }) {
  const suit = cards[0]?.suit;
  const count = cards.filter((card) => card.suit === suit).length;
  return html(
    "span",
    { class: "followed" },
    suit && count,
    suit && suitSign(suit),
    suit && spoken(` ${suit}`),
  );
}

/**
 * The seats whose tricks multiply each other, as a drawing and in words.
 * @param {Position} position
 * @param {Message} seen
 */
function relation({ turned, match }, seen) {
  /** @type {number[]} */
  const others = seen.countsWith ?? [];
  const arrows = others.flatMap((to, from) => {
    const mutual = others[to] === from;
    return mutual && to < from ? [] : [{ from, to, mutual }];
  });
  const how = SCORING[seen.scoring?.replace("SECONDS_SCORING_", "")];
  return html(
    "figure",
    { class: "relation" },
    html("figcaption", {}, "Who counts with whom"),
    ring(turned, [0, 1, 2, 3], arrows),
    html(
      "p",
      {},
      how,
      ...arrows.map(({ from, to, mutual }) =>
        spoken(`; seat ${from} ${mutual ? "and" : "counts with"} seat ${to}`),
      ),
    ),
  );
}

/** @type {Picture["draw"]} */
function draw(position) {
  const { observations, turned, step } = position;
  const seen = observations[0];
  const open = eyes(position);
  const tricks = (seen.tricks ?? []).map(trickOf);
  const table = onTheTable(position, seen);
  /** @type {Card[][]} */
  const played = [[], [], [], []];
  const current = {
    leader: seen.leader ?? 0,
    cards: cardsOf(secondsDeck, seen.openCards),
    taker: undefined,
  };
  for (const trick of [...tricks, current]) {
    bySeat(trick).forEach((card, seat) => card && played[seat].push(card));
  }
  const taken = seen.taken ?? ZEROS;
  const totals = seen.totals ?? ZEROS;
  /** @type {string[]} */
  const effects = step.effects ?? [];
  const why = effects.filter((text) => / takes trick /.test(text)).at(-1);
  const results = seen.results ?? [];
  return html(
    "div",
    { class: "picture cards seconds" },
    html(
      "div",
      { class: "layout" },
      html(
        "p",
        { class: "facts" },
        html(
          "b",
          {},
          `Deal ${seen.deal ?? 1} of ${position.match.options?.deals ?? 8}`,
        ),
        seen.dealer === undefined ? "" : ` · seat ${seen.dealer} deals`,
        seen.north === undefined ? "" : ` · seat ${seen.north} is North`,
        marked(position, "DEAL_END") && ` · deal ${results.length} is over`,
      ),
      marked(position, "DEAL_END") &&
        resultTable(position, seen, results.length - 1),
      html(
        "div",
        { class: "table" },
        cross(table.trick, turned, table.title, why && html("span", {}, why)),
        relation(position, seen),
      ),
      handTable(
        position,
        ["Tricks", "Total"],
        (seat) => [taken[seat], totals[seat]],
        (seat) => {
          const hand = open[seat]?.hand ?? [];
          const hidden = (seen.handSizes?.[seat] ?? 0) - hand.length;
          return handLine(groupsOf(hand, played[seat]), hidden);
        },
        seen.toAct ?? [],
      ),
      tricks.length > 0 &&
        trickTable(
          tricks,
          `Tricks of deal ${seen.deal ?? 1}`,
          ["Of the suit led"],
          (trick) => [followed(trick)],
        ),
    ),
  );
}

/**
 * The seats whose total gets a crown, if the page can know them: at the end of
 * the match the winners; before that the seats with the second of the sorted
 * totals.
 * @param {Position} position
 * @param {number[]} totals
 * @param {boolean} over
 * @returns {{seats: number[], words: string}}
 */
function crowned({ match }, totals, over) {
  const ranks = over ? match.result?.ranks : undefined;
  if (ranks?.length) {
    return {
      seats: [0, 1, 2, 3].filter((seat) => ranks[seat] === 1),
      words: "winner",
    };
  }
  const options = match.options ?? {};
  const plain =
    options.winner !== "highest" && options.final_tie !== "distinct_totals";
  const second = [...totals].sort((a, b) => b - a)[1];
  return {
    seats: [0, 1, 2, 3].filter((seat) => plain && totals[seat] === second),
    words: "second total",
  };
}

function crownSign() {
  return svg(
    "svg",
    { class: "crown", viewBox: "0 0 20 14", "aria-hidden": "true" },
    svg("path", { d: "M2 13 0 2l6 5 4-7 4 7 6-5-2 11z" }),
  );
}

/**
 * Tricks and points of the deals that have been scored.
 * @param {Position} position
 * @param {Message} seen
 * @param {number} [first]  The first result to list.
 */
function resultTable(position, seen, first = 0) {
  /** @type {Message[]} */
  const results = seen.results ?? [];
  const totals = seen.totals ?? ZEROS;
  const deals = Number(position.match.options?.deals ?? 8);
  const over = results.length === deals;
  const crown = crowned(position, totals, over);
  const sorted = [...totals].sort((a, b) => b - a);
  return html(
    "table",
    { class: "results" },
    html(
      "caption",
      {},
      "Points of each deal, and its tricks",
      crown.seats.length > 0 && ";",
      crown.seats.length > 0 && crownSign(),
      crown.seats.length > 0 && ` ${crown.words}`,
    ),
    html(
      "thead",
      {},
      html(
        "tr",
        {},
        html("th", { scope: "col" }, "Deal"),
        ...[0, 1, 2, 3].map((seat) =>
          html(
            "th",
            { scope: "col" },
            seatMark(seat),
            html("bdi", { class: "name" }, nameOf(position.match, seat)),
          ),
        ),
      ),
    ),
    html(
      "tbody",
      {},
      ...results
        .slice(first)
        .map((result, i) =>
          html(
            "tr",
            {},
            html("th", { scope: "row" }, first + i + 1),
            ...[0, 1, 2, 3].map((seat) =>
              html(
                "td",
                {},
                html("b", {}, result.points?.[seat] ?? 0),
                html(
                  "small",
                  {},
                  ` ${result.taken?.[seat] ?? 0}`,
                  spoken(" tricks"),
                ),
              ),
            ),
          ),
        ),
    ),
    html(
      "tfoot",
      {},
      html(
        "tr",
        {},
        html("th", { scope: "row" }, "Total"),
        ...[0, 1, 2, 3].map((seat) => {
          const has = crown.seats.includes(seat);
          const place = ordinal(sorted.indexOf(totals[seat]) + 1);
          return html(
            "td",
            {},
            html("b", {}, totals[seat]),
            html("small", {}, ` ${place}`),
            has && crownSign(),
            has && spoken(`, ${crown.words}`),
          );
        }),
      ),
    ),
  );
}

/** @type {Picture["score"]} */
function score(position) {
  const seen = position.observations[0];
  return html(
    "div",
    { class: "picture cards seconds scores" },
    seen.results?.length
      ? resultTable(position, seen)
      : html("p", {}, "No deal has been scored yet."),
  );
}

/** @type {Picture} */
export const picture = { draw, score };
