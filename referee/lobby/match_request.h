// Turns requests into rows of matches, and rows into messages.
#ifndef REFEREE_LOBBY_MATCH_REQUEST_H_
#define REFEREE_LOBBY_MATCH_REQUEST_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/match/match.h"
#include "arena/v1/match_service.pb.h"
#include "referee/access/access.h"
#include "referee/sessions/session.h"
#include "referee/store/store.h"

namespace arena::referee {

// The row of a new match as requested. INVALID_ARGUMENT names what is wrong and
// what would be right.
absl::StatusOr<MatchRow> RowForRequest(const v1::CreateMatchRequest& request,
                                       const ClockSettings& default_clock,
                                       const std::string& match_id);

// The id of a request in the store, which includes the caller: callers choose
// ids without knowing those of others. Empty without an id.
std::string RequestKey(const Caller& caller, const std::string& request_id);

// OK if each version that a seat asks for can play. INVALID_ARGUMENT for a
// built-in player, NOT_FOUND names the versions that there are,
// FAILED_PRECONDITION.
absl::Status CheckVersionsPlay(Store& store,
                               absl::Span<const v1::SeatSpec> seats);

// OK unless a match of submitted bots has more time than `most`, which would
// keep places at runners for as long as its author likes; admins may give more.
// PERMISSION_DENIED names the limit.
absl::Status CheckMayTake(Store& store, const Caller& caller,
                          const ClockSettings& most, const MatchRow& row);

// ALREADY_EXISTS, naming what differs, unless the request asks for `first`, the
// match that an earlier request of the same id has created. `row` is the match
// that this request would have created; what it leaves open may differ.
absl::Status CheckRepetition(const v1::CreateMatchRequest& request,
                             const MatchRow& row, const MatchRow& first);

// The settings of a stored match for the engine. FAILED_PRECONDITION if it was
// begun under other rules.
absl::StatusOr<MatchSettings> SettingsFor(const MatchRow& row);

// A stored match as the services show it: never its seed.
v1::Match MatchMessage(const MatchRow& row);

// The same for several matches; those that wait also say what they wait for.
absl::StatusOr<std::vector<v1::Match>> MatchMessages(
    Store& store, const std::vector<MatchRow>& rows);

// FAILED_PRECONDITION: says why a match that is not over cannot be followed at
// this referee.
absl::Status NotHere(const MatchRow& row);

// One page of matches. INVALID_ARGUMENT if the page token is not one of ours or
// the page is too large.
absl::StatusOr<v1::ListMatchesResponse> ListPage(
    Store& store, const v1::ListMatchesRequest& request);

// What a bot says about itself. INVALID_ARGUMENT names what is wrong.
absl::StatusOr<BotProfile> ProfileFor(const v1::Hello& hello,
                                      uint32_t max_matches);

// Fills in all parts of a Welcome that do not depend on the session.
void FillWelcome(const SessionLimits& limits, int max_matches,
                 v1::Welcome& welcome);

}  // namespace arena::referee

#endif  // REFEREE_LOBBY_MATCH_REQUEST_H_
