package greedy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import pentathlon.arena.v1.SecondsObservation;
import pentathlon.arena.v1.SecondsTrick;
import pentathlon.sdk.Choice;
import pentathlon.sdk.Prompt;

/**
 * Seconds: finds out for each card which player would take the trick, and how the totals would then
 * stand. Counts the cards that are still out and knows which players are out of a suit.
 */
public final class Seconds {
  private static final int SEATS = 4;

  private Seconds() {}

  private static int suitOf(int card) {
    return card % 4;
  }

  /** The cards that no player has shown, and the suits that each player is out of. */
  private static final class Memory {
    private final boolean[] shown = new boolean[52];
    private final boolean[][] isOut = new boolean[SEATS][4];

    Memory(SecondsObservation table) {
      table.getHandList().forEach(card -> shown[card] = true);
      for (SecondsTrick trick : table.getTricksList()) {
        remember(trick.getLeader(), trick.getCardsList());
      }
      remember(table.getLeader(), table.getOpenCardsList());
    }

    private void remember(int leader, List<Integer> cards) {
      for (int i = 0; i < cards.size(); ++i) {
        shown[cards.get(i)] = true;
        int led = suitOf(cards.get(0));
        isOut[(leader + i) % SEATS][led] |= suitOf(cards.get(i)) != led;
      }
    }

    /** The chance that a seat plays a higher card of the suit. */
    double chanceOfHigher(int seat, int card) {
      int hidden = 0;
      int higher = 0;
      for (int other = suitOf(card); other < 52; other += 4) {
        if (!shown[other]) {
          ++hidden;
          higher += other > card ? 1 : 0;
        }
      }
      return hidden == 0 || isOut[seat][suitOf(card)] ? 0 : (double) higher / hidden;
    }

    /**
     * For each seat the chance to take the trick. The cards were played so far, by the leader and
     * the seats after it. The second-highest card takes: exactly one must be higher. Ignores that
     * all others may be out of the suit: too rare.
     */
    double[] chancesToTake(int leader, List<Integer> cards) {
      double[] chances = new double[SEATS];
      int led = suitOf(cards.get(0));
      for (int i = 0; i < cards.size(); ++i) {
        if (suitOf(cards.get(i)) == led) {
          chances[(leader + i) % SEATS] = chanceOfOneHigher(leader, cards, cards.get(i));
        }
      }
      double taken = 0;
      for (double chance : chances) {
        taken += chance;
      }
      int later = SEATS - cards.size();
      double rest = Math.max(0, 1 - taken);
      for (int i = cards.size(); i < SEATS; ++i) {
        chances[(leader + i) % SEATS] = rest / later;
      }
      return chances;
    }

    private double chanceOfOneHigher(int leader, List<Integer> cards, int card) {
      List<Double> highers = new ArrayList<>();
      for (int other : cards) {
        if (suitOf(other) == suitOf(card)) {
          highers.add(other > card ? 1.0 : 0.0);
        }
      }
      for (int i = cards.size(); i < SEATS; ++i) {
        highers.add(chanceOfHigher((leader + i) % SEATS, card));
      }
      double none = 1;
      double one = 0;
      for (double higher : highers) {
        one = one * (1 - higher) + none * higher;
        none *= 1 - higher;
      }
      return one;
    }
  }

  /** How well the bot's seat stands if the taker gets one more trick. */
  private static int standingAfter(Prompt prompt, int taker) {
    SecondsObservation table = prompt.observation().getSeconds();
    int[] taken = table.getTakenList().stream().mapToInt(Integer::intValue).toArray();
    int[] totals = table.getTotalsList().stream().mapToInt(Integer::intValue).toArray();
    ++taken[taker];
    for (int seat = 0; seat < SEATS; ++seat) {
      totals[seat] +=
          switch (table.getScoring()) {
            case SECONDS_SCORING_MANY_TRICKS -> 3 * taken[seat];
            case SECONDS_SCORING_FEW_TRICKS -> 13 - taken[seat];
            case SECONDS_SCORING_THREE_TRICKS -> 12 - 4 * Math.abs(taken[seat] - 3);
            // The product, with one more of each because 0 * 0 would say little.
            default -> (taken[seat] + 1) * (taken[table.getCountsWith(seat)] + 1);
          };
    }
    int own = totals[prompt.seat()];
    totals[prompt.seat()] = Integer.MIN_VALUE;
    Arrays.sort(totals);
    int first = totals[SEATS - 1];
    int second = totals[SEATS - 2];
    if (prompt.match().getOptionsOrDefault("winner", "").equals("highest")) {
      return own - first;
    }
    // The second total wins: as far from the first as from the third.
    return Math.min(first - own, own - second);
  }

  /** Takes or leaves tricks, depending on which leads to second place. */
  public static Choice act(Prompt prompt) {
    SecondsObservation table = prompt.observation().getSeconds();
    Memory memory = new Memory(table);
    int seat = prompt.seat();
    int[] standing = new int[SEATS];
    for (int taker = 0; taker < SEATS; ++taker) {
      standing[taker] = standingAfter(prompt, taker);
    }
    boolean wants = SEATS * standing[seat] > Arrays.stream(standing).sum();
    return Best.action(
        prompt,
        action -> {
          int card = action.getSeconds().getCard();
          List<Integer> cards = new ArrayList<>(table.getOpenCardsList());
          cards.add(card);
          double[] chances = memory.chancesToTake(table.getLeader(), cards);
          double expected = 0;
          for (int i = 0; i < SEATS; ++i) {
            expected += chances[i] * standing[i];
          }
          // Of equal cards, plays the one that will be of less use later.
          double use = memory.chancesToTake(seat, List.of(card))[seat];
          return expected + 0.01 * (wants ? -use : use);
        });
  }
}
