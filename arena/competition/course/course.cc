#include "arena/competition/course/course.h"

#include <utility>

#include "absl/algorithm/container.h"
#include "absl/types/span.h"
#include "arena/competition/planning/field.h"
#include "arena/competition/planning/formats.h"
#include "arena/core/check.h"

namespace arena::competition {
namespace {

bool Concerns(const Judgement& judgement,
              const std::vector<uint32_t>& entrants) {
  return absl::c_linear_search(entrants, judgement.entrant) &&
         (!judgement.opponent.has_value() ||
          absl::c_linear_search(entrants, *judgement.opponent));
}

// Applies the judgements to one match. Returns whether any concerns it.
bool JudgeMatch(absl::Span<const Judgement> judgements, uint32_t set,
                uint32_t match, const std::vector<uint32_t>& entrants,
                Results& results) {
  bool struck = false;
  std::set<uint32_t> losers;
  for (const Judgement& judgement : judgements) {
    if (set >= judgement.below || !Concerns(judgement, entrants)) continue;
    if (judgement.ruling == v1::CompetitionChange::RULING_FORFEIT) {
      losers.insert(judgement.entrant);
    } else {
      struck = true;
    }
  }
  if (struck) {
    results.Strike(set, match, entrants);
  } else if (!losers.empty()) {
    results.Forfeit(set, match, entrants, losers);
  }
  return struck || !losers.empty();
}

}  // namespace

Course::Course(const v1::CompetitionSpec& spec, const GameForm& form)
    : spec_(spec), form_(form), schedule_(MakeSchedule(spec, form)) {
  if (!FormatOf(spec).endless) {
    judgements_ = ChangeLog(spec).judgements();
  }
}

absl::StatusOr<std::vector<ScheduledSet>> Course::Extend(Results& results,
                                                         bool room) {
  const size_t before = in_force_;
  while (in_force_ < judgements_.size() &&
         judgements_[in_force_].from_set <= schedule_->next_set()) {
    ++in_force_;
  }
  if (in_force_ > before) {
    for (const ScheduledSet& set : sets_) Judge(set, results);
  }
  ARENA_ASSIGN_OR_RETURN(std::vector<ScheduledSet> sets,
                         schedule_->Extend(results, room));
  for (const ScheduledSet& set : sets) {
    if (IsField(spec_)) {
      ARENA_RETURN_IF_ERROR(results.Limit(
          set.number,
          static_cast<uint32_t>(set.entrants.size() / form_.sides.size())));
    }
    if (judgements_.empty()) continue;
    sets_.push_back(set);
    Judge(set, results);
  }
  return sets;
}

void Course::Judge(const ScheduledSet& set, Results& results) {
  const auto judgements = absl::MakeConstSpan(judgements_).first(in_force_);
  if (absl::c_none_of(judgements, [&](const Judgement& judgement) {
        return Concerns(judgement, set.entrants);
      })) {
    return;
  }
  const auto matches = MatchesOf(spec_, form_, set);
  for (size_t i = 0; i < matches.size(); ++i) {
    if (JudgeMatch(judgements, set.number, static_cast<uint32_t>(i), matches[i],
                   results)) {
      judged_.insert(set.number);
    }
  }
}

std::set<uint32_t> Course::TakeJudged() { return std::exchange(judged_, {}); }

void JudgeLadder(const v1::CompetitionSpec& spec, Results& results) {
  const ChangeLog log(spec);
  if (log.judgements().empty()) return;
  std::vector<uint32_t> numbers;
  for (const auto& [number, facts] : results.sets()) numbers.push_back(number);
  for (const uint32_t number : numbers) {
    const size_t matches = results.Find(number)->matches.size();
    for (size_t i = 0; i < matches; ++i) {
      const MatchFacts& match = results.Find(number)->matches[i];
      // A match that was never played is not forfeited.
      if (match.played() == nullptr) continue;
      const std::vector<uint32_t> entrants = match.entrants;
      JudgeMatch(log.judgements(), number, static_cast<uint32_t>(i), entrants,
                 results);
    }
  }
}

}  // namespace arena::competition
