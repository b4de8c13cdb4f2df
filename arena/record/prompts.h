// Makes the messages to the bot of a seat again from the record.
#ifndef ARENA_RECORD_PROMPTS_H_
#define ARENA_RECORD_PROMPTS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "arena/games/base/action.h"
#include "arena/games/registry.h"
#include "arena/record/record.h"
#include "arena/v1/play_service.pb.h"

namespace arena {

// The messages to make.
struct PromptsWanted {
  Seat seat = 0;
  // Of the decisions, only this one; 0: all.
  uint32_t decision = 0;
  // Also Events, as a bot with CAPABILITY_EVENTS gets them.
  bool events = false;
};

// The messages to the bot of a seat, in their order: MatchStart; for each
// decision a Prompt, again for each replacement, an AnnounceAck for each
// announcement of the seat, and an ActAck; MatchEnd. Messages have texts, and
// contain nothing that the seat was not told. A match that is fed with the
// record makes the messages, so they equal the messages of the referee, except:
// - an acknowledgement is always a separate message, and never rides on the
//   next prompt;
// - times are rounded to milliseconds, as in the record; a prompt that replaces
//   another prompt has the time of the replaced prompt;
// - announcements that came among simultaneous choices come before them;
// - data that a record does not have is absent or empty: round_trip, resources,
//   the words of faults and of refused announcements; the players of an
//   anonymous match have their names;
// - no bot is ever away, so that MatchStart is never `resumed`.
//
// `record_sha256` is the hash of the record's bytes, for MatchEnd.
// INVALID_ARGUMENT for a seat that the match does not have or a decision in
// which the seat was not asked; DATA_LOSS for entries that follow the rules but
// that no referee makes; other errors as for TableOf.
absl::StatusOr<std::vector<v1::PlayResponse>> PromptsOf(
    const Record& record, const std::string& record_sha256,
    const PromptsWanted& wanted, absl::Span<const Game> games = AllGames());

// The messages of a file that has each of them behind its length as a varint.
// Nothing if the bytes are anything else than one match from its MatchStart to
// its MatchEnd.
std::optional<std::vector<v1::PlayResponse>> ParsePrompts(
    const std::string& bytes);

}  // namespace arena

#endif  // ARENA_RECORD_PROMPTS_H_
