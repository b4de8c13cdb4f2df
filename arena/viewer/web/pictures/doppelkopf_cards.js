// Hands and tricks of Doppelkopf in the order of the contract.
// @ts-check

import { cardsOf } from "./cards.js";
import { doppelkopfDeck, doppelkopfTrumps } from "./card_tables.js";
import { contractOf } from "./doppelkopf_words.js";

/** @typedef {import("../picture.js").Position} Position */
/** @typedef {import("./cards.js").Card} Card */
/** @typedef {import("./seats.js").Message} Message */
/** @typedef {import("./tricks.js").Trick} Trick */

const SUITS = ["clubs", "spades", "hearts", "diamonds"];

/**
 * @param {number[]} hand
 * @param {Card[]} played
 */
export function held(hand, played) {
  return [
    ...cardsOf(doppelkopfDeck, hand).map((card) => ({ card, played: false })),
    ...played.map((card) => ({ card, played: true })),
  ];
}

/**
 * Cards by suit, in the order of the contract: trumps first.
 * @param {{card: Card, played: boolean}[]} cards
 * @param {number[]} trumps
 */
export function grouped(cards, trumps) {
  /** @param {Card} card */
  const rank = (card) => trumps.indexOf(card.number);
  return [
    cards
      .filter(({ card }) => rank(card) >= 0)
      .sort((one, other) => rank(one.card) - rank(other.card)),
    ...SUITS.map((suit) =>
      cards
        .filter(({ card }) => rank(card) < 0 && card.suit === suit)
        .sort((one, other) => other.card.strength - one.card.strength),
    ),
  ];
}

/** @param {Message} trick @returns {Trick} */
export function trickOf(trick) {
  return {
    leader: trick.leader ?? 0,
    cards: cardsOf(doppelkopfDeck, trick.cards),
    taker: trick.taker,
  };
}

/**
 * The trumps of the deal, or before it is settled those of a normal one.
 * @param {Position} position
 * @param {Message} seen
 * @returns {number[]}
 */
export function trumpsOf({ match }, seen) {
  if (contractOf(seen.contract)) return seen.trumps ?? [];
  return doppelkopfTrumps.normal[match.options?.dulle === "off" ? 1 : 0];
}
