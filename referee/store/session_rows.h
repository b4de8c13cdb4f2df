// The rows of sessions and tokens: what proves who somebody is.
#ifndef REFEREE_STORE_SESSION_ROWS_H_
#define REFEREE_STORE_SESSION_ROWS_H_

#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "referee/store/sql_connection.h"
#include "referee/store/store.h"

namespace arena::referee {

// With the contracts of Store's.

absl::Status WriteSession(SqlConnection& connection, const SessionRow& session);
absl::StatusOr<SessionRow> FindSession(SqlConnection& connection,
                                       absl::string_view token_sha256);
absl::Status EraseSession(SqlConnection& connection,
                          absl::string_view token_sha256);
absl::StatusOr<int> EraseSessionsBefore(SqlConnection& connection,
                                        absl::Time time);

absl::Status AddToken(SqlConnection& connection, const TokenRow& token);
absl::StatusOr<TokenRow> FindToken(SqlConnection& connection,
                                   absl::string_view secret_sha256);
absl::StatusOr<TokenRow> FindTokenById(SqlConnection& connection,
                                       absl::string_view token_id);
absl::StatusOr<std::vector<TokenRow>> ReadTokens(SqlConnection& connection,
                                                 const TokenFilter& filter);
absl::StatusOr<std::set<std::string>> FindTokenIds(
    SqlConnection& connection, absl::Span<const std::string> token_ids);
absl::StatusOr<TokenRow> EraseToken(SqlConnection& connection,
                                    absl::string_view token_id);

}  // namespace arena::referee

#endif  // REFEREE_STORE_SESSION_ROWS_H_
