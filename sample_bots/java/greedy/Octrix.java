package greedy;

import java.util.List;
import java.util.function.IntUnaryOperator;
import pentathlon.arena.v1.OctrixMode;
import pentathlon.arena.v1.OctrixObservation;
import pentathlon.arena.v1.OctrixPlayed;
import pentathlon.sdk.Choice;
import pentathlon.sdk.Prompt;

/**
 * Octrix: the highest or the lowest card takes the trick, and all hands are open. Tries to take
 * every trick. Cards are 0 (lowest) to 31 (highest).
 */
public final class Octrix {
  private static final int NONE = -32;

  private Octrix() {}

  /** Chooses a card. */
  public static Choice act(Prompt prompt) {
    OctrixObservation seen = prompt.observation().getOctrix();
    boolean high = seen.getMode() == OctrixMode.OCTRIX_MODE_HIGH;
    IntUnaryOperator strength = card -> high ? card : -card;
    List<Integer> cards =
        prompt.actions().stream().map(action -> action.getAction().getOctrix().getCard()).toList();
    int best = Best.of(cards, strength::applyAsInt);
    if (seen.getOpenCardsCount() == 0) {
      return pick(prompt, best);
    }

    // Partners, second half of a trick: two cards are open, the partner's and an opponent's; the
    // other opponent chooses at the same time as the bot.
    List<Integer> teams = prompt.match().getTeamsList();
    int ours = teams.get(prompt.seat());
    int partner = NONE;
    int danger = NONE;
    int shown = NONE;
    for (OctrixPlayed open : seen.getOpenCardsList()) {
      int worth = strength.applyAsInt(open.getCard());
      shown = Math.max(shown, worth);
      if (teams.get(open.getSeat()) == ours) {
        partner = Math.max(partner, worth);
      } else {
        danger = Math.max(danger, worth);
      }
    }
    for (int seat : seen.getToActList()) {
      if (teams.get(seat) != ours) {
        for (int card : seen.getHands(seat).getCardsList()) {
          danger = Math.max(danger, strength.applyAsInt(card));
        }
      }
    }
    // Cards in the middle take neither kind of trick: spend those first.
    int spare = Best.of(cards, card -> -Math.abs(2 * card - 31));
    if (partner > danger) {
      return pick(prompt, spare);
    }
    // The cheapest card that wins for certain; if there is none, the best, if it beats the open
    // cards; if not, nothing can be won here.
    int threat = danger;
    List<Integer> certain =
        cards.stream().filter(card -> strength.applyAsInt(card) > threat).toList();
    if (!certain.isEmpty()) {
      return pick(prompt, Best.of(certain, card -> -strength.applyAsInt(card)));
    }
    return pick(prompt, strength.applyAsInt(best) > shown ? best : spare);
  }

  private static Choice pick(Prompt prompt, int card) {
    return Best.action(prompt, action -> action.getOctrix().getCard() == card);
  }
}
