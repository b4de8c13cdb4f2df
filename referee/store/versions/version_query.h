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
// The row with this name; if several have failed under this name, the last one.
// An empty version is the version that was submitted last. NOT_FOUND names the
// versions that there are.
absl::StatusOr<VersionRow> FindVersion(SqlConnection& sql,
                                       absl::string_view bot,
                                       absl::string_view version);

// Keeps others from changing the versions of a bot, and from ending its
// matches, until the transaction ends. Returns the bot's status. NOT_FOUND.
absl::StatusOr<v1::Bot::Status> HoldVersionsOf(SqlConnection& sql,
                                               absl::string_view bot);

// For messages: "is active".
absl::string_view StateWords(v1::SubmittedVersion::State state);

// The fields of the message that have no column of their own.
std::string DetailsOf(const v1::SubmittedVersion& message);

// Numbers a change of the playable versions, for versions.change. No other
// transaction gets a number until this one ends, so call it when the versions
// of the bot are held.
int64_t NextChange(SqlConnection& sql);

// Makes a version active; the versions of its bot must be held.
void MakeActive(SqlConnection& sql, const VersionRow& row);
// Call it before MakeActive. Notes the version that rolling back will choose.
void NotePredecessor(SqlConnection& sql, const VersionRow& row);

// Counts a finished match for the versions that played it.
void CountForVersions(SqlConnection& sql, int64_t match,
                      const v1::MatchResult& result);

}  // namespace arena::referee

#endif  // REFEREE_STORE_VERSIONS_VERSION_QUERY_H_
