#include "tests/arena/competition/duel.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/competition/planning/change_log.h"
#include "arena/competition/planning/duplicate.h"
#include "arena/competition/planning/schedule.h"
#include "arena/competition/planning/spec.h"
#include "arena/core/check.h"

namespace arena::competition {
namespace {

constexpr uint32_t kOneInAMillion = 1000000;

v1::CompetitionSpec SpecFor(const FieldOptions& options, const Seed& seed) {
  v1::CompetitionSpec spec;
  spec.set_name("duel");
  spec.set_game(options.game);
  spec.set_format(v1::FORMAT_ROUND_ROBIN);
  spec.set_independent_deals(options.independent_deals);
  spec.set_seed(seed.data(), seed.size());
  if (options.seats > 0) spec.set_seats(static_cast<uint32_t>(options.seats));
  for (size_t i = 0; i < options.shares.size(); ++i) {
    v1::Entrant& entrant = *spec.add_entrants();
    entrant.set_name(absl::StrCat("a", i));
    entrant.add_players()->set_bot(entrant.name());
  }
  // "target=22,max_deals=5"
  std::string rest = options.options;
  while (!rest.empty()) {
    const size_t end = std::min(rest.find(','), rest.size());
    const size_t equals = rest.find('=');
    (*spec.mutable_options())[rest.substr(0, equals)] =
        rest.substr(equals + 1, end - equals - 1);
    rest = end == rest.size() ? "" : rest.substr(end + 1);
  }
  auto complete = Complete(std::move(spec));
  ARENA_CHECK(complete.ok(), complete.status().ToString());
  return *std::move(complete);
}

}  // namespace

PlayedField::PlayedField(const FieldOptions& options)
    : shares_(options.shares),
      player_seed_(DeriveSeed(ParseSeed(options.seed).value(), 1)),
      spec_(SpecFor(options, ParseSeed(options.seed).value())),
      form_(FormOf(spec_).value()) {
  std::vector<uint32_t> first(form_.side_count());
  std::iota(first.begin(), first.end(), 0);
  matches_per_set_ =
      static_cast<int>(MatchesOf(spec_, form_, {0, first, 0}).size());
}

std::vector<ScoredMatch> PlayedField::Next(
    const std::vector<uint32_t>& entrants) {
  const uint32_t set = next_set_++;
  const Seed seed = SeedOfSet(spec_, set);
  std::vector<ScoredMatch> matches;
  for (std::vector<uint32_t>& seats :
       MatchesOf(spec_, form_, {set, entrants, set})) {
    const MatchScore score = Play(seats, seed);
    matches.push_back({std::move(seats), score});
  }
  return matches;
}

MatchScore PlayedField::Play(const std::vector<uint32_t>& entrants,
                             const Seed& seed) {
  Rng rng(DeriveSeed(player_seed_, next_match_++));
  Table table = Table::Create({.game = form_.game,
                               .seats = form_.seats,
                               .options = form_.options,
                               .seed = seed})
                    .value();
  while (!table.over()) {
    if (const auto chance = table.NextChance()) {
      table.Play(*chance).value();
      continue;
    }
    const Seat seat = table.Owing().first();
    table
        .Play({.kind = EntryKind::kChoice,
               .seat = seat,
               .action = Choose(table, seat, shares_[entrants[seat]], rng)})
        .value();
  }
  return ScoreOf(form_, table.Result()).value();
}

Action PlayedField::Choose(const Table& table, Seat seat, RandomShare share,
                           Rng& rng) {
  if (rng.Below(kOneInAMillion) < share * kOneInAMillion) {
    ActionList legal;
    table.state()->LegalActions(seat, legal);
    return legal[rng.Below(static_cast<uint32_t>(legal.size()))];
  }
  v1::Observation observation;
  table.state()->ObservationFor(seat, observation);
  const auto possible =
      form_.game->sample(form_.seats, form_.options, seat, observation, rng);
  ARENA_CHECK(possible.ok(), possible.status().ToString());
  return (*possible)->Suggest(seat);
}

Duel::Duel(const DuelOptions& options)
    : field_({.game = options.game,
              .options = options.options,
              .shares = {options.a, options.b},
              .independent_deals = options.independent_deals,
              .seed = options.seed}) {}

double Duel::Next() {
  const SetOutcome outcome = OutcomeOf(field_.form(), 0, field_.Next({0, 1}));
  return outcome.entrants[0].RankPoints() - outcome.entrants[1].RankPoints();
}

SequentialTest Decide(const SequentialTestOptions& options, Duel& duel) {
  SequentialTest test = SequentialTest::Create(options).value();
  while (test.verdict() == Verdict::kUndecided) {
    const absl::Status added = test.Add(duel.Next());
    ARENA_CHECK(added.ok(), added.ToString());
  }
  return test;
}

}  // namespace arena::competition
