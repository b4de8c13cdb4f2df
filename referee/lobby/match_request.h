// Turns requests into rows of matches, and rows into what the engine plays.
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

}  // namespace arena::referee

#endif  // REFEREE_LOBBY_MATCH_REQUEST_H_
