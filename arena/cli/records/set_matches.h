// The matches of a set of a competition.
#ifndef ARENA_CLI_RECORDS_SET_MATCHES_H_
#define ARENA_CLI_RECORDS_SET_MATCHES_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/cli/base/referee_channel.h"

namespace arena::cli {

// The ids of the matches of a set that have a result, in the order of the set.
// `name` is competition and number, e.g. "cup.ordo/12". INVALID_ARGUMENT if it
// is not of that form; NOT_FOUND if no match of the set has a result.
absl::StatusOr<std::vector<std::string>> MatchesOfSet(
    const RefereeFlags& referee, const std::string& name);

}  // namespace arena::cli

#endif  // ARENA_CLI_RECORDS_SET_MATCHES_H_
