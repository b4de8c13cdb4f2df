// The journal: every entry of a running match is kept before anybody sees its
// consequence.
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
// there already is skipped if it is the same again.
//
// FAILED_PRECONDITION and NOT_FOUND refuse one append: at a gap, where another
// entry is already, and where the match is not this referee's. Any other error
// is final: it is the answer to everything queued and to every later append,
// for a referee that cannot write must not go on.
//
// Thread-safe.
class Journal {
 public:
  // Told once, on whatever thread, whether the entries are kept. It only posts
  // elsewhere: it must not block, but may call Append.
  using Done = std::function<void(absl::Status)>;

  virtual ~Journal() = default;

  // Keeps entries, of which the first has the number `first`. The calls for one
  // match must not overlap each other; their `done` come in the order of the
  // calls. What is not acknowledged with OK must not be shown to anybody. No
  // entries at all: acknowledges that everything before them is kept.
  virtual void Append(absl::string_view match_id, int64_t first,
                      std::vector<MatchEntry> entries, Done done) = 0;
  // All entries of a match; blocks. DATA_LOSS if they are damaged, in words
  // that name the match and the place.
  virtual absl::StatusOr<std::vector<MatchEntry>> Read(
      absl::string_view match_id) = 0;
  // The result of the match is in the store: its entries are needed no more.
  virtual void Drop(absl::string_view match_id) = 0;
};

}  // namespace arena::referee

#endif  // REFEREE_JOURNAL_JOURNAL_H_
