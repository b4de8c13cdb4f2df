// Made by sdk/tables/generate from the rules; do not edit.

/** A card of a game, or a rank of Ordago. */
export interface Card {
  /** The card in observations and actions; in Ordago the number of its OrdagoRank. */
  readonly number: number;
  /** As in texts of the game: HT is the ten of hearts. */
  readonly name: string;
  /** clubs, spades, hearts or diamonds; empty in Ordago, which has no suits. */
  readonly suit: string;
  /** A, K, Q, J, T or a digit. */
  readonly rank: string;
  /** What it counts: Augen in Doppelkopf, points of Game in Ordago; else 0. */
  readonly points: number;
  /**
   * The order of cards from below: of all cards in Octrix and Ordago, of a suit in
   * Seconds and among the plain cards of Doppelkopf.
   */
  readonly strength: number;
  /** How many of it there are in the pack. */
  readonly copies: number;
}

/** The different cards of a game. */
export class Deck {
  private readonly byNumber: ReadonlyMap<number, Card>;
  private readonly byName: ReadonlyMap<string, Card>;

  /** @param cards ascending by number */
  constructor(readonly cards: readonly Card[]) {
    this.byNumber = new Map(cards.map((card) => [card.number, card]));
    this.byName = new Map(cards.map((card) => [card.name, card]));
  }

  /** The card of this number; undefined if there is none. */
  card(number: number): Card | undefined {
    return this.byNumber.get(number);
  }

  /** The card of this name, such as HT; undefined if there is none. */
  named(name: string): Card | undefined {
    return this.byName.get(name);
  }
}

function card(
  number: number,
  name: string,
  suit: string,
  rank: string,
  points: number,
  strength: number,
  copies: number,
): Card {
  return { number, name, suit, rank, points, strength, copies };
}

/** The cards of Doppelkopf. */
export const doppelkopfDeck = new Deck([
  card(0, "C9", "clubs", "9", 0, 0, 2),
  card(1, "CJ", "clubs", "J", 2, 1, 2),
  card(2, "CQ", "clubs", "Q", 3, 2, 2),
  card(3, "CK", "clubs", "K", 4, 3, 2),
  card(4, "CT", "clubs", "T", 10, 4, 2),
  card(5, "CA", "clubs", "A", 11, 5, 2),
  card(6, "S9", "spades", "9", 0, 0, 2),
  card(7, "SJ", "spades", "J", 2, 1, 2),
  card(8, "SQ", "spades", "Q", 3, 2, 2),
  card(9, "SK", "spades", "K", 4, 3, 2),
  card(10, "ST", "spades", "T", 10, 4, 2),
  card(11, "SA", "spades", "A", 11, 5, 2),
  card(12, "H9", "hearts", "9", 0, 0, 2),
  card(13, "HJ", "hearts", "J", 2, 1, 2),
  card(14, "HQ", "hearts", "Q", 3, 2, 2),
  card(15, "HK", "hearts", "K", 4, 3, 2),
  card(16, "HT", "hearts", "T", 10, 4, 2),
  card(17, "HA", "hearts", "A", 11, 5, 2),
  card(18, "D9", "diamonds", "9", 0, 0, 2),
  card(19, "DJ", "diamonds", "J", 2, 1, 2),
  card(20, "DQ", "diamonds", "Q", 3, 2, 2),
  card(21, "DK", "diamonds", "K", 4, 3, 2),
  card(22, "DT", "diamonds", "T", 10, 4, 2),
  card(23, "DA", "diamonds", "A", 11, 5, 2),
]);

