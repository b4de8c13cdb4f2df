// The picture of Doppelkopf.
// @ts-check

import { html } from "../elements.js";
import { handLine, spoken } from "./cards.js";
import { eyes, marked, nameOf, seatMark, times, wordsOf } from "./seats.js";
import { bySeat, cross, handTable, trickTable } from "./tricks.js";
import { bar } from "./bar.js";
import {
  contractOf,
  contractWords,
  levelOf,
  partyOf,
  signed,
} from "./doppelkopf_words.js";
import { grouped, held, trickOf, trumpsOf } from "./doppelkopf_cards.js";
import { dealtHands, sheet } from "./doppelkopf_sheet.js";

/** @typedef {import("../picture.js").Position} Position */
/** @typedef {import("../picture.js").Picture} Picture */
/** @typedef {import("../elements.js").Child} Child */
/** @typedef {import("./cards.js").Card} Card */
/** @typedef {import("./seats.js").Message} Message */

const ZEROS = [0, 0, 0, 0];

/** @type {Record<string, string>} */
const PHASES = {
  deal: "the cards are dealt",
  forced: "a solo is due",
  reserve: "healthy or a reservation?",
  name: "the reservations are asked for",
  lay: "three cards are given away",
  offer: "who takes the three cards?",
  return: "three cards are given back",
  window: "who announces?",
  play: "the cards are played",
  over: "the match is over",
};
/** Short forms of levels for the ruler. */
/** @type {Record<string, string>} */
const LEVELS = {
  "no 90": "90",
  "no 60": "60",
  "no 30": "30",
  schwarz: "s",
};

/**
 * The known facts of the deal, in one line.
 * @param {Position} position
 * @param {Message} seen
 */
function facts(position, seen) {
  const { marriage, declarer } = seen;
  const parts = [
    contractWords(seen),
    seen.compulsory && "owed",
    seen.forced && "forced",
    marriage &&
      (marriage.partner === undefined
        ? "no partner found"
        : `partner seat ${marriage.partner} by trick ${marriage.trick}`),
    contractOf(seen.contract) === "marriage" &&
      !marriage &&
      `seat ${declarer} looks for a partner`,
    seen.redeals && `dealt again ${times(seen.redeals)}`,
    seen.naming && `asked for: ${wordsOf(seen.naming, "DOPPELKOPF_NAMING_")}`,
    `seat ${seen.dealer ?? 0} deals`,
    PHASES[wordsOf(seen.phase, "DOPPELKOPF_PHASE_")],
  ];
  return html(
    "p",
    { class: "facts" },
    html("b", {}, `Deal ${seen.deal ?? 1}`),
    ...parts.filter(Boolean).map((part) => ` · ${part}`),
  );
}

/**
 * The cards that change hands in a poverty, as far as the reader sees them.
 * @param {Position} position
 * @param {Message} seen
 */
function povertyLine(position, seen) {
  const { poverty } = seen;
  if (!poverty) return null;
  // Only the two seats of the exchange see the cards.
  const knows = eyes(position).find((eye) => eye?.poverty?.laid)?.poverty ?? {};
  /** @type {Child[]} */
  const parts = [`Seat ${seen.declarer} lays three cards`];
  /** @param {number[] | undefined} cards @param {number | undefined} trumps */
  const add = (cards, trumps) => {
    if (cards)
      parts.push(
        " ",
        handLine(grouped(held(cards, []), trumpsOf(position, seen)), 0),
      );
    if (trumps !== undefined) parts.push(` (${trumps} trumps)`);
  };
  add(knows.laid, poverty.laidTrumps);
  for (const seat of poverty.declined ?? [])
    parts.push(`; seat ${seat} declines`);
  if (poverty.acceptor !== undefined) {
    parts.push(`; seat ${poverty.acceptor} takes them`);
    if (poverty.returnedTrumps !== undefined)
      parts.push(" and gives back three cards");
    add(knows.returned, poverty.returnedTrumps);
  }
  return html("p", { class: "poverty" }, ...parts);
}

/**
 * The party of a seat, as far as the reader knows it. A party that all know is
 * solid; a party that only the seat knows is dashed.
 * @param {Message} seen
 * @param {Message | undefined} eye
 * @param {number} seat
 */
