// The rows of matches in an SQLite file: one function per question or change.
// They throw SQLite::Exception; what changes rows runs in a transaction of the
// caller's, who undoes it after an error.
#ifndef REFEREE_STORE_SQLITE_MATCHES_H_
#define REFEREE_STORE_SQLITE_MATCHES_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "referee/store/sqlite_connection.h"
#include "referee/store/store.h"

namespace arena::referee {

// The functions with the contracts of Store's.
absl::StatusOr<InsertedMatch> AddMatch(SqliteConnection& connection,
                                       const MatchRow& match);
absl::StatusOr<MatchRow> FindMatch(SqliteConnection& connection,
                                   absl::string_view match_id);
absl::StatusOr<std::vector<MatchRow>> ReadPage(SqliteConnection& connection,
                                               const MatchFilter& filter,
                                               int limit, int64_t before);
absl::StatusOr<std::vector<MatchRow>> ReadUnfinished(
    SqliteConnection& connection);
absl::Status EndMatch(SqliteConnection& connection,
                      const FinishedMatch& finished);

// Their errors: NOT_FOUND and FAILED_PRECONDITION.
absl::Status NoMatch(absl::string_view match_id);
absl::Status MatchIsOver(absl::string_view match_id);

}  // namespace arena::referee

#endif  // REFEREE_STORE_SQLITE_MATCHES_H_
