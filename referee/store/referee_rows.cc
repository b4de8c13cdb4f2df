#include "referee/store/referee_rows.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "referee/store/competition_rows.h"
#include "referee/store/json_array.h"
#include "referee/store/match_rows.h"

namespace arena::referee {
namespace {

// Moves what one referee holds to another, but for planned matches, whose bots
// may come back elsewhere or never.
void HandOver(SqlConnection& connection, int64_t from, int64_t to) {
  Query(connection,
        "UPDATE matches SET referee = CASE WHEN state = 1"
        "  AND competition IS NOT NULL THEN NULL ELSE ?2 END"
        " WHERE referee = ?1 AND state <> 3",
        from, to)
      .Post();
  Query(connection, "UPDATE competitions SET driver = ?2 WHERE driver = ?1",
        from, to)
      .Post();
}

// A condition on matches: that no bot plays but those of a JSON array ?1.
constexpr char kBotsAreAmong[] =
    "NOT EXISTS (SELECT 1 FROM seats WHERE match = number AND bot IS NOT NULL"
    " AND bot NOT IN (SELECT value FROM json_each(?1)))";

// Gives a referee the matches whose numbers a query has found, and held.
absl::StatusOr<std::vector<MatchRow>> Take(SqlConnection& connection,
                                           int64_t referee, Query& found) {
  std::vector<int64_t> numbers;
  while (found.Next()) numbers.push_back(found.Int(0));
  for (const int64_t number : numbers) {
    Query(connection, "UPDATE matches SET referee = ?2 WHERE number = ?1",
          number, referee)
        .Post();
  }
  return ReadNumbered(connection, std::move(numbers));
}

}  // namespace

absl::StatusOr<int64_t> EnterReferee(SqlConnection& connection,
                                     absl::string_view name, bool ended) {
  if (name.empty()) {
    return absl::InvalidArgumentError("a referee needs a name");
  }
  Query earlier(connection,
                "SELECT number, lease_until FROM referees WHERE name = ?1"
                " FOR UPDATE",
                name);
  const bool exists = earlier.Next();
  const int64_t now = connection.Now();
  if (exists && !ended && earlier.Int(1) > now) {
    return absl::FailedPreconditionError(
        absl::StrCat("a referee with the name ", name, " uses ",
                     connection.Name(), " and has its lease until ",
                     absl::FormatTime(absl::FromUnixMicros(earlier.Int(1))),
                     "; stop it, wait, or choose another name"));
  }
  if (exists) {
    Query(connection, "DELETE FROM referees WHERE number = ?1", earlier.Int(0))
        .Post();
    Query(connection, "DELETE FROM presence WHERE referee = ?1", earlier.Int(0))
        .Post();
  }
  Query insert(connection,
               "INSERT INTO referees (name, lease_until) VALUES (?1, ?2)"
               " RETURNING number",
               name, now + absl::ToInt64Microseconds(kFirstLease));
  insert.Next();
  const int64_t number = insert.Int(0);
  if (exists) HandOver(connection, earlier.Int(0), number);
  return number;
}

absl::Status LeaveReferee(SqlConnection& connection, int64_t referee) {
  Query(connection, "UPDATE referees SET lease_until = ?2 WHERE number = ?1",
        referee, connection.Now())
      .Post();
  return absl::OkStatus();
}

absl::Status ExtendLease(SqlConnection& connection, int64_t referee,
                         absl::Duration time) {
  const int changed =
      Query(connection,
            "UPDATE referees SET lease_until = ?2 WHERE number = ?1", referee,
            connection.Now() + absl::ToInt64Microseconds(time))
          .Run();
  if (changed == 1) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat("the lease ran out, and another process has opened ",
                   connection.Name(), " under the name of this referee"));
}

absl::StatusOr<std::vector<MatchRow>> Claim(SqlConnection& connection,
                                            int64_t referee,
                                            absl::Span<const std::string> bots,
                                            int limit) {
  static const std::string sql = absl::StrCat(
      "SELECT number FROM matches WHERE state = 1 AND referee IS NULL"
      " AND competition IN (SELECT number FROM competitions WHERE state = ?3)"
      " AND ",
      kBotsAreAmong, " ORDER BY number LIMIT ?2 FOR UPDATE SKIP LOCKED");
  Query found(connection, sql, JsonArray({bots.begin(), bots.end()}), limit,
              v1::Competition::STATE_RUNNING);
  return Take(connection, referee, found);
}

