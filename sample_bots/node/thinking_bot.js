/**
 * Plays Ordago and thinks about its hand for as long as that helps: it deals the
 * other cards at random, again and again, and counts which bets it would win.
 *
 * Shows how to tell a partner something (announce), how to think while others decide
 * (onEvents), and how to stop in time (timeLeft, breathe).
 */
import { main, Random } from "pentathlon";
import {
  create,
  GameActionSchema,
  GameSupportSchema,
  OrdagoOfficialSign as Sign,
  OrdagoPhase as Phase,
  OrdagoRank as Rank,
  OrdagoWord as Word,
} from "pentathlon/protocol";

import { best, compare } from "./greedy/best.js";
import { field, part } from "./greedy/field.js";
import { BETS, handOf, keyOf } from "./greedy/ordago_hands.js";

/** All cards: eight aces and kings, four of each rank between them. */
const PACK = Array.from({ length: Rank.KING }, (_, i) => i + 1).flatMap(
  (rank) => Array.from({ length: isHonour(rank) ? 8 : 4 }, () => rank),
);

/** Milliseconds for a decision; more would change little. */
const LONGEST = 200;
/** Milliseconds of thought without a pause: pings must be answered meanwhile. */
const SLICE = 5;
/** Deals after which the counts are good enough. */
const ENOUGH = 2000;

function isHonour(rank) {
  return rank === Rank.ACE || rank === Rank.KING;
}

const say = (word) =>
  create(GameActionSchema, {
    game: { case: "ordago", value: { kind: { case: "word", value: word } } },
  });

const now = () => performance.now();

/** One bot for each seat, so its fields belong to one match. */
class ThinkingBot {
  hand = [];
  deals = 0;
  wins = new Map();

  /** @param {import("pentathlon/protocol").MatchStart} start */
  constructor(start) {
    // Only this seat knows its private seed: no other bot can guess the deals.
    const secret = Buffer.from(start.privateSeed).readBigUInt64LE();
    this.random = new Random(secret);
  }

  // ---- Hooks ----

  /**
   * A sign to the partner may be given before any decision.
   *
   * @param {import("pentathlon").Prompt} prompt
   */
  announce(prompt) {
    const table = prompt.observation.game.value;
    this.lookAt(handOf(table.ownHand));
    const told = table.signs.some(({ seat }) => seat === prompt.seat);
    return told ? undefined : signIn(prompt.announcements);
  }

  /** @param {import("pentathlon").Prompt} prompt */
  async act(prompt) {
    const table = prompt.observation.game.value;
    this.lookAt(handOf(table.ownHand));
    if (table.phase === Phase.SIGN_WINDOW) {
      return signIn(prompt.actions) ?? say(Word.NO_SIGN);
    }
    if (table.phase === Phase.DISCARD) return best(prompt.actions, gain);
    const before = this.deals;
    await this.thinkAbout(prompt);
    prompt.note = `${before} deals ahead, ${this.deals} in all`;
    if (table.phase === Phase.ASK) {
      const good = BETS.filter((bet) => this.chance(bet) > 0.7);
      return say(good.length >= 2 ? Word.KEEP : Word.SWAP);
    }
    const chance = this.chance(table.bet);
    if (table.bidder === undefined) {
      // Waiting is the first action, the lowest bid the second.
      return prompt.actions[chance > 0.6 ? 1 : 0];
    }
    return say(chance > (table.ordago ? 0.9 : 0.5) ? Word.ACCEPT : Word.PASS);
  }

  /**
   * The bot uses the time of others for a few more deals. A prompt waits until this
   * is done, because the hooks of a bot are called one at a time.
   *
   * @param {import("pentathlon/protocol").Events} events
   */
  onEvents({ events }) {
    const dealt = ({ actions }) =>
      actions.some(({ seat }) => seat === undefined);
    // The next prompt shows the hand.
    if (events.some(dealt)) this.lookAt([]);
    if (this.hand.length > 0) this.dealUntil(now() + SLICE);
  }

  // ---- Thoughts ----

  /** Starts again for a new hand: the old counts are worth nothing. */
  lookAt(hand) {
    if (compare(hand, this.hand) === 0) return;
    this.hand = hand;
    this.deals = 0;
    this.wins.clear();
  }

  /** Thinks until the counts are good enough or time is short. */
  async thinkAbout(prompt) {
    let longest = LONGEST;
    if (prompt.timeLeft !== undefined) {
      // The answer has a way to go, and other decisions will follow.
      const left = prompt.timeLeft - (prompt.roundTrip ?? 0) / 2;
      longest = Math.min(longest, left * 100);
    }
    const end = now() + longest;
    while (this.deals < ENOUGH && now() < end) {
      this.dealUntil(Math.min(end, now() + SLICE));
      // After MatchEnd, for example, no answer counts any more.
      if (!(await prompt.breathe())) return;
    }
  }

  dealUntil(end) {
    const others = [...PACK];
    for (const rank of this.hand) others.splice(others.indexOf(rank), 1);
    while (this.deals < ENOUGH && now() < end) {
      // The first twelve cards of a shuffled pack, four for each other seat.
      for (let i = 0; i < 12; ++i) {
        const other = i + this.random.below(others.length - i);
        [others[i], others[other]] = [others[other], others[i]];
      }
      const [partner, left, right] = [0, 4, 8].map((from) =>
        others.slice(from, from + 4).sort((a, b) => a - b),
      );
      this.deals += 1;
      for (const bet of BETS) {
        const better = (a, b) =>
          best([keyOf(bet, a), keyOf(bet, b)], (key) => key);
        const won =
          compare(better(this.hand, partner), better(left, right)) >= 0;
        this.wins.set(bet, (this.wins.get(bet) ?? 0) + Number(won));
      }
    }
  }

  chance(bet) {
    return this.deals > 0 ? (this.wins.get(bet) ?? 0) / this.deals : 0.5;
  }
}

// ---- Rules of thumb ----

/** The most telling of the signs that are offered; all of them are true. */
function signIn(offered) {
  const signOf = ({ action }) =>
    field(part(action, "sign")?.kind, "official") ?? 0;
  const signs = offered.filter((entry) => signOf(entry) > 0);
  if (signs.length === 0) return undefined;
  const sign = best(signs, signOf);
  return signOf(sign) === Sign.BAD_CARDS ? undefined : sign;
}

/** Kings and aces are kept, all other cards are thrown away. */
function gain({ action }) {
  const ranks = part(action, "discard")?.ranks ?? [];
  return ranks.reduce((sum, rank) => sum + (isHonour(rank) ? -3 : 1), 0);
}

// With three seats one of them plays two hands, which is another story.
const plays = [create(GameSupportSchema, { game: "ordago", seats: [4] })];
await main(ThinkingBot, { plays });
