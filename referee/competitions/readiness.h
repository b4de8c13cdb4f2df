// Which entrants of a competition can begin a match.
#ifndef REFEREE_COMPETITIONS_READINESS_H_
#define REFEREE_COMPETITIONS_READINESS_H_

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/competition/planning/spec_form.h"
#include "arena/v1/competition.pb.h"
#include "referee/sessions/repertoire.h"
#include "referee/store/store.h"

namespace arena::referee {

// An entrant can begin a match if at some referee each of its bots has as many
// sessions as the isolation needs. A session counts if it is connected, takes
// new matches, and plays the game with these seats and options. With isolation
// MATCHES the session must also be one that plays a single match and has had
// none. Built-in players can always begin. A busy session counts as well.
//
// Not thread-safe; waits for the store.
class Readiness {
 public:
  Readiness(const v1::CompetitionSpec& spec, const competition::GameForm& form);

  // Looks again. `spec` may have more entrants than before.
  absl::Status Look(Store& store, const v1::CompetitionSpec& spec);

  // The entrants that could not begin a match, ascending.
  const std::set<uint32_t>& unable() const { return unable_; }
  // Whether the entrant could not begin a match, at the last look, only because
  // no runner could start its submitted bots. That is not the fault of the
  // bots.
  absl::StatusOr<bool> LacksRunnersOnly(Store& store,
                                        const v1::Entrant& entrant) const;
  // Whether the sessions that were there at the last look have room for one
  // more match now.
  absl::StatusOr<bool> HasRoom(Store& store, const v1::Entrant& entrant) const;

 private:
  // Whether a session counts.
  using Condition = absl::FunctionRef<bool(const AbleSession&)>;

  // How many sessions of its bots a match needs, at one referee.
  std::map<std::string, int> SessionsNeeded(const v1::Entrant& entrant) const;
  // Finds out what new sessions play.
  absl::Status Recognise(Store& store);
  // Whether a session may have a seat in a match.
  bool Serves(const AbleSession& session) const;
  // Whether enough sessions of each bot satisfy the condition.
  bool CanBegin(const v1::Entrant& entrant, Condition condition) const {
    return BotsLacking(entrant, condition).empty();
  }
  std::vector<std::string> BotsLacking(const v1::Entrant& entrant,
                                       Condition condition) const;

  competition::GameForm form_;
  MatchKind kind_;
  v1::Isolation isolation_;
  // How many sides an entrant may have in one match.
  int sides_ = 1;
  // Whether sessions with these games play the match, by the hash of the games.
  std::map<std::string, bool> admits_;
  Referees::AbleSessions sessions_;
  std::set<uint32_t> unable_;
};

}  // namespace arena::referee

#endif  // REFEREE_COMPETITIONS_READINESS_H_
