// Queries of rows of matches that the sources of Matches and others share.
#ifndef REFEREE_STORE_MATCHES_MATCH_QUERY_H_
#define REFEREE_STORE_MATCHES_MATCH_QUERY_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "referee/store/matches/match_row.h"
#include "referee/store/sql/sql_connection.h"

namespace arena::referee {

// ---- Reading whole matches ----

// A query for the matches that satisfy `which` (a condition and perhaps a
// limit), in the order of their numbers.
std::string SelectMatches(absl::string_view which,
                          absl::string_view direction = "");
// The rows of such a query, including damaged ones.
std::vector<MatchRow> ReadMatches(Query& query);
// NOT_FOUND.
absl::StatusOr<MatchRow> FindMatch(SqlConnection& sql,
                                   absl::string_view match_id);

// ---- Adding a match ----

// Adds the fields of MatchRow that exist from the beginning, without its seats.
// Returns the number, or 0 if one of the unique values is taken. Requires:
// `created`.
int64_t InsertMatch(SqlConnection& sql, const MatchRow& row,
                    OptionalInt referee, OptionalInt competition);

// ---- Changing a match ----

// The columns of a match that its changes depend on.
struct MatchHold {
  int64_t number = 0;
  v1::Match::State state = v1::Match::STATE_UNSPECIFIED;
  // As in MatchRow; if it is not empty, `state` is QUARANTINED.
  std::string quarantine;
  // The referee that has the match.
  int64_t referee = 0;
};

// Keeps others from changing the match until the transaction ends. NOT_FOUND;
// FAILED_PRECONDITION if the match is unfinished and not this referee's.
absl::StatusOr<MatchHold> HoldMatch(SqlConnection& sql, int64_t referee,
                                    absl::string_view match_id);
// The same for a quarantined match; FAILED_PRECONDITION if it is not
// quarantined.
absl::StatusOr<MatchHold> HoldQuarantined(SqlConnection& sql,
                                          absl::string_view match_id);

// ---- Indices as the store keeps them, separated by commas ----

std::string JoinIndices(absl::Span<const uint32_t> indices);
// False if the text holds anything else.
bool SplitIndices(absl::string_view text, std::vector<uint32_t>& indices);

// ---- Errors ----

// NOT_FOUND, and FAILED_PRECONDITION.
absl::Status NoMatch(absl::string_view match_id);
absl::Status MatchIsOver(absl::string_view match_id);
absl::Status AnothersMatch(absl::string_view match_id);

}  // namespace arena::referee

#endif  // REFEREE_STORE_MATCHES_MATCH_QUERY_H_
