#include "referee/store/bot_rows.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "arena/core/check.h"
#include "arena/core/text.h"
#include "referee/store/json_array.h"

namespace arena::referee {
namespace {

// A bot may connect with a new version, and fail, as often as it likes.
constexpr int kVersionsShown = 100;
constexpr int kFaultsShown = 100;
constexpr int kReportsShown = 10;

constexpr char kSelectBots[] =
    "SELECT name, author, games, status, status_reason, created, matches,"
    " faults, status_by, status_time FROM bots WHERE ";

// A Timestamp or a Duration.
template <typename Time>
void SetTime(int64_t micros, Time& out) {
  constexpr int64_t kMicrosPerSecond = 1000000;
  out.set_seconds(micros / kMicrosPerSecond);
  out.set_nanos(static_cast<int32_t>(micros % kMicrosPerSecond * 1000));
}

// Reads the present row of a query that begins with kSelectBots.
v1::Bot ReadBot(const Query& query) {
  v1::Bot bot;
  bot.set_name(query.Bytes(0));
  bot.set_author(query.Bytes(1));
  for (const std::string& game : std::vector<std::string>(
           absl::StrSplit(query.Bytes(2), ',', absl::SkipEmpty()))) {
    bot.add_games(game);
  }
  bot.set_status(static_cast<v1::Bot::Status>(query.Int(3)));
  bot.set_status_reason(query.Bytes(4));
  SetTime(query.Int(5), *bot.mutable_created_time());
  bot.set_matches(static_cast<uint32_t>(query.Int(6)));
  bot.set_fault_count(static_cast<uint32_t>(query.Int(7)));
  if (!query.IsNull(8)) {
    bot.set_status_by(query.Bytes(8));
    SetTime(query.Int(9), *bot.mutable_status_time());
  }
  return bot;
}

void ReadVersions(SqlConnection& connection, v1::Bot& bot) {
  Query query(connection,
              "SELECT version, language, first_seen, last_seen"
              " FROM bot_versions WHERE bot = ?1"
              " ORDER BY first_seen DESC, version DESC LIMIT ?2",
              bot.name(), kVersionsShown);
  while (query.Next()) {
    v1::BotVersion& version = *bot.add_versions();
    version.set_version(query.Bytes(0));
    version.set_language(query.Bytes(1));
    SetTime(query.Int(2), *version.mutable_first_seen_time());
    SetTime(query.Int(3), *version.mutable_last_seen_time());
  }
}

constexpr char kSelectFaults[] =
    "SELECT m.match_id, f.fault, f.charged FROM bot_faults f"
    " JOIN matches m ON m.number = f.match WHERE f.bot = ?1";

// Reads the rows of a query that begins with kSelectFaults.
absl::StatusOr<std::vector<v1::BotFault>> ReadFaults(absl::string_view bot,
                                                     Query& query) {
  std::vector<v1::BotFault> faults;
  while (query.Next()) {
    v1::BotFault& fault = faults.emplace_back();
    fault.set_match_id(query.Bytes(0));
    if (!fault.mutable_fault()->ParseFromString(query.Bytes(1))) {
      return absl::DataLossError(
          absl::StrCat("bot ", bot, ": a fault in match ", fault.match_id(),
                       " is damaged in the store"));
    }
    if (!query.IsNull(2)) SetTime(query.Int(2), *fault.mutable_charged());
  }
  return faults;
}

absl::Status AddFaults(SqlConnection& connection, v1::Bot& bot) {
  static const std::string sql =
      absl::StrCat(kSelectFaults, " ORDER BY f.number DESC LIMIT ?2");
  Query query(connection, sql, bot.name(), kFaultsShown);
  ARENA_ASSIGN_OR_RETURN(const std::vector<v1::BotFault> faults,
                         ReadFaults(bot.name(), query));
  bot.mutable_faults()->Add(faults.begin(), faults.end());
  return absl::OkStatus();
}

absl::Status AddReports(SqlConnection& connection, v1::Bot& bot) {
  Query query(connection,
              "SELECT report FROM bench_reports WHERE bot = ?1"
              " ORDER BY number DESC LIMIT ?2",
              bot.name(), kReportsShown);
  while (query.Next()) {
    if (bot.add_bench_reports()->ParseFromString(query.Bytes(0))) continue;
    return absl::DataLossError(absl::StrCat(
        "bot ", bot.name(), ": a bench report is damaged in the store"));
  }
  return absl::OkStatus();
}

absl::Status NoBot(absl::string_view name) {
  return absl::NotFoundError(
      absl::StrCat("no bot is registered as ", Shortened(name)));
}

absl::Status BotExists(absl::string_view name) {
  return absl::AlreadyExistsError(
      absl::StrCat("a bot is registered as ", name,
                   " already; the case of letters makes no other name"));
}

}  // namespace

absl::Status AddBot(SqlConnection& connection, const v1::Bot& bot,
                    absl::Time now) {
  if (bot.name().empty() || bot.status() == v1::Bot::STATUS_UNSPECIFIED) {
    return absl::InvalidArgumentError("a bot needs a name and a status");
  }
  Query alike(connection, "SELECT name FROM bots WHERE lower(name) = lower(?1)",
              bot.name());
  if (alike.Next()) return BotExists(alike.Bytes(0));
  const int added =
      Query(connection,
            "INSERT INTO bots (name, author, games, status, status_reason,"
            " created, matches, faults)"
            " VALUES (?1, ?2, ?3, ?4, '', ?5, 0, 0)"
            " ON CONFLICT (name) DO NOTHING",
            bot.name(), bot.author(), absl::StrJoin(bot.games(), ","),
            bot.status(), absl::ToUnixMicros(now))
          .Run();
  if (added == 1) return absl::OkStatus();
  return BotExists(bot.name());
}

absl::StatusOr<v1::Bot> FindBot(SqlConnection& connection,
                                absl::string_view name) {
  static const std::string sql = absl::StrCat(kSelectBots, "name = ?1");
  Query query(connection, sql, name);
  if (!query.Next()) return NoBot(name);
  v1::Bot bot = ReadBot(query);
  ReadVersions(connection, bot);
  ARENA_RETURN_IF_ERROR(AddFaults(connection, bot));
  ARENA_RETURN_IF_ERROR(AddReports(connection, bot));
  return bot;
}

absl::StatusOr<std::vector<v1::Bot>> ReadBots(SqlConnection& connection,
                                              absl::string_view author,
                                              absl::string_view after,
                                              int limit) {
  const std::string sql =
      absl::StrCat(kSelectBots, author.empty() ? "?1 = ''" : "author = ?1",
                   " AND name > ?2 ORDER BY name LIMIT ?3");
  Query query(connection, sql, author, after, limit);
  std::vector<v1::Bot> bots;
  while (query.Next()) bots.push_back(ReadBot(query));
  return bots;
}

absl::Status WriteBotStatus(SqlConnection& connection, absl::string_view name,
                            v1::Bot::Status status, absl::string_view reason,
                            absl::string_view by, absl::Time now) {
  if (status == v1::Bot::STATUS_UNSPECIFIED) {
    return absl::InvalidArgumentError(
        absl::StrCat("bot ", name, ": a status is active, benched or retired"));
  }
  const int changed = Query(connection,
                            "UPDATE bots SET status = ?2, status_reason = ?3, "
                            "status_by = ?4, status_time = ?5 WHERE name = ?1",
                            name, status, reason, by, absl::ToUnixMicros(now))
                          .Run();
  return changed == 1 ? absl::OkStatus() : NoBot(name);
}

absl::StatusOr<std::map<std::string, v1::Bot::Status>> FindBotStatuses(
    SqlConnection& connection, absl::Span<const std::string> names) {
  Query query(connection,
              "SELECT name, status FROM bots"
              " WHERE name IN (SELECT value FROM json_each(?1))",
              JsonArray({names.begin(), names.end()}));
  std::map<std::string, v1::Bot::Status> statuses;
  while (query.Next()) {
    statuses[query.Bytes(0)] = static_cast<v1::Bot::Status>(query.Int(1));
  }
  return statuses;
}

absl::StatusOr<std::vector<v1::BotFault>> ReadFaultsIn(
    SqlConnection& connection, absl::string_view bot, int64_t competition,
    int64_t first, int64_t last, int limit) {
  static const std::string sql = absl::StrCat(
      kSelectFaults,
      " AND m.competition = ?2 AND m.result_number BETWEEN ?3 AND ?4"
      " ORDER BY m.result_number DESC, f.number DESC LIMIT ?5");
  Query query(connection, sql, bot, competition, first, last, limit);
  return ReadFaults(bot, query);
}

void BenchBot(SqlConnection& connection, int64_t competition,
              const BenchedBot& benched) {
  // Whoever is not registered has no author to be told.
  const int told =
      Query(connection,
            "INSERT INTO bench_reports (bot, competition, result_number,"
            " report) SELECT name, ?2, ?3, ?4 FROM bots WHERE name = ?1"
            " ON CONFLICT (bot, competition, result_number) DO NOTHING",
            benched.bot, competition, benched.result_number,
            Blob{benched.report.SerializeAsString()})
          .Run();
  if (told == 0) return;
  const google::protobuf::Timestamp& time = benched.report.time();
  const absl::Time now =
      absl::FromUnixSeconds(time.seconds()) + absl::Nanoseconds(time.nanos());
  // What an admin or the author has said before, or for ever, remains.
  Query(connection,
        "UPDATE bots SET status = ?2, status_reason = ?3,"
        " status_by = 'referee', status_time = ?4"
        " WHERE name = ?1 AND status = ?5",
        benched.bot, v1::Bot::STATUS_BENCHED, benched.reason,
        absl::ToUnixMicros(now), v1::Bot::STATUS_ACTIVE)
      .Post();
}

absl::Status NoteBotVersion(SqlConnection& connection, absl::string_view name,
                            absl::string_view version,
                            absl::string_view language, absl::Time now) {
  Query(connection,
        "INSERT INTO bot_versions (bot, version, language, first_seen,"
        " last_seen) SELECT name, ?2, ?3, ?4, ?4 FROM bots WHERE name = ?1"
        " ON CONFLICT (bot, version, language) DO UPDATE SET last_seen = ?4",
        name, version, language, absl::ToUnixMicros(now))
      .Post();
  return absl::OkStatus();
}

}  // namespace arena::referee
