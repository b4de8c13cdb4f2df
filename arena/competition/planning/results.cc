#include "arena/competition/planning/results.h"

#include <numeric>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/core/check.h"

namespace arena::competition {
namespace {

// "match 1 of set 7, attempt 0"
std::string NameOf(const v1::CompetitionMatch& match) {
  return absl::StrCat("match ", match.match(), " of set ", match.set(),
                      ", attempt ", match.attempt());
}

}  // namespace

const MatchScore* MatchFacts::score() const {
  for (const auto& [number, score] : attempts) {
    if (score.has_value() && score->counts()) return &*score;
  }
  return nullptr;
}

bool MatchFacts::open() const {
  return score() == nullptr && absl::c_any_of(attempts, [](const auto& entry) {
           return !entry.second.has_value();
         });
}

bool MatchFacts::exhausted() const {
  return score() == nullptr && !open() && next_attempt() >= kMaxAttempts;
}

uint32_t MatchFacts::next_attempt() const {
  return attempts.empty() ? 0 : attempts.rbegin()->first + 1;
}

bool MatchFacts::wanted() const {
  return score() == nullptr && !open() && next_attempt() < kMaxAttempts;
}

bool SetFacts::begun() const {
  return absl::c_any_of(
      matches, [](const MatchFacts& match) { return !match.attempts.empty(); });
}

bool SetFacts::wants_matches() const {
  return !is_void() && absl::c_any_of(matches, [](const MatchFacts& match) {
    return match.wanted();
  });
}

bool SetFacts::is_void() const {
  return absl::c_any_of(
      matches, [](const MatchFacts& match) { return match.exhausted(); });
}

bool SetFacts::over() const {
  if (absl::c_all_of(matches, [](const MatchFacts& match) {
        return match.score() != nullptr;
      })) {
    return true;
  }
  return is_void() && open_matches() == 0;
}

int SetFacts::open_matches() const {
  return static_cast<int>(absl::c_count_if(
      matches, [](const MatchFacts& match) { return match.open(); }));
}

absl::Status Results::Check(const v1::CompetitionMatch& match) const {
  const auto wrong = [&](auto&&... text) {
    return absl::InvalidArgumentError(
        absl::StrCat(NameOf(match), ": ", text...));
  };
  if (match.match() >= matches_per_set_) {
    return wrong("expected match 0 to ", matches_per_set_ - 1);
  }
  if (match.attempt() >= kMaxAttempts) {
    return wrong("expected attempt 0 to ", kMaxAttempts - 1);
  }
  if (match.entrants_size() != form_.seats) {
    return wrong("entrants has ", match.entrants_size(), " values; expected ",
                 form_.seats);
  }
  return absl::OkStatus();
}

absl::StatusOr<bool> Results::Add(const v1::CompetitionMatch& match) {
  ARENA_RETURN_IF_ERROR(Check(match));
  SetFacts& set = sets_[match.set()];
  set.matches.resize(matches_per_set_);
  MatchFacts& facts = set.matches[match.match()];
  Count(set, facts, -1);
  absl::StatusOr<bool> news = Enter(facts, match);
  Count(set, facts, 1);
  return news;
}

absl::StatusOr<bool> Results::Enter(MatchFacts& facts,
                                    const v1::CompetitionMatch& match) {
  const std::vector<uint32_t> entrants(match.entrants().begin(),
                                       match.entrants().end());
  if (!facts.entrants.empty() && facts.entrants != entrants) {
    return absl::InvalidArgumentError(absl::StrCat(
        NameOf(match), " has entrants ", absl::StrJoin(entrants, ","),
        "; earlier it had ", absl::StrJoin(facts.entrants, ",")));
  }
  std::optional<MatchScore> score;
  if (match.has_result()) {
    ARENA_ASSIGN_OR_RETURN(score, ScoreOf(form_, match.result()));
    if (score->counts()) score->actions_sha256 = match.moves_sha256();
  }
  facts.entrants = entrants;
  const auto [entry, added] = facts.attempts.emplace(match.attempt(), score);
  if (added) return true;
  std::optional<MatchScore>& known = entry->second;
  if (!score.has_value() || known == score) return false;
  if (known.has_value()) {
    return absl::InvalidArgumentError(
        absl::StrCat(NameOf(match), " has a second, different result"));
  }
  known = score;
  return true;
}

void Results::Count(const SetFacts& set, const MatchFacts& match, int sign) {
  // Unsigned arithmetic wraps around, so -1 subtracts.
  const auto step = static_cast<uint32_t>(sign);
  if (set.over()) sets_over_ += step;
  if (set.over() && set.is_void()) void_sets_ += step;
  if (match.score() != nullptr) matches_over_ += step;
  if (match.open()) matches_open_ += step;
  for (const auto& [number, score] : match.attempts) {
    if (!score.has_value()) continue;
    const int faults =
        std::accumulate(score->faults.begin(), score->faults.end(), 0);
    faults_ += step * static_cast<uint32_t>(faults);
    if (!score->counts() && number + 1 < kMaxAttempts) repeated_ += step;
    if (score->termination == v1::TERMINATION_CANCELLED) cancelled_ += step;
  }
}

const SetFacts* Results::Find(uint32_t set) const {
  const auto found = sets_.find(set);
  return found == sets_.end() ? nullptr : &found->second;
}

std::vector<ScoredMatch> Results::MatchesOf(uint32_t set) const {
  const SetFacts* facts = Find(set);
  if (facts == nullptr) return {};
  std::vector<ScoredMatch> matches;
  for (const MatchFacts& match : facts->matches) {
    const MatchScore* score = match.score();
    if (score == nullptr) return {};
    matches.push_back({match.entrants, *score});
  }
  return matches;
}

std::optional<SetOutcome> Results::Outcome(uint32_t set) const {
  const std::vector<ScoredMatch> matches = MatchesOf(set);
  if (matches.empty()) return std::nullopt;
  return OutcomeOf(form_, set, matches);
}

PlacingSet Results::Placings(uint32_t set) const {
  PlacingSet placings;
  for (const ScoredMatch& match : MatchesOf(set)) {
    placings.push_back(PlacingOf(form_, match));
  }
  return placings;
}

}  // namespace arena::competition
