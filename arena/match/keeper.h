// What a running match asks of whoever hosts it.
#ifndef ARENA_MATCH_KEEPER_H_
#define ARENA_MATCH_KEEPER_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/match/match.h"

namespace arena {

// The record of a match, as it was stored under the id of the match.
struct RecordReference {
  // Empty: there is none.
  std::string sha256;
};

// The surroundings of one match: its journal and its end. Called on the strand
// of the match, which waits for nothing: what takes time is done elsewhere and
// answered from any thread, or at once, from within the call.
class MatchKeeper {
 public:
  using Kept = std::function<void(absl::Status)>;
  using Stored = std::function<void(absl::StatusOr<RecordReference>)>;

  virtual ~MatchKeeper() = default;

  // Makes entries durable, then answers. `ticket` is the number of the first
  // of them in the journal of the match, from 0; each call goes on where the
  // one before ended, and need not wait for its answer. An error is the end:
  // it comes back as OnBroken, and nobody is shown anything more.
  virtual void Keep(int64_t ticket, std::vector<MatchEntry> entries,
                    Kept kept) = 0;
  // Stores result and record of the match, which is over and durable. Settings
  // and table never change any more, and may be read on any thread until the
  // answer. An error is as in Keep.
  virtual void StoreResult(const Match& match, Stored stored) = 0;
  // Last: what was to be kept or stored was not.
  virtual void OnBroken(const absl::Status& status) = 0;
  // Last: everybody was told how the match ended.
  virtual void OnDone() = 0;
};

}  // namespace arena

#endif  // ARENA_MATCH_KEEPER_H_
