// What becomes of the matches of a process that has ended.
#ifndef REFEREE_MATCHES_CRASH_H_
#define REFEREE_MATCHES_CRASH_H_

#include <map>
#include <memory>
#include <string>

#include "absl/time/time.h"
#include "referee/lobby/lobby.h"
#include "referee/sessions/session.h"

namespace arena::referee {

// The process of this session has ended: in a match of two seats that is a
// fault at once, in others in the decision that the seat owes, or in its next
// one unless the bot is back by then. In later decisions the bot is away like any
// other. Call it in the lobby when the session has no stream.
void FailCrashed(Lobby& lobby, const std::shared_ptr<Session>& session);

// The same for a process that is back already.
void FailReturned(const Session& session);

// Processes that have played and are gone with their sessions: a process that
// has heard the end of its match may end as it likes. Each is kept until its end
// is reported, which it need not be. Belongs to the lobby.
class GoneProcesses {
 public:
  // Unless it has not played.
  void Add(const Session& session, absl::Time now);
  // Whether a process of the bot was here: this one, or any if `instance` is
  // empty. Forgets it.
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
