// Actions of Ordago: their 32 bits and their text.
//
//   bits 24..31  the kind, in the order of ActionKind
//   bits 0..23   kCard                 the rank dealt, 0..7 (chance)
//                kDealer               the place that deals, 0..3 (chance)
//                kNoticed              who notices (chance): bit 2 * s + k is
//                                      the k-th opponent of seat s
//                kDiscard              how many cards of each rank go: bits
//                                      3 * r to 3 * r + 2 for rank r
//                kBid, kRaise          the amount
//                kSign, kSay           the sign (ordago_signs.h); a choice if
//                                      it is kSign in a sign window, and an
//                                      announcement in all other cases
//                all others            0
#ifndef ARENA_GAMES_ORDAGO_ORDAGO_ACTIONS_H_
#define ARENA_GAMES_ORDAGO_ORDAGO_ACTIONS_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/games/base/action.h"
#include "arena/games/ordago/ordago_cards.h"
#include "arena/games/ordago/ordago_signs.h"

namespace arena::ordago {

enum class ActionKind : uint8_t {
  kCard,
  kDealer,
  kNoticed,
  kKeep,
  kSwap,
  kDiscard,
  kWait,
  kBid,
  kPass,
  kAccept,
  kRaise,
  kOrdago,
  kNoSign,
  kSign,
  kSay,
};
inline constexpr int kActionKinds = 15;

constexpr Action MakeAction(ActionKind kind, uint32_t value = 0) {
  return static_cast<Action>(kind) << 24 | value;
}
constexpr ActionKind KindOf(Action action) {
  return static_cast<ActionKind>(action >> 24);
}
constexpr uint32_t ValueOf(Action action) { return action & 0xffffff; }

// ---- Discards ----

constexpr Action DiscardOf(Cards cards) {
  uint32_t value = 0;
  for (Rank rank = 0; rank < kRanks; ++rank) {
    value |= static_cast<uint32_t>(CountOf(cards, rank)) << (3 * rank);
  }
  return MakeAction(ActionKind::kDiscard, value);
}
// Requires: a discard.
constexpr Cards DiscardedBy(Action action) {
  Cards cards = 0;
  for (Rank rank = 0; rank < kRanks; ++rank) {
    cards += (action >> (3 * rank) & 7) << (4 * rank);
  }
  return cards;
}

// ---- Numbers, as the README lists them ----

inline constexpr uint32_t kFirstOfficialSign = 7;
inline constexpr uint32_t kFirstPrivateCode =
    kFirstOfficialSign + kOfficialSigns;
inline constexpr uint32_t kFirstPublicCode = kFirstPrivateCode + kMaxCodes;
// One to four cards of eight ranks: 494 ways.
inline constexpr uint32_t kFirstDiscard = kFirstPublicCode + kMaxCodes;
inline constexpr uint32_t kDiscards = 8 + 36 + 120 + 330;
// Amounts are counted from 1.
inline constexpr uint32_t kFirstBid = kFirstDiscard + kDiscards;
inline constexpr uint32_t kFirstRaise = kFirstBid + kMaxAmount;
inline constexpr int kActionSpace = kFirstRaise + kMaxAmount;

// Requires: an action of a seat.
uint32_t NumberOf(Action action);

// ---- Checks and text ----

// OK if the action exists in some position; the error says what is wrong.
absl::Status CheckAction(Action action);

// "K", "dealer2", "noticed 0", "keep", "swap", "discard K74", "wait", "bid 5",
// "pass", "accept", "raise 9", "ordago", "no sign", "sign s3", "say 4"; "?" for
// a number that is no action.
std::string ActionText(Action action);
absl::StatusOr<Action> ActionFromText(absl::string_view text);

}  // namespace arena::ordago

#endif  // ARENA_GAMES_ORDAGO_ORDAGO_ACTIONS_H_
