package greedy;

import java.util.List;
import pentathlon.arena.v1.GameAction;
import pentathlon.arena.v1.LegalAction;
import pentathlon.arena.v1.OrdagoAction;
import pentathlon.arena.v1.OrdagoBet;
import pentathlon.arena.v1.OrdagoObservation;
import pentathlon.arena.v1.OrdagoOfficialSign;
import pentathlon.arena.v1.OrdagoSignSeen;
import pentathlon.arena.v1.OrdagoWord;
import pentathlon.sdk.Choice;
import pentathlon.sdk.Prompt;

/**
 * Ordago: compares its hand with all possible hands, bets where few of them beat it, and tells its
 * partner with a sign. Shows announcements, and how the observation repeats those of the partner.
 */
public final class Ordago {
  /** What a sign promises: a strength in a bet. */
  private record Promise(OrdagoOfficialSign sign, OrdagoBet bet, double strength) {}

  /** The most useful sign first. Bad cards and two of a kind are kept secret. */
  private static final List<Promise> PROMISES =
      List.of(
          new Promise(
              OrdagoOfficialSign.ORDAGO_OFFICIAL_SIGN_THREE_KINGS_AND_ACE,
              OrdagoBet.ORDAGO_BET_GAME,
              0.95),
          new Promise(
              OrdagoOfficialSign.ORDAGO_OFFICIAL_SIGN_THIRTY_ONE, OrdagoBet.ORDAGO_BET_GAME, 0.95),
          new Promise(
              OrdagoOfficialSign.ORDAGO_OFFICIAL_SIGN_TWO_PAIRS, OrdagoBet.ORDAGO_BET_PAIRS, 0.95),
          new Promise(
              OrdagoOfficialSign.ORDAGO_OFFICIAL_SIGN_THREE_KINGS, OrdagoBet.ORDAGO_BET_BIG, 0.97),
          new Promise(
              OrdagoOfficialSign.ORDAGO_OFFICIAL_SIGN_THREE_ACES, OrdagoBet.ORDAGO_BET_SMALL, 0.97),
          new Promise(
              OrdagoOfficialSign.ORDAGO_OFFICIAL_SIGN_TRIPLE, OrdagoBet.ORDAGO_BET_PAIRS, 0.85));

  private Ordago() {}

  /** Bets on a good hand, exchanges a bad one, tells the partner. */
  public static Choice act(Prompt prompt) {
    OrdagoObservation table = prompt.observation().getOrdago();
    Hand hand = actingHand(table);
    switch (table.getPhase()) {
      case ORDAGO_PHASE_SIGN_WINDOW:
        Choice sign = usefulSign(prompt.actions());
        return sign == null ? say(OrdagoWord.ORDAGO_WORD_NO_SIGN) : sign;
      case ORDAGO_PHASE_ASK:
        // Roughly what a common hand is worth after an exchange.
        return say(
            hand.worth() > 1.6 ? OrdagoWord.ORDAGO_WORD_KEEP : OrdagoWord.ORDAGO_WORD_SWAP);
      case ORDAGO_PHASE_DISCARD:
        return Best.action(
            prompt,
            action -> hand.worthAfter(action.getOrdago().getDiscard().getRanksValueList()));
      default:
        return bet(prompt, teamStrength(prompt, hand));
    }
  }

  /**
   * Signs can also be given before a decision, for tables without a sign window. Called before each
   * decision, and again after every announcement.
   */
  public static Choice announce(Prompt prompt) {
    OrdagoObservation table = prompt.observation().getOrdago();
    boolean told = freshSigns(table).stream().anyMatch(seen -> seen.getSeat() == prompt.seat());
    return table.hasPendingSign() || told ? null : usefulSign(prompt.announcements());
  }

