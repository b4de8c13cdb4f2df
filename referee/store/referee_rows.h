// The rows of referees: their leases, and what belongs to whom.
#ifndef REFEREE_STORE_REFEREE_ROWS_H_
#define REFEREE_STORE_REFEREE_ROWS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "referee/store/sql_connection.h"
#include "referee/store/store.h"

namespace arena::referee {

// A new referee has so much time until it must renew its lease.
constexpr absl::Duration kFirstLease = absl::Seconds(30);

// Makes a referee of this name, gives it what an earlier one of the name held,
// and returns its number. FAILED_PRECONDITION if the earlier one's lease lasts
// and is not `ended`.
absl::StatusOr<int64_t> EnterReferee(SqlConnection& connection,
                                     absl::string_view name, bool ended);
// Ends the lease of a referee that stops.
absl::Status LeaveReferee(SqlConnection& connection, int64_t referee);

// ---- With the contracts of Store's ----
// `referee` is the number of the referee that asks.

absl::Status ExtendLease(SqlConnection& connection, int64_t referee,
                         absl::Duration time);
absl::StatusOr<std::vector<MatchRow>> Claim(SqlConnection& connection,
                                            int64_t referee,
                                            absl::Span<const std::string> bots,
                                            int limit);
absl::StatusOr<std::vector<MatchRow>> TakeFromTheDead(
    SqlConnection& connection, int64_t referee,
    absl::Span<const std::string> bots, absl::Duration patience, int limit);
absl::Status Release(SqlConnection& connection, int64_t referee,
                     absl::Span<const std::string> match_ids);
absl::Status DropUnclaimedOf(SqlConnection& connection,
                             absl::string_view competition);
absl::Status NotePresence(SqlConnection& connection, int64_t referee,
                          absl::string_view bot, bool present);
absl::StatusOr<std::vector<std::string>> ReadPresence(
    SqlConnection& connection, int64_t referee,
    absl::Span<const std::string> bots);
absl::StatusOr<bool> Drive(SqlConnection& connection, int64_t referee,
                           absl::string_view competition);

}  // namespace arena::referee

#endif  // REFEREE_STORE_REFEREE_ROWS_H_
