// Turns rows of matches into messages, for services and pages.
#ifndef REFEREE_LOBBY_MATCH_MESSAGE_H_
#define REFEREE_LOBBY_MATCH_MESSAGE_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/v1/match_service.pb.h"
#include "referee/store/matches/match_row.h"
#include "referee/store/matches/referees.h"
#include "referee/store/store.h"

namespace arena::referee {

// A stored match as the services show it, without its seed.
v1::Match MatchMessage(const MatchRow& row);

// The same for several matches; a waiting match also says what it waits for.
absl::StatusOr<std::vector<v1::Match>> MatchMessages(
    Store& store, const std::vector<MatchRow>& rows);

// FAILED_PRECONDITION with the reason why a match that is not over cannot be
// followed at this referee.
absl::Status NotHere(const MatchRow& row);

// One page of matches. INVALID_ARGUMENT if the page token is not one of ours or
// the page is too large.
absl::StatusOr<v1::ListMatchesResponse> ListPage(
    Store& store, const v1::ListMatchesRequest& request);

// "x is not connected, y is at referee b", or "bot x has 1 instance connected;
// isolation seats needs 2". Empty if all bots are together and the match waits
// for room.
std::string WaitsFor(const MatchRow& row, const Referees::Presences& presences);

}  // namespace arena::referee

#endif  // REFEREE_LOBBY_MATCH_MESSAGE_H_
