// The page that shows a match, or several matches that share their deals.
#ifndef ARENA_CLI_RECORDS_REPLAY_PAGE_H_
#define ARENA_CLI_RECORDS_REPLAY_PAGE_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/cli/base/referee_channel.h"
#include "arena/cli/records/record_source.h"
#include "arena/viewer/match_set.h"

namespace arena::cli {

// Writes the page of all matches of the source to a file. Errors name the match
// that cannot be shown, or that does not share the deals of the other matches.
absl::Status WriteReplayPage(const RecordSource& source,
                             const viewer::SetView& view,
                             const std::string& file);

// The ids of the matches of a set that have a result, in the order of the set.
// `name` is competition and number, e.g. "cup.ordo/12". INVALID_ARGUMENT if it
// is not of that form; NOT_FOUND if no match of the set has a result.
absl::StatusOr<std::vector<std::string>> MatchesOfSet(
    const RefereeFlags& referee, const std::string& name);

}  // namespace arena::cli

#endif  // ARENA_CLI_RECORDS_REPLAY_PAGE_H_
