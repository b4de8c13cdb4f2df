// Competitions that an admin deletes, bit by bit.
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/v1/competition_service.pb.h"
#include "referee/store/competitions.h"
#include "referee/store/matches/match_query.h"

namespace arena::referee {
namespace {

// The rows that belong to a match, the match itself last.
constexpr const char* kDeletions[] = {
    "DELETE FROM notes WHERE match = $1",
    "DELETE FROM records WHERE match = $1",
    "DELETE FROM journal WHERE match = $1",
    "DELETE FROM bot_faults WHERE match = $1",
    "DELETE FROM match_faults WHERE match = $1",
    "DELETE FROM seat_reports WHERE match_id ="
    " (SELECT match_id FROM matches WHERE number = $1)",
    "DELETE FROM seats WHERE match = $1",
    "DELETE FROM matches WHERE number = $1",
};

std::vector<int64_t> SomeMatches(SqlConnection& sql, int64_t competition,
                                 int limit) {
  Query query(sql,
              "SELECT number FROM matches WHERE competition = $1"
              " ORDER BY number LIMIT $2",
              competition, limit);
  std::vector<int64_t> matches;
  while (query.Next()) matches.push_back(query.Int(0));
  return matches;
}

}  // namespace

absl::Status Competitions::BeginDeletion(absl::string_view name) {
  ARENA_ASSIGN_OR_RETURN(const CompetitionRow row, Get(name));
  if (row.state != v1::Competition::STATE_FINISHED) {
    return absl::FailedPreconditionError(absl::StrCat(
        "competition ", name, " is not over; stop it first, and delete it when "
        "its last matches are over"));
  }
  return database_.Write(Repeat::kHarmless, [&](SqlConnection& sql) {
    // A competition that is over never runs again.
    Query(sql, "UPDATE competitions SET deleted = 1 WHERE number = $1",
          row.number)
        .Post();
    return absl::OkStatus();
  });
}

absl::StatusOr<std::vector<std::string>> Competitions::ListDeleted() {
  return database_.Read(
      [&](SqlConnection& sql) -> absl::StatusOr<std::vector<std::string>> {
        Query query(sql,
                    "SELECT name FROM competitions WHERE deleted = 1"
                    " ORDER BY number");
        std::vector<std::string> names;
        while (query.Next()) names.push_back(query.Bytes(0));
        return names;
      });
}

absl::StatusOr<bool> Competitions::DeletePart(absl::string_view name,
                                              int limit) {
  ARENA_RETURN_IF_ERROR(CheckLimit(limit));
  return database_.Write(
      Repeat::kHarmless, [&](SqlConnection& sql) -> absl::StatusOr<bool> {
        // Locked, so that two referees do not delete the same matches.
        int64_t competition = 0;
        {
          Query query(sql,
                      "SELECT number FROM competitions WHERE name = $1"
                      " AND deleted = 1 {for update}",
                      name);
          if (!query.Next()) return true;
          competition = query.Int(0);
        }
        const std::vector<int64_t> matches =
            SomeMatches(sql, competition, limit);
        for (const int64_t match : matches) {
          for (const char* const deletion : kDeletions) {
            Query(sql, deletion, match).Post();
          }
        }
        if (static_cast<int>(matches.size()) == limit) return false;
        Query(sql, "DELETE FROM bench_reports WHERE competition = $1",
              competition)
            .Post();
        Query(sql, "DELETE FROM competitions WHERE number = $1", competition)
            .Post();
        return true;
      });
}

}  // namespace arena::referee
