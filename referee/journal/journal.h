// The journal: it keeps every entry of a running match before any player or
// spectator sees its consequences.
#ifndef REFEREE_JOURNAL_JOURNAL_H_
#define REFEREE_JOURNAL_JOURNAL_H_

#include <cstdint>
#include <functional>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/match/entry.h"

namespace arena::referee {

// The entries of a match are numbered from 0 without a gap. An entry that is
// appended again is skipped if it is the same.
//
// FAILED_PRECONDITION and NOT_FOUND refuse one append: at a gap, where another
// entry is already, or if the match is not this referee's. Any other error is
// final: everything queued and every later append gets it, because a referee
// that cannot write must not go on.
//
// Thread-safe.
class Journal {
 public:
  // Called once, on any thread, with OK if the entries are kept. It must not
  // block, so it should only post a task, but it may call Append.
  using Done = std::function<void(absl::Status)>;

  virtual ~Journal() = default;

  // Keeps entries, the first of which has the number `first`. Calls for one
  // match must not overlap; their `done` are called in the order of the calls.
  // Show no one the consequences of entries before `done` has got OK. With no
  // entries at all, `done` acknowledges that all earlier entries are kept.
  virtual void Append(absl::string_view match_id, int64_t first,
                      std::vector<MatchEntry> entries, Done done) = 0;
  // All entries of a match; blocks. DATA_LOSS, naming the match and the place,
  // if they are damaged.
  virtual absl::StatusOr<std::vector<MatchEntry>> Read(
      absl::string_view match_id) = 0;
  // The result of the match is in the store: its entries are no longer needed.
  virtual void Drop(absl::string_view match_id) = 0;
};

}  // namespace arena::referee

#endif  // REFEREE_JOURNAL_JOURNAL_H_
