// The picture of Octrix: the 32 cards with their owners, the trick, what
// decides the next one, and the tricks of the deal.
// @ts-check
import { html } from "../elements.js";
import { seatBadge } from "../seat_badge.js";
import { suitSign } from "./suit_sign.js";

/**
 * @typedef {import("../picture.js").Position} Position
 * @typedef {import("./suit_sign.js").Suit} Suit
 * @typedef {Record<string, any>} Message
 * @typedef {object} Trick
 * @property {(number | undefined)[]} cards  By seat.
 * @property {number | null} taker
 * @property {string} title
 */

/** @type {Suit[]} In the order of the cards. */
const SUITS = ["hearts", "diamonds", "spades", "clubs"];
const RANKS = [1, 2, 3, 4, 5, 6, 7, 8];
const TRICKS = 8;

/** @type {import("../picture.js").Picture} */
export const picture = {
  draw(position) {
    const [seen = {}] = position.observations;
    const trick = lastTrick(seen);
    return html(
      "div",
      { class: "picture octrix" },
      html(
        "div",
        { class: "octrix-top" },
        plate(seen),
        trickTable(trick, seen),
      ),
      cardTable(seen, trick),
      trickBoxes(seen),
    );
  },
  score: (position) => sheet(position, position.observations[0] ?? {}),
};

// ---- Cards ----

/** @param {number} card */
function suitOf(card) {
  return /** @type {Suit} */ (SUITS[card % 4]);
}

/** @param {number} card */
function rankOf(card) {
  return Math.floor(card / 4) + 1;
}

/** @param {number} card */
function colourOf(card) {
  return card % 4 < 2 ? "red" : "black";
}

/** @param {number} card */
function cardWords(card) {
  const rank = rankOf(card);
  return `${rank === 1 ? "ace" : rank} of ${suitOf(card)}`;
}

/**
 * A card, as a drawing with a text.
 * @param {number} card
 */
function face(card) {
  return html(
    "span",
    { class: `octrix-card ${colourOf(card)}` },
    html("span", { "aria-hidden": "true" }, rankOf(card)),
    suitSign(suitOf(card)),
    html("span", { class: "only-heard" }, cardWords(card)),
  );
}

// ---- The trick ----

/**
 * The cards on the table: an open half of a trick, or else the last complete
 * trick.
 * @param {Message} seen
 * @returns {Trick}
 */
function lastTrick(seen) {
  const open = seen.openCards ?? [];
  const done = seen.tricks ?? [];
  if (open.length > 0) {
    /** @type {(number | undefined)[]} */
    const cards = [];
    for (const { seat = 0, card = 0 } of open) cards[seat] = card;
    return { cards, taker: null, title: `Trick ${seen.trick}, first half` };
  }
  if (done.length > 0) {
    const { cards = [], taker = 0 } = done[done.length - 1];
    return { cards, taker, title: `Trick ${done.length}` };
  }
  const before = seen.lastDealTrick;
  if (!before) return { cards: [], taker: null, title: "No trick yet" };
  return {
    cards: before.cards ?? [],
    taker: before.taker ?? 0,
    title: `Trick 8 of deal ${seen.deal - 1}`,
  };
}

/**
 * The seats with their cards of the trick.
 * @param {Trick} trick
 * @param {Message} seen
 */
