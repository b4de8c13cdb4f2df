import com.google.protobuf.ByteString;
import greedy.Hand;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BooleanSupplier;
import pentathlon.arena.v1.OrdagoBet;

/** What was counted for a hand of Ordago. Only one thread at a time may use it. */
final class Thoughts {
  /** Deals after which the counts are good enough. */
  private static final int ENOUGH = 2000;

  private final Random random;
  private final Map<OrdagoBet, Integer> wins = new EnumMap<>(OrdagoBet.class);
  private Hand hand; // Null: not known.
  private int deals;

  /** Draws from the private seed of the seat: no other bot can guess the deals. */
  Thoughts(ByteString secret) {
    long seed = 0;
    for (byte each : secret) {
      seed = seed * 257 + each;
    }
    random = new Random(seed);
  }

  int deals() {
    return deals;
  }

  /** Changes the hand. What was counted for another one is worth nothing. */
  void lookAt(Hand next) {
    if (next == null || !next.equals(hand)) {
      hand = next;
      deals = 0;
      wins.clear();
    }
  }

  /** Deals until the counts are good enough, or as long as `goOn` says. */
  void think(BooleanSupplier goOn) {
    if (hand == null) {
      return;
    }
    List<Integer> others = others();
    while (deals < ENOUGH && goOn.getAsBoolean()) {
      Collections.shuffle(others, random);
      Hand partner = Hand.sorted(others.subList(0, 4));
      Hand left = Hand.sorted(others.subList(4, 8));
      Hand right = Hand.sorted(others.subList(8, 12));
      ++deals;
      for (OrdagoBet bet : Hand.BETS) {
        if (Hand.compareKeys(better(bet, hand, partner), better(bet, left, right)) >= 0) {
          wins.merge(bet, 1, Integer::sum);
        }
      }
    }
  }

  /** The share of deals that the bet would win. */
  double chance(OrdagoBet bet) {
    return deals == 0 ? 0.5 : (double) wins.getOrDefault(bet, 0) / deals;
  }

  /** The cards that somebody else may have. */
  private List<Integer> others() {
    List<Integer> cards = new ArrayList<>();
    for (int rank = Hand.ACE; rank <= Hand.KING; ++rank) {
      int all = rank == Hand.ACE || rank == Hand.KING ? 8 : 4;
      int count = all - Collections.frequency(hand.ranks(), rank);
      cards.addAll(Collections.nCopies(count, rank));
    }
    return cards;
  }

  private static List<Integer> better(OrdagoBet bet, Hand one, Hand other) {
    List<Integer> a = one.keyIn(bet);
    List<Integer> b = other.keyIn(bet);
    return Hand.compareKeys(a, b) >= 0 ? a : b;
  }
}
