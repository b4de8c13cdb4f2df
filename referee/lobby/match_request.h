// Turns requests into rows of matches, and rows into settings of the engine.
#ifndef REFEREE_LOBBY_MATCH_REQUEST_H_
#define REFEREE_LOBBY_MATCH_REQUEST_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/match/match.h"
#include "arena/v1/match_service.pb.h"
#include "referee/access/access.h"
#include "referee/store/store.h"

namespace arena::referee {

// The row for the request of a new match. INVALID_ARGUMENT names the error and
// the right form.
absl::StatusOr<MatchRow> RowForRequest(const v1::CreateMatchRequest& request,
                                       const ClockSettings& default_clock,
                                       const std::string& match_id);

// The id of a request in the store, with the caller in it: callers do not know
// which ids other callers choose. Empty without an id.
std::string RequestKey(const Caller& caller, const std::string& request_id);

// OK if each version that a seat asks for can play. INVALID_ARGUMENT for a
// built-in player, NOT_FOUND names the versions that there are,
// FAILED_PRECONDITION.
absl::Status CheckVersionsPlay(Store& store,
                               absl::Span<const v1::SeatSpec> seats);

// OK unless a match of submitted bots has more time than `most`: such a match
// would keep places at runners for too long. Admins may give more time.
// PERMISSION_DENIED names the limit.
absl::Status CheckMayTake(Store& store, const Caller& caller,
                          const ClockSettings& most, const MatchRow& row);

// OK if the request asks for `first`, the match that an earlier request of the
// same id has created; otherwise ALREADY_EXISTS, naming the difference. `row`
// is the match that this request would have created. Values that the request
// leaves open may differ.
absl::Status CheckRepetition(const v1::CreateMatchRequest& request,
                             const MatchRow& row, const MatchRow& first);

// The settings of a stored match for the engine. FAILED_PRECONDITION if the
// match was begun under other rules.
absl::StatusOr<MatchSettings> SettingsFor(const MatchRow& row);

}  // namespace arena::referee

#endif  // REFEREE_LOBBY_MATCH_REQUEST_H_
