package greedy;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import pentathlon.arena.v1.DoppelkopfAction;
import pentathlon.arena.v1.DoppelkopfContract;
import pentathlon.arena.v1.DoppelkopfObservation;
import pentathlon.arena.v1.DoppelkopfParty;
import pentathlon.arena.v1.DoppelkopfTrick;
import pentathlon.arena.v1.DoppelkopfWord;
import pentathlon.arena.v1.GameAction;
import pentathlon.arena.v1.LegalAction;
import pentathlon.sdk.Choice;
import pentathlon.sdk.Prompt;

/**
 * Doppelkopf: plays like a careful beginner. Calls Re or Kontra with a strong hand, leads fresh
 * aces, takes tricks that pay, gives Augen to friends and keeps its foxes from strangers.
 */
public final class Doppelkopf {
  private Doppelkopf() {}

  /** Chooses what the phase asks for. */
  public static Choice act(Prompt prompt) {
    DoppelkopfObservation table = prompt.observation().getDoppelkopf();
    switch (table.getPhase()) {
      case DOPPELKOPF_PHASE_LAY, DOPPELKOPF_PHASE_RETURN:
        return giveThreeCards(prompt);
      case DOPPELKOPF_PHASE_OFFER:
        return say(
            Order.teamStrength(prompt) > -2
                ? DoppelkopfWord.DOPPELKOPF_WORD_ACCEPT
                : DoppelkopfWord.DOPPELKOPF_WORD_DECLINE);
      case DOPPELKOPF_PHASE_WINDOW:
        Choice call = call(prompt, prompt.actions());
        return call == null ? say(DoppelkopfWord.DOPPELKOPF_WORD_PASS) : call;
      case DOPPELKOPF_PHASE_PLAY:
        return table.hasTrickHolder()
            ? follow(prompt, table.getTricks(table.getTricksCount() - 1))
            : lead(prompt);
      default:
        return declare(prompt);
    }
  }

  /** Called before the bot plays a card, if announcements are possible. */
  public static Choice announce(Prompt prompt) {
    return call(prompt, prompt.announcements());
  }

  private static Choice say(DoppelkopfWord word) {
    return Choice.of(
        GameAction.newBuilder().setDoppelkopf(DoppelkopfAction.newBuilder().setWord(word)).build());
  }

  /** Before the tricks: the most valuable of the offered actions. */
  private static Choice declare(Prompt prompt) {
    DoppelkopfObservation table = prompt.observation().getDoppelkopf();
    boolean reserved = Collections.frequency(table.getHandList(), Order.OLD) == 2;
    for (int solo = Order.FIRST_SOLO; solo <= Order.LAST_SOLO; ++solo) {
      reserved |= worthOfSolo(solo, prompt) > 0;
    }
    int reservation = reserved ? 30 : 0;
    return Best.action(
        prompt,
        action ->
            switch (action.getDoppelkopf().getDeclaration()) {
              case DOPPELKOPF_DECLARATION_REDEAL -> 200;
              case DOPPELKOPF_DECLARATION_MARRIAGE -> 50;
              case DOPPELKOPF_DECLARATION_POVERTY -> 40;
              case DOPPELKOPF_DECLARATION_RESERVATION -> reservation;
              // The second is the word pass.
              case DOPPELKOPF_DECLARATION_HEALTHY, DOPPELKOPF_DECLARATION_UNSPECIFIED -> 20;
              default -> {
                int worth =
                    worthOfSolo(action.getDoppelkopf().getDeclaration().getNumber(), prompt);
                yield worth + (worth > 0 ? 100 : 0);
              }
            });
  }

  /** Solos have the same numbers as declarations and as contracts. */
  private static int worthOfSolo(int solo, Prompt prompt) {
    boolean owes = prompt.observation().getDoppelkopf().getOwedSolos(prompt.seat()) > 0;
    return Order.soloStrength(DoppelkopfContract.forNumber(solo), prompt) + (owes ? 2 : 0);
  }

