package pentathlon.sdk;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Cards, ranks and squares by number and by name.
 *
 * <p>Made by sdk/tables/generate from the rules; do not edit.
 */
public final class Cards {
  private static final String COLUMNS = "abcdefghij";

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

    private Deck(Card... cards) {
      this.cards = List.copyOf(Arrays.asList(cards));
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

  /** The cards of Doppelkopf. */
  public static final Deck DOPPELKOPF =
      new Deck(
          new Card(0, "C9", "clubs", "9", 0, 0, 2),
          new Card(1, "CJ", "clubs", "J", 2, 1, 2),
          new Card(2, "CQ", "clubs", "Q", 3, 2, 2),
          new Card(3, "CK", "clubs", "K", 4, 3, 2),
          new Card(4, "CT", "clubs", "T", 10, 4, 2),
          new Card(5, "CA", "clubs", "A", 11, 5, 2),
          new Card(6, "S9", "spades", "9", 0, 0, 2),
          new Card(7, "SJ", "spades", "J", 2, 1, 2),
          new Card(8, "SQ", "spades", "Q", 3, 2, 2),
          new Card(9, "SK", "spades", "K", 4, 3, 2),
          new Card(10, "ST", "spades", "T", 10, 4, 2),
          new Card(11, "SA", "spades", "A", 11, 5, 2),
          new Card(12, "H9", "hearts", "9", 0, 0, 2),
          new Card(13, "HJ", "hearts", "J", 2, 1, 2),
          new Card(14, "HQ", "hearts", "Q", 3, 2, 2),
          new Card(15, "HK", "hearts", "K", 4, 3, 2),
          new Card(16, "HT", "hearts", "T", 10, 4, 2),
          new Card(17, "HA", "hearts", "A", 11, 5, 2),
          new Card(18, "D9", "diamonds", "9", 0, 0, 2),
          new Card(19, "DJ", "diamonds", "J", 2, 1, 2),
          new Card(20, "DQ", "diamonds", "Q", 3, 2, 2),
          new Card(21, "DK", "diamonds", "K", 4, 3, 2),
          new Card(22, "DT", "diamonds", "T", 10, 4, 2),
          new Card(23, "DA", "diamonds", "A", 11, 5, 2));

  /** The cards of Octrix. */
  public static final Deck OCTRIX =
      new Deck(
          new Card(0, "H1", "hearts", "1", 0, 0, 1),
          new Card(1, "D1", "diamonds", "1", 0, 1, 1),
          new Card(2, "S1", "spades", "1", 0, 2, 1),
          new Card(3, "C1", "clubs", "1", 0, 3, 1),
          new Card(4, "H2", "hearts", "2", 0, 4, 1),
          new Card(5, "D2", "diamonds", "2", 0, 5, 1),
          new Card(6, "S2", "spades", "2", 0, 6, 1),
          new Card(7, "C2", "clubs", "2", 0, 7, 1),
          new Card(8, "H3", "hearts", "3", 0, 8, 1),
          new Card(9, "D3", "diamonds", "3", 0, 9, 1),
          new Card(10, "S3", "spades", "3", 0, 10, 1),
          new Card(11, "C3", "clubs", "3", 0, 11, 1),
          new Card(12, "H4", "hearts", "4", 0, 12, 1),
          new Card(13, "D4", "diamonds", "4", 0, 13, 1),
          new Card(14, "S4", "spades", "4", 0, 14, 1),
          new Card(15, "C4", "clubs", "4", 0, 15, 1),
          new Card(16, "H5", "hearts", "5", 0, 16, 1),
          new Card(17, "D5", "diamonds", "5", 0, 17, 1),
          new Card(18, "S5", "spades", "5", 0, 18, 1),
          new Card(19, "C5", "clubs", "5", 0, 19, 1),
          new Card(20, "H6", "hearts", "6", 0, 20, 1),
          new Card(21, "D6", "diamonds", "6", 0, 21, 1),
          new Card(22, "S6", "spades", "6", 0, 22, 1),
          new Card(23, "C6", "clubs", "6", 0, 23, 1),
          new Card(24, "H7", "hearts", "7", 0, 24, 1),
          new Card(25, "D7", "diamonds", "7", 0, 25, 1),
          new Card(26, "S7", "spades", "7", 0, 26, 1),
          new Card(27, "C7", "clubs", "7", 0, 27, 1),
          new Card(28, "H8", "hearts", "8", 0, 28, 1),
          new Card(29, "D8", "diamonds", "8", 0, 29, 1),
          new Card(30, "S8", "spades", "8", 0, 30, 1),
          new Card(31, "C8", "clubs", "8", 0, 31, 1));

  /** The cards of Ordago. */
  public static final Deck ORDAGO =
      new Deck(
          new Card(1, "A", "", "A", 1, 0, 8),
          new Card(2, "4", "", "4", 4, 1, 4),
          new Card(3, "5", "", "5", 5, 2, 4),
          new Card(4, "6", "", "6", 6, 3, 4),
          new Card(5, "7", "", "7", 7, 4, 4),
          new Card(6, "J", "", "J", 10, 5, 4),
          new Card(7, "Q", "", "Q", 10, 6, 4),
          new Card(8, "K", "", "K", 10, 7, 8));

  /** The cards of Seconds. */
  public static final Deck SECONDS =
      new Deck(
          new Card(0, "C2", "clubs", "2", 0, 0, 1),
          new Card(1, "D2", "diamonds", "2", 0, 0, 1),
          new Card(2, "H2", "hearts", "2", 0, 0, 1),
          new Card(3, "S2", "spades", "2", 0, 0, 1),
          new Card(4, "C3", "clubs", "3", 0, 1, 1),
          new Card(5, "D3", "diamonds", "3", 0, 1, 1),
          new Card(6, "H3", "hearts", "3", 0, 1, 1),
          new Card(7, "S3", "spades", "3", 0, 1, 1),
          new Card(8, "C4", "clubs", "4", 0, 2, 1),
          new Card(9, "D4", "diamonds", "4", 0, 2, 1),
          new Card(10, "H4", "hearts", "4", 0, 2, 1),
          new Card(11, "S4", "spades", "4", 0, 2, 1),
          new Card(12, "C5", "clubs", "5", 0, 3, 1),
          new Card(13, "D5", "diamonds", "5", 0, 3, 1),
          new Card(14, "H5", "hearts", "5", 0, 3, 1),
          new Card(15, "S5", "spades", "5", 0, 3, 1),
          new Card(16, "C6", "clubs", "6", 0, 4, 1),
          new Card(17, "D6", "diamonds", "6", 0, 4, 1),
          new Card(18, "H6", "hearts", "6", 0, 4, 1),
          new Card(19, "S6", "spades", "6", 0, 4, 1),
          new Card(20, "C7", "clubs", "7", 0, 5, 1),
          new Card(21, "D7", "diamonds", "7", 0, 5, 1),
          new Card(22, "H7", "hearts", "7", 0, 5, 1),
          new Card(23, "S7", "spades", "7", 0, 5, 1),
          new Card(24, "C8", "clubs", "8", 0, 6, 1),
          new Card(25, "D8", "diamonds", "8", 0, 6, 1),
          new Card(26, "H8", "hearts", "8", 0, 6, 1),
          new Card(27, "S8", "spades", "8", 0, 6, 1),
          new Card(28, "C9", "clubs", "9", 0, 7, 1),
          new Card(29, "D9", "diamonds", "9", 0, 7, 1),
          new Card(30, "H9", "hearts", "9", 0, 7, 1),
          new Card(31, "S9", "spades", "9", 0, 7, 1),
          new Card(32, "CT", "clubs", "T", 0, 8, 1),
          new Card(33, "DT", "diamonds", "T", 0, 8, 1),
          new Card(34, "HT", "hearts", "T", 0, 8, 1),
          new Card(35, "ST", "spades", "T", 0, 8, 1),
          new Card(36, "CJ", "clubs", "J", 0, 9, 1),
          new Card(37, "DJ", "diamonds", "J", 0, 9, 1),
          new Card(38, "HJ", "hearts", "J", 0, 9, 1),
          new Card(39, "SJ", "spades", "J", 0, 9, 1),
          new Card(40, "CQ", "clubs", "Q", 0, 10, 1),
          new Card(41, "DQ", "diamonds", "Q", 0, 10, 1),
          new Card(42, "HQ", "hearts", "Q", 0, 10, 1),
          new Card(43, "SQ", "spades", "Q", 0, 10, 1),
          new Card(44, "CK", "clubs", "K", 0, 11, 1),
          new Card(45, "DK", "diamonds", "K", 0, 11, 1),
          new Card(46, "HK", "hearts", "K", 0, 11, 1),
          new Card(47, "SK", "spades", "K", 0, 11, 1),
          new Card(48, "CA", "clubs", "A", 0, 12, 1),
          new Card(49, "DA", "diamonds", "A", 0, 12, 1),
          new Card(50, "HA", "hearts", "A", 0, 12, 1),
          new Card(51, "SA", "spades", "A", 0, 12, 1));

  // By DoppelkopfContract from 1, with the option dulle on and off.
  private static final List<List<List<Integer>>> TRUMPS =
      List.of(
          List.of(
              List.of(16, 2, 8, 14, 20, 1, 7, 13, 19, 23, 22, 21, 18),
              List.of(2, 8, 14, 20, 1, 7, 13, 19, 23, 22, 21, 18)),
          List.of(
              List.of(16, 2, 8, 14, 20, 1, 7, 13, 19, 23, 22, 21, 18),
              List.of(2, 8, 14, 20, 1, 7, 13, 19, 23, 22, 21, 18)),
          List.of(
              List.of(16, 2, 8, 14, 20, 1, 7, 13, 19, 23, 22, 21, 18),
              List.of(2, 8, 14, 20, 1, 7, 13, 19, 23, 22, 21, 18)),
          List.of(List.of(2, 8, 14, 20), List.of(2, 8, 14, 20)),
          List.of(List.of(1, 7, 13, 19), List.of(1, 7, 13, 19)),
          List.of(List.of(), List.of()),
          List.of(
              List.of(16, 2, 8, 14, 20, 1, 7, 13, 19, 5, 4, 3, 0),
              List.of(2, 8, 14, 20, 1, 7, 13, 19, 5, 4, 3, 0)),
          List.of(
              List.of(16, 2, 8, 14, 20, 1, 7, 13, 19, 11, 10, 9, 6),
              List.of(2, 8, 14, 20, 1, 7, 13, 19, 11, 10, 9, 6)),
          List.of(
              List.of(16, 2, 8, 14, 20, 1, 7, 13, 19, 17, 15, 12),
              List.of(2, 8, 14, 20, 1, 7, 13, 19, 17, 16, 15, 12)),
          List.of(
              List.of(16, 2, 8, 14, 20, 1, 7, 13, 19, 23, 22, 21, 18),
              List.of(2, 8, 14, 20, 1, 7, 13, 19, 23, 22, 21, 18)));

  /**
   * {@return the numbers of the trumps of a DoppelkopfContract, the highest first; none if the
   * contract is not known yet}
   *
   * @param contract the number of the contract
   * @param dulle the option of that name
   */
  public static List<Integer> doppelkopfTrumps(int contract, boolean dulle) {
    if (contract < 1 || contract > TRUMPS.size()) {
      return List.of();
    }
    return TRUMPS.get(contract - 1).get(dulle ? 0 : 1);
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
