#include "arena/competition/planning/results.h"

#include <numeric>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/competition/planning/field.h"
#include "arena/competition/planning/spec.h"
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
  if (struck) return nullptr;
  return forfeit.has_value() ? &*forfeit : played();
}

const MatchScore* MatchFacts::played() const {
  for (const auto& [number, score] : attempts) {
    if (score.has_value() && score->counts()) return &*score;
  }
  return nullptr;
}

bool MatchFacts::open() const {
  return played() == nullptr && absl::c_any_of(attempts, [](const auto& entry) {
           return !entry.second.has_value();
         });
}

bool MatchFacts::exhausted() const {
  return score() == nullptr && !open() &&
         (struck || next_attempt() >= kMaxAttempts);
}

uint32_t MatchFacts::next_attempt() const {
  return attempts.empty() ? 0 : attempts.rbegin()->first + 1;
}

bool MatchFacts::wanted() const {
  return !struck && score() == nullptr && !open() &&
         next_attempt() < kMaxAttempts;
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
  const auto exhausted = [](const MatchFacts& match) {
    return match.exhausted();
  };
  return apart ? absl::c_all_of(matches, exhausted)
               : absl::c_any_of(matches, exhausted);
}

bool SetFacts::struck() const {
  return absl::c_any_of(matches,
                        [](const MatchFacts& match) { return match.struck; });
}

bool SetFacts::over() const {
  if (absl::c_all_of(matches, [this](const MatchFacts& match) {
        return !match.open() &&
               (match.score() != nullptr || (apart && match.exhausted()));
      })) {
    return true;
  }
  return is_void() && open_matches() == 0;
}

int SetFacts::open_matches() const {
  return static_cast<int>(absl::c_count_if(
      matches, [](const MatchFacts& match) { return match.open(); }));
}

std::vector<ScoredMatch> ScoredMatches(const SetFacts& set) {
  if (!set.over() || set.is_void()) return {};
  std::vector<ScoredMatch> matches;
  for (const MatchFacts& match : set.matches) {
    const MatchScore* score = match.score();
    if (score != nullptr) matches.push_back({match.entrants, *score});
  }
  return matches;
}

Results Results::Of(const v1::CompetitionSpec& spec, const GameForm& form) {
  return Results(form, MatchesPerSet(spec, form), IsField(spec));
}

