// The score sheet of a deal of Doppelkopf.
// @ts-check

import { html } from "../elements.js";
import { handLine, spoken } from "./cards.js";
import { doppelkopfTrumps } from "./card_tables.js";
import { seatName, wordsOf } from "./seats.js";
import { bar } from "./bar.js";
import {
  contractOf,
  contractWords,
  partyOf,
  signed,
} from "./doppelkopf_words.js";
import { grouped, held } from "./doppelkopf_cards.js";

/** @typedef {import("../picture.js").Position} Position */
/** @typedef {import("../elements.js").Child} Child */
/** @typedef {import("./seats.js").Message} Message */

/** @type {Record<string, string>} */
const REASONS = {
  called: "announced",
  "announced schwarz": "schwarz",
  "reached 120": "120 against keine 90",
  "reached 90": "90 against keine 60",
  "reached 60": "60 against keine 30",
  "reached 30": "30 against schwarz",
  "against old": "against the old ones",
};

/**
 * Why the points were given: "keine 90 announced", "fox".
 * @param {Message} item
 */
function reasonWords({ reason, party, announcer }) {
  const by = partyOf(announcer);
  const words = wordsOf(reason, "DOPPELKOPF_REASON_");
  const told = REASONS[words] ?? words.replace("announced ", "keine ");
  if (words === "called") return `${by} ${told}`;
  return words.startsWith("announced") || announcer !== party
    ? `${told} of ${by}`
    : told;
}

/**
 * The score sheet of a deal that is over, item by item.
 * @param {Message} result
 * @param {...Child} more  Elements that follow.
 */
export function sheet(result, ...more) {
  const winner = partyOf(result.winningParty);
  const re = result.reAugen ?? 0;
  /** @type {Message[]} */
  const items = result.items ?? [];
  return html(
    "div",
    { class: "sheet" },
    html(
      "p",
      { class: "facts" },
      html("b", {}, `Deal ${result.deal} is over`),
      ` · ${contractWords(result)}`,
      result.solo && " · counted as a solo",
      ` · Re ${re} Augen, Kontra ${240 - re}`,
      ` · ${winner ? `${winner} wins` : "nobody wins"}`,
    ),
    html(
      "div",
      { class: "share", "aria-hidden": "true" },
      "Re ",
      bar(re, 240),
      " Kontra",
    ),
    html(
      "table",
      { class: "items" },
      html("caption", {}, "Points of the deal"),
      html(
        "thead",
        {},
        html(
          "tr",
          {},
          ...["For", "Re", "Kontra"].map((text) =>
            html("th", { scope: "col" }, text),
          ),
        ),
      ),
      html(
        "tbody",
        {},
        ...items.map((item) =>
          html(
            "tr",
            {},
            html("th", { scope: "row" }, reasonWords(item)),
            ...["Re", "Kontra"].map((party) =>
              html(
                "td",
                {},
                partyOf(item.party) === party && (item.points ?? 0),
              ),
            ),
          ),
        ),
      ),
    ),
    ...more,
  );
}

/**
 * Parties, points and hands of a deal that is over.
 * @param {Position} position
 * @param {Message} result
 */
export function dealtHands({ match }, result) {
  const trumps =
    doppelkopfTrumps[contractOf(result.contract)][
      match.options?.dulle === "off" ? 1 : 0
    ];
  return html(
    "table",
    { class: "hands dealt" },
    html("caption", {}, "Points, and the hands as they were dealt"),
    ...[0, 1, 2, 3].map((seat) => {
      const points = result.points?.[seat] ?? 0;
      const party = partyOf(result.parties?.[seat]);
      const hand = held(result.dealt?.[seat]?.cards ?? [], []);
      return html(
        "tbody",
        {},
        html(
          "tr",
          {},
          html(
            "th",
            { scope: "rowgroup" },
            html("span", { class: "who" }, seatName(match, seat)),
          ),
          html("td", {}, html("span", { class: `chip party ${party}` }, party)),
          html("td", {}, html("b", {}, signed(points)), spoken(" points")),
        ),
        html(
          "tr",
          {},
          html("td", { colspan: 3 }, handLine(grouped(hand, trumps), 0)),
        ),
      );
    }),
  );
}
