/**
 * Seconds: finds out for each card which player would take the trick, and how the
 * totals would then stand. Counts the cards that are still out and knows which
 * players are out of a suit.
 */
import { SecondsScoring } from "pentathlon/protocol";

import { best } from "./best.js";
import { part } from "./field.js";

const SEATS = 4;
const EVERY_SEAT = [0, 1, 2, 3];

const suitOf = (card) => card % 4;

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** The cards that no player has shown, and the suits that each player is out of. */
class Memory {
  constructor(table) {
    this.hidden = new Set(Array.from({ length: 52 }, (_, card) => card));
    for (const card of table.hand) this.hidden.delete(card);
    /** "SEAT/SUIT". */
    this.void = new Set();
    for (const trick of table.tricks) this.remember(trick.leader, trick.cards);
    this.remember(table.leader ?? 0, table.openCards);
  }

  remember(leader, cards) {
    for (const [i, card] of cards.entries()) {
      this.hidden.delete(card);
      if (suitOf(card) !== suitOf(cards[0])) {
        this.void.add(`${(leader + i) % SEATS}/${suitOf(cards[0])}`);
      }
    }
  }

  /** Returns the chance that `seat` plays a higher card of the suit. */
  chanceOfHigher(seat, card) {
    const suit = [...this.hidden].filter(
      (other) => suitOf(other) === suitOf(card),
    );
    if (suit.length === 0 || this.void.has(`${seat}/${suitOf(card)}`)) return 0;
    return suit.filter((other) => other > card).length / suit.length;
  }
}

/**
 * Returns for each seat the chance to take the trick.
 *
 * `cards` were played so far, by `leader` and the seats after it. The second-highest
 * card takes the trick, so exactly one card must be higher. Ignores that all others
 * may be out of the suit, which is rare.
 */
function chancesToTake(memory, leader, cards) {
  const later = EVERY_SEAT.slice(cards.length).map((i) => (leader + i) % SEATS);
  const chances = [0, 0, 0, 0];
  const suit = cards.filter((card) => suitOf(card) === suitOf(cards[0]));
  for (const [i, card] of cards.entries()) {
    if (!suit.includes(card)) continue;
    const highers = [
      ...suit.map((other) => Number(other > card)),
      ...later.map((seat) => memory.chanceOfHigher(seat, card)),
    ];
    let [none, one] = [1, 0];
    for (const higher of highers) {
      one = one * (1 - higher) + none * higher;
      none *= 1 - higher;
    }
    chances[(leader + i) % SEATS] = one;
  }
  const rest = Math.max(0, 1 - sum(chances));
  for (const seat of later) chances[seat] = rest / later.length;
  return chances;
}

/** Returns how well the bot's seat stands if `taker` gets one more trick. */
function standingAfter(prompt, taker) {
  const table = prompt.observation.game.value;
  const taken = EVERY_SEAT.map(
    (seat) => (table.taken[seat] ?? 0) + Number(seat === taker),
  );
  const totals = EVERY_SEAT.map((seat) => {
    switch (table.scoring) {
      case SecondsScoring.MANY_TRICKS:
        return table.totals[seat] + 3 * taken[seat];
      case SecondsScoring.FEW_TRICKS:
        return table.totals[seat] + 13 - taken[seat];
      case SecondsScoring.THREE_TRICKS:
        return table.totals[seat] + 12 - 4 * Math.abs(taken[seat] - 3);
      default:
        // One more of each, because a product of 0 would say little.
        return (
          table.totals[seat] +
          (taken[seat] + 1) * (taken[table.countsWith[seat]] + 1)
        );
    }
  });
  const [own] = totals.splice(prompt.seat, 1);
  const [first, second] = totals.sort((a, b) => b - a);
  if (prompt.match.options["winner"] === "highest") return own - first;
  // The second total wins, so the best total is as far from the first as from the
  // third.
  return Math.min(first - own, own - second);
}

/** Takes or leaves tricks, depending on which leads to second place. */
export class SecondsBot {
  /** @param {import("pentathlon").Prompt} prompt */
  act(prompt) {
    const table = prompt.observation.game.value;
    const memory = new Memory(table);
    const { seat } = prompt;
    const standing = EVERY_SEAT.map((taker) => standingAfter(prompt, taker));
    const wants = SEATS * standing[seat] > sum(standing);
    return best(prompt.actions, ({ action }) => {
      const card = part(action, "card");
      const chances = chancesToTake(memory, table.leader ?? 0, [
        ...table.openCards,
        card,
      ]);
      const expected = sum(EVERY_SEAT.map((i) => chances[i] * standing[i]));
      // Of equal cards, plays the card that will be of less use later.
      const use = chancesToTake(memory, seat, [card])[seat];
      return expected + 0.01 * (wants ? -use : use);
    });
  }
}
