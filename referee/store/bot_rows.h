// The rows of registered bots, their versions and faults.
#ifndef REFEREE_STORE_BOT_ROWS_H_
#define REFEREE_STORE_BOT_ROWS_H_

#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "arena/v1/bot_service.pb.h"
#include "referee/store/sql_connection.h"

namespace arena::referee {

// With the contracts of BotStore's.
absl::Status AddBot(SqlConnection& connection, const v1::Bot& bot,
                    absl::Time now);
absl::StatusOr<v1::Bot> FindBot(SqlConnection& connection,
                                absl::string_view name);
absl::StatusOr<std::vector<v1::Bot>> ReadBots(SqlConnection& connection,
                                              absl::string_view author,
                                              absl::string_view after,
                                              int limit);
absl::Status WriteBotStatus(SqlConnection& connection, absl::string_view name,
                            v1::Bot::Status status, absl::string_view reason);
absl::Status NoteBotVersion(SqlConnection& connection, absl::string_view name,
                            absl::string_view version,
                            absl::string_view language, absl::Time now);

}  // namespace arena::referee

#endif  // REFEREE_STORE_BOT_ROWS_H_
