#include "referee/store/bots.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "arena/core/check.h"
#include "arena/core/text.h"
#include "google/protobuf/util/time_util.h"
#include "referee/store/bot_faults.h"
#include "referee/store/sql/stored_values.h"
#include "referee/store/tokens.h"

namespace arena::referee {
namespace {

using google::protobuf::util::TimeUtil;

// A limit, because a bot may connect with new versions, and fail, as often as
// it likes.
constexpr int kVersionsShown = 100;
constexpr int kFaultsShown = 100;
constexpr int kReportsShown = 10;

constexpr char kSelectBots[] =
    "SELECT name, author, games, status, status_reason, created, matches,"
    " faults, status_by, status_time, description,"
    " (SELECT v.version FROM versions v"
    "  WHERE v.bot = bots.name AND v.state = 4)"
    " FROM bots WHERE ";
static_assert(v1::SubmittedVersion::STATE_ACTIVE == 4);

google::protobuf::Timestamp ReadTimestamp(const Query& query, int column) {
  return TimeUtil::MicrosecondsToTimestamp(SoundMicros(query.Int(column)));
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
  *bot.mutable_created_time() = ReadTimestamp(query, 5);
  bot.set_matches(static_cast<uint32_t>(query.Int(6)));
  bot.set_fault_count(static_cast<uint32_t>(query.Int(7)));
  if (!query.IsNull(8)) {
    bot.set_status_by(query.Bytes(8));
    *bot.mutable_status_time() = ReadTimestamp(query, 9);
  }
  bot.set_description(query.Bytes(10));
  bot.set_active_version(query.Bytes(11));
  return bot;
}

void ReadVersions(SqlConnection& sql, v1::Bot& bot) {
  Query query(sql,
              "SELECT version, language, first_seen, last_seen"
              " FROM bot_versions WHERE bot = $1"
              " ORDER BY first_seen DESC, version DESC LIMIT $2",
              bot.name(), kVersionsShown);
  while (query.Next()) {
    v1::BotVersion& version = *bot.add_versions();
    version.set_version(query.Bytes(0));
    version.set_language(query.Bytes(1));
    *version.mutable_first_seen_time() = ReadTimestamp(query, 2);
    *version.mutable_last_seen_time() = ReadTimestamp(query, 3);
  }
}

void AddFaults(SqlConnection& sql, v1::Bot& bot) {
  static const std::string text =
      absl::StrCat(kSelectFaults, " ORDER BY f.number DESC LIMIT $2");
  Query query(sql, text, bot.name(), kFaultsShown);
  const std::vector<v1::BotFault> faults = ReadFaults(query);
  bot.mutable_faults()->Add(faults.begin(), faults.end());
}

void AddReports(SqlConnection& sql, v1::Bot& bot) {
  Query query(sql,
              "SELECT report FROM bench_reports WHERE bot = $1"
              " ORDER BY number DESC LIMIT $2",
              bot.name(), kReportsShown);
  while (query.Next()) {
    v1::BenchReport& report = *bot.add_bench_reports();
    if (report.ParseFromString(query.Bytes(0))) continue;
    report.Clear();
    report.set_entrant("(this report is damaged in the store)");
  }
}

// Retires all versions of a bot, so that none of its processes is started any
// more.
void RetireVersions(SqlConnection& sql, absl::string_view bot) {
  Query(sql,
        "UPDATE versions SET state = 7, state_time = $2, referee = NULL"
        " WHERE bot = $1 AND state < 6",
        bot, sql.Now())
      .Post();
}

absl::Status NoBot(absl::string_view name) {
  return absl::NotFoundError(
      absl::StrCat("no bot is registered as ", Shortened(name)));
}

absl::Status BotExists(absl::string_view name) {
  return absl::AlreadyExistsError(
      absl::StrCat("a bot is registered as ", name,
                   " already; upper and lower case make no difference"));
}

}  // namespace

absl::Status Bots::Insert(const v1::Bot& bot, absl::Time now,
                          absl::string_view request) {
  return database_.Write(
      Repeat::kHarmful, [&](SqlConnection& sql) -> absl::Status {
        if (bot.name().empty() || bot.status() == v1::Bot::STATUS_UNSPECIFIED) {
          return absl::InvalidArgumentError("a bot needs a name and a status");
        }
        Query alike(sql, "SELECT name FROM bots WHERE lower(name) = lower($1)",
                    bot.name());
        if (alike.Next()) return BotExists(alike.Bytes(0));
        const int added =
            Query(
                sql,
                "INSERT INTO bots (name, author, games, status, status_reason,"
                " created, matches, faults, description, request)"
                " VALUES ($1, $2, $3, $4, '', $5, 0, 0, $6, nullif($7, ''))"
                " ON CONFLICT (name) DO NOTHING",
                bot.name(), bot.author(), absl::StrJoin(bot.games(), ","),
                bot.status(), absl::ToUnixMicros(now), bot.description(),
                request)
                .Run();
        if (added == 1) return absl::OkStatus();
        return BotExists(bot.name());
      });
}

absl::StatusOr<bool> Bots::WasAddedBy(absl::string_view request,
                                      const v1::Bot& bot, absl::Time now) {
  if (request.empty()) return false;
  return database_.Read([&](SqlConnection& sql) -> absl::StatusOr<bool> {
    Query query(sql,
                "SELECT 1 FROM bots WHERE name = $1 AND author = $2"
                " AND games = $3 AND request = $4 AND created > $5",
                bot.name(), bot.author(), absl::StrJoin(bot.games(), ","),
                request, absl::ToUnixMicros(now - kRepetition));
    return query.Next();
  });
}

absl::Status Bots::SetDescription(absl::string_view name,
                                  absl::string_view description) {
  return database_.Write(
      Repeat::kHarmless, [&](SqlConnection& sql) -> absl::Status {
        const int changed =
            Query(sql, "UPDATE bots SET description = $2 WHERE name = $1", name,
                  description)
                .Run();
        return changed == 1 ? absl::OkStatus() : NoBot(name);
      });
}

absl::StatusOr<v1::Bot> Bots::Get(absl::string_view name) {
  return database_.Read([&](SqlConnection& sql) -> absl::StatusOr<v1::Bot> {
    static const std::string text = absl::StrCat(kSelectBots, "name = $1");
    Query query(sql, text, name);
    if (!query.Next()) return NoBot(name);
    v1::Bot bot = ReadBot(query);
    ReadVersions(sql, bot);
    AddFaults(sql, bot);
    AddReports(sql, bot);
    return bot;
  });
}

absl::StatusOr<std::string> Bots::FindTwin(absl::string_view name) {
  return database_.Read([&](SqlConnection& sql) -> absl::StatusOr<std::string> {
    Query query(sql,
                "SELECT name FROM bots"
                " WHERE lower(name) = lower($1) AND name <> $1"
                " UNION ALL SELECT p.bot FROM presence p"
                " JOIN referees r ON r.number = p.referee"
                " WHERE lower(p.bot) = lower($1) AND p.bot <> $1"
                " AND r.lease_until > $2 LIMIT 1",
                name, sql.Now());
    return query.Next() ? query.Bytes(0) : std::string();
  });
}

absl::StatusOr<std::vector<v1::Bot>> Bots::List(absl::string_view author,
                                                absl::string_view after,
                                                int limit) {
  return database_.Read(
      [&](SqlConnection& sql) -> absl::StatusOr<std::vector<v1::Bot>> {
        const std::string text = absl::StrCat(
            kSelectBots, author.empty() ? "$1 = ''" : "author = $1",
            after.empty() ? " AND $2 = ''" : " AND name > $2",
            " ORDER BY name LIMIT $3");
        Query query(sql, text, author, after, limit + 1);
        std::vector<v1::Bot> bots;
        while (static_cast<int>(bots.size()) < limit && query.Next()) {
          v1::Bot bot = ReadBot(query);
          // A damaged name is read with escapes, and its stored form may sort
          // after that. Skips the bot that is listed already.
          const absl::string_view name = bot.name();
          if (!after.empty() && name == after) continue;
          bots.push_back(std::move(bot));
        }
        return bots;
      });
}

absl::StatusOr<std::map<std::string, v1::Bot::Status>> Bots::ReadStatuses(
    absl::Span<const std::string> names) {
  return database_.Read(
      [&](SqlConnection& sql)
          -> absl::StatusOr<std::map<std::string, v1::Bot::Status>> {
        Query query(sql,
                    "SELECT name, status FROM bots"
                    " WHERE name IN ({texts})",
                    JsonArray({names.begin(), names.end()}));
        std::map<std::string, v1::Bot::Status> statuses;
        while (query.Next()) {
          statuses[query.Bytes(0)] = static_cast<v1::Bot::Status>(query.Int(1));
        }
        return statuses;
      });
}

absl::StatusOr<std::map<std::string, std::string>> Bots::ReadAuthors(
    absl::Span<const std::string> names) {
  return database_.Read(
      [&](SqlConnection& sql)
          -> absl::StatusOr<std::map<std::string, std::string>> {
        Query query(sql,
                    "SELECT name, author FROM bots WHERE name IN ({texts})",
                    JsonArray({names.begin(), names.end()}));
        std::map<std::string, std::string> authors;
        while (query.Next()) authors[query.Bytes(0)] = query.Bytes(1);
        return authors;
      });
}

absl::Status Bots::SetStatus(absl::string_view name, v1::Bot::Status status,
                             absl::string_view reason, absl::string_view by,
                             absl::Time now) {
  return database_.Write(
      Repeat::kHarmless, [&](SqlConnection& sql) -> absl::Status {
        if (status == v1::Bot::STATUS_UNSPECIFIED) {
          return absl::InvalidArgumentError(absl::StrCat(
              "bot ", name, ": a status is active, benched or retired"));
        }
        const int changed =
            Query(sql,
                  "UPDATE bots SET status = $2, status_reason = $3, "
                  "status_by = $4, status_time = $5 WHERE name = $1",
                  name, status, reason, by, absl::ToUnixMicros(now))
                .Run();
        if (status == v1::Bot::STATUS_RETIRED) RetireVersions(sql, name);
        return changed == 1 ? absl::OkStatus() : NoBot(name);
      });
}

absl::Status Bots::SeeVersion(absl::string_view name, absl::string_view version,
                              absl::string_view language, absl::Time now) {
  return database_.Write(Repeat::kHarmless, [&](SqlConnection& sql) {
    Query(sql,
          "INSERT INTO bot_versions (bot, version, language, first_seen,"
          " last_seen) SELECT name, $2, $3, $4, $4 FROM bots WHERE name = $1"
          " ON CONFLICT (bot, version, language) DO UPDATE SET last_seen = $4",
          name, version, language, absl::ToUnixMicros(now))
        .Post();
    return absl::OkStatus();
  });
}

}  // namespace arena::referee
