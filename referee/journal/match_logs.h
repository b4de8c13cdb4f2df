// The entries of all matches that are not over, in memory.
#ifndef REFEREE_JOURNAL_MATCH_LOGS_H_
#define REFEREE_JOURNAL_MATCH_LOGS_H_

#include <cstdint>
#include <set>
#include <string>
#include <utility>

#include "absl/container/node_hash_map.h"
#include "absl/strings/string_view.h"
#include "referee/journal/segment.h"

namespace arena::referee {

// The entries of one match in the journal.
struct MatchLog {
  std::string match_id;
  PackedEntries entries;
  // Why entries are missing; empty: all are here.
  std::string lost;
  // The segment that contains the first entry.
  uint64_t base = 0;
  // The last segment that has named the match, and the match's name there.
  uint64_t segment = 0;
  uint64_t name = 0;
};

// Not thread-safe.
class MatchLogs {
 public:
  bool empty() const { return logs_.empty(); }
  // nullptr if the match has no entries.
  MatchLog* Find(absl::string_view match_id);
  // The log of the match; a new one begins in this segment.
  MatchLog& At(absl::string_view match_id, uint64_t base);
  // The whole match is in this segment now.
  void Move(MatchLog& log, uint64_t base);
  void Drop(absl::string_view match_id);
  // A log that begins in the oldest segment. Requires: not empty.
  MatchLog& oldest() { return *by_base_.begin()->second; }

 private:
  absl::node_hash_map<std::string, MatchLog> logs_;
  std::set<std::pair<uint64_t, MatchLog*>> by_base_;
};

}  // namespace arena::referee

#endif  // REFEREE_JOURNAL_MATCH_LOGS_H_
