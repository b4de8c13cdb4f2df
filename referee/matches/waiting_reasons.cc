#include "referee/matches/waiting_reasons.h"

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "referee/lobby/seating.h"

namespace arena::referee {
namespace {

// Which bots do not play a match that waits.
std::string WhatIsNotPlayed(const SessionDirectory& directory,
                            const v1::Match& match) {
  const MatchKind kind = KindOf(match);
  std::vector<std::string> missing;
  for (const std::string& bot : BotsOf(match.seats())) {
    std::string lacks;
    for (const std::shared_ptr<Session>& session : directory.LiveOf(bot)) {
      if (!session->attached()) continue;
      const Repertoire repertoire = session->profile().repertoire;
      lacks = repertoire.Plays(kind) ? "" : repertoire.Missing(kind);
      if (lacks.empty()) break;
    }
    if (lacks.empty()) continue;
    missing.push_back(absl::StrCat(bot, " does not play ", lacks));
  }
  return absl::StrJoin(missing, ", ");
}

// Which bots must end other matches first.
std::string WhatComesFirst(const SessionDirectory& directory,
                           const v1::Match& match) {
  std::vector<std::string> waiting;
  for (const std::string& bot : BotsOf(match.seats())) {
    if (!directory.WaitsForEarlier(bot)) continue;
    waiting.push_back(absl::StrCat(
        bot,
        " has begun a new session, and the matches of its earlier one must be "
        "over first (with that session's token it would go on with them)"));
  }
  return absl::StrJoin(waiting, ", ");
}

}  // namespace

void AddReasons(const SessionDirectory& directory,
                const ProcessDesk& processes, v1::Match& match) {
  if (match.state() != v1::Match::STATE_PENDING) return;
  std::string why = WhatIsNotPlayed(directory, match);
  if (why.empty()) why = WhatComesFirst(directory, match);
  if (why.empty()) why = processes.WhatIsMissing(match);
  if (why.empty()) return;
  if (!match.waits_for().empty()) {
    why = absl::StrCat(match.waits_for(), ", ", why);
  }
  match.set_waits_for(why);
}

}  // namespace arena::referee