absl::Status Results::Check(const v1::CompetitionMatch& match) const {
  const auto wrong = [&](auto&&... text) {
    return absl::InvalidArgumentError(
        absl::StrCat(NameOf(match), ": ", text...));
  };
  const auto fewer = fewer_matches_.find(match.set());
  const uint32_t matches =
      fewer == fewer_matches_.end() ? matches_per_set_ : fewer->second;
  if (match.match() >= matches) {
    return wrong("expected match 0 to ", matches - 1);
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
  SetFacts& set = FactsOf(match.set());
  MatchFacts& facts = set.matches[match.match()];
  Count(set, facts, -1);
  absl::StatusOr<bool> news = Enter(facts, match);
  Count(set, facts, 1);
  return news;
}

SetFacts& Results::FactsOf(uint32_t set) {
  const auto [found, added] = sets_.try_emplace(set);
  if (added) {
    const auto fewer = fewer_matches_.find(set);
    found->second.matches.resize(
        fewer == fewer_matches_.end() ? matches_per_set_ : fewer->second);
    found->second.apart = apart_;
  }
  return found->second;
}

absl::Status Results::Limit(uint32_t set, uint32_t matches) {
  if (matches >= matches_per_set_) return absl::OkStatus();
  fewer_matches_[set] = matches;
  const auto found = sets_.find(set);
  if (found == sets_.end()) return absl::OkStatus();
  std::vector<MatchFacts>& known = found->second.matches;
  for (size_t i = matches; i < known.size(); ++i) {
    if (known[i].attempts.empty()) continue;
    return absl::InvalidArgumentError(absl::StrCat(
        "set ", set, " has a match ", i, "; expected match 0 to ",
        matches - 1));
  }
  CountSet(found->second, -1);
  known.resize(matches);
  CountSet(found->second, 1);
  return absl::OkStatus();
}

void Results::Strike(uint32_t set, uint32_t match,
                     std::vector<uint32_t> entrants) {
  SetFacts& facts = FactsOf(set);
  MatchFacts& struck = facts.matches[match];
  Count(facts, struck, -1);
  struck.entrants = std::move(entrants);
  struck.struck = true;
  Count(facts, struck, 1);
}

void Results::Forfeit(uint32_t set, uint32_t match,
                      std::vector<uint32_t> entrants,
                      const std::set<uint32_t>& losers) {
  if (absl::c_all_of(entrants, [&](uint32_t entrant) {
        return losers.contains(entrant);
      })) {
    return Strike(set, match, std::move(entrants));
  }
  SetFacts& facts = FactsOf(set);
  MatchFacts& forfeited = facts.matches[match];
  Count(facts, forfeited, -1);
  forfeited.entrants = std::move(entrants);
  forfeited.losers = losers;
  forfeited.forfeit = ForfeitOf(forfeited);
  Count(facts, forfeited, 1);
}

// The score of a forfeit. The other sides keep their order and their points.
MatchScore Results::ForfeitOf(const MatchFacts& match) const {
  MatchScore score = {.termination = v1::TERMINATION_FORFEIT,
                      .ranks = AllFirst()};
  if (const MatchScore* const played = match.played(); played != nullptr) {
    score.ranks = played->ranks;
    score.returns = played->returns;
  }
  const auto lost = [&](int seat) {
    return match.losers.contains(match.entrants[seat]);
  };
  SeatRanks ranks = AllFirst();
  for (int seat = 0; seat < form_.seats; ++seat) {
    for (int other = 0; other < form_.seats; ++other) {
      const bool before = lost(seat) || score.ranks[other] < score.ranks[seat];
      if (!lost(other) && before) ++ranks[seat];
    }
  }
  score.ranks = ranks;
  return score;
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
  if (!added) {
    std::optional<MatchScore>& known = entry->second;
    if (!score.has_value() || known == score) return false;
    if (known.has_value()) {
      return absl::InvalidArgumentError(
          absl::StrCat(NameOf(match), " has a second, different result"));
    }
    known = score;
  }
  if (facts.forfeit.has_value()) facts.forfeit = ForfeitOf(facts);
  return true;
}

void Results::CountSet(const SetFacts& set, int sign) {
  // Unsigned arithmetic wraps around, so -1 subtracts.
  const auto step = static_cast<uint32_t>(sign);
  if (!set.over()) return;
  sets_over_ += step;
  if (set.is_void() && !set.struck()) void_sets_ += step;
}

void Results::Count(const SetFacts& set, const MatchFacts& match, int sign) {
  CountSet(set, sign);
  const auto step = static_cast<uint32_t>(sign);
  if (match.played() != nullptr) matches_over_ += step;
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
  return facts == nullptr ? std::vector<ScoredMatch>() : ScoredMatches(*facts);
}

std::optional<SetOutcome> Results::Outcome(uint32_t set) const {
  const std::vector<ScoredMatch> matches = MatchesOf(set);
  if (matches.empty()) return std::nullopt;
  return OutcomeOf(form_, set, matches);
}

std::vector<SetOutcome> Results::Meetings(uint32_t set) const {
  const std::vector<ScoredMatch> matches = MatchesOf(set);
  if (matches.empty()) return {};
  if (!apart_) return {OutcomeOf(form_, set, matches)};
  std::vector<SetOutcome> meetings;
  for (const ScoredMatch& match : matches) {
    meetings.push_back(OutcomeOf(form_, set, {&match, 1}));
  }
  return meetings;
}

PlacingSet Results::Placings(uint32_t set) const {
  PlacingSet placings;
  for (const ScoredMatch& match : MatchesOf(set)) {
    placings.push_back(PlacingOf(form_, match));
  }
  return placings;
}

}  // namespace arena::competition