function trickTable(trick, seen) {
  const hands = seen.hands ?? [];
  const played = trick.cards.filter((card) => card !== undefined);
  const complete = trick.taker !== null;
  const deciding = complete ? [Math.min(...played), Math.max(...played)] : [];
  const words = deciding.map((card) => colourOf(card)).join(" and ");
  const goesOn = complete && seen.tricks?.length && seen.toAct?.length;
  return html(
    "table",
    { class: "octrix-trick" },
    html(
      "caption",
      {},
      trick.title,
      goesOn ? `; deciding ${words}: next ${modeText(seen.mode)}` : null,
    ),
    html(
      "tbody",
      {},
      html(
        "tr",
        {},
        ...hands.map((/** @type {unknown} */ _, /** @type {number} */ seat) =>
          html(
            "th",
            { scope: "col" },
            seatBadge(seat),
            html("span", { class: "only-heard" }, `seat ${seat}`),
          ),
        ),
      ),
      html(
        "tr",
        {},
        ...hands.map((/** @type {unknown} */ _, /** @type {number} */ seat) => {
          const card = trick.cards[seat];
          const marks = [
            "slot",
            trick.taker === seat && "taker",
            card !== undefined && deciding.includes(card) && "deciding",
            (seen.toAct ?? []).includes(seat) && !complete && "owes",
          ];
          return html(
            "td",
            { class: marks.filter(Boolean).join(" ") },
            card === undefined ? "–" : face(card),
            trick.taker === seat && html("small", {}, "takes"),
          );
        }),
      ),
    ),
  );
}

/** @param {string | undefined} mode */
function modeText(mode) {
  return mode === "OCTRIX_MODE_LOW" ? "LOW" : "HIGH";
}

/**
 * Whether the highest or the lowest card wins the current trick.
 * @param {Message} seen
 */
function plate(seen) {
  const mode = modeText(seen.mode);
  const over = !seen.toAct?.length;
  return html(
    "p",
    { class: `octrix-plate ${mode.toLowerCase()}` },
    html(
      "span",
      {},
      `deal ${seen.deal ?? 1}`,
      seen.rotation ? `, rotation ${seen.rotation}` : null,
      `, trick ${seen.trick ?? 1}`,
    ),
    html("strong", {}, mode === "HIGH" ? "▲ " : "▼ ", mode),
    html(
      "span",
      {},
      over
        ? "the match is over"
        : mode === "HIGH"
          ? "the highest card wins"
          : "the lowest card wins",
    ),
  );
}

// ---- All cards ----

/**
 * A row for each suit and a column for each rank. Cards rise by column, and
 * within a column by row.
 * @param {Message} seen
 * @param {Trick} trick
 */
function cardTable(seen, trick) {
  const states = cardStates(seen);
  return html(
    "table",
    { class: "octrix-cards" },
    html("caption", { class: "only-heard" }, "All cards"),
    html(
      "thead",
      {},
      html(
        "tr",
        {},
        html("td"),
        ...RANKS.map((rank) => html("th", { scope: "col" }, rank)),
      ),
    ),
    html(
      "tbody",
      {},
      ...SUITS.map((suit, row) =>
        html(
          "tr",
          {},
          html(
            "th",
            { scope: "row" },
            suitSign(suit),
            html("span", { class: "only-heard" }, suit),
          ),
          ...RANKS.map((rank) => {
            const card = 4 * (rank - 1) + row;
            return cardCell(states.get(card), trick.cards.includes(card));
          }),
        ),
      ),
    ),
  );
}

/**
 * @typedef {object} CardState
 * @property {number | null} owner  Null if the card is in no hand.
 * @property {number | null} trick  The trick in which the card was played; null
 *   if it was not played.
 */

/**
 * The place of every card of the deal.
 * @param {Message} seen
 * @returns {Map<number, CardState>}
 */
function cardStates(seen) {
  /** @type {Map<number, CardState>} */
  const states = new Map();
  for (const card of seen.unused ?? []) {
    states.set(card, { owner: null, trick: null });
  }
  (seen.hands ?? []).forEach(
    (/** @type {Message} */ hand, /** @type {number} */ seat) => {
      for (const card of hand.cards ?? []) {
        states.set(card, { owner: seat, trick: null });
      }
    },
  );
  (seen.tricks ?? []).forEach(
    (/** @type {Message} */ trick, /** @type {number} */ i) => {
      (trick.cards ?? []).forEach(
        (/** @type {number} */ card, /** @type {number} */ seat) =>
          states.set(card, { owner: seat, trick: i + 1 }),
      );
    },
  );
  for (const { seat = 0, card = 0 } of seen.openCards ?? []) {
    states.set(card, { owner: seat, trick: seen.trick ?? 1 });
  }
  return states;
}

