/** Octrix: the highest or the lowest card takes the trick, and all hands are open. */
import { OctrixMode } from "pentathlon/protocol";

import { best } from "./best.js";
import { part } from "./field.js";

/** Tries to take every trick. Cards are 0 (lowest) to 31 (highest). */
export class OctrixBot {
  /** @param {import("pentathlon").Prompt} prompt */
  act(prompt) {
    const seen = prompt.observation.game.value;
    const high = seen.mode === OctrixMode.HIGH;
    const strength = (card) => (high ? card : -card);
    const cardOf = (entry) => part(entry.action, "card");
    const pick = (card) =>
      prompt.actions.find((entry) => cardOf(entry) === card);

    const cards = prompt.actions.map(cardOf);
    const strongest = best(cards, strength);
    if (seen.openCards.length === 0) return pick(strongest);

    // Partners, second half of a trick: two cards are open, the partner's and an
    // opponent's; the other opponent chooses at the same time as the bot.
    const { teams } = prompt.match;
    const isOurs = (seat) => teams[seat] === teams[prompt.seat];
    const shownBy = (ours) =>
      seen.openCards
        .filter(({ seat }) => isOurs(seat) === ours)
        .map(({ card }) => card);
    const others = seen.toAct.filter((seat) => !isOurs(seat));
    const opponents = [
      ...shownBy(false),
      ...others.flatMap((seat) => seen.hands[seat].cards),
    ];
    const highest = (some) => Math.max(-32, ...some.map(strength));
    const danger = highest(opponents);
    // Cards in the middle win neither kind of trick, so the bot spends them first.
    const spare = best(cards, (card) => -Math.abs(2 * card - 31));
    if (highest(shownBy(true)) > danger) return pick(spare);
    // Plays the cheapest card that wins for certain, or else the best card if it
    // beats the open cards. If it does not, nothing can be won here.
    const certain = cards.filter((card) => strength(card) > danger);
    if (certain.length > 0)
      return pick(best(certain, (card) => -strength(card)));
    const shown = highest(seen.openCards.map(({ card }) => card));
    return pick(strength(strongest) > shown ? strongest : spare);
  }
}
