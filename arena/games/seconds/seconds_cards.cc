// Texts of cards and the choice of one from a set.
#include "arena/games/seconds/seconds_cards.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace arena::seconds {

// Halves the set six times instead of walking through it, because half of all
// plies of a match deal a card.
Card NthOf(Cards cards, uint32_t n) {
  // How many cards are in each group of 2, 4, 8, 16 and 32, side by side.
  const uint64_t twos = cards - (cards >> 1 & 0x5555555555555555);
  const uint64_t fours =
      (twos & 0x3333333333333333) + (twos >> 2 & 0x3333333333333333);
  const uint64_t eights = (fours + (fours >> 4)) & 0x0f0f0f0f0f0f0f0f;
  const uint64_t sixteens = (eights + (eights >> 8)) & 0x00ff00ff00ff00ff;
  const uint64_t halves = (sixteens + (sixteens >> 16)) & 0x0000ffff0000ffff;
  uint32_t at = 0;
  const auto skip_group = [&](uint64_t counts, uint32_t width) {
    const auto count =
        static_cast<uint32_t>(counts >> at & ((uint64_t{1} << width) - 1));
    const uint32_t skip = n >= count ? ~0u : 0u;  // a mask, not a branch
    n -= count & skip;
    at += width & skip;
  };
  skip_group(halves, 32);
  skip_group(sixteens, 16);
  skip_group(eights, 8);
  skip_group(fours, 4);
  skip_group(twos, 2);
  skip_group(cards, 1);
  return static_cast<Card>(at);
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
