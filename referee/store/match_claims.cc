// Which matches are whose: planned ones, and those of referees that have
// stopped.
#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/v1/competition_service.pb.h"
#include "referee/store/json_array.h"
#include "referee/store/match_query.h"
#include "referee/store/matches.h"

namespace arena::referee {
namespace {

// A condition on matches: that no bot plays but those of a JSON array ?1.
constexpr char kBotsAreAmong[] =
    "NOT EXISTS (SELECT 1 FROM seats WHERE match = number AND bot IS NOT NULL"
    " AND bot NOT IN (SELECT value FROM json_each(?1)))";

// The matches of these numbers, oldest first.
absl::StatusOr<std::vector<MatchRow>> ReadNumbered(
    SqlConnection& sql, std::vector<int64_t> numbers) {
  static const std::string text = SelectMatches("number = ?1");
  std::sort(numbers.begin(), numbers.end());
  std::vector<MatchRow> rows;
  for (const int64_t number : numbers) {
    Query query(sql, text, number);
    ARENA_ASSIGN_OR_RETURN(std::vector<MatchRow> found, ReadMatches(query));
    std::move(found.begin(), found.end(), std::back_inserter(rows));
  }
  return rows;
}

// Gives a referee the matches whose numbers a query has found, and held.
absl::StatusOr<std::vector<MatchRow>> Take(SqlConnection& sql, int64_t referee,
                                           Query& found) {
  std::vector<int64_t> numbers;
  while (found.Next()) numbers.push_back(found.Int(0));
  for (const int64_t number : numbers) {
    Query(sql, "UPDATE matches SET referee = ?2 WHERE number = ?1", number,
          referee)
        .Post();
  }
  return ReadNumbered(sql, std::move(numbers));
}

}  // namespace

absl::StatusOr<std::vector<MatchRow>> Matches::Claim(
    absl::Span<const std::string> bots, int limit) {
  ARENA_RETURN_IF_ERROR(CheckLimit(limit));
  return database_.Write(
      Repeat::kHarmful,
      [&](SqlConnection& sql) -> absl::StatusOr<std::vector<MatchRow>> {
        static const std::string text = absl::StrCat(
            "SELECT number FROM matches WHERE state = 1 AND referee IS NULL"
            " AND competition IN (SELECT number FROM competitions WHERE state "
            "= ?3)"
            " AND ",
            kBotsAreAmong, " ORDER BY number LIMIT ?2 FOR UPDATE SKIP LOCKED");
        Query found(sql, text, JsonArray({bots.begin(), bots.end()}), limit,
                    v1::Competition::STATE_RUNNING);
        return Take(sql, referee_, found);
      });
}

absl::StatusOr<std::vector<MatchRow>> Matches::TakeOver(
    absl::Span<const std::string> bots, absl::Duration patience, int limit) {
  ARENA_RETURN_IF_ERROR(CheckLimit(limit));
  return database_.Write(
      Repeat::kHarmful,
      [&](SqlConnection& sql) -> absl::StatusOr<std::vector<MatchRow>> {
        const int64_t now = sql.Now();
        Query(sql,
              "UPDATE matches SET referee = NULL WHERE state = 1"
              " AND competition IS NOT NULL AND referee <> ?1"
              " AND referee NOT IN"
              "  (SELECT number FROM referees WHERE lease_until > ?2)",
              referee_, now)
            .Post();
        static const std::string text = absl::StrCat(
            "SELECT number FROM matches WHERE state <> 3 AND referee <> ?3"
            " AND referee NOT IN"
            "  (SELECT number FROM referees WHERE lease_until > ?4)"
            " AND (referee NOT IN"
            "  (SELECT number FROM referees WHERE lease_until > ?5) OR ",
            kBotsAreAmong, ") ORDER BY number LIMIT ?2 FOR UPDATE SKIP LOCKED");
        Query found(sql, text, JsonArray({bots.begin(), bots.end()}), limit,
                    referee_, now, now - absl::ToInt64Microseconds(patience));
        return Take(sql, referee_, found);
      });
}

absl::Status Matches::GiveBack(absl::Span<const std::string> match_ids) {
  return database_.Write(Repeat::kHarmless, [&](SqlConnection& sql) {
    Query(sql,
          "UPDATE matches SET referee = NULL WHERE state = 1 AND referee = ?2"
          " AND competition IS NOT NULL"
          " AND match_id IN (SELECT value FROM json_each(?1))",
          JsonArray({match_ids.begin(), match_ids.end()}), referee_)
        .Post();
    return absl::OkStatus();
  });
}

absl::Status Matches::DropUnclaimed(absl::string_view competition) {
  return database_.Write(Repeat::kHarmless, [&](SqlConnection& sql) {
    // Held first, so that nobody claims one of them meanwhile.
    Query found(sql,
                "SELECT number FROM matches WHERE state = 1 AND referee IS NULL"
                " AND competition ="
                "  (SELECT number FROM competitions WHERE name = ?1)"
                " FOR UPDATE SKIP LOCKED",
                competition);
    std::vector<int64_t> numbers;
    while (found.Next()) numbers.push_back(found.Int(0));
    for (const int64_t number : numbers) {
      Query(sql, "DELETE FROM seats WHERE match = ?1", number).Post();
      Query(sql, "DELETE FROM matches WHERE number = ?1", number).Post();
    }
    return absl::OkStatus();
  });
}

}  // namespace arena::referee
