#include "arena/games/ordago/ordago_cards.h"

#include "absl/strings/ascii.h"

namespace arena::ordago {

std::string CardsText(Cards cards) {
  std::string text;
  for (Rank rank = kRanks - 1; rank >= 0; --rank) {
    text.append(CountOf(cards, rank), kRankLetters[rank]);
  }
  return text.empty() ? "-" : text;
}

Rank RankFromLetter(char letter) {
  const size_t at = kRankLetters.find(
      absl::ascii_toupper(static_cast<unsigned char>(letter)));
  return at == absl::string_view::npos ? -1 : static_cast<Rank>(at);
}

}  // namespace arena::ordago
