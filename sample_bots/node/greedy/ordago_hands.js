/** Ordago: the worth of a hand, by comparison with all possible hands. */
import { OrdagoBet as Bet, OrdagoRank as Rank } from "pentathlon/protocol";

import { compare } from "./best.js";

/**
 * Ranks from 1, ace, to 8, king; ascending.
 *
 * @typedef {readonly number[]} Hand
 */

export const BETS = [Bet.BIG, Bet.SMALL, Bet.PAIRS, Bet.GAME];

/** Returns the hand of a message. */
export const handOf = (cards) => [...cards.ranks].sort((a, b) => a - b);

/** Calls `make` once for each argument; later calls get the same result. */
function cached(make) {
  const made = new Map();
  return (argument) => {
    const key = String(argument);
    if (!made.has(key)) made.set(key, make(argument));
    return made.get(key);
  };
}

const countIn = (hand, rank) => hand.filter((other) => other === rank).length;

/** Ways to choose `count` of `all`. */
function choose(all, count) {
  let ways = 1;
  for (let i = 0; i < count; ++i) ways = (ways * (all - i)) / (i + 1);
  return ways;
}

/** Returns all sets of `size` cards, and the ways to draw them from the pack. */
const allDraws = cached((size) => {
  const draws = [];
  const grow = (cards) => {
    if (cards.length < size) {
      for (let rank = cards.at(-1) ?? Rank.ACE; rank <= Rank.KING; ++rank) {
        grow([...cards, rank]);
      }
      return;
    }
    let ways = 1;
    for (const rank of new Set(cards)) {
      const inPack = rank === Rank.ACE || rank === Rank.KING ? 8 : 4;
      ways *= choose(inPack, countIn(cards, rank));
    }
    if (ways > 0) draws.push({ cards, ways });
  };
  grow([]);
  return draws;
});

function pairsKey(hand) {
  const ranks = [...new Set(hand)].sort((a, b) => b - a);
  // Four alike are two pairs.
  const pairs = ranks.flatMap((rank) =>
    Array.from({ length: Math.floor(countIn(hand, rank) / 2) }, () => rank),
  );
  if (pairs.length === 0) return [0, ...[...hand].reverse()];
  const triple = ranks.some((rank) => countIn(hand, rank) === 3);
  return [pairs.length === 2 ? 3 : triple ? 2 : 1, ...pairs];
}

function gameKey(hand) {
  // A royal game.
  if (countIn(hand, Rank.SEVEN) === 3 && hand[3] > Rank.SEVEN) return [43];
  const points = hand.map((rank) => [0, 1, 4, 5, 6, 7, 10, 10, 10][rank]);
  const total = points.reduce((all, one) => all + one, 0);
  return [{ 31: 42, 32: 41 }[total] ?? total];
}

/** Returns a key that is higher for the better hand. */
export function keyOf(bet, hand) {
  if (bet === Bet.BIG) return [...hand].reverse();
  if (bet === Bet.SMALL) return hand.map((rank) => -rank);
  return bet === Bet.PAIRS ? pairsKey(hand) : gameKey(hand);
}

/** Returns for every hand the share of all hands that it beats, 0 to 1. */
const strengths = cached((bet) => {
  const ways = new Map();
  const keys = new Map();
  for (const { cards, ways: count } of allDraws(4)) {
    const key = keyOf(bet, cards);
    keys.set(String(key), key);
    ways.set(String(key), (ways.get(String(key)) ?? 0) + count);
  }
  const total = [...ways.values()].reduce((all, one) => all + one, 0);
  const share = new Map();
  let worse = 0;
  for (const [name] of [...keys].sort(([, a], [, b]) => compare(a, b))) {
    // Equal hands count half.
    share.set(name, (worse + ways.get(name) / 2) / total);
    worse += ways.get(name);
  }
  return new Map(
    allDraws(4).map(({ cards }) => [
      String(cards),
      share.get(String(keyOf(bet, cards))),
    ]),
  );
});

/**
 * Returns the share of all hands that the hand beats in a bet, 0 to 1.
 *
 * @param {number} bet
 * @param {Hand} hand
 */
export function strengthOf(bet, hand) {
  return strengths(bet).get(String(hand));
}

/**
 * Returns the worth of a hand: one very good bet is worth more than two fair bets.
 *
 * @type {(hand: Hand) => number}
 */
export const worth = cached((hand) =>
  BETS.reduce((all, bet) => all + strengthOf(bet, hand) ** 3, 0),
);

/**
 * Returns the average worth after an exchange.
 *
 * @param {Hand} hand
 * @param {readonly number[]} discard
 */
export function worthAfter(hand, discard) {
  const kept = [...hand];
  for (const rank of discard) kept.splice(kept.indexOf(rank), 1);
  let [total, all] = [0, 0];
  for (const { cards, ways } of allDraws(4 - kept.length)) {
    total += ways * worth([...kept, ...cards].sort((a, b) => a - b));
    all += ways;
  }
  return total / all;
}
