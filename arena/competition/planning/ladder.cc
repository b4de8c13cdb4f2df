#include "arena/competition/planning/ladder.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/competition/planning/change_log.h"
#include "arena/competition/planning/field.h"
#include "arena/competition/planning/spec.h"
#include "arena/core/check.h"

namespace arena::competition {
namespace {

// Bots change, so a rating is never quite certain: with this drift, sigma
// settles near 1.
constexpr OnlineRatingOptions kFollowing = {.drift = 0.001};
// The deviation of a new version from the previous version: half the deviation
// of a new entrant.
constexpr double kNewVersionSigma = OnlineRating().sigma / 2;

bool IsBuiltIn(const v1::Entrant& entrant) {
  return absl::c_none_of(entrant.players(), [](const v1::SeatSpec& player) {
    return player.has_bot();
  });
}

// Entrants whose sets were struck count as related, and do not meet again.
Relations RelationsIn(const v1::CompetitionSpec& spec) {
  Relations relations(spec);
  const ChangeLog log(spec);
  for (const Judgement& judgement : log.judgements()) {
    if (!judgement.opponent.has_value()) continue;
    relations.Relate(judgement.entrant, *judgement.opponent);
  }
  return relations;
}

}  // namespace

Ladder::Ladder(const v1::CompetitionSpec& spec, const GameForm& form)
    : spec_(spec),
      form_(form),
      sets_per_encounter_(SetsPerEncounter(spec, form)),
      max_sets_(spec.max_sets()),
      encounters_needed_(max_sets_ / sets_per_encounter_ +
                         (max_sets_ % sets_per_encounter_ == 0 ? 0 : 1)),
      slots_(std::max(1u, spec.concurrent_sets() / sets_per_encounter_)),
      relations_(RelationsIn(spec)),
      kin_avoidable_(relations_.CanBeAvoided(form.side_count())),
      bench_(spec.entrants_size(), spec.bench_faults()),
      draws_(absl::StrCat("ladder ", spec.name(), spec.seed())),
      consumed_(Results::Of(spec, form)) {
  for (const v1::Entrant& entrant : spec.entrants()) AddContender(entrant);
  if (IsField(spec_)) families_ = FamiliesOf(spec_);
}

// A ladder of built-in players alone is played if it has an end.
void Ladder::AddContender(const v1::Entrant& entrant) {
  contenders_.emplace_back();
  built_in_.push_back(IsBuiltIn(entrant));
  contenders_.back().built_in = built_in_.back();
  const bool first_bot = !built_in_.back() && !any_bot_;
  any_bot_ = any_bot_ || first_bot;
  if (max_sets_ == 0) return;
  if (!any_bot_) contenders_.back().built_in = false;
  if (!first_bot) return;
  for (size_t i = 0; i < contenders_.size(); ++i) {
    contenders_[i].built_in = built_in_[i];
  }
}

void Ladder::AddEntrant(const v1::Entrant& entrant) {
  *spec_.add_entrants() = entrant;
  AddContender(entrant);
  relations_.Add(entrant);
  kin_avoidable_ = relations_.CanBeAvoided(form_.side_count());
  if (IsField(spec_)) families_ = FamiliesOf(spec_);
  bench_.AddEntrant();
}

absl::StatusOr<std::vector<ScheduledSet>> Ladder::Extend(const Results& results,
                                                         bool room) {
  ratings_.resize(contenders_.size());
  std::vector<ScheduledSet> sets;
  for (;;) {
    const auto next = static_cast<uint32_t>(encounters_.size());
    if (!complete() && next < completed_ + slots_) {
      // The choice depends on this place in the log.
      auto entrants = EntrantsOf(next, results, room && sets.empty());
      if (!entrants.has_value()) return sets;
      const std::vector<ScheduledSet> more = Begin(*std::move(entrants));
      sets.insert(sets.end(), more.begin(), more.end());
      continue;
    }
    if (log_.empty()) return sets;
    ARENA_RETURN_IF_ERROR(Consume(log_.front()));
    log_.pop_front();
  }
}

uint32_t Ladder::next_set() const {
  const uint32_t sets =
      static_cast<uint32_t>(encounters_.size()) * sets_per_encounter_;
  return max_sets_ == 0 ? sets : std::min(sets, max_sets_);
}

uint32_t Ladder::VariationOf(uint32_t encounter) const {
  return IsField(spec_) ? encounter * sets_per_encounter_ : encounter;
}

absl::Span<const uint32_t> Ladder::TableOf(absl::Span<const uint32_t> entrants,
                                           uint32_t entrant) const {
  const size_t place = absl::c_find(entrants, entrant) - entrants.begin();
  const auto sides = static_cast<size_t>(form_.side_count());
  return entrants.subspan(place / sides * sides, sides);
}

uint32_t Ladder::SetsOf(uint32_t encounter) const {
  const uint32_t first = encounter * sets_per_encounter_;
  return max_sets_ == 0 ? sets_per_encounter_
                        : std::min(sets_per_encounter_, max_sets_ - first);
}

std::vector<std::vector<uint32_t>> Ladder::KnownTables(
    uint32_t encounter, const Results& results) const {
  const uint32_t first = encounter * sets_per_encounter_;
  const int sides = form_.side_count();
  // The seating as it would be if the entrants were 0, 1, 2, ...
  std::vector<uint32_t> places(sides * TablesOf(spec_));
  std::iota(places.begin(), places.end(), 0);
  std::vector<std::vector<uint32_t>> tables(TablesOf(spec_));
  for (uint32_t pass = 0; pass < SetsOf(encounter); ++pass) {
    const SetFacts* facts = results.Find(first + pass);
    if (facts == nullptr) continue;
    const auto pattern =
        MatchesOf(spec_, form_,
                  {first + pass, places, VariationOf(encounter) + pass, first});
    for (size_t match = 0; match < pattern.size(); ++match) {
      const std::vector<uint32_t>& known = facts->matches[match].entrants;
      if (known.empty()) continue;
      const uint32_t table = pattern[match].front() / sides;
      tables[table].resize(sides);
      for (int seat = 0; seat < form_.seats; ++seat) {
        tables[table][pattern[match][seat] - table * sides] = known[seat];
      }
    }
  }
  return tables;
}

std::optional<std::vector<uint32_t>> Ladder::EntrantsOf(uint32_t encounter,
                                                        const Results& results,
                                                        bool room) const {
  EncounterShape shape = {.sides = form_.side_count(),
                          .tables = TablesOf(spec_),
                          .known = KnownTables(encounter, results)};
  if (absl::c_none_of(shape.known, [](const auto& t) { return t.empty(); })) {
    std::vector<uint32_t> entrants;
    for (const std::vector<uint32_t>& table : shape.known) {
      entrants.insert(entrants.end(), table.begin(), table.end());
    }
    return entrants;
  }
  if (!room) return std::nullopt;
  shape.families = families_;
  return ChooseEncounter(contenders_, bench_, ratings_, shape, encounter,
                         slots_, draws_, kin_avoidable_ ? relations_ : no_kin_);
}

std::vector<ScheduledSet> Ladder::Begin(std::vector<uint32_t> entrants) {
  const auto number = static_cast<uint32_t>(encounters_.size());
  for (const uint32_t entrant : entrants) {
    Contender& contender = contenders_[entrant];
    ++contender.encounters;
    ++contender.open;
    contender.last = number + 1;
    for (const uint32_t other : TableOf(entrants, entrant)) {
      if (other != entrant) contender.opponents.push_front(other);
    }
    if (contender.opponents.size() > kRememberedOpponents) {
      contender.opponents.resize(kRememberedOpponents);
    }
    bench_.Begin(entrant);
  }
  std::vector<ScheduledSet> sets;
  for (uint32_t pass = 0; pass < SetsOf(number); ++pass) {
    sets.push_back({number * sets_per_encounter_ + pass, entrants,
                    VariationOf(number) + pass, number * sets_per_encounter_});
  }
  encounters_.push_back({std::move(entrants), SetsOf(number)});
  return sets;
}

absl::Status Ladder::Consume(const v1::CompetitionMatch& match) {
  if (match.set() / sets_per_encounter_ >= encounters_.size()) {
    return absl::DataLossError(absl::StrCat(
        "match ", match.match(), " of set ", match.set(),
        " ended before its set could begin; expected the log in order"));
  }
  const SetFacts* before = consumed_.Find(match.set());
  const bool was_over = before != nullptr && before->over();
  ARENA_RETURN_IF_ERROR(consumed_.Add(match).status());
  bench_.Log(match);
  NoteVersions(match);
  if (!was_over && consumed_.Find(match.set())->over()) EndSet(match.set());
  return absl::OkStatus();
}

void Ladder::NoteVersions(const v1::CompetitionMatch& match) {
  const int seats = std::min(match.entrants_size(), match.versions_size());
  std::map<uint32_t, std::set<std::string>> played;
  for (int seat = 0; seat < seats; ++seat) {
    played[match.entrants(seat)].insert(match.versions(seat));
  }
  versions_.resize(contenders_.size());
  for (auto& [entrant, versions] : played) {
    std::optional<std::set<std::string>>& last = versions_[entrant];
    if (last.has_value() && *last != versions) {
      double& sigma = ratings_[entrant].sigma;
      sigma =
          std::min(std::hypot(sigma, kNewVersionSigma), OnlineRating().sigma);
    }
    last = std::move(versions);
  }
}

void Ladder::EndSet(uint32_t set) {
  for (const SetOutcome& outcome : consumed_.Meetings(set)) {
    auto updated = UpdateRatings(ratings_, PlacingOf(outcome), kFollowing);
    ARENA_CHECK(updated.ok(), updated.status().ToString());
    ratings_ = *std::move(updated);
  }
  Encounter& encounter = encounters_[set / sets_per_encounter_];
  if (--encounter.open_sets > 0) return;
  ++completed_;
  for (const uint32_t entrant : encounter.entrants) --contenders_[entrant].open;
}

std::vector<Standing> Ladder::Standings(const Results& results) const {
  std::vector<Standing> standings =
      Totals(static_cast<int>(contenders_.size()), results);
  Rank(standings, CompareTotals);
  return standings;
}

}  // namespace arena::competition