  /** The best sign offered, or null; only true ones are offered. */
  private static Choice usefulSign(List<LegalAction> offered) {
    for (Promise promise : PROMISES) {
      for (LegalAction entry : offered) {
        if (entry.getAction().getOrdago().getSign().getOfficial() == promise.sign) {
          return Choice.of(entry);
        }
      }
    }
    return null;
  }

  /** The signs that were given with the current cards. */
  private static List<OrdagoSignSeen> freshSigns(OrdagoObservation table) {
    return table.getSignsList().stream()
        .filter(seen -> !seen.getLastHand())
        .filter(seen -> seen.getCompletedExchanges() == table.getCompletedExchanges())
        .toList();
  }

  /** What the partner's signs say about the current bet. */
  private static double promisedStrength(Prompt prompt) {
    OrdagoObservation table = prompt.observation().getOrdago();
    List<Integer> teams = prompt.match().getTeamsList();
    double promised = 0;
    for (OrdagoSignSeen seen : freshSigns(table)) {
      int seat = seen.getSeat();
      if (seat == prompt.seat() || !teams.get(seat).equals(teams.get(prompt.seat()))) {
        continue;
      }
      for (Promise promise : PROMISES) {
        if (promise.sign == seen.getSign().getOfficial() && promise.bet == table.getBet()) {
          promised = Math.max(promised, promise.strength);
        }
      }
    }
    return promised;
  }

  /** The best strength in the bet that the bot's team is known to have. */
  private static double teamStrength(Prompt prompt, Hand hand) {
    OrdagoObservation table = prompt.observation().getOrdago();
    double strength = hand.strengthIn(table.getBet());
    if (!table.hasDummyHand()) {
      return Math.max(strength, promisedStrength(prompt));
    }
    // Three seats: one hand of the soloist, seat 0, is open.
    double dummy = Hand.of(table.getDummyHand()).strengthIn(table.getBet());
    if (prompt.seat() == 0) {
      return Math.max(dummy, Hand.of(table.getOwnHand()).strengthIn(table.getBet()));
    }
    double best = Math.max(strength, promisedStrength(prompt));
    return best > dummy ? best : 0;
  }

  private static Choice say(OrdagoWord word) {
    return Choice.of(
        GameAction.newBuilder().setOrdago(OrdagoAction.newBuilder().setWord(word)).build());
  }

  /** With three seats the soloist acts for the open hand of place 2, too. */
  private static Hand actingHand(OrdagoObservation table) {
    boolean own = table.getPlacesToActList().contains(table.getOwnPlace());
    return Hand.of(own ? table.getOwnHand() : table.getDummyHand());
  }

  private static Choice bet(Prompt prompt, double strength) {
    OrdagoObservation table = prompt.observation().getOrdago();
    // The referee sends every option, even those with default values.
    int target = Integer.parseInt(prompt.match().getOptionsOrThrow("set_target"));
    int team = prompt.match().getTeams(prompt.seat());
    int toWin = target - table.getScore(team);
    int toLose = target - table.getScore(1 - team);
    if (!table.hasBidder()) {
      boolean desperate = toLose <= 2 && toWin > 10;
      if (desperate && strength > 0.7) {
        return say(OrdagoWord.ORDAGO_WORD_ORDAGO);
      }
      // The lowest bid follows after waiting.
      return Choice.of(prompt.actions().get(strength > 0.75 ? 1 : 0));
    }
    // Passing gives away what was bid before, and at least a point.
    if (Math.max(table.getPrevious(), 1) >= toLose) {
      return say(OrdagoWord.ORDAGO_WORD_ACCEPT);
    }
    int stake = table.getOrdago() ? 30 : table.getAmount();
    if (strength < Math.min(0.97, 0.8 + 0.01 * stake)) {
      return say(OrdagoWord.ORDAGO_WORD_PASS);
    }
    // After passing and accepting comes the lowest raise, or else ordago.
    return Choice.of(prompt.actions().get(strength > 0.95 && stake < 8 ? 2 : 1));
  }
}
