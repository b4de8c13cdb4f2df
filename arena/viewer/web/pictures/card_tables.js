// The cards of all games by number, for pages.
// Made by sdk/tables/generate from the rules; do not edit.
// @ts-check

/**
 * A card of a game, or a rank of Ordago.
 * @typedef {object} Card
 * @property {number} number  The card in observations and actions; in Ordago the number of its OrdagoRank.
 * @property {string} name  As in texts of the game: HT is the ten of hearts.
 * @property {string} suit  clubs, spades, hearts or diamonds; empty in Ordago, which has no suits.
 * @property {string} rank  A, K, Q, J, T or a digit.
 * @property {number} points  What it counts: Augen in Doppelkopf, points of Game in Ordago; else 0.
 * @property {number} strength  The order of cards from below: of all cards in Octrix and Ordago, of a suit in
 *   Seconds and among the plain cards of Doppelkopf.
 * @property {number} copies  How many of it there are in the pack.
 */

/**
 * @typedef {[number, string, string, string, number, number, number]} Row
 * @typedef {ReadonlyMap<number, Card>} Deck  The cards by number.
 */

/**
 * @param {Row[]} rows
 * @returns {Deck}
 */
function deckOf(rows) {
  return new Map(
    rows.map(([number, name, suit, rank, points, strength, copies]) => [
      number,
      { number, name, suit, rank, points, strength, copies },
    ]),
  );
}

/** The cards of Doppelkopf. */
export const doppelkopfDeck = deckOf([
  [0, "C9", "clubs", "9", 0, 0, 2],
  [1, "CJ", "clubs", "J", 2, 1, 2],
  [2, "CQ", "clubs", "Q", 3, 2, 2],
  [3, "CK", "clubs", "K", 4, 3, 2],
  [4, "CT", "clubs", "T", 10, 4, 2],
  [5, "CA", "clubs", "A", 11, 5, 2],
  [6, "S9", "spades", "9", 0, 0, 2],
  [7, "SJ", "spades", "J", 2, 1, 2],
  [8, "SQ", "spades", "Q", 3, 2, 2],
  [9, "SK", "spades", "K", 4, 3, 2],
  [10, "ST", "spades", "T", 10, 4, 2],
  [11, "SA", "spades", "A", 11, 5, 2],
  [12, "H9", "hearts", "9", 0, 0, 2],
  [13, "HJ", "hearts", "J", 2, 1, 2],
  [14, "HQ", "hearts", "Q", 3, 2, 2],
  [15, "HK", "hearts", "K", 4, 3, 2],
  [16, "HT", "hearts", "T", 10, 4, 2],
  [17, "HA", "hearts", "A", 11, 5, 2],
  [18, "D9", "diamonds", "9", 0, 0, 2],
  [19, "DJ", "diamonds", "J", 2, 1, 2],
  [20, "DQ", "diamonds", "Q", 3, 2, 2],
  [21, "DK", "diamonds", "K", 4, 3, 2],
  [22, "DT", "diamonds", "T", 10, 4, 2],
  [23, "DA", "diamonds", "A", 11, 5, 2],
]);

/** The cards of Octrix. */
export const octrixDeck = deckOf([
  [0, "H1", "hearts", "1", 0, 0, 1],
  [1, "D1", "diamonds", "1", 0, 1, 1],
  [2, "S1", "spades", "1", 0, 2, 1],
  [3, "C1", "clubs", "1", 0, 3, 1],
  [4, "H2", "hearts", "2", 0, 4, 1],
  [5, "D2", "diamonds", "2", 0, 5, 1],
  [6, "S2", "spades", "2", 0, 6, 1],
  [7, "C2", "clubs", "2", 0, 7, 1],
  [8, "H3", "hearts", "3", 0, 8, 1],
  [9, "D3", "diamonds", "3", 0, 9, 1],
  [10, "S3", "spades", "3", 0, 10, 1],
  [11, "C3", "clubs", "3", 0, 11, 1],
  [12, "H4", "hearts", "4", 0, 12, 1],
  [13, "D4", "diamonds", "4", 0, 13, 1],
  [14, "S4", "spades", "4", 0, 14, 1],
  [15, "C4", "clubs", "4", 0, 15, 1],
  [16, "H5", "hearts", "5", 0, 16, 1],
  [17, "D5", "diamonds", "5", 0, 17, 1],
  [18, "S5", "spades", "5", 0, 18, 1],
  [19, "C5", "clubs", "5", 0, 19, 1],
  [20, "H6", "hearts", "6", 0, 20, 1],
  [21, "D6", "diamonds", "6", 0, 21, 1],
  [22, "S6", "spades", "6", 0, 22, 1],
  [23, "C6", "clubs", "6", 0, 23, 1],
  [24, "H7", "hearts", "7", 0, 24, 1],
  [25, "D7", "diamonds", "7", 0, 25, 1],
  [26, "S7", "spades", "7", 0, 26, 1],
  [27, "C7", "clubs", "7", 0, 27, 1],
  [28, "H8", "hearts", "8", 0, 28, 1],
  [29, "D8", "diamonds", "8", 0, 29, 1],
  [30, "S8", "spades", "8", 0, 30, 1],
  [31, "C8", "clubs", "8", 0, 31, 1],
]);

/** The cards of Ordago. */
export const ordagoDeck = deckOf([
  [1, "A", "", "A", 1, 0, 8],
  [2, "4", "", "4", 4, 1, 4],
  [3, "5", "", "5", 5, 2, 4],
  [4, "6", "", "6", 6, 3, 4],
  [5, "7", "", "7", 7, 4, 4],
  [6, "J", "", "J", 10, 5, 4],
  [7, "Q", "", "Q", 10, 6, 4],
  [8, "K", "", "K", 10, 7, 8],
]);

