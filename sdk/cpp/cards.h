// Cards, ranks and squares by number and by name.
#ifndef SDK_CPP_CARDS_H_
#define SDK_CPP_CARDS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace pentathlon {

// A card of a game, or a rank of Ordago.
struct Card {
  // The card in observations and actions; in Ordago the number of its
  // OrdagoRank.
  uint32_t number;
  // As in texts of the game: HT is the ten of hearts.
  std::string_view name;
  // clubs, spades, hearts or diamonds; empty in Ordago, which has no suits.
  std::string_view suit;
  // A, K, Q, J, T or a digit.
  std::string_view rank;
  // The value of the card: Augen in Doppelkopf, points of Game in Ordago; else
  // 0.
  uint32_t points;
  // The order of cards from below: of all cards in Octrix and Ordago, of a suit
  // in Seconds and among the plain cards of Doppelkopf.
  uint32_t strength;
  // The number of copies in the pack.
  uint32_t copies;
};

// The different cards of a game.
class Deck {
 public:
  constexpr explicit Deck(std::span<const Card> cards) : cards_(cards) {}

  // Ascending by number.
  constexpr std::span<const Card> cards() const { return cards_; }
  // The card of this number; null if there is none.
  constexpr const Card* card(uint32_t number) const {
    const uint32_t first = cards_.front().number;
    const bool known = number >= first && number - first < cards_.size();
    return known ? &cards_[number - first] : nullptr;
  }
  // The card of this name, such as HT; null if there is none.
  constexpr const Card* named(std::string_view name) const {
    for (const Card& card : cards_) {
      if (card.name == name) return &card;
    }
    return nullptr;
  }

 private:
  std::span<const Card> cards_;
};

namespace card_tables {

constexpr std::string_view SuitOf(char letter) {
  if (letter == 'C') return "clubs";
  if (letter == 'S') return "spades";
  return letter == 'H' ? "hearts" : "diamonds";
}

// The cards of these names by number. `ranks` ascend, and `points` has the
// value of the rank at the same place. Without ranks each card is stronger than
// the cards before it.
template <size_t N>
constexpr std::array<Card, N> CardsOf(std::string_view names,
                                      std::string_view ranks = {},
                                      std::span<const uint32_t> points = {},
                                      uint32_t copies = 1) {
  std::array<Card, N> cards{};
  for (uint32_t i = 0; i < N; ++i) {
    const std::string_view name = names.substr(size_t{3} * i, 2);
    const auto strength =
        ranks.empty() ? i : static_cast<uint32_t>(ranks.find(name[1]));
    cards[i] = {.number = i,
                .name = name,
                .suit = SuitOf(name[0]),
                .rank = name.substr(1),
                .points = points.empty() ? 0 : points[strength],
                .strength = strength,
                .copies = copies};
  }
  return cards;
}

inline constexpr uint32_t kAugen[] = {0, 2, 3, 4, 10, 11};
inline constexpr auto kDoppelkopf = CardsOf<24>(
    "C9 CJ CQ CK CT CA S9 SJ SQ SK ST SA "
    "H9 HJ HQ HK HT HA D9 DJ DQ DK DT DA",
    "9JQKTA", kAugen, 2);
inline constexpr auto kOctrix = CardsOf<32>(
    "H1 D1 S1 C1 H2 D2 S2 C2 H3 D3 S3 C3 H4 D4 S4 C4 "
    "H5 D5 S5 C5 H6 D6 S6 C6 H7 D7 S7 C7 H8 D8 S8 C8");
inline constexpr Card kOrdago[] = {
    {1, "A", "", "A", 1, 0, 8},  {2, "4", "", "4", 4, 1, 4},
    {3, "5", "", "5", 5, 2, 4},  {4, "6", "", "6", 6, 3, 4},
    {5, "7", "", "7", 7, 4, 4},  {6, "J", "", "J", 10, 5, 4},
    {7, "Q", "", "Q", 10, 6, 4}, {8, "K", "", "K", 10, 7, 8},
};
inline constexpr auto kSeconds = CardsOf<52>(
    "C2 D2 H2 S2 C3 D3 H3 S3 C4 D4 H4 S4 C5 D5 H5 S5 C6 D6 H6 S6 "
    "C7 D7 H7 S7 C8 D8 H8 S8 C9 D9 H9 S9 CT DT HT ST "
    "CJ DJ HJ SJ CQ DQ HQ SQ CK DK HK SK CA DA HA SA",
    "23456789TJQKA");

// The dulle, queens, jacks, and the rest of the suit of trumps.
inline constexpr uint32_t kClubs[] = {16, 2,  8, 14, 20, 1, 7,
                                      13, 19, 5, 4,  3,  0};
inline constexpr uint32_t kSpades[] = {16, 2,  8,  14, 20, 1, 7,
                                       13, 19, 11, 10, 9,  6};
inline constexpr uint32_t kHearts[] = {16, 2,  8,  14, 20, 1,
                                       7,  13, 19, 17, 15, 12};
inline constexpr uint32_t kHeartsWithoutDulle[] = {2,  8,  14, 20, 1,  7,
                                                   13, 19, 17, 16, 15, 12};
inline constexpr uint32_t kDiamonds[] = {16, 2,  8,  14, 20, 1, 7,
                                         13, 19, 23, 22, 21, 18};

}  // namespace card_tables

inline constexpr Deck kDoppelkopfDeck(card_tables::kDoppelkopf);
inline constexpr Deck kOctrixDeck(card_tables::kOctrix);
inline constexpr Deck kOrdagoDeck(card_tables::kOrdago);
inline constexpr Deck kSecondsDeck(card_tables::kSeconds);

// The numbers of the trumps of a v1::DoppelkopfContract, the highest first;
// none if the contract is not known yet. `dulle` is the option of that name.
constexpr std::span<const uint32_t> DoppelkopfTrumps(int contract,
                                                     bool dulle = true) {
  using Span = std::span<const uint32_t>;
  const size_t skipped = dulle ? 0 : 1;
  switch (contract) {
    case 1:
    case 2:
    case 3:
    case 10:
      return Span(card_tables::kDiamonds).subspan(skipped);
    case 4:
      return Span(card_tables::kDiamonds).subspan(1, 4);
    case 5:
      return Span(card_tables::kDiamonds).subspan(5, 4);
    case 7:
      return Span(card_tables::kClubs).subspan(skipped);
    case 8:
      return Span(card_tables::kSpades).subspan(skipped);
    case 9:
      return dulle ? Span(card_tables::kHearts)
                   : Span(card_tables::kHeartsWithoutDulle);
    default:
      return {};
  }
}

// The name of a square of Ordo, such as d3; empty if there is none.
inline std::string OrdoSquareName(uint32_t number) {
  if (number >= 80) return "";
  return {static_cast<char>('a' + number % 10),
          static_cast<char>('1' + number / 10)};
}

// The number of a square of Ordo; nothing if there is none of this name.
constexpr std::optional<uint32_t> OrdoSquareNumber(std::string_view name) {
  if (name.size() != 2 || name[0] < 'a' || name[0] > 'j' || name[1] < '1' ||
      name[1] > '8') {
    return std::nullopt;
  }
  return static_cast<uint32_t>((name[1] - '1') * 10 + (name[0] - 'a'));
}

}  // namespace pentathlon

#endif  // SDK_CPP_CARDS_H_