/**
 * Labels instead of texts for screen readers: 32 such texts would be laid out
 * slowly.
 * @param {CardState | undefined} state
 * @param {boolean} onTable
 */
function cardCell(state, onTable) {
  if (!state || state.owner === null) {
    return html("td", { class: "unused", "aria-label": "unused" });
  }
  const played = state.trick !== null;
  const classes = [played && "played", played && onTable && "on-table"];
  return html(
    "td",
    {
      class: classes.filter(Boolean).join(" "),
      "aria-label":
        `seat ${state.owner}` +
        (played ? `, played in trick ${state.trick}` : ""),
    },
    seatBadge(state.owner, 22),
    played && html("small", {}, state.trick),
  );
}

// ---- The deal ----

/** @param {Message} seen */
function isPartners(seen) {
  return seen.totals?.length === 2 && seen.hands?.length === 4;
}

/**
 * @param {Message} seen
 * @param {number} seat
 */
function sideOf(seen, seat) {
  return isPartners(seen) ? seat % 2 : seat;
}

/**
 * Eight boxes with the takers of the deal; tricks of one run stand together.
 * @param {Message} seen
 */
function trickBoxes(seen) {
  const tricks = seen.tricks ?? [];
  let run = 0;
  const boxes = [...Array(TRICKS).keys()].map((i) => {
    const trick = tricks[i];
    if (!trick) return html("li", { class: "empty" }, i + 1);
    const taker = trick.taker ?? 0;
    const side = sideOf(seen, taker);
    const goesOn = i > 0 && sideOf(seen, tricks[i - 1].taker ?? 0) === side;
    run = goesOn ? run + 1 : 1;
    return html(
      "li",
      { class: goesOn ? "run" : "" },
      html(
        "span",
        { class: "only-heard" },
        `trick ${i + 1}, ${modeText(trick.mode)}: seat ${taker}`,
        run > 1 ? `, ${run} in a row` : "",
      ),
      seatBadge(taker),
      html(
        "small",
        { "aria-hidden": "true" },
        modeText(trick.mode) === "HIGH" ? "▲" : "▼",
        run > 1 ? ` ×${run}` : "",
      ),
    );
  });
  return html(
    "ol",
    { class: "octrix-boxes", "aria-label": "Tricks" },
    ...boxes,
  );
}

/**
 * Points of the sides, with bars to the target.
 * @param {Position} position
 * @param {Message} seen
 */
function sheet({ match }, seen) {
  const target = Number(match.options?.target ?? 88);
  const seatsOfSide = (/** @type {number} */ side) =>
    [...(seen.hands ?? []).keys()].filter(
      (seat) => sideOf(seen, seat) === side,
    );
  const over = !seen.toAct?.length;
  return html(
    "table",
    { class: "octrix-sheet" },
    html("caption", {}, `Points to ${target}`),
    html(
      "thead",
      {},
      html(
        "tr",
        {},
        ...["side", "before", "this deal", "together"].map((name) =>
          html("th", { scope: "col" }, name),
        ),
      ),
    ),
    html(
      "tbody",
      {},
      ...(seen.totals ?? []).map(
        (/** @type {number} */ total, /** @type {number} */ side) => {
          const deal = seen.dealScores?.[side] ?? 0;
          const sum = total + deal;
          return html(
            "tr",
            { class: over && sum >= target && "winner" },
            html(
              "th",
              { scope: "row" },
              ...seatsOfSide(side).flatMap((seat) => [
                seatBadge(seat),
                html("span", { class: "only-heard" }, `seat ${seat} `),
              ]),
            ),
            html("td", {}, total),
            html("td", {}, deal),
            html(
              "td",
              {},
              html("meter", {
                min: 0,
                max: target,
                value: Math.min(sum, target),
                "aria-label": `${sum} of ${target} points`,
              }),
              ` ${sum}`,
            ),
          );
        },
      ),
    ),
  );
}
