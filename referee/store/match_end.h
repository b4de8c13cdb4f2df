// The start and the end of a match, with what follows from its result.
#ifndef REFEREE_STORE_MATCH_END_H_
#define REFEREE_STORE_MATCH_END_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "referee/store/sql_connection.h"
#include "referee/store/store.h"

namespace arena::referee {

// With the contracts of Store's; `referee` is the number of the one that asks.
absl::Status BeginMatch(SqlConnection& connection, int64_t referee,
                        absl::string_view match_id);
absl::Status EndMatch(SqlConnection& connection, int64_t referee,
                      const FinishedMatch& finished);

}  // namespace arena::referee

#endif  // REFEREE_STORE_MATCH_END_H_
