// The effect of a process's end on its matches.
#ifndef REFEREE_MATCHES_CRASH_H_
#define REFEREE_MATCHES_CRASH_H_

#include <map>
#include <memory>
#include <string>

#include "absl/time/time.h"
#include "referee/lobby/lobby.h"
#include "referee/sessions/session.h"

namespace arena::referee {

// Call it in the lobby when the process of this session has ended and the
// session has no stream. In a match of two seats the end of the process is a
// fault at once. In other matches it is a fault in the decision that the seat
// owes, or in the next decision unless the bot is back by then. In later
// decisions the bot is away like any other.
void FailCrashed(Lobby& lobby, const std::shared_ptr<Session>& session);

// The same for a process that is back already.
void FailReturned(const Session& session);

// Processes that have played and are gone with their sessions. A process that
// has heard the end of its match may end as it likes. Each process is kept
// until its end is reported; that may never happen. Belongs to the lobby.
class GoneProcesses {
 public:
  // Adds the process unless it has not played.
  void Add(const Session& session, absl::Time now);
  // Whether a process of the bot was here: this one, or any process if
  // `instance` is empty. Forgets the process.
  bool Take(const std::string& bot, const std::string& instance);
  // The same for the process that had the session of this token.
  bool TakeOf(const ProcessName& process, const std::string& token_sha256);
  void Remove(const ProcessName& process) { processes_.erase(process); }
  void RemoveBefore(absl::Time time);

 private:
  struct Gone {
    std::string token_sha256;
    absl::Time since;
  };
  std::map<ProcessName, Gone> processes_;
};

}  // namespace arena::referee

#endif  // REFEREE_MATCHES_CRASH_H_
