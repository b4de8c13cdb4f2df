#include "referee/matches/left_match.h"

#include <utility>

#include "arena/core/check.h"
#include "referee/lobby/match_request.h"

namespace arena::referee {
namespace {

absl::StatusOr<std::optional<Match>> Load(Journal& journal,
                                          const MatchRow& row) {
  if (!row.damage.empty()) return absl::DataLossError(row.damage);
  ARENA_ASSIGN_OR_RETURN(const MatchSettings settings, SettingsFor(row));
  if (row.state == v1::Match::STATE_PENDING) {
    // Only the game can say whether seats and options go together.
    ARENA_RETURN_IF_ERROR(Table::Create(settings.table).status());
    return std::nullopt;
  }
  ARENA_ASSIGN_OR_RETURN(const std::vector<MatchEntry> entries,
                         journal.Read(row.match_id));
  ARENA_ASSIGN_OR_RETURN(Match match, Match::Create(settings, entries));
  return std::optional<Match>(std::move(match));
}

}  // namespace

absl::StatusOr<std::vector<LeftMatch>> LoadLeft(Journal& journal,
                                                std::vector<MatchRow> rows) {
  std::vector<LeftMatch> left;
  for (MatchRow& row : rows) {
    auto match = Load(journal, row);
    if (!match.ok() && !IsOfOneRow(match.status())) return match.status();
    left.push_back({std::move(row), std::move(match)});
  }
  return left;
}

}  // namespace arena::referee
