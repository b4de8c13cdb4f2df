// Queries of rows of versions that the sources of Versions and others share.
#ifndef REFEREE_STORE_VERSIONS_VERSION_QUERY_H_
#define REFEREE_STORE_VERSIONS_VERSION_QUERY_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/v1/bot_service.pb.h"
#include "arena/v1/result.pb.h"
#include "referee/store/sql/sql_connection.h"
#include "referee/store/versions/versions.h"

namespace arena::referee {

// A query for the versions that satisfy `which`: a condition, and perhaps an
// order and a limit.
std::string SelectVersions(absl::string_view which);
// The rows of such a query, including damaged ones, without build logs.
std::vector<VersionRow> ReadVersions(Query& query);

// The row with this number. NOT_FOUND.
absl::StatusOr<VersionRow> ReadVersion(SqlConnection& sql, int64_t number);
// The row with this name, or of those that failed the last one; an empty
// version is the one that was submitted last. NOT_FOUND names those that there
// are.
absl::StatusOr<VersionRow> FindVersion(SqlConnection& sql,
                                       absl::string_view bot,
                                       absl::string_view version);

// Keeps others from changing the versions of a bot, and from ending its
// matches, until the transaction ends; returns the bot's status. NOT_FOUND.
absl::StatusOr<v1::Bot::Status> HoldVersionsOf(SqlConnection& sql,
                                               absl::string_view bot);

// For messages: "is active".
absl::string_view StateWords(v1::SubmittedVersion::State state);

// What of the message has no column of its own.
std::string DetailsOf(const v1::SubmittedVersion& message);

// Numbers a change of what can play, for versions.change. Until the transaction
// ends, no other one does: call it when the versions of the bot are held.
int64_t NextChange(SqlConnection& sql);

// Lets a version play, of a bot whose versions are held.
void MakeActive(SqlConnection& sql, const VersionRow& row);
// Notes before that which version rolling back will choose.
void NotePredecessor(SqlConnection& sql, const VersionRow& row);

// Counts a match that is over for the versions that played it.
void CountForVersions(SqlConnection& sql, int64_t match,
                      const v1::MatchResult& result);

}  // namespace arena::referee

#endif  // REFEREE_STORE_VERSIONS_VERSION_QUERY_H_
