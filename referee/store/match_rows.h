// The rows of matches: one function per question or change. Like those of the
// other *_rows files they leave errors of the database to the connection, and
// what changes rows runs in a transaction of the caller's.
#ifndef REFEREE_STORE_MATCH_ROWS_H_
#define REFEREE_STORE_MATCH_ROWS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "referee/store/sql_connection.h"
#include "referee/store/store.h"

namespace arena::referee {

// ---- With the contracts of Store's ----
// `referee` is the number of the referee that asks.

absl::StatusOr<InsertedMatch> AddMatch(SqlConnection& connection,
                                       int64_t referee, const MatchRow& match);
absl::StatusOr<int> AddCompetitionMatches(SqlConnection& connection,
                                          absl::Span<const MatchRow> matches);
absl::StatusOr<MatchRow> FindMatch(SqlConnection& connection,
                                   absl::string_view match_id);
absl::StatusOr<std::vector<MatchRow>> ReadPage(SqlConnection& connection,
                                               const MatchFilter& filter,
                                               int limit, int64_t before);
absl::StatusOr<std::vector<MatchRow>> ReadUnfinished(SqlConnection& connection,
                                                     int64_t referee);

// ---- For the other files ----

// The matches of these numbers, oldest first.
absl::StatusOr<std::vector<MatchRow>> ReadNumbered(
    SqlConnection& connection, std::vector<int64_t> numbers);

// What must be known of a match to change it.
struct MatchHold {
  int64_t number = 0;
  v1::Match::State state = v1::Match::STATE_UNSPECIFIED;
};

// Keeps others from changing the match until the transaction ends. NOT_FOUND;
// FAILED_PRECONDITION if it is unfinished and not this referee's.
absl::StatusOr<MatchHold> HoldMatch(SqlConnection& connection, int64_t referee,
                                    absl::string_view match_id);

// Indices, as the store keeps them: separated by commas.
std::string JoinIndices(absl::Span<const uint32_t> indices);
// False if the text holds anything else.
bool SplitIndices(absl::string_view text, std::vector<uint32_t>& indices);

// NOT_FOUND, and FAILED_PRECONDITION.
absl::Status NoMatch(absl::string_view match_id);
absl::Status MatchIsOver(absl::string_view match_id);
absl::Status AnothersMatch(absl::string_view match_id);

}  // namespace arena::referee

#endif  // REFEREE_STORE_MATCH_ROWS_H_
