// Cards, ranks and squares by number and by name.

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

const suits = new Map([
  ["C", "clubs"],
  ["S", "spades"],
  ["H", "hearts"],
  ["D", "diamonds"],
]);

// The cards of these names by number. Ranks ascend, and have the points at the same
// place; without ranks each card is stronger than those before it.
function cardsOf(
  names: string,
  ranks = "",
  points: readonly number[] = [],
  copies = 1,
): Card[] {
  return names.split(" ").map((name, number) => {
    const rank = name.charAt(1);
    const strength = ranks === "" ? number : ranks.indexOf(rank);
    return {
      number,
      name,
      suit: suits.get(name.charAt(0)) ?? "",
      rank,
      points: points[strength] ?? 0,
      strength,
      copies,
    };
  });
}

/** The cards of Doppelkopf. */
export const doppelkopfDeck = new Deck(
  cardsOf(
    "C9 CJ CQ CK CT CA S9 SJ SQ SK ST SA " +
      "H9 HJ HQ HK HT HA D9 DJ DQ DK DT DA",
    "9JQKTA",
    [0, 2, 3, 4, 10, 11],
    2,
  ),
);

/** The cards of Octrix. */
export const octrixDeck = new Deck(
  cardsOf(
    "H1 D1 S1 C1 H2 D2 S2 C2 H3 D3 S3 C3 H4 D4 S4 C4 " +
      "H5 D5 S5 C5 H6 D6 S6 C6 H7 D7 S7 C7 H8 D8 S8 C8",
  ),
);

/** The cards of Ordago. */
export const ordagoDeck = new Deck(
  cardsOf("A 4 5 6 7 J Q K", "", [1, 4, 5, 6, 7, 10, 10, 10], 4).map(
    (card) => ({
      ...card,
      number: card.number + 1,
      suit: "",
      rank: card.name,
      copies: card.name === "A" || card.name === "K" ? 8 : card.copies,
    }),
  ),
);

/** The cards of Seconds. */
export const secondsDeck = new Deck(
  cardsOf(
    "C2 D2 H2 S2 C3 D3 H3 S3 C4 D4 H4 S4 C5 D5 H5 S5 C6 D6 H6 S6 " +
      "C7 D7 H7 S7 C8 D8 H8 S8 C9 D9 H9 S9 CT DT HT ST " +
      "CJ DJ HJ SJ CQ DQ HQ SQ CK DK HK SK CA DA HA SA",
    "23456789TJQKA",
  ),
);

const queens = [2, 8, 14, 20];
const jacks = [1, 7, 13, 19];

/**
 * The numbers of the trumps of a DoppelkopfContract, the highest first; none if the
 * contract is not known yet. `dulle` is the option of that name.
 */
export function doppelkopfTrumps(
  contract: number,
  dulle = true,
): readonly number[] {
  if (contract === 4) return queens;
  if (contract === 5) return jacks;
  if (contract === 6 || !(contract >= 1 && contract <= 10)) return [];
  // The nine of the suit: of diamonds, but in a solo of another suit.
  const nine = contract >= 7 ? 6 * (contract - 7) : 18;
  const dulles = dulle ? [16] : [];
  const suit = [5, 4, 3, 0].map((rank) => nine + rank);
  return [
    ...dulles,
    ...queens,
    ...jacks,
    ...suit.filter((card) => !dulles.includes(card)),
  ];
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
