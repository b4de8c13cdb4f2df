#include "referee/store/bot_faults.h"

#include "absl/strings/str_cat.h"
#include "google/protobuf/util/time_util.h"
#include "referee/store/sql/stored_values.h"

namespace arena::referee {

using google::protobuf::util::TimeUtil;

std::vector<v1::BotFault> ReadFaults(Query& query) {
  std::vector<v1::BotFault> faults;
  while (query.Next()) {
    v1::BotFault& fault = faults.emplace_back();
    fault.set_match_id(query.Bytes(0));
    if (!fault.mutable_fault()->ParseFromString(query.Bytes(1))) {
      fault.mutable_fault()->Clear();
    }
    fault.set_version(query.Bytes(3));
    if (query.IsNull(2)) continue;
    *fault.mutable_charged() =
        TimeUtil::MicrosecondsToDuration(SoundMicros(query.Int(2)));
  }
  return faults;
}

void BenchBot(SqlConnection& sql, int64_t competition,
              const BenchedBot& benched) {
  // A bot that is not registered has no author to tell.
  const int told =
      Query(sql,
            "INSERT INTO bench_reports (bot, competition, result_number,"
            " report) SELECT name, $2, $3, $4 FROM bots WHERE name = $1"
            " ON CONFLICT (bot, competition, result_number) DO NOTHING",
            benched.bot, competition, benched.result_number,
            Blob{benched.report.SerializeAsString()})
          .Run();
  if (told == 0) return;
  // A bot that is already benched or retired stays as it is.
  Query(sql,
        "UPDATE bots SET status = $2, status_reason = $3,"
        " status_by = 'referee', status_time = $4"
        " WHERE name = $1 AND status = $5",
        benched.bot, v1::Bot::STATUS_BENCHED, benched.reason,
        TimeUtil::TimestampToMicroseconds(benched.report.time()),
        v1::Bot::STATUS_ACTIVE)
      .Post();
}

}  // namespace arena::referee