function partyChip(seen, eye, seat) {
  const open = partyOf(seen.publicParties?.[seat]);
  const own = partyOf(eye?.party);
  if (open) return html("span", { class: `chip party ${open}` }, open);
  if (own) {
    return html(
      "span",
      { class: `chip party own ${own}` },
      own,
      spoken(", secret"),
    );
  }
  return html("span", { class: "unknown" }, "?", spoken(" party not known"));
}

/**
 * The statement of a seat before the cards were played, and the seat's own
 * reservation if the reader may know it.
 * @param {Message} seen
 * @param {Message | undefined} eye
 * @param {number} seat
 * @returns {string}
 */
function statement(seen, eye, seat) {
  const said = wordsOf(seen.statements?.[seat], "DOPPELKOPF_STATEMENT_");
  const own = wordsOf(eye?.ownReservation, "DOPPELKOPF_DECLARATION_");
  const words = said === "unspecified" ? "–" : said;
  return own && own !== "reservation" ? `${words}: ${own}` : words;
}

/**
 * Announcements by the number of cards in hand, on which deadlines depend; and
 * how many cards each seat has now.
 * @param {Message} seen
 * @param {number[][]} played  By seat, how many cards.
 */
function ruler(seen, played) {
  /** @type {number[]} */
  const counts = seen.handCounts ?? ZEROS;
  const most = Math.max(
    ...counts.map((count, seat) => count + played[seat].length),
  );
  const columns = Array.from({ length: most }, (_, i) => most - i);
  /** @type {Message[]} */
  const calls = seen.announcements ?? [];
  /** @param {string} title @param {(count: number) => Child[]} cells */
  const line = (title, cells) =>
    html(
      "tr",
      {},
      html("th", { scope: "row" }, title),
      ...columns.map((count) => html("td", {}, ...cells(count))),
    );
  /** @param {Message} call */
  const said = ({ level, party, seat, reply }) => {
    const words = levelOf(level, partyOf(party));
    const plain = wordsOf(level, "DOPPELKOPF_LEVEL_");
    return html(
      "span",
      { class: "call" },
      seatMark(seat ?? 0),
      html(
        "span",
        { "aria-hidden": "true" },
        LEVELS[plain] ?? words.slice(0, 2),
      ),
      spoken(`${words}${reply ? ", a reply" : ""}; `),
    );
  };
  return html(
    "table",
    { class: "ruler" },
    html("caption", {}, "Announcements by cards in hand"),
    html(
      "thead",
      {},
      line("Cards", (count) => [count]),
    ),
    html(
      "tbody",
      {},
      ...["Re", "Kontra"].map((party) =>
        line(party, (count) =>
          calls
            .filter(
              (call) =>
                call.handCount === count && partyOf(call.party) === party,
            )
            .map(said),
        ),
      ),
      line("Now", (count) =>
        [0, 1, 2, 3].map((seat) => counts[seat] === count && seatMark(seat)),
      ),
    ),
  );
}

/**
 * The trick that is shown on the table.
 * @param {Position} position
 * @param {Message} seen
 */
function onTheTable(position, seen) {
  /** @type {Message[]} */
  const tricks = seen.tricks ?? [];
  const { lastDeal } = seen;
  const last = tricks.length - 1;
  if (last < 0 && marked(position, "DEAL_END") && lastDeal) {
    return {
      title: `Last trick of deal ${lastDeal.deal}`,
      trick: trickOf(lastDeal.lastTrick),
      augen: lastDeal.lastTrick.augen ?? 0,
    };
  }
  if (last < 0) {
    return {
      title: "No card has been played",
      trick: { leader: position.turned, cards: [], taker: undefined },
      augen: undefined,
    };
  }
  const trick = trickOf(tricks[last]);
  const complete = trick.cards.length === 4;
  return {
    title: `Trick ${last + 1}${complete ? ", complete" : ""}`,
    trick: { ...trick, taker: trick.taker ?? seen.trickHolder },
    augen: tricks[last].augen ?? 0,
  };
}

