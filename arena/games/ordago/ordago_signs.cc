#include "arena/games/ordago/ordago_signs.h"

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "arena/games/ordago/ordago_hands.h"

namespace arena::ordago {
namespace {

bool IsTrueOfCards(Sign sign, Cards hand, bool at_least) {
  const auto has = [&](Rank rank, int count) {
    const int held = CountOf(hand, rank);
    return at_least ? held >= count : held == count;
  };
  switch (sign) {
    case 2:
      return has(kKing, 2);
    case 3:
      return has(kKing, 3);
    case 4:
      return has(kAce, 2);
    case 5:
      return has(kAce, 3);
    case 6:
      return PairClassOf(hand) == PairClass::kTwoPairs;
    case 7:
      return PairClassOf(hand) == PairClass::kTriple;
    case 8:
      return SumOf(hand) == 31;
    case 9:
      return hand == 3 * One(kKing) + One(kAce);
    default:
      return false;
  }
}

}  // namespace

bool IsTrue(Sign sign, Cards hand, const Rules& rules) {
  if (sign != kBadCards) {
    return IsTrueOfCards(sign, hand, rules.signs_at_least);
  }
  if (rules.bad_sign_free) return true;
  for (Sign good = kBadCards + 1; good <= kOfficialSigns; ++good) {
    if (IsTrueOfCards(good, hand, rules.signs_at_least)) return false;
  }
  return true;
}

std::string SignText(Sign sign) {
  if (IsOfficial(sign)) return absl::StrCat("s", sign);
  if (IsPrivate(sign)) return absl::StrCat("p", sign - kPrivateCodes);
  if (sign >= kPublicCodes) return absl::StrCat(sign - kPublicCodes);
  return "?";
}

absl::StatusOr<Sign> ParseSign(absl::string_view text) {
  uint32_t number = 0;
  if (text.size() >= 2 && text.size() <= 3 && absl::ascii_isdigit(text[1]) &&
      absl::SimpleAtoi(text.substr(1), &number)) {
    const char letter = absl::ascii_tolower(text[0]);
    if (letter == 's' && number >= 1 && number <= kOfficialSigns) {
      return static_cast<Sign>(number);
    }
    if (letter == 'p' && number < kMaxCodes) {
      return static_cast<Sign>(kPrivateCodes + number);
    }
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "sign \"", text, "\": expected s1 to s9, or p and a number to ",
      kMaxCodes - 1));
}

}  // namespace arena::ordago