  /** Re or Kontra, if offered and the hand is good enough; else null. */
  private static Choice call(Prompt prompt, List<LegalAction> offered) {
    DoppelkopfObservation table = prompt.observation().getDoppelkopf();
    boolean strong =
        Order.isSolo(table.getContract())
            ? isAlone(prompt) && Order.soloStrength(table.getContract(), prompt) > 0
            : Order.teamStrength(prompt) > 0;
    for (LegalAction entry : offered) {
      DoppelkopfWord word = entry.getAction().getDoppelkopf().getWord();
      boolean calls =
          word == DoppelkopfWord.DOPPELKOPF_WORD_RE
              || word == DoppelkopfWord.DOPPELKOPF_WORD_KONTRA;
      if (strong && calls) {
        return Choice.of(entry);
      }
    }
    return null;
  }

  private static boolean isAlone(Prompt prompt) {
    DoppelkopfObservation table = prompt.observation().getDoppelkopf();
    return Order.isSolo(table.getContract())
        && table.hasDeclarer()
        && table.getDeclarer() == prompt.seat();
  }

  /** Poverty: gives away the cards that cost least. */
  private static Choice giveThreeCards(Prompt prompt) {
    Order order = Order.in(DoppelkopfContract.DOPPELKOPF_CONTRACT_POVERTY, prompt);
    return Best.action(
        prompt,
        action -> {
          int cost = 0;
          // One is empty.
          for (int card : action.getDoppelkopf().getLay().getCardsList()) {
            cost += order.costOf(card);
          }
          for (int card : action.getDoppelkopf().getGiveBack().getCardsList()) {
            cost += order.costOf(card);
          }
          return -cost;
        });
  }

  /**
   * Leads aces as long as all others may have the suit; then small trumps from many, but a soloist
   * draws the others' trumps with its highest one.
   */
  private static Choice lead(Prompt prompt) {
    DoppelkopfObservation table = prompt.observation().getDoppelkopf();
    Order order = Order.in(table.getContract(), prompt);
    int trumps = order.trumpsIn(table.getHandList());
    boolean alone = isAlone(prompt);
    Set<Integer> led =
        table.getTricksList().stream()
            .filter(trick -> trick.getCardsCount() > 0)
            .map(trick -> trick.getCards(0))
            .filter(card -> order.trumpRank(card) == 0)
            .map(Order::suitOf)
            .collect(Collectors.toSet());
    return Best.action(
        prompt,
        action -> {
          int card = action.getDoppelkopf().getCard();
          int trump = order.trumpRank(card);
          if (trump > 0) {
            return alone ? trump : trumps - order.costOf(card);
          }
          boolean fresh = Order.rankOf(card) == Order.ACE && !led.contains(Order.suitOf(card));
          return fresh ? 100 : -Order.augenOf(card);
        });
  }

  private static Choice follow(Prompt prompt, DoppelkopfTrick trick) {
    DoppelkopfObservation table = prompt.observation().getDoppelkopf();
    Order order = Order.in(table.getContract(), prompt);
    int led = trick.getCards(0);
    int holder = table.getTrickHolder();
    int strongest =
        order.strengthIn(trick.getCards((holder - trick.getLeader() + 4) % 4), led);
    boolean isLast = trick.getCardsCount() == 3;
    boolean friendly =
        table.getParty() != DoppelkopfParty.DOPPELKOPF_PARTY_UNSPECIFIED
            && table.getPublicParties(holder) == table.getParty();
    // The higher queens are hardly ever beaten.
    boolean safe = isLast || strongest >= 32;
    return Best.action(
        prompt,
        action -> {
          int card = action.getDoppelkopf().getCard();
          int cost = order.costOf(card);
          if (friendly && safe) {
            return 4 * Order.augenOf(card) - cost;
          }
          if (order.strengthIn(card, led) <= strongest) {
            return -cost;
          }
          if (friendly) {
            return -cost - 4;
          }
          // A sure trick may cost Augen, an unsure one should not.
          if (isLast) {
            return trick.getAugen() + 2 * Order.augenOf(card) - cost;
          }
          return trick.getAugen() - cost - (card == Order.FOX ? 10 : 0);
        });
  }
}
