// What a running match asks of its host.
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
  // entry in the journal of the match, from 0. Each call goes on where the
  // previous one ended, perhaps before that one is answered. After an error the
  // match calls OnBroken and shows nothing more.
  virtual void Keep(int64_t ticket, std::vector<MatchEntry> entries,
                    Kept kept) = 0;
  // Stores result, record and notes of the match, which is over and durable.
  // Its settings and table no longer change, and any thread may read them until
  // the answer. An error is as in Keep.
  virtual void StoreResult(const Match& match, const std::vector<Note>& notes,
                           Stored stored) = 0;
  // Whether the bot of the seat may decline the match without a fault. Called
  // once for each such Decline, which it counts.
  virtual bool ExcusesDecline(Seat seat) = 0;
  // The last call: something could not be kept or stored.
  virtual void OnBroken(const absl::Status& status) = 0;
  // The last call: all players and spectators were told how the match ended.
  virtual void OnDone() = 0;
};

}  // namespace arena

#endif  // ARENA_MATCH_MATCH_STORAGE_H_
