// The faults of registered bots in matches, and the benches that follow.
#ifndef REFEREE_STORE_BOT_FAULTS_H_
#define REFEREE_STORE_BOT_FAULTS_H_

#include <cstdint>
#include <vector>

#include "arena/v1/bot_service.pb.h"
#include "referee/store/competitions.h"
#include "referee/store/sql/sql_connection.h"

namespace arena::referee {

// The beginning of a query for the faults `f` of the bot $1 in matches `m`.
inline constexpr char kSelectFaults[] =
    "SELECT m.match_id, f.fault, f.charged, (SELECT max(s.version) FROM seats s"
    "  WHERE s.match = f.match AND s.bot = f.bot) FROM bot_faults f"
    " JOIN matches m ON m.number = f.match WHERE f.bot = $1";
// The rows of such a query; a damaged fault is empty.
std::vector<v1::BotFault> ReadFaults(Query& query);

// See Competitions::Update.
void BenchBot(SqlConnection& sql, int64_t competition,
              const BenchedBot& benched);

}  // namespace arena::referee

#endif  // REFEREE_STORE_BOT_FAULTS_H_
