#include "arena/cli/competitions/comparison.h"

#include <cmath>
#include <string>
#include <utility>

#include "arena/competition/planning/duplicate.h"
#include "arena/competition/planning/duplicate_score.h"
#include "arena/competition/planning/schedule.h"
#include "arena/competition/planning/spec.h"
#include "arena/core/check.h"
#include "arena/match/local.h"

namespace arena::cli {
namespace {

using competition::GameForm;
using competition::ScoredMatch;
using competition::SequentialTest;
using competition::SetOutcome;
using competition::Verdict;

// The number of sets from which the deviation of a set is known to about a
// tenth.
constexpr uint32_t kSetsToMeasure = 50;

// The players that measure the deviation: two different players if the game has
// them.
std::vector<std::string> MeasuringPlayers(const GameForm& form) {
  const bool has_greedy = MakeBuiltIn("greedy", *form.game, form.seats,
                                      form.options, Seed{})
                              .ok();
  return {has_greedy ? "greedy" : "random", "random"};
}

// A match of a set between built-in players, by entrant.
absl::StatusOr<ScoredMatch> PlayMatch(const GameForm& form, const Seed& seed,
                                      const std::vector<uint32_t>& entrants,
                                      const std::vector<std::string>& players) {
  std::vector<std::string> by_seat;
  for (const uint32_t entrant : entrants) by_seat.push_back(players[entrant]);
  const TableConfig config{.game = form.game,
                           .seats = form.seats,
                           .options = form.options,
                           .seed = seed};
  ARENA_ASSIGN_OR_RETURN(const Table table, PlayLocally(config, by_seat));
  ARENA_ASSIGN_OR_RETURN(const competition::MatchScore score,
                         competition::ScoreOf(form, table.Result()));
  return ScoredMatch{entrants, score};
}

double DeviationOf(const std::vector<double>& values) {
  const auto n = static_cast<double>(values.size());
  double sum = 0;
  for (const double value : values) sum += value;
  double squares = 0;
  for (const double value : values) {
    squares += (value - sum / n) * (value - sum / n);
  }
  return std::sqrt(squares / (n - 1));
}

// 1, 0 or -1. Thirds of rank points add up to 0 but for the last bits.
double SignOf(double lead) { return lead > 1e-9 ? 1 : lead < -1e-9 ? -1 : 0; }

}  // namespace

double LeadIn(const SetOutcome& outcome, CompareScore score) {
  const auto& a = outcome.entrants[0];
  const auto& b = outcome.entrants[1];
  return score == CompareScore::kRankPoints
             ? a.RankPoints() - b.RankPoints()
             : (a.ScoreDifference() - b.ScoreDifference()) / 2;
}

absl::StatusOr<double> DeviationOfPoints(const v1::CompetitionSpec& spec) {
  ARENA_ASSIGN_OR_RETURN(const GameForm form, competition::FormOf(spec));
  const std::vector<std::string> players = MeasuringPlayers(form);
  // Not the deals of the comparison, but always the same deals.
  const Seed seed = DeriveSeed(Seed{}, 0);
  std::vector<double> leads;
  for (uint32_t set = 0; set < kSetsToMeasure; ++set) {
    std::vector<ScoredMatch> matches;
    for (const std::vector<uint32_t>& entrants :
         competition::MatchesOf(spec, form, {set, {0, 1}, set})) {
      ARENA_ASSIGN_OR_RETURN(
          matches.emplace_back(),
          PlayMatch(form, DeriveSeed(seed, set), entrants, players));
    }
    leads.push_back(LeadIn(competition::OutcomeOf(form, set, matches),
                           CompareScore::kPoints));
  }
  return DeviationOf(leads);
}

absl::StatusOr<Comparison> Comparison::Create(
    const v1::CompetitionSpec& spec, CompareScore score,
    const competition::SequentialTestOptions& options) {
  ARENA_ASSIGN_OR_RETURN(GameForm form, competition::FormOf(spec));
  ARENA_ASSIGN_OR_RETURN(SequentialTest test, SequentialTest::Create(options));
  competition::Results results = competition::Results::Of(spec, form);
  const auto matches = static_cast<int>(competition::MatchesPerSet(spec, form));
  return Comparison(std::move(form), score, std::move(test), std::move(results),
                    matches);
}

absl::Status Comparison::Take(const CompetitionData& data) {
  for (; taken_ < data.results.size(); ++taken_) {
    ARENA_RETURN_IF_ERROR(results_.Add(data.results[taken_]).status());
    faults_ += data.results[taken_].result().faults_size();
  }
  while (!decided() && !NothingNew()) {
    const competition::SetFacts* const facts = results_.Find(next_set_);
    if (facts == nullptr || !facts->over()) break;
    const auto outcome = results_.Outcome(next_set_++);
    if (!outcome.has_value()) continue;  // void
    if (games_.Repeats(competition::ScoredMatches(*facts))) {
      equal_games_ += static_cast<int>(facts->matches.size());
      ++repeated_sets_;
      continue;
    }
    repeated_sets_ = 0;
    mirrored_sets_ +=
        competition::IsMirrored(competition::ScoredMatches(*facts)) ? 1 : 0;
    ARENA_RETURN_IF_ERROR(Feed(*outcome));
  }
  return absl::OkStatus();
}

bool Comparison::decided() const {
  return test_.verdict() != Verdict::kUndecided;
}

double Comparison::ShareOfA() const {
  return test_.sets() == 0 ? 0.5 : (1 + rank_points_ / test_.sets()) / 2;
}

absl::Status Comparison::Feed(const SetOutcome& outcome) {
  points_ += LeadIn(outcome, CompareScore::kPoints);
  const double lead = LeadIn(outcome, CompareScore::kRankPoints);
  rank_points_ += lead;
  set_counts_.Add(sides() == 2 ? lead : SignOf(lead));
  std::vector<double> leads;
  for (const ScoredMatch& match :
       competition::ScoredMatches(*results_.Find(outcome.set))) {
    leads.push_back(
        LeadIn(competition::OutcomeOf(form_, outcome.set, {match}), score_));
  }
  saved_.Add(leads);
  matches_ += static_cast<uint32_t>(leads.size());
  return test_.Add(LeadIn(outcome, score_));
}

}  // namespace arena::cli
