// Reads the segments that an earlier run has left: see FORMAT.md.
#ifndef REFEREE_JOURNAL_REPLAY_H_
#define REFEREE_JOURNAL_REPLAY_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "referee/journal/folder.h"
#include "referee/journal/match_logs.h"

namespace arena::referee {

// What is in the folder.
struct Replayed {
  MatchLogs logs;
  // Places where something is missing, for people: file, offset and what.
  std::vector<std::string> damages;
  // All segments, and whether they are damaged.
  std::map<uint64_t, bool> segments;
};

// Reads the entries of these matches, all that are under way, and cuts off what
// was not written to the end. Where something is missing, every match is marked
// as lost whose entries do not evidently go on, or begin, behind that place.
//
// `id` is that of the journal; `exists`: there must be segments.
// FAILED_PRECONDITION for segments of another journal or of another version.
absl::StatusOr<Replayed> Replay(Folder& folder, uint64_t id, bool exists,
                                absl::Span<const std::string> matches);

}  // namespace arena::referee

#endif  // REFEREE_JOURNAL_REPLAY_H_