/** The cards of Seconds. */
export const secondsDeck = deckOf([
  [0, "C2", "clubs", "2", 0, 0, 1],
  [1, "D2", "diamonds", "2", 0, 0, 1],
  [2, "H2", "hearts", "2", 0, 0, 1],
  [3, "S2", "spades", "2", 0, 0, 1],
  [4, "C3", "clubs", "3", 0, 1, 1],
  [5, "D3", "diamonds", "3", 0, 1, 1],
  [6, "H3", "hearts", "3", 0, 1, 1],
  [7, "S3", "spades", "3", 0, 1, 1],
  [8, "C4", "clubs", "4", 0, 2, 1],
  [9, "D4", "diamonds", "4", 0, 2, 1],
  [10, "H4", "hearts", "4", 0, 2, 1],
  [11, "S4", "spades", "4", 0, 2, 1],
  [12, "C5", "clubs", "5", 0, 3, 1],
  [13, "D5", "diamonds", "5", 0, 3, 1],
  [14, "H5", "hearts", "5", 0, 3, 1],
  [15, "S5", "spades", "5", 0, 3, 1],
  [16, "C6", "clubs", "6", 0, 4, 1],
  [17, "D6", "diamonds", "6", 0, 4, 1],
  [18, "H6", "hearts", "6", 0, 4, 1],
  [19, "S6", "spades", "6", 0, 4, 1],
  [20, "C7", "clubs", "7", 0, 5, 1],
  [21, "D7", "diamonds", "7", 0, 5, 1],
  [22, "H7", "hearts", "7", 0, 5, 1],
  [23, "S7", "spades", "7", 0, 5, 1],
  [24, "C8", "clubs", "8", 0, 6, 1],
  [25, "D8", "diamonds", "8", 0, 6, 1],
  [26, "H8", "hearts", "8", 0, 6, 1],
  [27, "S8", "spades", "8", 0, 6, 1],
  [28, "C9", "clubs", "9", 0, 7, 1],
  [29, "D9", "diamonds", "9", 0, 7, 1],
  [30, "H9", "hearts", "9", 0, 7, 1],
  [31, "S9", "spades", "9", 0, 7, 1],
  [32, "CT", "clubs", "T", 0, 8, 1],
  [33, "DT", "diamonds", "T", 0, 8, 1],
  [34, "HT", "hearts", "T", 0, 8, 1],
  [35, "ST", "spades", "T", 0, 8, 1],
  [36, "CJ", "clubs", "J", 0, 9, 1],
  [37, "DJ", "diamonds", "J", 0, 9, 1],
  [38, "HJ", "hearts", "J", 0, 9, 1],
  [39, "SJ", "spades", "J", 0, 9, 1],
  [40, "CQ", "clubs", "Q", 0, 10, 1],
  [41, "DQ", "diamonds", "Q", 0, 10, 1],
  [42, "HQ", "hearts", "Q", 0, 10, 1],
  [43, "SQ", "spades", "Q", 0, 10, 1],
  [44, "CK", "clubs", "K", 0, 11, 1],
  [45, "DK", "diamonds", "K", 0, 11, 1],
  [46, "HK", "hearts", "K", 0, 11, 1],
  [47, "SK", "spades", "K", 0, 11, 1],
  [48, "CA", "clubs", "A", 0, 12, 1],
  [49, "DA", "diamonds", "A", 0, 12, 1],
  [50, "HA", "hearts", "A", 0, 12, 1],
  [51, "SA", "spades", "A", 0, 12, 1],
]);

/**
 * The trumps of Doppelkopf by contract, the highest first: with the option dulle
 * on, and off.
 * @type {Record<string, [number[], number[]]>}
 */
export const doppelkopfTrumps = {
  normal: [
    [16, 2, 8, 14, 20, 1, 7, 13, 19, 23, 22, 21, 18],
    [2, 8, 14, 20, 1, 7, 13, 19, 23, 22, 21, 18],
  ],
  marriage: [
    [16, 2, 8, 14, 20, 1, 7, 13, 19, 23, 22, 21, 18],
    [2, 8, 14, 20, 1, 7, 13, 19, 23, 22, 21, 18],
  ],
  poverty: [
    [16, 2, 8, 14, 20, 1, 7, 13, 19, 23, 22, 21, 18],
    [2, 8, 14, 20, 1, 7, 13, 19, 23, 22, 21, 18],
  ],
  queens: [
    [2, 8, 14, 20],
    [2, 8, 14, 20],
  ],
  jacks: [
    [1, 7, 13, 19],
    [1, 7, 13, 19],
  ],
  fleshless: [
    [],
    [],
  ],
  clubs: [
    [16, 2, 8, 14, 20, 1, 7, 13, 19, 5, 4, 3, 0],
    [2, 8, 14, 20, 1, 7, 13, 19, 5, 4, 3, 0],
  ],
  spades: [
    [16, 2, 8, 14, 20, 1, 7, 13, 19, 11, 10, 9, 6],
    [2, 8, 14, 20, 1, 7, 13, 19, 11, 10, 9, 6],
  ],
  hearts: [
    [16, 2, 8, 14, 20, 1, 7, 13, 19, 17, 15, 12],
    [2, 8, 14, 20, 1, 7, 13, 19, 17, 16, 15, 12],
  ],
  diamonds: [
    [16, 2, 8, 14, 20, 1, 7, 13, 19, 23, 22, 21, 18],
    [2, 8, 14, 20, 1, 7, 13, 19, 23, 22, 21, 18],
  ],
};
