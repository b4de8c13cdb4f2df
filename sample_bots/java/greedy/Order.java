package greedy;

import java.util.Collections;
import java.util.List;
import pentathlon.arena.v1.DoppelkopfContract;
import pentathlon.sdk.Prompt;

/**
 * Which cards of Doppelkopf are trumps in a contract, which card beats which, and what a hand is
 * worth.
 */
record Order(DoppelkopfContract contract, boolean hasDulle, int trumpSuit) {
  static final int CLUBS = 0;
  static final int SPADES = 1;
  static final int HEARTS = 2;
  static final int DIAMONDS = 3;
  static final int JACK = 1;
  static final int QUEEN = 2;
  static final int TEN = 4;
  static final int ACE = 5;

  static final int OLD = 6 * CLUBS + QUEEN; // Its holder is Re.
  static final int DULLE = 6 * HEARTS + TEN;
  static final int FOX = 6 * DIAMONDS + ACE;

  static final int FIRST_SOLO = DoppelkopfContract.DOPPELKOPF_CONTRACT_QUEENS_VALUE;
  static final int LAST_SOLO = DoppelkopfContract.DOPPELKOPF_CONTRACT_DIAMONDS_VALUE;

  /** Trumps and plain aces of the bot's hand. */
  private record Count(int cards, int trumps, int high, int old, int aces, int tens) {}

  static Order in(DoppelkopfContract contract, Prompt prompt) {
    int suit =
        switch (contract) {
          case DOPPELKOPF_CONTRACT_CLUBS -> CLUBS;
          case DOPPELKOPF_CONTRACT_SPADES -> SPADES;
          case DOPPELKOPF_CONTRACT_HEARTS -> HEARTS;
          default -> DIAMONDS;
        };
    // The referee sends every option, even those with default values.
    return new Order(contract, prompt.match().getOptionsOrThrow("dulle").equals("on"), suit);
  }

  static boolean isSolo(DoppelkopfContract contract) {
    return FIRST_SOLO <= contract.getNumber() && contract.getNumber() <= LAST_SOLO;
  }

  static int suitOf(int card) {
    return card / 6;
  }

  static int rankOf(int card) {
    return card % 6;
  }

  static int augenOf(int card) {
    return new int[] {0, 2, 3, 4, 10, 11}[rankOf(card)];
  }

  /** 0: no trump. A trump has more than any plain card; the highest wins. */
  int trumpRank(int card) {
    boolean onlyQueens = contract == DoppelkopfContract.DOPPELKOPF_CONTRACT_QUEENS;
    boolean onlyJacks = contract == DoppelkopfContract.DOPPELKOPF_CONTRACT_JACKS;
    if (contract == DoppelkopfContract.DOPPELKOPF_CONTRACT_FLESHLESS) {
      return 0;
    }
    if (rankOf(card) == QUEEN && !onlyJacks) {
      return 33 - suitOf(card);
    }
    if (rankOf(card) == JACK && !onlyQueens) {
      return 23 - suitOf(card);
    }
    if (onlyQueens || onlyJacks) {
      return 0;
    }
    if (card == DULLE && hasDulle) {
      return 40;
    }
    return suitOf(card) == trumpSuit ? 10 + rankOf(card) : 0;
  }

  /** The highest takes the trick to which a card was led; 0 never does. */
  int strengthIn(int card, int led) {
    if (trumpRank(card) > 0) {
      return trumpRank(card);
    }
    return trumpRank(led) == 0 && suitOf(card) == suitOf(led) ? 1 + rankOf(card) : 0;
  }

  /** What it costs to spend a card: Augen, a trump, a high trump. */
  int costOf(int card) {
    int trump = trumpRank(card);
    return augenOf(card) + (trump > 0 ? 5 : 0) + (trump >= 30 ? 10 : 0);
  }

  private Count count(List<Integer> hand) {
    int trumps = 0;
    int high = 0;
    int aces = 0;
    int tens = 0;
    for (int card : hand) {
      int trump = trumpRank(card);
      if (trump > 0) {
        ++trumps;
        // Queens, and Dullen twice.
        high += (trump >= 30 ? 1 : 0) + (trump == 40 ? 1 : 0);
      } else {
        aces += rankOf(card) == ACE ? 1 : 0;
        tens += rankOf(card) == TEN ? 1 : 0;
      }
    }
    return new Count(hand.size(), trumps, high, Collections.frequency(hand, OLD), aces, tens);
  }

  int trumpsIn(List<Integer> hand) {
    return count(hand).trumps;
  }

  /** Above 0: the hand is overwhelming in the solo. */
  static int soloStrength(DoppelkopfContract solo, Prompt prompt) {
    Count hand = in(solo, prompt).count(prompt.observation().getDoppelkopf().getHandList());
    return switch (solo) {
      case DOPPELKOPF_CONTRACT_QUEENS, DOPPELKOPF_CONTRACT_JACKS ->
          3 * hand.trumps + 2 * hand.aces - 20;
      case DOPPELKOPF_CONTRACT_FLESHLESS -> 2 * hand.aces + hand.tens - hand.cards - 1;
      default -> 2 * (hand.trumps + hand.aces - hand.cards) + hand.high - 4;
    };
  }

  /** Above 0: the hand is good enough to call with a partner. */
  static int teamStrength(Prompt prompt) {
    Count hand =
        in(DoppelkopfContract.DOPPELKOPF_CONTRACT_NORMAL, prompt)
            .count(prompt.observation().getDoppelkopf().getHandList());
    return hand.trumps + hand.high + hand.old + 2 * hand.aces - hand.cards - 7;
  }
}
