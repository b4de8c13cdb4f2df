// The rows of registered bots, their versions and faults.
#ifndef REFEREE_STORE_BOT_ROWS_H_
#define REFEREE_STORE_BOT_ROWS_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "arena/v1/bot_service.pb.h"
#include "referee/store/competition_store.h"
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
                            v1::Bot::Status status, absl::string_view reason,
                            absl::string_view by, absl::Time now);
absl::StatusOr<std::map<std::string, v1::Bot::Status>> FindBotStatuses(
    SqlConnection& connection, absl::Span<const std::string> names);
absl::Status NoteBotVersion(SqlConnection& connection, absl::string_view name,
                            absl::string_view version,
                            absl::string_view language, absl::Time now);

// Of the competition of that number; see CompetitionStore::ReadFaults and
// ::UpdateCompetition.
absl::StatusOr<std::vector<v1::BotFault>> ReadFaultsIn(
    SqlConnection& connection, absl::string_view bot, int64_t competition,
    int64_t first, int64_t last, int limit);
void BenchBot(SqlConnection& connection, int64_t competition,
              const BenchedBot& benched);

}  // namespace arena::referee

#endif  // REFEREE_STORE_BOT_ROWS_H_
