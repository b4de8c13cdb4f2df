package greedy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import pentathlon.arena.v1.OrdagoBet;
import pentathlon.arena.v1.OrdagoCards;
import pentathlon.arena.v1.OrdagoRank;

/**
 * A hand of Ordago, and what it is worth, compared with all possible hands.
 *
 * @param ranks from 1, ace, to 8, king; ascending
 */
public record Hand(List<Integer> ranks) {
  public static final int ACE = OrdagoRank.ORDAGO_RANK_ACE_VALUE;
  private static final int SEVEN = OrdagoRank.ORDAGO_RANK_SEVEN_VALUE;
  public static final int KING = OrdagoRank.ORDAGO_RANK_KING_VALUE;
  private static final int CARDS = 4;

  /** The four bets of a hand, in their order. */
  public static final List<OrdagoBet> BETS =
      List.of(
          OrdagoBet.ORDAGO_BET_BIG,
          OrdagoBet.ORDAGO_BET_SMALL,
          OrdagoBet.ORDAGO_BET_PAIRS,
          OrdagoBet.ORDAGO_BET_GAME);

  /** What is computed once, when the first match begins. */
  private static final class Tables {
    /** By number of cards: all sets of cards, and the ways to draw them from the pack. */
    static final List<Map<List<Integer>, Long>> DRAWS = new ArrayList<>();

    static final Map<OrdagoBet, Map<Hand, Double>> STRENGTHS = new HashMap<>();
    static final Map<Hand, Double> WORTHS = new HashMap<>();

    static {
      for (int size = 0; size <= CARDS; ++size) {
        Map<List<Integer>, Long> draws = new LinkedHashMap<>();
        addDraws(size, List.of(), draws);
        DRAWS.add(draws);
      }
      BETS.forEach(bet -> STRENGTHS.put(bet, compareAll(bet)));
      for (List<Integer> cards : DRAWS.get(CARDS).keySet()) {
        Hand hand = new Hand(cards);
        double worth = 0;
        for (OrdagoBet bet : BETS) {
          // One very good bet is worth more than two fair ones.
          worth += Math.pow(STRENGTHS.get(bet).get(hand), 3);
        }
        WORTHS.put(hand, worth);
      }
    }

    private Tables() {}
  }

  /** Sorts the cards of a message. */
  public static Hand of(OrdagoCards cards) {
    return sorted(cards.getRanksValueList());
  }

  /** A hand of these cards in any order. */
  public static Hand sorted(List<Integer> ranks) {
    return new Hand(ranks.stream().sorted().toList());
  }

  private static void addDraws(int size, List<Integer> cards, Map<List<Integer>, Long> draws) {
    if (cards.size() == size) {
      if (waysOf(cards) > 0) {
        draws.put(cards, waysOf(cards));
      }
      return;
    }
    for (int rank = cards.isEmpty() ? ACE : cards.get(cards.size() - 1); rank <= KING; ++rank) {
      List<Integer> more = new ArrayList<>(cards);
      more.add(rank);
      addDraws(size, more, draws);
    }
  }

  /** There are eight aces and eight kings, and four of every other rank. */
  private static long waysOf(List<Integer> cards) {
    long ways = 1;
    for (int rank = ACE; rank <= KING; ++rank) {
      int count = Collections.frequency(cards, rank);
      int of = rank == ACE || rank == KING ? 8 : 4;
      for (int i = 0; i < count; ++i) {
        ways = ways * (of - i) / (i + 1);
      }
    }
    return ways;
  }

  private static Map<Hand, Double> compareAll(OrdagoBet bet) {
    Map<List<Integer>, Long> hands = Tables.DRAWS.get(CARDS);
    Map<List<Integer>, Long> ways = new TreeMap<>(Hand::compareKeys);
    long all = 0;
    for (var entry : hands.entrySet()) {
      ways.merge(new Hand(entry.getKey()).keyIn(bet), entry.getValue(), Long::sum);
      all += entry.getValue();
    }
    Map<List<Integer>, Double> share = new HashMap<>();
    long worse = 0;
    for (var entry : ways.entrySet()) {
      // Half of the equal hands.
      share.put(entry.getKey(), (worse + entry.getValue() / 2.0) / all);
      worse += entry.getValue();
    }
    Map<Hand, Double> result = new HashMap<>();
    for (List<Integer> cards : hands.keySet()) {
      Hand hand = new Hand(cards);
      result.put(hand, share.get(hand.keyIn(bet)));
    }
    return result;
  }

  /** As words in a dictionary. */
  public static int compareKeys(List<Integer> one, List<Integer> other) {
    for (int i = 0; i < Math.min(one.size(), other.size()); ++i) {
      if (!one.get(i).equals(other.get(i))) {
        return Integer.compare(one.get(i), other.get(i));
      }
    }
    return Integer.compare(one.size(), other.size());
  }

  /** A key that is higher for the better hand. */
  public List<Integer> keyIn(OrdagoBet bet) {
    return switch (bet) {
      case ORDAGO_BET_BIG -> highestFirst();
      case ORDAGO_BET_SMALL -> ranks.stream().map(rank -> -rank).toList();
      case ORDAGO_BET_PAIRS -> pairsKey();
      default -> List.of(gameKey());
    };
  }

  private List<Integer> highestFirst() {
    List<Integer> reversed = new ArrayList<>(ranks);
    Collections.reverse(reversed);
    return reversed;
  }

  private List<Integer> pairsKey() {
    List<Integer> key = new ArrayList<>();
    boolean triple = false;
    for (int rank = KING; rank >= ACE; --rank) {
      int count = Collections.frequency(ranks, rank);
      // Four alike are two pairs.
      for (int i = 0; i < count / 2; ++i) {
        key.add(rank);
      }
      triple |= count == 3;
    }
    if (key.isEmpty()) {
      key.addAll(highestFirst());
      key.add(0, 0);
    } else {
      key.add(0, key.size() == 2 ? 3 : triple ? 2 : 1);
    }
    return key;
  }

  private int gameKey() {
    if (Collections.frequency(ranks, SEVEN) == 3 && ranks.get(3) > SEVEN) {
      return 43; // A royal game.
    }
    int total = 0;
    for (int rank : ranks) {
      total += new int[] {0, 1, 4, 5, 6, 7, 10, 10, 10}[rank];
    }
    return total == 31 ? 42 : total == 32 ? 41 : total;
  }

  /** The share of all hands that this one beats, 0 to 1. */
  double strengthIn(OrdagoBet bet) {
    return Tables.STRENGTHS.getOrDefault(bet, Map.of()).getOrDefault(this, 0.0);
  }

  double worth() {
    return Tables.WORTHS.get(this);
  }

  /** The average after an exchange. */
  double worthAfter(List<Integer> discard) {
    List<Integer> kept = new ArrayList<>(ranks);
    discard.forEach(rank -> kept.remove(rank)); // The object, not the place.
    double total = 0;
    long ways = 0;
    for (var draw : Tables.DRAWS.get(CARDS - kept.size()).entrySet()) {
      List<Integer> next = new ArrayList<>(kept);
      next.addAll(draw.getKey());
      total += draw.getValue() * sorted(next).worth();
      ways += draw.getValue();
    }
    return total / ways;
  }
}
