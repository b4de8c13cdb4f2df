// The inputs of a match. Together with the seed they reproduce it.
#ifndef ARENA_MATCH_ENTRY_H_
#define ARENA_MATCH_ENTRY_H_

#include <cstdint>
#include <string>

#include "absl/time/time.h"
#include "arena/games/base/action.h"
#include "arena/v1/result.pb.h"

namespace arena {

// "late", "not-ready"; "kind 9" for a kind that only a newer program knows.
std::string FaultName(v1::FaultKind fault);

// Whether a match with this end has a result, as a forfeit does. A competition
// plays a match without a result again.
inline bool HasResult(v1::Termination termination) {
  return termination == v1::TERMINATION_NORMAL ||
         termination == v1::TERMINATION_FORFEIT;
}

enum class EntryKind : uint8_t {
  // The outcome of a chance node. It follows from the seed, and is recorded so
  // that other programs can follow a match without our generator.
  kChance = 0,
  // The choice of a seat that owes one. With `fault` set, the bot failed and
  // `action` is the game's substitute.
  kChoice = 1,
  // An announcement.
  kAnnouncement = 2,
  // A fault without a choice. With two seats it ends the match; with more, the
  // referee plays for the seat from now on (FAULT_KIND_NOT_READY).
  kFault = 3,
  // The match ends without a result, on request.
  kCancel = 4,
  // The match ends without a result, because of a failure of the referee.
  kAbandon = 5,
  // The referee stood still for the time `charged` while a clock ran. No seat
  // is charged for it.
  kPause = 6,
  // All players are ready, and the first card may be dealt. Only in journals:
  // in a record the entries that follow show it.
  kBegin = 7,
  // The bot of `seat` refuses the match, which ends before it begins. Only in
  // journals: such a match leaves no record.
  kDecline = 8,
};
inline constexpr int kMaxEntryKind = 8;

// One input. A value.
struct MatchEntry {
  EntryKind kind = EntryKind::kChance;
  // The fault of the bot, if any.
  v1::FaultKind fault = v1::FAULT_KIND_UNSPECIFIED;
  Seat seat = kChance;
  Action action = 0;
  // The time charged for the choice, or the length of the pause, in whole
  // microseconds; zero without a clock.
  absl::Duration charged = absl::ZeroDuration();

  friend bool operator==(const MatchEntry&, const MatchEntry&) = default;
};

}  // namespace arena

#endif  // ARENA_MATCH_ENTRY_H_