absl::StatusOr<std::vector<MatchRow>> TakeFromTheDead(
    SqlConnection& connection, int64_t referee,
    absl::Span<const std::string> bots, absl::Duration patience, int limit) {
  const int64_t now = connection.Now();
  Query(connection,
        "UPDATE matches SET referee = NULL WHERE state = 1"
        " AND competition IS NOT NULL AND referee <> ?1"
        " AND referee NOT IN"
        "  (SELECT number FROM referees WHERE lease_until > ?2)",
        referee, now)
      .Post();
  static const std::string sql = absl::StrCat(
      "SELECT number FROM matches WHERE state <> 3 AND referee <> ?3"
      " AND referee NOT IN"
      "  (SELECT number FROM referees WHERE lease_until > ?4)"
      " AND (referee NOT IN"
      "  (SELECT number FROM referees WHERE lease_until > ?5) OR ",
      kBotsAreAmong, ") ORDER BY number LIMIT ?2 FOR UPDATE SKIP LOCKED");
  Query found(connection, sql, JsonArray({bots.begin(), bots.end()}), limit,
              referee, now, now - absl::ToInt64Microseconds(patience));
  return Take(connection, referee, found);
}

absl::Status Release(SqlConnection& connection, int64_t referee,
                     absl::Span<const std::string> match_ids) {
  Query(connection,
        "UPDATE matches SET referee = NULL WHERE state = 1 AND referee = ?2"
        " AND competition IS NOT NULL"
        " AND match_id IN (SELECT value FROM json_each(?1))",
        JsonArray({match_ids.begin(), match_ids.end()}), referee)
      .Post();
  return absl::OkStatus();
}

absl::Status DropUnclaimedOf(SqlConnection& connection,
                             absl::string_view competition) {
  // Held first, so that nobody claims one of them meanwhile.
  Query found(connection,
              "SELECT number FROM matches WHERE state = 1 AND referee IS NULL"
              " AND competition ="
              "  (SELECT number FROM competitions WHERE name = ?1)"
              " FOR UPDATE SKIP LOCKED",
              competition);
  std::vector<int64_t> numbers;
  while (found.Next()) numbers.push_back(found.Int(0));
  for (const int64_t number : numbers) {
    Query(connection, "DELETE FROM seats WHERE match = ?1", number).Post();
    Query(connection, "DELETE FROM matches WHERE number = ?1", number).Post();
  }
  return absl::OkStatus();
}

absl::Status NotePresence(SqlConnection& connection, int64_t referee,
                          absl::string_view bot, bool present) {
  Query(connection,
        present ? "INSERT INTO presence (referee, bot) VALUES (?1, ?2)"
                  " ON CONFLICT (referee, bot) DO NOTHING"
                : "DELETE FROM presence WHERE referee = ?1 AND bot = ?2",
        referee, bot)
      .Post();
  return absl::OkStatus();
}

absl::StatusOr<std::vector<std::string>> ReadPresence(
    SqlConnection& connection, int64_t referee,
    absl::Span<const std::string> bots) {
  Query query(connection,
              "SELECT DISTINCT bot FROM presence"
              " WHERE bot IN (SELECT value FROM json_each(?1))"
              " AND (referee = ?2 OR referee IN"
              "  (SELECT number FROM referees WHERE lease_until > ?3))"
              " ORDER BY bot",
              JsonArray({bots.begin(), bots.end()}), referee, connection.Now());
  std::vector<std::string> present;
  while (query.Next()) present.push_back(query.Bytes(0));
  return present;
}

absl::StatusOr<bool> Drive(SqlConnection& connection, int64_t referee,
                           absl::string_view competition) {
  const int changed =
      Query(connection,
            "UPDATE competitions SET driver = ?2 WHERE name = ?1"
            " AND (driver IS NULL OR driver = ?2 OR driver NOT IN"
            "  (SELECT number FROM referees WHERE lease_until > ?3))",
            competition, referee, connection.Now())
          .Run();
  if (changed == 1) return true;
  ARENA_RETURN_IF_ERROR(FindCompetition(connection, competition).status());
  return false;
}

}  // namespace arena::referee
