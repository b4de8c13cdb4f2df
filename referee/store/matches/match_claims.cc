// Assigns matches to referees: planned matches, matches of referees that have
// stopped, and matches that cannot be restored.
#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/core/text.h"
#include "arena/v1/competition_service.pb.h"
#include "referee/store/matches/match_query.h"
#include "referee/store/matches/matches.h"
#include "referee/store/matches/referees.h"
#include "referee/store/sql/stored_values.h"

namespace arena::referee {
namespace {

// A condition on matches: all their bots are in the JSON array $1.
constexpr char kBotsAreAmong[] =
    "NOT EXISTS (SELECT 1 FROM seats WHERE match = number AND bot IS NOT NULL"
    " AND bot NOT IN ({texts}))";

// A condition on matches: the referee (an SQL expression) has as many sessions
// of each bot as the isolation needs. That is one session for each seat. In
// ISOLATION_MATCHES only sessions that have played no other match count.
std::string SessionsSuffice(absl::string_view referee) {
  return absl::StrCat(
      "(isolation = 1 OR NOT EXISTS (SELECT 1 FROM seats s"
      " WHERE s.match = matches.number AND s.bot IS NOT NULL"
      " GROUP BY s.bot HAVING count(*) >"
      "  (SELECT coalesce(sum(p.places), 0) FROM presence p"
      "   WHERE p.referee = ",
      referee,
      "   AND p.bot = s.bot AND (isolation = 2 OR p.fresh = 1 OR EXISTS"
      "   (SELECT 1 FROM seats h WHERE h.match = matches.number"
      "    AND h.session = p.session)))))");
}

// The matches of these numbers, oldest first.
absl::StatusOr<std::vector<MatchRow>> ReadNumbered(
    SqlConnection& sql, std::vector<int64_t> numbers) {
  static const std::string text = SelectMatches("number = $1");
  std::sort(numbers.begin(), numbers.end());
  std::vector<MatchRow> rows;
  for (const int64_t number : numbers) {
    Query query(sql, text, number);
    std::vector<MatchRow> found = ReadMatches(query);
    std::move(found.begin(), found.end(), std::back_inserter(rows));
  }
  return rows;
}

// The matches whose numbers a query has found and locked.
absl::StatusOr<std::vector<MatchRow>> ReadFound(SqlConnection& sql,
                                                Query& found) {
  std::vector<int64_t> numbers;
  while (found.Next()) numbers.push_back(found.Int(0));
  return ReadNumbered(sql, std::move(numbers));
}

// Gives the matches to a referee.
void Give(SqlConnection& sql, int64_t referee,
          const std::vector<MatchRow>& matches) {
  for (const MatchRow& match : matches) {
    Query(sql,
          "UPDATE matches SET referee = $2, left_since = NULL"
          " WHERE number = $1",
          match.number, referee)
        .Post();
  }
}

// Locks matches that are left or whose referees are gone, and that can be
// played with these bots or have waited since `long_ago`.
absl::StatusOr<std::vector<MatchRow>> FindLeft(
    SqlConnection& sql, const std::vector<absl::string_view>& bots,
    int64_t referee, int64_t now, int64_t long_ago, int limit) {
  static const std::string text = absl::StrCat(
      "SELECT number FROM matches WHERE state <> 3"
      " AND (left_since IS NOT NULL OR (referee <> $3 AND referee NOT IN"
      "  (SELECT number FROM referees WHERE lease_until > $4)))"
      " AND (left_since <= $5 OR referee NOT IN"
      "  (SELECT number FROM referees WHERE lease_until > $5) OR ",
      kBotsAreAmong, " AND ", SessionsSuffice("$3"),
      ") ORDER BY number LIMIT $2 {skip locked}");
  Query found(sql, text, JsonArray(bots), limit, referee, now, long_ago);
  return ReadFound(sql, found);
}

// The matches, oldest first, whose bots still have room after the earlier
// matches have taken theirs.
std::vector<MatchRow> Fitting(std::vector<MatchRow> matches, Rooms rooms) {
  std::vector<MatchRow> fitting;
  for (MatchRow& match : matches) {
    std::set<std::string> bots;
    for (const v1::SeatSpec& seat : match.seats) {
      if (rooms.contains(seat.bot())) bots.insert(seat.bot());
    }
    if (absl::c_any_of(bots, [&](const auto& bot) { return rooms[bot] < 1; })) {
      continue;
    }
    for (const std::string& bot : bots) --rooms[bot];
    fitting.push_back(std::move(match));
  }
  return fitting;
}

}  // namespace

absl::StatusOr<std::vector<MatchRow>> Matches::Claim(
    absl::Span<const std::string> bots, int limit, Among among) {
  ARENA_RETURN_IF_ERROR(CheckLimit(limit));
  return database_.Write(
      Repeat::kHarmful,
      [&](SqlConnection& sql) -> absl::StatusOr<std::vector<MatchRow>> {
        // There are too many bots with places to name them in every question.
        static const std::string text = absl::StrCat(
            "SELECT number FROM matches WHERE state = 1 AND referee IS NULL"
            " AND quarantine IS NULL AND competition IN"
            "  (SELECT number FROM competitions WHERE state = $3)"
            " AND NOT EXISTS (SELECT 1 FROM seats s"
            "  WHERE s.match = matches.number AND s.bot IS NOT NULL"
            "  AND s.bot NOT IN ({texts}) AND ($5 = 0 OR NOT EXISTS"
            "   (SELECT 1 FROM presence h WHERE h.referee = $4"
            "    AND h.bot = s.bot AND h.instance = $6))) AND ",
            SessionsSuffice("$4"), " ORDER BY number LIMIT $2 {skip locked}");
        Query found(sql, text, JsonArray({bots.begin(), bots.end()}), limit,
                    v1::Competition::STATE_RUNNING, referee_,
                    int64_t{among == Among::kBotsAndPlaces}, kPlacesOfBot);
        ARENA_ASSIGN_OR_RETURN(std::vector<MatchRow> claimed,
                               ReadFound(sql, found));
        Give(sql, referee_, claimed);
        return claimed;
      });
}

absl::StatusOr<std::vector<MatchRow>> Matches::TakeOver(const Rooms& rooms,
                                                        absl::Duration patience,
                                                        int limit) {
  ARENA_RETURN_IF_ERROR(CheckLimit(limit));
  std::vector<absl::string_view> here, with_room;
  for (const auto& [bot, room] : rooms) {
    here.push_back(bot);
    if (room > 0) with_room.push_back(bot);
  }
  return database_.Write(
      Repeat::kHarmful,
      [&](SqlConnection& sql) -> absl::StatusOr<std::vector<MatchRow>> {
        const int64_t now = sql.Now();
        const int64_t long_ago = now - absl::ToInt64Microseconds(patience);
        Query(sql,
              "UPDATE matches SET referee = NULL WHERE state = 1"
              " AND competition IS NOT NULL AND referee <> $1"
              " AND referee NOT IN"
              "  (SELECT number FROM referees WHERE lease_until > $2)",
              referee_, now)
            .Post();
        ARENA_ASSIGN_OR_RETURN(
            std::vector<MatchRow> left,
            FindLeft(sql, with_room, referee_, now, long_ago, limit));
        left = Fitting(std::move(left), rooms);
        if (left.empty() && with_room.size() < here.size()) {
          ARENA_ASSIGN_OR_RETURN(
              left, FindLeft(sql, here, referee_, now, long_ago, 1));
        }
        Give(sql, referee_, left);
        return left;
      });
}

absl::StatusOr<bool> Matches::AnyLeft(absl::Duration time) {
  return database_.Read([&](SqlConnection& sql) -> absl::StatusOr<bool> {
    Query found(sql,
                "SELECT 1 FROM matches WHERE state <> 3"
                " AND (left_since IS NOT NULL OR (referee <> $1"
                "  AND referee NOT IN"
                "   (SELECT number FROM referees WHERE lease_until > $2)))"
                " LIMIT 1",
                referee_, sql.Now() + absl::ToInt64Microseconds(time));
    return found.Next();
  });
}

absl::StatusOr<std::vector<std::string>> Matches::HandOver(
    absl::Span<const std::string> match_ids) {
  return database_.Write(
      Repeat::kHarmful,
      [&](SqlConnection& sql) -> absl::StatusOr<std::vector<std::string>> {
        static const std::string text = absl::StrCat(
            "UPDATE matches SET referee = NULL, left_since = $3"
            " WHERE state = 1 AND competition IS NULL AND referee = $2"
            " AND match_id IN ({texts}) AND EXISTS (SELECT 1 FROM referees r"
            "  WHERE r.number <> $2 AND r.lease_until > $3 AND NOT EXISTS"
            "  (SELECT 1 FROM seats s WHERE s.match = matches.number"
            "   AND s.bot IS NOT NULL AND s.bot NOT IN"
            "   (SELECT p.bot FROM presence p WHERE p.referee = r.number))"
            " AND ",
            SessionsSuffice("r.number"), ") RETURNING match_id");
        const int64_t now = sql.Now();
        Query query(sql, text, JsonArray({match_ids.begin(), match_ids.end()}),
                    referee_, now);
        std::vector<std::string> handed_over;
        while (query.Next()) handed_over.push_back(query.Bytes(0));
        return handed_over;
      });
}

absl::Status Matches::GiveBack(absl::Span<const std::string> match_ids) {
  return database_.Write(Repeat::kHarmless, [&](SqlConnection& sql) {
    Query(sql,
          "UPDATE matches SET referee = NULL WHERE state = 1 AND referee = $2"
          " AND competition IS NOT NULL"
          " AND match_id IN ({texts})",
          JsonArray({match_ids.begin(), match_ids.end()}), referee_)
        .Post();
    return absl::OkStatus();
  });
}

absl::Status Matches::DropUnclaimed(absl::string_view competition) {
  return database_.Write(Repeat::kHarmless, [&](SqlConnection& sql) {
    // Locked first, so that no referee claims such a match meanwhile.
    Query found(sql,
                "SELECT number FROM matches WHERE state = 1 AND referee IS NULL"
                " AND competition ="
                "  (SELECT number FROM competitions WHERE name = $1)"
                " {skip locked}",
                competition);
    std::vector<int64_t> numbers;
    while (found.Next()) numbers.push_back(found.Int(0));
    for (const int64_t number : numbers) {
      Query(sql, "DELETE FROM seats WHERE match = $1", number).Post();
      Query(sql, "DELETE FROM matches WHERE number = $1", number).Post();
    }
    return absl::OkStatus();
  });
}

absl::Status Matches::Quarantine(absl::string_view match_id,
                                 absl::string_view reason) {
  if (reason.empty()) {
    return absl::InvalidArgumentError("a quarantine needs a reason");
  }
  return database_.Write(
      Repeat::kHarmful, [&](SqlConnection& sql) -> absl::Status {
        ARENA_ASSIGN_OR_RETURN(const MatchHold match,
                               HoldMatch(sql, referee_, match_id));
        if (match.state == v1::Match::STATE_FINISHED) {
          return MatchIsOver(match_id);
        }
        Query(sql,
              "UPDATE matches SET quarantine = $2, referee = NULL"
              " WHERE number = $1",
              // A message about a damaged match may not be valid text.
              match.number, Printable(reason))
            .Post();
        return absl::OkStatus();
      });
}

absl::StatusOr<MatchRow> Matches::Retry(absl::string_view match_id) {
  return database_.Write(
      Repeat::kHarmful, [&](SqlConnection& sql) -> absl::StatusOr<MatchRow> {
        ARENA_ASSIGN_OR_RETURN(const MatchHold match,
                               HoldQuarantined(sql, match_id));
        Query(sql,
              "UPDATE matches SET quarantine = NULL, referee = CASE"
              "  WHEN state = 1 AND competition IS NOT NULL THEN NULL"
              "  ELSE $2 END WHERE number = $1",
              match.number, referee_)
            .Post();
        return FindMatch(sql, match_id);
      });
}

}  // namespace arena::referee
