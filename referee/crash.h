// What becomes of the matches of a process that has ended.
#ifndef REFEREE_CRASH_H_
#define REFEREE_CRASH_H_

#include <memory>

#include "referee/lobby.h"
#include "referee/session.h"

namespace arena::referee {

// The process of this session has ended: in a match of two seats that is a
// fault at once, in others in the decision that the seat owes, or in its next
// one unless the bot is back by then. In later decisions the bot is away like any
// other. Call it in the lobby when the session has no stream.
void FailCrashed(Lobby& lobby, const std::shared_ptr<Session>& session);

// The same for a process that is back already.
void FailReturned(const Session& session);

}  // namespace arena::referee

#endif  // REFEREE_CRASH_H_
