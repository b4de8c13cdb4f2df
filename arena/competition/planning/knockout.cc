#include "arena/competition/planning/knockout.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "absl/algorithm/container.h"

namespace arena::competition {
namespace {

// Seeds by place in the bracket, so that the best meets the worst every round.
std::vector<uint32_t> Bracket(uint32_t places) {
  std::vector<uint32_t> seeds = {0};
  while (seeds.size() < places) {
    std::vector<uint32_t> doubled;
    for (const uint32_t seed : seeds) {
      doubled.push_back(seed);
      doubled.push_back(static_cast<uint32_t>(2 * seeds.size()) - 1 - seed);
    }
    seeds = std::move(doubled);
  }
  return seeds;
}

int CompareRounds(const Standing& a, const Standing& b) {
  return b.round - a.round;
}

void Append(std::vector<ScheduledSet>& to, std::vector<ScheduledSet> from) {
  to.insert(to.end(), from.begin(), from.end());
}

}  // namespace

Knockout::Knockout(int entrants, uint32_t sets_per_tie_break, ChangeLog log)
    : entrants_(entrants),
      sets_per_tie_break_(sets_per_tie_break),
      log_(std::move(log)),
      reached_(entrants, 1) {
  const auto field = static_cast<uint32_t>(entrants);
  for (const uint32_t seed : Bracket(std::bit_ceil(field))) {
    slots_.push_back(seed < field ? Slot(seed) : std::nullopt);
  }
}

absl::StatusOr<std::vector<ScheduledSet>> Knockout::Extend(
    const Results& results, bool /*room*/) {
  std::vector<ScheduledSet> sets;
  while (sets.empty() && !complete()) {
    if (encounters_.empty()) {
      Append(sets, BeginRound());
      continue;
    }
    for (Encounter& encounter : encounters_) {
      Append(sets, Decide(encounter, results));
    }
    if (!RoundIsOver()) break;
    EndRound();
  }
  return sets;
}

std::vector<ScheduledSet> Knockout::BeginRound() {
  ++round_;
  sets_per_encounter_ = log_.SetsAt(first_) * sets_per_tie_break_;
  for (size_t place = 0; place < slots_.size(); place += 2) {
    if (!slots_[place].has_value() || !slots_[place + 1].has_value()) continue;
    const auto [best, worst] = std::minmax(*slots_[place], *slots_[place + 1]);
    encounters_.emplace_back().entrants = {best, worst};
  }
  std::vector<ScheduledSet> sets;
  for (Encounter& encounter : encounters_) {
    if (absl::c_any_of(encounter.entrants, [this](uint32_t entrant) {
          return log_.IsOutAt(entrant, first_);
        })) {
      continue;
    }
    Append(sets, MoreSets(encounter, sets_per_encounter_));
  }
  return sets;
}

std::vector<ScheduledSet> Knockout::MoreSets(Encounter& encounter,
                                             uint32_t count) {
  const auto place = static_cast<uint32_t>(&encounter - encounters_.data());
  std::vector<ScheduledSet> sets;
  scheduled_ += count;
  for (; count > 0; --count) {
    const auto next = static_cast<uint32_t>(encounter.sets.size());
    const uint32_t number = first_ + place * range() + next;
    encounter.sets.push_back(number);
    sets.push_back({number, encounter.entrants, next});
  }
  return sets;
}

std::vector<ScheduledSet> Knockout::Decide(Encounter& encounter,
                                           const Results& results) {
  if (encounter.winner.has_value()) return {};
  if (IsOut(encounter, 0) || IsOut(encounter, 1)) {
    encounter.winner = encounter.entrants[IsOut(encounter, 0) ? 1 : 0];
    return {};
  }
  const auto points =
      EncounterPoints(results, encounter.entrants, encounter.sets);
  if (!points.has_value()) return {};
  const bool tie = (*points)[0] == (*points)[1];
  if (tie && encounter.tie_breaks < kMostTieBreaks) {
    ++encounter.tie_breaks;
    return MoreSets(encounter, sets_per_tie_break_);
  }
  encounter.winner = encounter.entrants[(*points)[0] < (*points)[1] ? 1 : 0];
  return {};
}

bool Knockout::RoundIsOver() const {
  return absl::c_all_of(encounters_, [](const Encounter& encounter) {
    return encounter.winner.has_value();
  });
}

void Knockout::EndRound() {
  std::vector<Slot> winners;
  size_t decided = 0;
  for (size_t place = 0; place < slots_.size(); place += 2) {
    const bool bye =
        !slots_[place].has_value() || !slots_[place + 1].has_value();
    winners.push_back(!bye ? encounters_[decided++].winner
                      : slots_[place].has_value() ? slots_[place]
                                                  : slots_[place + 1]);
    reached_[*winners.back()] = round_ + 1;
  }
  slots_ = std::move(winners);
  first_ = next_set();
  decided_ += static_cast<uint32_t>(encounters_.size());
  encounters_.clear();
}

uint32_t Knockout::sets_total() const {
  const auto known = static_cast<uint32_t>(encounters_.size()) + decided_;
  const auto to_come = static_cast<uint32_t>(entrants_ - 1) - known;
  return scheduled_ + to_come * log_.SetsAt(next_set()) * sets_per_tie_break_;
}

std::vector<Standing> Knockout::Standings(const Results& results) const {
  std::vector<Standing> standings = Totals(entrants_, results);
  for (Standing& standing : standings) {
    standing.round = reached_[standing.entrant];
  }
  Rank(standings, CompareRounds);
  return standings;
}

}  // namespace arena::competition
