// Cards, ranks and squares by number and by name.
// Made by sdk/tables/generate from the rules; do not edit.
#ifndef SDK_CPP_CARDS_H_
#define SDK_CPP_CARDS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "sdk/cpp/card_tables.h"

namespace pentathlon {

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

inline constexpr Deck kDoppelkopfDeck(card_tables::kDoppelkopf);
inline constexpr Deck kOctrixDeck(card_tables::kOctrix);
inline constexpr Deck kOrdagoDeck(card_tables::kOrdago);
inline constexpr Deck kSecondsDeck(card_tables::kSeconds);

// The numbers of the trumps of a v1::DoppelkopfContract, the highest first;
// none if the contract is not known yet. `dulle` is the option of that name.
constexpr std::span<const uint32_t> DoppelkopfTrumps(int contract,
                                                     bool dulle = true) {
  using Span = std::span<const uint32_t>;
  switch (contract) {
    case 1:
    case 2:
    case 3:
    case 10:
      return dulle ? Span(card_tables::kTrumpsOfNormal)
                   : Span(card_tables::kTrumpsOfNormalWithoutDulle);
    case 4:
      return Span(card_tables::kTrumpsOfQueens);
    case 5:
      return Span(card_tables::kTrumpsOfJacks);
    case 6:
      return {};
    case 7:
      return dulle ? Span(card_tables::kTrumpsOfClubs)
                   : Span(card_tables::kTrumpsOfClubsWithoutDulle);
    case 8:
      return dulle ? Span(card_tables::kTrumpsOfSpades)
                   : Span(card_tables::kTrumpsOfSpadesWithoutDulle);
    case 9:
      return dulle ? Span(card_tables::kTrumpsOfHearts)
                   : Span(card_tables::kTrumpsOfHeartsWithoutDulle);
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
