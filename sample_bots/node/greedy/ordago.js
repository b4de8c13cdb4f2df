/**
 * Ordago: compares its hand with all possible hands. Bets where few of them beat it,
 * and gives its partner a sign. Shows how to announce, and where the observation
 * repeats the partner's announcements.
 */
import {
  create,
  GameActionSchema,
  OrdagoBet as Bet,
  OrdagoOfficialSign as Sign,
  OrdagoPhase as Phase,
  OrdagoWord as Word,
} from "pentathlon/protocol";

import { best } from "./best.js";
import { field, part } from "./field.js";
import { handOf, strengthOf, worth, worthAfter } from "./ordago_hands.js";

// ---- Signs ----

/**
 * The most useful sign first, with the bet and strength that it promises. Bad cards
 * and two of a kind are kept secret.
 */
const PROMISES = new Map([
  [Sign.THREE_KINGS_AND_ACE, { bet: Bet.GAME, strength: 0.95 }],
  [Sign.THIRTY_ONE, { bet: Bet.GAME, strength: 0.95 }],
  [Sign.TWO_PAIRS, { bet: Bet.PAIRS, strength: 0.95 }],
  [Sign.THREE_KINGS, { bet: Bet.BIG, strength: 0.97 }],
  [Sign.THREE_ACES, { bet: Bet.SMALL, strength: 0.97 }],
  [Sign.TRIPLE, { bet: Bet.PAIRS, strength: 0.85 }],
]);

/** Returns the best sign that is offered; only true signs are offered. */
function usefulSign(offered) {
  for (const sign of PROMISES.keys()) {
    const entry = offered.find(
      ({ action }) => field(part(action, "sign")?.kind, "official") === sign,
    );
    if (entry) return entry;
  }
  return undefined;
}

/** Returns the signs that were given with the current cards. */
function freshSigns(table) {
  return table.signs.filter(
    (seen) =>
      !seen.lastHand && seen.completedExchanges === table.completedExchanges,
  );
}

/** Returns what the partner's signs say about the current bet. */
function promisedStrength(prompt) {
  const table = prompt.observation.game.value;
  const { teams } = prompt.match;
  const partners = freshSigns(table).filter(
    ({ seat }) => seat !== prompt.seat && teams[seat] === teams[prompt.seat],
  );
  const promises = partners.map(({ sign }) =>
    PROMISES.get(field(sign?.kind, "official")),
  );
  const fitting = promises.filter((promise) => promise?.bet === table.bet);
  return Math.max(0, ...fitting.map(({ strength }) => strength));
}

/** Returns the best strength in the bet that the bot's team is known to have. */
function teamStrength(prompt, hand) {
  const table = prompt.observation.game.value;
  const own = Math.max(strengthOf(table.bet, hand), promisedStrength(prompt));
  if (!table.dummyHand) return own;
  // Three seats: one hand of the soloist, seat 0, is open.
  const dummy = strengthOf(table.bet, handOf(table.dummyHand));
  if (prompt.seat === 0) {
    return Math.max(dummy, strengthOf(table.bet, handOf(table.ownHand)));
  }
  return own > dummy ? own : 0;
}

// ---- The bot ----

const say = (word) =>
  create(GameActionSchema, {
    game: { case: "ordago", value: { kind: { case: "word", value: word } } },
  });

/** With three seats the soloist acts for the open hand of place 2, too. */
function actingHand(table) {
  const own = table.placesToAct.includes(table.ownPlace ?? 0);
  return handOf(own ? table.ownHand : table.dummyHand);
}

/** Bets on a good hand, exchanges a bad one, tells the partner. */
export class OrdagoBot {
  /** @param {import("pentathlon").Prompt} prompt */
  act(prompt) {
    const table = prompt.observation.game.value;
    const hand = actingHand(table);
    switch (table.phase) {
      case Phase.SIGN_WINDOW:
        return usefulSign(prompt.actions) ?? say(Word.NO_SIGN);
      case Phase.ASK:
        // Roughly the worth of a common hand after an exchange.
        return say(worth(hand) > 1.6 ? Word.KEEP : Word.SWAP);
      case Phase.DISCARD:
        return best(prompt.actions, ({ action }) =>
          worthAfter(hand, part(action, "discard")?.ranks ?? []),
        );
      default:
        return this.bet(prompt, teamStrength(prompt, hand));
    }
  }

  /**
   * Signs can also be given before a decision, for tables without a sign window.
   * Called before each decision, and again after every announcement.
   *
   * @param {import("pentathlon").Prompt} prompt
   */
  announce(prompt) {
    const table = prompt.observation.game.value;
    if (table.pendingSign) return undefined;
    if (freshSigns(table).some(({ seat }) => seat === prompt.seat))
      return undefined;
    return usefulSign(prompt.announcements);
  }

  bet(prompt, strength) {
    const table = prompt.observation.game.value;
    // The referee sends every option, even those with default values.
    const target = Number(prompt.match.options["set_target"]);
    const team = prompt.match.teams[prompt.seat];
    const [toWin, toLose] = [
      target - table.score[team],
      target - table.score[1 - team],
    ];
    if (table.bidder === undefined) {
      const desperate = toLose <= 2 && toWin > 10;
      if (desperate && strength > 0.7) return say(Word.ORDAGO);
      // The lowest bid follows after waiting.
      return prompt.actions[strength > 0.75 ? 1 : 0];
    }
    // Passing gives the opponents the amount of the bid before, and at least a
    // point.
    if (Math.max(table.previous, 1) >= toLose) return say(Word.ACCEPT);
    const stake = table.ordago ? 30 : table.amount;
    if (strength < Math.min(0.97, 0.8 + 0.01 * stake)) return say(Word.PASS);
    // After passing and accepting comes the lowest raise, or else ordago.
    return prompt.actions[strength > 0.95 && stake < 8 ? 2 : 1];
  }
}
