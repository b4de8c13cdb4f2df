// Which processes of which bots are connected, for people and programs.
#ifndef REFEREE_MATCHES_SESSION_LIST_H_
#define REFEREE_MATCHES_SESSION_LIST_H_

#include "absl/status/statusor.h"
#include "arena/v1/bot_service.pb.h"
#include "referee/lobby/session_directory.h"

namespace arena::referee {

// A page of the sessions that have a stream. INVALID_ARGUMENT if the page is
// too large, or its token is none of ours. In the lobby.
absl::StatusOr<v1::ListSessionsResponse> ListSessionsPage(
    const SessionDirectory& directory, const v1::ListSessionsRequest& request);

}  // namespace arena::referee

#endif  // REFEREE_MATCHES_SESSION_LIST_H_
