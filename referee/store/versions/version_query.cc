#include "referee/store/versions/version_query.h"

#include <map>
#include <set>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/core/check.h"
#include "arena/core/text.h"
#include "google/protobuf/util/time_util.h"
#include "referee/store/sql/stored_values.h"

namespace arena::referee {
namespace {

using google::protobuf::util::TimeUtil;
using State = v1::SubmittedVersion::State;

static_assert(v1::SubmittedVersion::STATE_ACTIVE == 4 &&
              v1::SubmittedVersion::STATE_INACTIVE == 5 &&
              v1::SubmittedVersion::STATE_FAILED == 6 &&
              v1::SubmittedVersion::STATE_RETIRED == 7);

// How many versions a message names.
constexpr int kVersionsNamed = 10;

// Reads the present row of a query that begins with SelectVersions.
VersionRow ReadVersionRow(const Query& query) {
  VersionRow row;
  row.number = query.Int(0);
  v1::SubmittedVersion& message = row.message;
  if (!message.ParseFromString(query.Bytes(10))) {
    message.Clear();
    row.damage = "its details in the store are damaged; submit it again";
    message.mutable_failure()->set_reason(row.damage);
  }
  message.set_bot(query.Bytes(1));
  message.set_version(query.Bytes(2));
  message.set_state(static_cast<State>(query.Int(3)));
  message.set_archive_sha256(query.Bytes(4));
  row.build_sha256 = query.Bytes(5);
  message.set_runtime(query.Bytes(6));
  row.start_budget = absl::Microseconds(SoundMicros(query.Int(7)));
  row.memory = query.Int(8);
  row.cores = static_cast<int>(query.Int(9));
  row.keep_inactive = query.Int(11) != 0;
  *message.mutable_submitted_time() =
      TimeUtil::MicrosecondsToTimestamp(SoundMicros(query.Int(12)));
  *message.mutable_state_time() =
      TimeUtil::MicrosecondsToTimestamp(SoundMicros(query.Int(13)));
  message.set_matches(static_cast<uint32_t>(query.Int(14)));
  message.set_wins(static_cast<uint32_t>(query.Int(15)));
  message.set_faults(static_cast<uint32_t>(query.Int(16)));
  row.author = query.Bytes(17);
  return row;
}

absl::Status NoVersion(SqlConnection& sql, absl::string_view bot,
                       absl::string_view version) {
  Query query(sql,
              "SELECT version FROM versions WHERE bot = $1 AND state <> 6"
              " ORDER BY number DESC LIMIT $2",
              bot, kVersionsNamed);
  std::vector<std::string> names;
  while (query.Next()) names.push_back(query.Bytes(0));
  if (names.empty()) {
    return absl::NotFoundError(absl::StrCat(
        "no version of ", Shortened(bot), " was submitted",
        version.empty()
            ? ""
            : absl::StrCat(", so there is no version ", Shortened(version))));
  }
  return absl::NotFoundError(absl::StrCat(
      Shortened(bot), " has no version ", Shortened(version), "; it has ",
      absl::StrJoin(names, ", "),
      static_cast<int>(names.size()) == kVersionsNamed ? " and perhaps others"
                                                       : ""));
}

// The counts of a match for a version that played in it.
struct Outcome {
  bool won = false;
  int faults = 0;
};

// The bot and the version in each seat of a match.
std::vector<std::pair<std::string, std::string>> PlayersOf(SqlConnection& sql,
                                                           int64_t match) {
  Query query(sql,
              "SELECT coalesce(bot, ''), coalesce(version, '') FROM seats"
              " WHERE match = $1 ORDER BY seat",
              match);
  std::vector<std::pair<std::string, std::string>> players;
  while (query.Next()) players.emplace_back(query.Bytes(0), query.Bytes(1));
  return players;
}

// Whether the seat has the first place and some other seat does not.
bool Won(const v1::MatchResult& result, size_t seat) {
  return seat < static_cast<size_t>(result.ranks_size()) &&
         result.ranks(static_cast<int>(seat)) == 1 &&
         absl::c_any_of(result.ranks(), [](uint32_t rank) { return rank > 1; });
}

}  // namespace

std::string SelectVersions(absl::string_view which) {
  return absl::StrCat(
      "SELECT number, bot, version, state, archive_sha256, build_sha256,"
      " runtime, start_budget, memory, cores, details, keep_inactive,"
      " submitted, state_time, matches, wins, faults,"
      " coalesce((SELECT author FROM bots WHERE name = versions.bot), '')"
      " FROM versions WHERE ",
      which);
}

std::vector<VersionRow> ReadVersions(Query& query) {
  std::vector<VersionRow> rows;
  while (query.Next()) rows.push_back(ReadVersionRow(query));
  return rows;
}

absl::StatusOr<VersionRow> ReadVersion(SqlConnection& sql, int64_t number) {
  static const std::string text = SelectVersions("number = $1");
  Query query(sql, text, number);
  std::vector<VersionRow> rows = ReadVersions(query);
  if (!rows.empty()) return std::move(rows.front());
  return absl::NotFoundError("the version is gone");
}

absl::StatusOr<VersionRow> FindVersion(SqlConnection& sql,
                                       absl::string_view bot,
                                       absl::string_view version) {
  const std::string text = SelectVersions(
      version.empty() ? "bot = $1 AND $2 = '' ORDER BY number DESC LIMIT 1"
                      : "bot = $1 AND version = $2"
                        " ORDER BY CASE WHEN state = 6 THEN 0 ELSE 1 END DESC,"
                        " number DESC LIMIT 1");
  std::vector<VersionRow> rows;
  {
    Query query(sql, text, bot, version);
    rows = ReadVersions(query);
  }
  if (!rows.empty()) return std::move(rows.front());
  return NoVersion(sql, bot, version);
}

absl::StatusOr<v1::Bot::Status> HoldVersionsOf(SqlConnection& sql,
                                               absl::string_view bot) {
  // The lock on the bot's row protects all of its versions: the end of a match
  // locks the row, too.
  Query query(sql, "SELECT status FROM bots WHERE name = $1 {for update}", bot);
  if (query.Next()) return static_cast<v1::Bot::Status>(query.Int(0));
  return absl::NotFoundError(
      absl::StrCat("no bot is registered as ", Shortened(bot)));
}

absl::string_view StateWords(State state) {
  switch (state) {
    case v1::SubmittedVersion::STATE_UPLOADED:
      return "waits for its build";
    case v1::SubmittedVersion::STATE_BUILDING:
      return "is built";
    case v1::SubmittedVersion::STATE_VALIDATING:
      return "is validated";
    case v1::SubmittedVersion::STATE_ACTIVE:
      return "is active";
    case v1::SubmittedVersion::STATE_INACTIVE:
      return "is inactive";
    case v1::SubmittedVersion::STATE_FAILED:
      return "has failed";
    case v1::SubmittedVersion::STATE_RETIRED:
      return "is retired";
    default:
      return "is damaged";
  }
}

std::string DetailsOf(const v1::SubmittedVersion& message) {
  v1::SubmittedVersion details;
  details.set_archive_size(message.archive_size());
  *details.mutable_plays() = message.plays();
  details.set_isolation(message.isolation());
  if (message.has_failure()) *details.mutable_failure() = message.failure();
  if (message.has_build_usage()) {
    *details.mutable_build_usage() = message.build_usage();
  }
  *details.mutable_validation_matches() = message.validation_matches();
  return details.SerializeAsString();
}

int64_t NextChange(SqlConnection& sql) {
  Query query(sql, "UPDATE version_changes SET last = last + 1 RETURNING last");
  query.Next();
  return query.Int(0);
}

void MakeActive(SqlConnection& sql, const VersionRow& row) {
  const int64_t change = NextChange(sql);
  const int64_t now = sql.Now();
  Query(sql,
        "UPDATE versions SET state = 5, state_time = $2, change = $3"
        " WHERE bot = $1 AND state = 4",
        row.message.bot(), now, change)
      .Post();
  Query(sql,
        "UPDATE versions SET state = 4, state_time = $2, change = $3,"
        " referee = NULL WHERE number = $1",
        row.number, now, change)
      .Post();
}

void NotePredecessor(SqlConnection& sql, const VersionRow& row) {
  Query(sql,
        "UPDATE versions SET predecessor = coalesce("
        "(SELECT v.number FROM versions v WHERE v.bot = $2 AND v.state = 4),"
        " predecessor) WHERE number = $1",
        row.number, row.message.bot())
      .Post();
}

void CountForVersions(SqlConnection& sql, int64_t match,
                      const v1::MatchResult& result) {
  const auto players = PlayersOf(sql, match);
  // Sorted by name, because two referees must lock the rows in the same order.
  std::map<std::pair<std::string, std::string>, Outcome> outcomes;
  for (size_t seat = 0; seat < players.size(); ++seat) {
    if (players[seat].first.empty() || players[seat].second.empty()) continue;
    Outcome& outcome = outcomes[players[seat]];
    outcome.won = outcome.won || Won(result, seat);
    for (const v1::Fault& fault : result.faults()) {
      outcome.faults += fault.seat() == seat ? 1 : 0;
    }
  }
  for (const auto& [player, outcome] : outcomes) {
    // A version under validation has no other matches that count.
    Query(sql,
          "UPDATE versions SET matches = matches + 1, wins = wins + $3,"
          " faults = faults + $4"
          " WHERE bot = $1 AND version = $2 AND state IN (4, 5, 7)",
          player.first, player.second, int64_t{outcome.won}, outcome.faults)
        .Post();
  }
}

}  // namespace arena::referee
