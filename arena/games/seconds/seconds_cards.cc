// Texts of cards and the choice of one from a set.
#include "arena/games/seconds/seconds_cards.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace arena::seconds {
namespace {

// By byte and n: the position of its n-th set bit; 0 if it has fewer bits.
using NthOfByte = std::array<std::array<uint8_t, 8>, 256>;
constexpr NthOfByte MakeNthOfByte() {
  NthOfByte table = {};
  for (uint32_t byte = 0; byte < table.size(); ++byte) {
    uint32_t n = 0;
    for (uint8_t bit = 0; bit < 8; ++bit) {
      if ((byte >> bit & 1) != 0) table[byte][n++] = bit;
    }
  }
  return table;
}
constexpr NthOfByte kNthOfByte = MakeNthOfByte();

}  // namespace

// Goes to the right byte by counts of cards side by side instead of walking
// through the set, because half of all plies of a match deal a card.
Card NthOf(Cards cards, uint32_t n) {
  constexpr uint64_t kOnes = 0x0101010101010101;
  constexpr uint64_t kTops = 0x8080808080808080;
  const uint64_t twos = cards - (cards >> 1 & 0x5555555555555555);
  const uint64_t fours =
      (twos & 0x3333333333333333) + (twos >> 2 & 0x3333333333333333);
  const uint64_t eights = (fours + (fours >> 4)) & 0x0f0f0f0f0f0f0f0f;
  // The number of cards in each byte and all bytes below it.
  const uint64_t up_to = eights * kOnes;
  // The top bit of each byte up to which the n-th card is not reached yet.
  const uint64_t before = ((n * kOnes | kTops) - up_to) & kTops;
  const uint64_t at = ((before >> 7) * kOnes >> 56) * 8;
  const uint64_t skipped = up_to << 8 >> at & 0xff;
  return static_cast<Card>(at + kNthOfByte[cards >> at & 0xff][n - skipped]);
}

std::string CardText(uint32_t card) {
  constexpr absl::string_view kSuits = "CDHS";
  constexpr absl::string_view kRanks = "23456789TJQKA";
  if (card >= kCards) return "?";
  const Card known = static_cast<Card>(card);
  return absl::StrCat(kSuits.substr(SuitOf(known), 1),
                      kRanks.substr(RankOf(known), 1));
}

}  // namespace arena::seconds