/** @type {Picture["draw"]} */
function draw(position) {
  const { observations, turned } = position;
  const seen = observations[0];
  const open = eyes(position);
  /** @type {Message[]} */
  const tricks = seen.tricks ?? [];
  /** @type {Card[][]} */
  const played = [[], [], [], []];
  for (const trick of tricks) {
    bySeat(trickOf(trick)).forEach(
      (card, seat) => card && played[seat].push(card),
    );
  }
  const trumps = trumpsOf(position, seen);
  const table = onTheTable(position, seen);
  const augen = seen.augen ?? ZEROS;
  const settled = contractOf(seen.contract) !== "";
  const over = marked(position, "DEAL_END") && seen.lastDeal;
  return html(
    "div",
    { class: "picture cards doppelkopf" },
    html(
      "div",
      { class: "layout" },
      facts(position, seen),
      over && sheet(seen.lastDeal),
      html(
        "div",
        { class: "table" },
        cross(
          table.trick,
          turned,
          table.title,
          table.augen !== undefined && html("b", {}, table.augen),
          table.augen !== undefined && " Augen",
        ),
        ruler(
          seen,
          played.map((cards) => cards.map(({ number }) => number)),
        ),
      ),
      povertyLine(position, seen),
      handTable(
        position,
        settled ? ["Party", "Augen", "Points"] : ["Said", "Points"],
        (seat) => [
          ...(settled
            ? [partyChip(seen, open[seat], seat), augen[seat]]
            : [statement(seen, open[seat], seat)]),
          signed(seen.totals?.[seat] ?? 0),
        ],
        (seat) => {
          const hand = open[seat]?.hand ?? [];
          const hidden = (seen.handCounts?.[seat] ?? 0) - hand.length;
          const cards = held(hand, played[seat]);
          const line = handLine(grouped(cards, trumps), hidden);
          const said = statement(seen, open[seat], seat);
          // The declarer's reservation is the contract, which is told already.
          const plays = seen.declarer === seat;
          if (settled && !plays && said.startsWith("reservation")) {
            line.append(html("span", { class: "note" }, said));
          }
          return line;
        },
        seen.toAct ?? [],
      ),
      tricks.length > 0 &&
        trickTable(
          tricks.map(trickOf),
          `Tricks of deal ${seen.deal ?? 1}`,
          ["Augen"],
          (_, i) => [
            html(
              "span",
              { class: "augen" },
              tricks[i].augen ?? 0,
              // No four cards have more than 44.
              bar(tricks[i].augen ?? 0, 44),
            ),
          ],
        ),
    ),
  );
}

/** @type {Picture["score"]} */
function score(position) {
  const { match, observations } = position;
  const seen = observations[0];
  const rows = [
    [
      "Points",
      (/** @type {number} */ seat) => signed(seen.totals?.[seat] ?? 0),
    ],
    [
      "Deals won",
      (/** @type {number} */ seat) => seen.positiveDeals?.[seat] ?? 0,
    ],
    ["Solos owed", (/** @type {number} */ seat) => seen.owedSolos?.[seat] ?? 0],
  ];
  return html(
    "div",
    { class: "picture cards doppelkopf scores" },
    html(
      "table",
      { class: "results" },
      html("caption", {}, "The match so far"),
      html(
        "thead",
        {},
        html(
          "tr",
          {},
          html("td", {}),
          ...[0, 1, 2, 3].map((seat) =>
            html(
              "th",
              { scope: "col" },
              seatMark(seat),
              html("bdi", { class: "name" }, nameOf(match, seat)),
            ),
          ),
        ),
      ),
      html(
        "tbody",
        {},
        ...rows.map(([title, value]) =>
          html(
            "tr",
            {},
            html("th", { scope: "row" }, String(title)),
            ...[0, 1, 2, 3].map((seat) =>
              html(
                "td",
                {},
                /** @type {(seat: number) => Child} */ (value)(seat),
              ),
            ),
          ),
        ),
      ),
    ),
    seen.lastDeal && sheet(seen.lastDeal, dealtHands(position, seen.lastDeal)),
  );
}

/** @type {Picture} */
export const picture = { draw, score };