/** The cards of Octrix. */
export const octrixDeck = new Deck([
  card(0, "H1", "hearts", "1", 0, 0, 1),
  card(1, "D1", "diamonds", "1", 0, 1, 1),
  card(2, "S1", "spades", "1", 0, 2, 1),
  card(3, "C1", "clubs", "1", 0, 3, 1),
  card(4, "H2", "hearts", "2", 0, 4, 1),
  card(5, "D2", "diamonds", "2", 0, 5, 1),
  card(6, "S2", "spades", "2", 0, 6, 1),
  card(7, "C2", "clubs", "2", 0, 7, 1),
  card(8, "H3", "hearts", "3", 0, 8, 1),
  card(9, "D3", "diamonds", "3", 0, 9, 1),
  card(10, "S3", "spades", "3", 0, 10, 1),
  card(11, "C3", "clubs", "3", 0, 11, 1),
  card(12, "H4", "hearts", "4", 0, 12, 1),
  card(13, "D4", "diamonds", "4", 0, 13, 1),
  card(14, "S4", "spades", "4", 0, 14, 1),
  card(15, "C4", "clubs", "4", 0, 15, 1),
  card(16, "H5", "hearts", "5", 0, 16, 1),
  card(17, "D5", "diamonds", "5", 0, 17, 1),
  card(18, "S5", "spades", "5", 0, 18, 1),
  card(19, "C5", "clubs", "5", 0, 19, 1),
  card(20, "H6", "hearts", "6", 0, 20, 1),
  card(21, "D6", "diamonds", "6", 0, 21, 1),
  card(22, "S6", "spades", "6", 0, 22, 1),
  card(23, "C6", "clubs", "6", 0, 23, 1),
  card(24, "H7", "hearts", "7", 0, 24, 1),
  card(25, "D7", "diamonds", "7", 0, 25, 1),
  card(26, "S7", "spades", "7", 0, 26, 1),
  card(27, "C7", "clubs", "7", 0, 27, 1),
  card(28, "H8", "hearts", "8", 0, 28, 1),
  card(29, "D8", "diamonds", "8", 0, 29, 1),
  card(30, "S8", "spades", "8", 0, 30, 1),
  card(31, "C8", "clubs", "8", 0, 31, 1),
]);

/** The cards of Ordago. */
export const ordagoDeck = new Deck([
  card(1, "A", "", "A", 1, 0, 8),
  card(2, "4", "", "4", 4, 1, 4),
  card(3, "5", "", "5", 5, 2, 4),
  card(4, "6", "", "6", 6, 3, 4),
  card(5, "7", "", "7", 7, 4, 4),
  card(6, "J", "", "J", 10, 5, 4),
  card(7, "Q", "", "Q", 10, 6, 4),
  card(8, "K", "", "K", 10, 7, 8),
]);

/** The cards of Seconds. */
export const secondsDeck = new Deck([
  card(0, "C2", "clubs", "2", 0, 0, 1),
  card(1, "D2", "diamonds", "2", 0, 0, 1),
  card(2, "H2", "hearts", "2", 0, 0, 1),
  card(3, "S2", "spades", "2", 0, 0, 1),
  card(4, "C3", "clubs", "3", 0, 1, 1),
  card(5, "D3", "diamonds", "3", 0, 1, 1),
  card(6, "H3", "hearts", "3", 0, 1, 1),
  card(7, "S3", "spades", "3", 0, 1, 1),
  card(8, "C4", "clubs", "4", 0, 2, 1),
  card(9, "D4", "diamonds", "4", 0, 2, 1),
  card(10, "H4", "hearts", "4", 0, 2, 1),
  card(11, "S4", "spades", "4", 0, 2, 1),
  card(12, "C5", "clubs", "5", 0, 3, 1),
  card(13, "D5", "diamonds", "5", 0, 3, 1),
  card(14, "H5", "hearts", "5", 0, 3, 1),
  card(15, "S5", "spades", "5", 0, 3, 1),
  card(16, "C6", "clubs", "6", 0, 4, 1),
  card(17, "D6", "diamonds", "6", 0, 4, 1),
  card(18, "H6", "hearts", "6", 0, 4, 1),
  card(19, "S6", "spades", "6", 0, 4, 1),
  card(20, "C7", "clubs", "7", 0, 5, 1),
  card(21, "D7", "diamonds", "7", 0, 5, 1),
  card(22, "H7", "hearts", "7", 0, 5, 1),
  card(23, "S7", "spades", "7", 0, 5, 1),
  card(24, "C8", "clubs", "8", 0, 6, 1),
  card(25, "D8", "diamonds", "8", 0, 6, 1),
  card(26, "H8", "hearts", "8", 0, 6, 1),
  card(27, "S8", "spades", "8", 0, 6, 1),
  card(28, "C9", "clubs", "9", 0, 7, 1),
  card(29, "D9", "diamonds", "9", 0, 7, 1),
  card(30, "H9", "hearts", "9", 0, 7, 1),
  card(31, "S9", "spades", "9", 0, 7, 1),
  card(32, "CT", "clubs", "T", 0, 8, 1),
  card(33, "DT", "diamonds", "T", 0, 8, 1),
  card(34, "HT", "hearts", "T", 0, 8, 1),
  card(35, "ST", "spades", "T", 0, 8, 1),
  card(36, "CJ", "clubs", "J", 0, 9, 1),
  card(37, "DJ", "diamonds", "J", 0, 9, 1),
  card(38, "HJ", "hearts", "J", 0, 9, 1),
  card(39, "SJ", "spades", "J", 0, 9, 1),
  card(40, "CQ", "clubs", "Q", 0, 10, 1),
  card(41, "DQ", "diamonds", "Q", 0, 10, 1),
  card(42, "HQ", "hearts", "Q", 0, 10, 1),
  card(43, "SQ", "spades", "Q", 0, 10, 1),
  card(44, "CK", "clubs", "K", 0, 11, 1),
  card(45, "DK", "diamonds", "K", 0, 11, 1),
  card(46, "HK", "hearts", "K", 0, 11, 1),
  card(47, "SK", "spades", "K", 0, 11, 1),
  card(48, "CA", "clubs", "A", 0, 12, 1),
  card(49, "DA", "diamonds", "A", 0, 12, 1),
  card(50, "HA", "hearts", "A", 0, 12, 1),
  card(51, "SA", "spades", "A", 0, 12, 1),
]);

