// The storage that the host of a running match provides.
#ifndef ARENA_MATCH_MATCH_STORAGE_H_
#define ARENA_MATCH_MATCH_STORAGE_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/match/match.h"
#include "arena/match/note_book.h"

namespace arena {

// The record of a match, which the host stores under the match id.
struct RecordReference {
  // Empty if there is no record.
  std::string sha256;
};

// Keeps the journal and the end of one match. Called on the strand of the
// match, which must not block: an implementation does slow work elsewhere and
// answers from any thread, or at once, from within the call.
class MatchStorage {
 public:
  using Kept = std::function<void(absl::Status)>;
  using Stored = std::function<void(absl::StatusOr<RecordReference>)>;

  virtual ~MatchStorage() = default;

  // Makes entries durable, then answers. `ticket` is the number of the first
  // entry in the journal of the match, from 0. The entries of each call follow
  // those of the previous call, which may not be answered yet. After an error
  // the match calls OnBroken and shows nothing more.
  virtual void Keep(int64_t ticket, std::vector<MatchEntry> entries,
                    Kept kept) = 0;
  // Stores result, record and notes of the match, which is over and durable.
  // Its settings and table no longer change, and any thread may read them until
  // the answer. An error is as in Keep.
  virtual void StoreResult(const Match& match, const std::vector<Note>& notes,
                           Stored stored) = 0;
  // Whether the bot of the seat may decline the match without a fault. Called
  // once for each such Decline; the call counts it.
  virtual bool ExcusesDecline(Seat seat) = 0;
  // The last call: something could not be kept or stored.
  virtual void OnBroken(const absl::Status& status) = 0;
  // The last call: all players and spectators were told how the match ended.
  virtual void OnDone() = 0;
};

}  // namespace arena

#endif  // ARENA_MATCH_MATCH_STORAGE_H_
