#include "referee/store/bot_rows.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "arena/core/check.h"

namespace arena::referee {
namespace {

// A bot may connect with a new version, and fail, as often as it likes.
constexpr int kVersionsShown = 100;
constexpr int kFaultsShown = 100;

constexpr char kSelectBots[] =
    "SELECT name, author, games, status, status_reason, created, matches,"
    " faults FROM bots WHERE ";

void SetTime(int64_t micros, google::protobuf::Timestamp& out) {
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

absl::Status ReadFaults(SqlConnection& connection, v1::Bot& bot) {
  Query query(connection,
              "SELECT m.match_id, f.fault FROM bot_faults f"
              " JOIN matches m ON m.number = f.match"
              " WHERE f.bot = ?1 ORDER BY f.number DESC LIMIT ?2",
              bot.name(), kFaultsShown);
  while (query.Next()) {
    v1::BotFault& fault = *bot.add_faults();
    fault.set_match_id(query.Bytes(0));
    if (!fault.mutable_fault()->ParseFromString(query.Bytes(1))) {
      return absl::DataLossError(
          absl::StrCat("bot ", bot.name(), ": a fault in match ",
                       fault.match_id(), " is damaged in the store"));
    }
  }
  return absl::OkStatus();
}

absl::Status NoBot(absl::string_view name) {
  return absl::NotFoundError(absl::StrCat("no bot is registered as ", name));
}

}  // namespace

absl::Status AddBot(SqlConnection& connection, const v1::Bot& bot,
                    absl::Time now) {
  if (bot.name().empty() || bot.status() == v1::Bot::STATUS_UNSPECIFIED) {
    return absl::InvalidArgumentError("a bot needs a name and a status");
  }
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
  return absl::AlreadyExistsError(
      absl::StrCat("a bot is registered as ", bot.name(), " already"));
}

absl::StatusOr<v1::Bot> FindBot(SqlConnection& connection,
                                absl::string_view name) {
  static const std::string sql = absl::StrCat(kSelectBots, "name = ?1");
  Query query(connection, sql, name);
  if (!query.Next()) return NoBot(name);
  v1::Bot bot = ReadBot(query);
  ReadVersions(connection, bot);
  ARENA_RETURN_IF_ERROR(ReadFaults(connection, bot));
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
                            v1::Bot::Status status, absl::string_view reason) {
  if (status == v1::Bot::STATUS_UNSPECIFIED) {
    return absl::InvalidArgumentError(
        absl::StrCat("bot ", name, ": a status is active, benched or retired"));
  }
  const int changed =
      Query(connection,
            "UPDATE bots SET status = ?2, status_reason = ?3 WHERE name = ?1",
            name, status, reason)
          .Run();
  return changed == 1 ? absl::OkStatus() : NoBot(name);
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