// By DoppelkopfContract from 1, with the option dulle on and off.
const trumps: readonly (readonly [readonly number[], readonly number[]])[] = [
  [
    [16, 2, 8, 14, 20, 1, 7, 13, 19, 23, 22, 21, 18],
    [2, 8, 14, 20, 1, 7, 13, 19, 23, 22, 21, 18],
  ],
  [
    [16, 2, 8, 14, 20, 1, 7, 13, 19, 23, 22, 21, 18],
    [2, 8, 14, 20, 1, 7, 13, 19, 23, 22, 21, 18],
  ],
  [
    [16, 2, 8, 14, 20, 1, 7, 13, 19, 23, 22, 21, 18],
    [2, 8, 14, 20, 1, 7, 13, 19, 23, 22, 21, 18],
  ],
  [
    [2, 8, 14, 20],
    [2, 8, 14, 20],
  ],
  [
    [1, 7, 13, 19],
    [1, 7, 13, 19],
  ],
  [[], []],
  [
    [16, 2, 8, 14, 20, 1, 7, 13, 19, 5, 4, 3, 0],
    [2, 8, 14, 20, 1, 7, 13, 19, 5, 4, 3, 0],
  ],
  [
    [16, 2, 8, 14, 20, 1, 7, 13, 19, 11, 10, 9, 6],
    [2, 8, 14, 20, 1, 7, 13, 19, 11, 10, 9, 6],
  ],
  [
    [16, 2, 8, 14, 20, 1, 7, 13, 19, 17, 15, 12],
    [2, 8, 14, 20, 1, 7, 13, 19, 17, 16, 15, 12],
  ],
  [
    [16, 2, 8, 14, 20, 1, 7, 13, 19, 23, 22, 21, 18],
    [2, 8, 14, 20, 1, 7, 13, 19, 23, 22, 21, 18],
  ],
];

/**
 * The numbers of the trumps of a DoppelkopfContract, the highest first; none if the
 * contract is not known yet. `dulle` is the option of that name.
 */
export function doppelkopfTrumps(
  contract: number,
  dulle = true,
): readonly number[] {
  return trumps[contract - 1]?.[dulle ? 0 : 1] ?? [];
}

const columns = "abcdefghij";

/** The name of a square of Ordo, such as d3; undefined if there is none. */
export function ordoSquareName(number: number): string | undefined {
  if (!Number.isInteger(number) || number < 0 || number >= 80) return undefined;
  return `${columns.charAt(number % 10)}${Math.floor(number / 10) + 1}`;
}

/** The number of a square of Ordo; undefined if there is none of this name. */
export function ordoSquareNumber(name: string): number | undefined {
  if (!/^[a-j][1-8]$/.test(name)) return undefined;
  return (Number(name.charAt(1)) - 1) * 10 + columns.indexOf(name.charAt(0));
}
