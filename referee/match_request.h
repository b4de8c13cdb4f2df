// From requests to what the referee keeps, and back to messages.
#ifndef REFEREE_MATCH_REQUEST_H_
#define REFEREE_MATCH_REQUEST_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/match/match.h"
#include "arena/v1/match_service.pb.h"
#include "referee/access.h"
#include "referee/session.h"
#include "referee/store/store.h"

namespace arena::referee {

// A new match as requested. INVALID_ARGUMENT names what is wrong and what
// would be right.
absl::StatusOr<MatchRow> RowForRequest(const v1::CreateMatchRequest& request,
                                       const ClockSettings& default_clock,
                                       const std::string& match_id);

// What the store knows a request by: callers choose their ids without knowing
// those of others. Empty without an id.
std::string RequestKey(const Caller& caller, const std::string& request_id);

// ALREADY_EXISTS, naming what differs, unless the request asks for the match
// that an earlier one of the same id has created. `row` is what it would have
// created; what it leaves open may differ.
absl::Status CheckRepetition(const v1::CreateMatchRequest& request,
                             const MatchRow& row, const MatchRow& first);

// What the engine needs of a stored match. FAILED_PRECONDITION if it was
// begun under other rules.
absl::StatusOr<MatchSettings> SettingsFor(const MatchRow& row);

// A stored match as the services show it: never its seed.
v1::Match MatchMessage(const MatchRow& row);

// The same of what has been read, with what matches that nobody plays wait for.
absl::StatusOr<std::vector<v1::Match>> MatchMessages(
    Store& store, const std::vector<MatchRow>& rows);

// Why a match that is not over cannot be followed at this referee.
// FAILED_PRECONDITION.
absl::Status NotHere(const MatchRow& row);

// One page of matches. INVALID_ARGUMENT if the token is not one of ours or
// the page too large.
absl::StatusOr<v1::ListMatchesResponse> ListPage(
    Store& store, const v1::ListMatchesRequest& request);

// What a bot says of itself. INVALID_ARGUMENT names what is wrong.
absl::StatusOr<BotProfile> ProfileFor(const v1::Hello& hello,
                                      uint32_t max_matches);

// All of a Welcome but the session's own part.
void FillWelcome(const SessionLimits& limits, int max_matches,
                 v1::Welcome& welcome);

}  // namespace arena::referee

#endif  // REFEREE_MATCH_REQUEST_H_
