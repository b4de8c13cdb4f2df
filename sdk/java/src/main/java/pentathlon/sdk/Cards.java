package pentathlon.sdk;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Cards, ranks and squares by number and by name. */
public final class Cards {
  private static final String COLUMNS = "abcdefghij";
  private static final Map<Character, String> SUITS =
      Map.of('C', "clubs", 'S', "spades", 'H', "hearts", 'D', "diamonds");

  private Cards() {}

  /**
   * A card of a game, or a rank of Ordago.
   *
   * @param number The card in observations and actions; in Ordago the number of its OrdagoRank.
   * @param name As in texts of the game: HT is the ten of hearts.
   * @param suit clubs, spades, hearts or diamonds; empty in Ordago, which has no suits.
   * @param rank A, K, Q, J, T or a digit.
   * @param points What it counts: Augen in Doppelkopf, points of Game in Ordago; else 0.
   * @param strength The order of cards from below: of all cards in Octrix and Ordago, of a suit in
   *     Seconds and among the plain cards of Doppelkopf.
   * @param copies How many of it there are in the pack.
   */
  public record Card(
      int number, String name, String suit, String rank, int points, int strength, int copies) {}

  /** The different cards of a game. */
  public static final class Deck {
    private final List<Card> cards;
    private final Map<String, Card> byName;

    private Deck(List<Card> cards) {
      this.cards = List.copyOf(cards);
      this.byName =
          this.cards.stream()
              .collect(Collectors.toUnmodifiableMap(Card::name, Function.identity()));
    }

    /** {@return the cards, ascending by number} */
    public List<Card> cards() {
      return cards;
    }

    /**
     * {@return the card of this number, if there is one}
     *
     * @param number its number in messages
     */
    public Optional<Card> card(int number) {
      int index = number - cards.get(0).number();
      return index < 0 || index >= cards.size() ? Optional.empty() : Optional.of(cards.get(index));
    }

    /**
     * {@return the card of this name, if there is one}
     *
     * @param name such as HT
     */
    public Optional<Card> named(String name) {
      return Optional.ofNullable(byName.get(name));
    }
  }

  // The cards of these names by number. Ranks ascend, and have the points at the same place;
  // without ranks each card is stronger than those before it.
  private static List<Card> cardsOf(String names, String ranks, List<Integer> points, int copies) {
    List<Card> cards = new ArrayList<>();
    for (String name : names.split(" ")) {
      int number = cards.size();
      String rank = name.substring(1);
      int strength = ranks.isEmpty() ? number : ranks.indexOf(rank);
      int worth = points.isEmpty() ? 0 : points.get(strength);
      cards.add(new Card(number, name, SUITS.get(name.charAt(0)), rank, worth, strength, copies));
    }
    return cards;
  }

  /** The cards of Doppelkopf. */
  public static final Deck DOPPELKOPF =
      new Deck(
          cardsOf(
              "C9 CJ CQ CK CT CA S9 SJ SQ SK ST SA " + "H9 HJ HQ HK HT HA D9 DJ DQ DK DT DA",
              "9JQKTA",
              List.of(0, 2, 3, 4, 10, 11),
              2));

  /** The cards of Octrix. */
  public static final Deck OCTRIX =
      new Deck(
          cardsOf(
              "H1 D1 S1 C1 H2 D2 S2 C2 H3 D3 S3 C3 H4 D4 S4 C4 "
                  + "H5 D5 S5 C5 H6 D6 S6 C6 H7 D7 S7 C7 H8 D8 S8 C8",
              "",
              List.of(),
              1));

  /** The cards of Ordago. */
  public static final Deck ORDAGO =
      new Deck(
          List.of(
              new Card(1, "A", "", "A", 1, 0, 8),
              new Card(2, "4", "", "4", 4, 1, 4),
              new Card(3, "5", "", "5", 5, 2, 4),
              new Card(4, "6", "", "6", 6, 3, 4),
              new Card(5, "7", "", "7", 7, 4, 4),
              new Card(6, "J", "", "J", 10, 5, 4),
              new Card(7, "Q", "", "Q", 10, 6, 4),
              new Card(8, "K", "", "K", 10, 7, 8)));

  /** The cards of Seconds. */
  public static final Deck SECONDS =
      new Deck(
          cardsOf(
              "C2 D2 H2 S2 C3 D3 H3 S3 C4 D4 H4 S4 C5 D5 H5 S5 C6 D6 H6 S6 "
                  + "C7 D7 H7 S7 C8 D8 H8 S8 C9 D9 H9 S9 CT DT HT ST "
                  + "CJ DJ HJ SJ CQ DQ HQ SQ CK DK HK SK CA DA HA SA",
              "23456789TJQKA",
              List.of(),
              1));

  private static final List<Integer> QUEENS = List.of(2, 8, 14, 20);
  private static final List<Integer> JACKS = List.of(1, 7, 13, 19);

  /**
   * {@return the numbers of the trumps of a DoppelkopfContract, the highest first; none if the
   * contract is not known yet}
   *
   * @param contract the number of the contract
   * @param dulle the option of that name
   */
  public static List<Integer> doppelkopfTrumps(int contract, boolean dulle) {
    if (contract == 4 || contract == 5) {
      return contract == 4 ? QUEENS : JACKS;
    }
    if (contract < 1 || contract > 10 || contract == 6) {
      return List.of();
    }
    // The nine of the suit: of diamonds, but in a solo of another suit.
    int nine = contract >= 7 ? 6 * (contract - 7) : 18;
    List<Integer> dulles = dulle ? List.of(16) : List.of();
    Stream<Integer> suit =
        Stream.of(5, 4, 3, 0).map(rank -> nine + rank).filter(card -> !dulles.contains(card));
    return Stream.of(dulles.stream(), QUEENS.stream(), JACKS.stream(), suit)
        .flatMap(Function.identity())
        .toList();
  }

  /**
   * {@return the name of a square of Ordo, such as d3, if there is one}
   *
   * @param number from 0 to 79
   */
  public static Optional<String> ordoSquareName(int number) {
    if (number < 0 || number >= 80) {
      return Optional.empty();
    }
    return Optional.of(COLUMNS.charAt(number % 10) + String.valueOf(number / 10 + 1));
  }

  /**
   * {@return the number of a square of Ordo, if there is one of this name}
   *
   * @param name such as d3
   */
  public static Optional<Integer> ordoSquareNumber(String name) {
    if (!name.matches("[a-j][1-8]")) {
      return Optional.empty();
    }
    return Optional.of((name.charAt(1) - '1') * 10 + COLUMNS.indexOf(name.charAt(0)));
  }
}
