// The signs, and the official signs that are true of a hand.
#ifndef ARENA_GAMES_ORDAGO_ORDAGO_SIGNS_H_
#define ARENA_GAMES_ORDAGO_ORDAGO_SIGNS_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/games/ordago/ordago_cards.h"
#include "arena/games/ordago/ordago_options.h"

namespace arena::ordago {

// 1..9 is an official sign, kPrivateCodes + n the private code n, kPublicCodes
// + n the code n of table talk. The official ones mean:
//   s1 bad cards   s2 2 kings    s3 3 kings   s4 2 aces   s5 3 aces
//   s6 two pairs   s7 a triple   s8 31        s9 three kings and an ace
using Sign = uint8_t;
inline constexpr Sign kNoSign = 0;
inline constexpr Sign kBadCards = 1;
inline constexpr Sign kOfficialSigns = 9;
inline constexpr Sign kPrivateCodes = 64;
inline constexpr Sign kPublicCodes = 128;

constexpr bool IsOfficial(Sign sign) {
  return sign >= kBadCards && sign <= kOfficialSigns;
}
constexpr bool IsPrivate(Sign sign) {
  return sign >= kPrivateCodes && sign < kPublicCodes;
}
// Whether an official sign may be given with this hand.
bool IsTrue(Sign sign, Cards hand, const Rules& rules);

// "s3", "p12"; for table talk only the number.
std::string SignText(Sign sign);
// Reads "s3" and "p12", whatever the options.
absl::StatusOr<Sign> ParseSign(absl::string_view text);

}  // namespace arena::ordago

#endif  // ARENA_GAMES_ORDAGO_ORDAGO_SIGNS_H_
