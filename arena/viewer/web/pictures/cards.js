// Cards, lines of cards and the backs of hidden ones, for all card games.
// @ts-check

import { html } from "../elements.js";
import { suitSign } from "./suit_sign.js";

/** @typedef {import("./card_tables.js").Card} Card */
/** @typedef {import("./card_tables.js").Deck} Deck */

/** @type {Record<string, string>} */
const RANK_WORDS = {
  2: "two",
  3: "three",
  4: "four",
  5: "five",
  6: "six",
  7: "seven",
  8: "eight",
  9: "nine",
  T: "ten",
  J: "jack",
  Q: "queen",
  K: "king",
  A: "ace",
};

/**
 * Text for screen readers alone.
 * @param {string} text
 */
export function spoken(text) {
  return html("span", { class: "spoken" }, text);
}

/**
 * "king of hearts"; without a suit "king".
 * @param {Card} card
 */
export function cardWords(card) {
  return RANK_WORDS[card.rank] + (card.suit ? ` of ${card.suit}` : "");
}

/** @type {Map<string, HTMLElement>} */
const drawn = new Map();

/**
 * A card face up, as a drawing without a text. One text for several cards is
 * easier to listen to and faster to lay out.
 * @param {Card} card
 * @param {string} [kind]  "small" for a card in a line of text, "played" for
 *   one that has left its hand.
 * @returns {HTMLElement}
 */
export function face(card, kind = "") {
  const key = card.suit + card.name + kind;
  let element = drawn.get(key);
  if (!element) {
    element = html(
      "span",
      {
        class: `card ${card.suit} ${kind}`,
        "data-card": card.name,
        "aria-hidden": "true",
      },
      card.rank === "T" ? "10" : card.rank,
      card.suit && suitSign(card.suit),
    );
    drawn.set(key, element);
  }
  return /** @type {HTMLElement} */ (element.cloneNode(true));
}

/**
 * Cards face up beside each other, with their text.
 * @param {Card[]} cards
 * @param {string} [kind]  As in `face`.
 */
export function faces(cards, kind) {
  return html(
    "span",
    { class: "group" },
    ...cards.map((card) => face(card, kind)),
    spoken(cards.map(cardWords).join(", ")),
  );
}

/**
 * Cards face down, with their number.
 * @param {number} count
 * @returns {HTMLElement | null}
 */
export function backs(count) {
  if (count === 0) return null;
  const line = html("span", { class: "backs" });
  for (let i = 0; i < count; ++i) {
    line.append(html("span", { class: "back", "aria-hidden": "true" }));
  }
  const words = count === 1 ? "hidden card" : "hidden cards";
  line.append(html("span", { class: "count" }, count, spoken(` ${words}; `)));
  return line;
}

/**
 * The cards of these numbers, or their names if there are no such cards.
 * @param {Deck} deck
 * @param {number[] | undefined} numbers
 * @returns {Card[]}
 */
export function cardsOf(deck, numbers) {
  return (numbers ?? []).flatMap((number) => deck.get(number) ?? []);
}

/**
 * The card of a rank of Ordago, such as ORDAGO_RANK_KING.
 * @param {Deck} deck
 * @param {string} rank
 */
export function cardOfRank(deck, rank) {
  const word = rank.slice(rank.lastIndexOf("_") + 1).toLowerCase();
  return [...deck.values()].find((card) => RANK_WORDS[card.rank] === word);
}

/**
 * @typedef {object} Held
 * @property {Card} card
 * @property {boolean} played  Whether it has left the hand.
 */

/**
 * A hand in one line.
 * @param {Held[][]} groups  The cards by suit; empty ones are left out.
 * @param {number} hidden  How many cards lie face down.
 */
export function handLine(groups, hidden) {
  const line = html("span", { class: "hand" });
  for (const group of groups) {
    if (group.length === 0) continue;
    const words = group.map(
      ({ card, played }) => cardWords(card) + (played ? ", played" : ""),
    );
    line.append(
      html(
        "span",
        { class: "group" },
        ...group.map(({ card, played }) => face(card, played ? "played" : "")),
        spoken(`${words.join("; ")}. `),
      ),
    );
  }
  line.append(backs(hidden) ?? "");
  if (!line.hasChildNodes()) line.append("no cards");
  return line;
}
