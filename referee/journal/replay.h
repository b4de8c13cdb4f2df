// Reads the segments that an earlier process has left: see FORMAT.md.
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

// The contents of the folder.
struct Replayed {
  MatchLogs logs;
  // The places where something is missing, for people: file, offset and
  // description.
  std::vector<std::string> damages;
  // All segments, and whether each is damaged.
  std::map<uint64_t, bool> segments;
};

// Reads the entries of `matches`, which must be all matches under way, and cuts
// off a group that was not completely written. If something is missing at a
// place, marks every match as lost, except a match whose entries evidently go
// on, or begin, after that place.
//
// `id` is the id of the journal; `exists`: there must be segments.
// FAILED_PRECONDITION for segments of another journal or of another version.
absl::StatusOr<Replayed> Replay(Folder& folder, uint64_t id, bool exists,
                                absl::Span<const std::string> matches);

}  // namespace arena::referee

#endif  // REFEREE_JOURNAL_REPLAY_H_
