// Finding matches.
#include <limits>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "referee/store/matches/match_query.h"
#include "referee/store/matches/matches.h"

namespace arena::referee {
namespace {

// Conditions are left out if possible, because the database can then choose the
// right index. Each parameter must occur all the same; without its condition it
// is compared with the value that means none.

// The condition on the state, which is $3.
absl::string_view OfState(v1::Match::State state) {
  switch (state) {
    case v1::Match::STATE_UNSPECIFIED:
      return " AND $3 = 0";
    case v1::Match::STATE_QUARANTINED:
      return " AND $3 = 4 AND quarantine IS NOT NULL";
    default:
      return " AND state = $3 AND quarantine IS NULL";
  }
}

// The conditions on the player, which is $5, and the kind of fault, which is
// $6. A player is not found in a match that still hides its players.
absl::string_view OfPlayerAndFault(const MatchFilter& filter) {
  const bool any_fault = filter.fault == v1::FAULT_KIND_UNSPECIFIED;
  if (filter.player.empty()) {
    return any_fault ? " AND $5 = '' AND $6 = 0"
                     : " AND $5 = '' AND number IN"
                       " (SELECT match FROM match_faults WHERE kind = $6)";
  }
  return any_fault ? " AND $6 = 0 AND (anonymous = 0 OR state = 3)"
                     " AND number IN (SELECT match FROM seats WHERE bot = $5"
                     "  UNION ALL"
                     "  SELECT match FROM seats WHERE built_in = $5)"
                   : " AND number IN (SELECT f.match FROM match_faults f"
                     "  JOIN seats s ON s.match = f.match AND s.seat = f.seat"
                     "  WHERE f.kind = $6 AND (s.bot = $5 OR s.built_in = $5))";
}

// The conditions on the time, with the bounds $8 and $9.
absl::string_view OfTime(const MatchFilter& filter) {
  return filter.created_from.has_value() || filter.created_before.has_value()
             ? " AND created >= $8 AND created < $9"
             : " AND CAST($8 AS {int}) <= CAST($9 AS {int})";
}

std::string ListQuery(const MatchFilter& filter) {
  return SelectMatches(
      absl::StrCat("number < $1",
                   filter.game.empty() ? " AND $2 = ''" : " AND game = $2",
                   OfState(filter.state), OfPlayerAndFault(filter),
                   filter.competition.empty()
                       ? " AND $7 = ''"
                       : " AND competition ="
                         " (SELECT number FROM competitions WHERE name = $7)",
                   OfTime(filter), " ORDER BY number DESC LIMIT $4"),
      "DESC");
}

}  // namespace

absl::StatusOr<std::vector<MatchRow>> Matches::List(const MatchFilter& filter,
                                                    int limit, int64_t before) {
  ARENA_RETURN_IF_ERROR(CheckLimit(limit));
  constexpr int64_t kLast = std::numeric_limits<int64_t>::max();
  const std::string text = ListQuery(filter);
  const int64_t from = filter.created_from.has_value()
                           ? absl::ToUnixMicros(*filter.created_from)
                           : 0;
  const int64_t until = filter.created_before.has_value()
                            ? absl::ToUnixMicros(*filter.created_before)
                            : kLast;
  return database_.Read(
      [&](SqlConnection& sql) -> absl::StatusOr<std::vector<MatchRow>> {
        Query query(sql, text, before == 0 ? kLast : before, filter.game,
                    filter.state, limit, filter.player, filter.fault,
                    filter.competition, from, until);
        return ReadMatches(query);
      });
}

}  // namespace arena::referee
