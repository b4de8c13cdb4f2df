// Why a match waits, as far as this referee knows.
#ifndef REFEREE_MATCHES_WAITING_REASONS_H_
#define REFEREE_MATCHES_WAITING_REASONS_H_

#include "arena/v1/match_service.pb.h"
#include "referee/lobby/session_directory.h"
#include "referee/processes/process_desk.h"

namespace arena::referee {

// Adds to Match.waits_for of a pending match which bots do not play it, must
// end others first, or need a runner. Of the lobby; see lobby.h.
void AddReasons(const SessionDirectory& directory,
                const ProcessDesk& processes, v1::Match& match);

}  // namespace arena::referee

#endif  // REFEREE_MATCHES_WAITING_REASONS_H_
