// The page on which a match, or several that share their deals, are looked at.
#ifndef ARENA_CLI_RECORDS_REPLAY_PAGE_H_
#define ARENA_CLI_RECORDS_REPLAY_PAGE_H_

#include <string>

#include "absl/status/status.h"
#include "arena/cli/records/record_source.h"
#include "arena/viewer/match_set.h"

namespace arena::cli {

// Writes the page of all matches of the source to a file. Errors name the match
// that cannot be shown, or that does not belong to the others.
absl::Status WriteReplayPage(const RecordSource& source,
                             const viewer::SetView& view,
                             const std::string& file);

}  // namespace arena::cli

#endif  // ARENA_CLI_RECORDS_REPLAY_PAGE_H_
