// The cards of all games by number, for pages.
// @ts-check

/**
 * A card of a game, or a rank of Ordago.
 * @typedef {object} Card
 * @property {number} number  The number of the card in observations and actions; in Ordago the number of its
 *   OrdagoRank.
 * @property {string} name  The name in texts of the game: HT is the ten of hearts.
 * @property {string} suit  clubs, spades, hearts or diamonds; empty in Ordago, which has no suits.
 * @property {string} rank  A, K, Q, J, T or a digit.
 * @property {number} points  Its Augen in Doppelkopf, its points of Game in Ordago; else 0.
 * @property {number} strength  The order of cards from below: of all cards in Octrix and Ordago, of a suit in
 *   Seconds and among the plain cards of Doppelkopf.
 * @property {number} copies  How many of these cards there are in the pack.
 */

/** @typedef {ReadonlyMap<number, Card>} Deck  The cards by number. */

/** @type {Record<string, string>} */
const SUITS = { C: "clubs", S: "spades", H: "hearts", D: "diamonds" };

/**
 * The cards of these names by number. Ranks ascend; each rank has the points at the same index.
 * @param {string} names
 * @param {string} ranks
 * @param {number[]} points
 * @param {number} copies
 * @returns {Deck}
 */
function deckOf(names, ranks, points = [], copies = 1) {
  const cards = names.split(" ").map((name, number) => {
    const strength = ranks.indexOf(name[1]);
    const suit = SUITS[name[0]];
    return {
      number,
      name,
      suit,
      rank: name[1],
      points: points[strength] ?? 0,
      strength,
      copies,
    };
  });
  return new Map(cards.map((card) => [card.number, card]));
}

/** The cards of Doppelkopf. */
export const doppelkopfDeck = deckOf(
  "C9 CJ CQ CK CT CA S9 SJ SQ SK ST SA " +
    "H9 HJ HQ HK HT HA D9 DJ DQ DK DT DA",
  "9JQKTA",
  [0, 2, 3, 4, 10, 11],
  2,
);

/** The cards of Ordago. */
export const ordagoDeck = new Map(
  [1, 4, 5, 6, 7, 10, 10, 10].map((points, strength) => {
    const name = "A4567JQK"[strength];
    const copies = name === "A" || name === "K" ? 8 : 4;
    const number = strength + 1;
    return [
      number,
      { number, name, suit: "", rank: name, points, strength, copies },
    ];
  }),
);

/** The cards of Seconds. */
export const secondsDeck = deckOf(
  "C2 D2 H2 S2 C3 D3 H3 S3 C4 D4 H4 S4 C5 D5 H5 S5 C6 D6 H6 S6 " +
    "C7 D7 H7 S7 C8 D8 H8 S8 C9 D9 H9 S9 CT DT HT ST " +
    "CJ DJ HJ SJ CQ DQ HQ SQ CK DK HK SK CA DA HA SA",
  "23456789TJQKA",
);

const QUEENS = [2, 8, 14, 20];
const JACKS = [1, 7, 13, 19];

/**
 * Trumps with a suit, with the option dulle on and off.
 * @param {number} nine  the number of the nine of the suit
 * @returns {[number[], number[]]}
 */
function suitTrumps(nine) {
  const suit = [5, 4, 3, 0].map((rank) => nine + rank);
  const plain = suit.filter((card) => card !== 16);
  return [
    [16, ...QUEENS, ...JACKS, ...plain],
    [...QUEENS, ...JACKS, ...suit],
  ];
}

/**
 * The trumps of Doppelkopf by contract, the highest first: with the option dulle
 * on, and off.
 * @type {Record<string, [number[], number[]]>}
 */
export const doppelkopfTrumps = {
  normal: suitTrumps(18),
  marriage: suitTrumps(18),
  poverty: suitTrumps(18),
  queens: [QUEENS, QUEENS],
  jacks: [JACKS, JACKS],
  fleshless: [[], []],
  clubs: suitTrumps(0),
  spades: suitTrumps(6),
  hearts: suitTrumps(12),
  diamonds: suitTrumps(18),
};
