// The rows of journals and records.
#ifndef REFEREE_STORE_JOURNAL_ROWS_H_
#define REFEREE_STORE_JOURNAL_ROWS_H_

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

// With the contracts of Store's; `referee` is the number of the one that asks.
absl::Status AppendEntries(SqlConnection& connection, int64_t referee,
                           absl::Span<const JournalRow> rows);
absl::StatusOr<std::vector<std::string>> ReadEntries(
    SqlConnection& connection, absl::string_view match_id);
absl::StatusOr<std::string> FindRecord(SqlConnection& connection,
                                       absl::string_view record_id);

}  // namespace arena::referee

#endif  // REFEREE_STORE_JOURNAL_ROWS_H_
