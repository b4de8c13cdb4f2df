#include "arena/cli/records/set_matches.h"

#include <cstdint>
#include <map>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "arena/cli/base/competition_client.h"
#include "arena/match/result.h"

namespace arena::cli {

absl::StatusOr<std::vector<std::string>> MatchesOfSet(
    const RefereeFlags& referee, const std::string& name) {
  const size_t slash = name.rfind('/');
  uint32_t number = 0;
  if (slash == std::string::npos ||
      !absl::SimpleAtoi(name.substr(slash + 1), &number)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "\"", name, "\" names no set; expected COMPETITION/NUMBER, e.g. "
        "cup.ordo/0"));
  }
  const std::string competition = name.substr(0, slash);
  ARENA_ASSIGN_OR_RETURN(const auto channel, ConnectTo(referee));
  CompetitionClient client(channel);
  ARENA_ASSIGN_OR_RETURN(const CompetitionData data,
                         client.GetAll(competition));
  // A match that had to be played again has several attempts; one has a result.
  std::map<uint32_t, std::string> ids;
  for (const v1::CompetitionMatch& match : data.results) {
    if (match.set() != number || !HasResult(match.result().termination())) {
      continue;
    }
    ids[match.match()] = match.match_id();
  }
  if (ids.empty()) {
    return absl::NotFoundError(absl::StrCat(
        "no match of set ", number, " of ", competition, " has a result; ",
        data.competition.progress().sets_over(), " of its sets are over"));
  }
  std::vector<std::string> ordered;
  for (const auto& [match, id] : ids) ordered.push_back(id);
  return ordered;
}

}  // namespace arena::cli
