#include "tests/measure/coverage/simulated.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "arena/competition/planning/equal_games.h"
#include "arena/competition/planning/field.h"
#include "arena/competition/planning/spec.h"
#include "arena/core/check.h"
#include "tests/arena/competition/made_up.h"
#include "tests/arena/competition/simulation.h"

namespace arena::competition {
namespace {

// A rating that is too high by so many points is worth keeping.
constexpr double kLucky = 20;
// A version with so few sets never gets a place.
constexpr int kTooFewSets = 10;

// The luck of one deal for each seat: standard normal.
using SeatLuck = std::vector<double>;

// Gumbel's distribution. Sorting bots by their strength plus such noise gives
// Plackett and Luce's model.
double Gumbel(double standard_normal) {
  // Far from the mean, the distribution function rounds to 1.
  const double u = std::min(NormalCdf(standard_normal), 1 - 1e-15);
  return -std::log(-std::log(u));
}

class Simulation {
 public:
  Simulation(const v1::CompetitionSpec& spec,
             const std::vector<double>& strengths, DealLuck luck,
             const Conduct& conduct, Rng& rng)
      : strengths_(strengths),
        luck_(luck),
        conduct_(conduct),
        actor_(conduct.actor),
        rng_(rng),
        simulated_(Begin(spec)) {
    half_of_sets_ = simulated_.scheduler.progress().sets_total() / 2;
  }

  Simulated Run() && {
    std::vector<PlannedMatch> open;
    for (;;) {
      const auto planned = simulated_.scheduler.Next(/*max_open_sets=*/1000);
      ARENA_CHECK(planned.ok(), planned.status().ToString());
      open.insert(open.end(), planned->begin(), planned->end());
      if (open.empty()) break;
      std::swap(open[ChooseEnd(open)], open.back());
      End(open.back());
      open.pop_back();
    }
    return std::move(simulated_);
  }

 private:
  Simulated Begin(v1::CompetitionSpec spec) const {
    for (int i = 0; i < conduct_.newcomers; ++i) {
      spec.mutable_entrants()->RemoveLast();
    }
    absl::StatusOr<Scheduler> scheduler = Scheduler::Create(spec);
    ARENA_CHECK(scheduler.ok(), scheduler.status().ToString());
    return {*std::move(scheduler), {}};
  }

  bool IsSlow(const PlannedMatch& match) const {
    return absl::c_any_of(match.entrants, [&](uint32_t entrant) {
      return entrant == actor_ || IsAfterActor(entrant, conduct_.slow - 1);
    });
  }

  // The open match that ends next.
  uint32_t ChooseEnd(const std::vector<PlannedMatch>& open) {
    for (;;) {
      const uint32_t next = rng_.Below(static_cast<uint32_t>(open.size()));
      const bool slow = conduct_.slow > 0 && IsSlow(open[next]);
      if (!slow || rng_.Below(20) == 0) return next;
    }
  }

  void End(const PlannedMatch& match) {
    simulated_.log.push_back(Play(match));
    const absl::Status added = simulated_.scheduler.Add(simulated_.log.back());
    ARENA_CHECK(added.ok(), added.ToString());
    if (absl::c_linear_search(match.entrants, actor_)) NoteActor();
    const uint32_t over = simulated_.scheduler.results().sets_over();
    if (over < half_of_sets_) return;
    if (conduct_.older_points != 0) version_ = 2;
    while (entered_ < conduct_.newcomers) {
      const auto known = simulated_.scheduler.spec().entrants_size();
      ARENA_CHECK(simulated_.scheduler.Enter(EntrantOf(known)).ok(), known);
      ++entered_;
    }
  }

  // ---- Versions ----

  void NoteActor() {
    ++actor_matches_;
    if (conduct_.sets_of_version == 0 || actor_matches_ % 2 != 0) return;
    const int sets = actor_matches_ / 2;
    if (frozen_ && sets % kTooFewSets == 0) ++version_;
    if (frozen_ || sets % conduct_.sets_of_version != 0) return;
    const double luck = conduct_.until_lucky ? LuckOfActor() : 0;
    frozen_ = luck > kLucky;
    if (frozen_ || luck <= 0) ++version_;
  }

  // How much too high the actor's rating is now.
  double LuckOfActor() const {
    const BatchRating rating = RatingsOf(simulated_).rating;
    const auto count = static_cast<double>(strengths_.size());
    const double mean = absl::c_accumulate(strengths_, 0.0) / count;
    return rating.Points(static_cast<int>(actor_)) -
           rating.options().mean_points - (strengths_[actor_] - mean);
  }

  double StrengthOf(uint32_t entrant, uint32_t other) const {
    const double strength = strengths_[entrant];
    if (entrant != actor_) return strength;
    const bool stronger = strengths_[other] > strength;
    return strength + (version_ == 1 ? conduct_.older_points : 0) -
           (stronger ? conduct_.bogey : 0);
  }

  // ---- Matches ----

  v1::CompetitionMatch Play(const PlannedMatch& match) {
    v1::CompetitionMatch played = match.ToMessage();
    v1::MatchResult& result = *played.mutable_result();
    result.set_termination(v1::TERMINATION_NORMAL);
    if (conduct_.any() && match.entrants.size() == 2) {
      if (conduct_.older_points != 0 || conduct_.sets_of_version != 0) {
        for (const uint32_t entrant : match.entrants) {
          played.add_versions(absl::StrCat(entrant == actor_ ? version_ : 1));
        }
      }
      if (std::optional<int> winner = Decided(match, played)) {
        return WithWinner(std::move(played), *winner);
      }
      if (result.termination() != v1::TERMINATION_NORMAL) return played;
    }
    const std::vector<double> heights = HeightsOf(match);
    for (const double own : heights) {
      const auto better = absl::c_count_if(
          heights, [own](double other) { return other > own; });
      result.add_ranks(static_cast<uint32_t>(better) + 1);
      result.add_returns(-better);
    }
    return played;
  }

  static v1::CompetitionMatch WithWinner(v1::CompetitionMatch played,
                                         int winner) {
    for (const int seat : {0, 1}) {
      played.mutable_result()->add_ranks(seat == winner ? 1 : 2);
      played.mutable_result()->add_returns(seat == winner ? 1 : 0);
    }
    return played;
  }

  // The seat that wins by what the bots intend, and how the match ends.
  std::optional<int> Decided(const PlannedMatch& match,
                             v1::CompetitionMatch& played) {
    const uint32_t a = match.entrants[0];
    const uint32_t b = match.entrants[1];
    v1::MatchResult& result = *played.mutable_result();
    if (IsClone(a) && IsClone(b)) {
      played.set_moves_sha256(absl::StrCat("set ", match.set));
      const auto [seat, is_new] = decided_.try_emplace(match.set);
      if (is_new) seat->second = static_cast<int>(rng_.Below(2));
      return seat->second;
    }
    if (a != actor_ && b != actor_) return std::nullopt;
    const uint32_t other = a == actor_ ? b : a;
    const int seat_of_other = a == actor_ ? 1 : 0;
    if (IsHelper(other)) return 1 - seat_of_other;
    const bool avoids = conduct_.dodge != Dodge::kNever &&
                        strengths_[other] > strengths_[actor_];
    if (avoids && conduct_.dodge == Dodge::kAbsent) {
      result.set_termination(v1::TERMINATION_INFRASTRUCTURE);
      return std::nullopt;
    }
    if (avoids || IsDown(match.set)) {
      result.set_termination(v1::TERMINATION_FORFEIT);
      return seat_of_other;
    }
    return std::nullopt;
  }

  bool IsAfterActor(uint32_t entrant, int count) const {
    return entrant > actor_ && entrant <= actor_ + static_cast<uint32_t>(count);
  }
  bool IsHelper(uint32_t entrant) const {
    return IsAfterActor(entrant, conduct_.helpers);
  }
  bool IsClone(uint32_t entrant) const {
    return conduct_.clones > 0 &&
           (entrant == actor_ || IsAfterActor(entrant, conduct_.clones));
  }
  bool IsDown(uint32_t set) {
    if (conduct_.down == 0) return false;
    const auto [down, is_new] = decided_.try_emplace(set);
    if (is_new) down->second = Uniform(rng_) < conduct_.down ? 1 : 0;
    return down->second == 1;
  }

  std::vector<double> HeightsOf(const PlannedMatch& match) {
    const SeatLuck& deal = DealOf(match.set, match.entrants.size());
    std::vector<double> heights;
    for (size_t seat = 0; seat < match.entrants.size(); ++seat) {
      const double luck =
          std::sqrt(luck_) * deal[seat] + std::sqrt(1 - luck_) * Normal(rng_);
      // Only in matches of two seats the opponent matters.
      const uint32_t other = match.entrants[seat == 0 ? 1 : 0];
      heights.push_back(StrengthOf(match.entrants[seat], other) /
                            kPointsPerLogUnit +
                        Gumbel(luck));
    }
    return heights;
  }

  const SeatLuck& DealOf(uint32_t set, size_t seats) {
    SeatLuck& deal = deals_[set];
    while (deal.size() < seats) deal.push_back(Normal(rng_));
    return deal;
  }

  const std::vector<double>& strengths_;
  const DealLuck luck_;
  const Conduct& conduct_;
  const uint32_t actor_;
  Rng& rng_;
  Simulated simulated_;
  std::map<uint32_t, SeatLuck> deals_;
  uint32_t half_of_sets_ = 0;
  int entered_ = 0;
  int actor_matches_ = 0;
  int version_ = 1;
  // Whether the actor keeps its rating.
  bool frozen_ = false;
  // By set: the seat that wins among clones, or whether the actor is down.
  std::map<uint32_t, int> decided_;
};

std::vector<uint32_t> Counting(const Results& results) {
  const std::set<uint32_t> repeated = RepeatedSets(results);
  std::vector<uint32_t> counting;
  for (const auto& [number, facts] : results.sets()) {
    if (!facts.over() || facts.is_void() || repeated.contains(number)) continue;
    counting.push_back(number);
  }
  return counting;
}

}  // namespace

Simulated Simulate(const v1::CompetitionSpec& spec,
                   const std::vector<double>& strengths, DealLuck luck,
                   const Conduct& conduct, Rng& rng) {
  return Simulation(spec, strengths, luck, conduct, rng).Run();
}

EntrantRatings RatingsOf(const Simulated& simulated) {
  const Scheduler& scheduler = simulated.scheduler;
  const Players players(scheduler.spec(), scheduler.form(), scheduler.results(),
                        Counting(scheduler.results()), simulated.log);
  auto ratings = RateEntrants(scheduler.spec(), players);
  ARENA_CHECK(ratings.ok(), ratings.status().ToString());
  return *std::move(ratings);
}

BatchRating RatingsByBot(const Simulated& simulated) {
  const Scheduler& scheduler = simulated.scheduler;
  std::vector<PlacingSet> sets;
  for (const uint32_t number : Counting(scheduler.results())) {
    sets.push_back(scheduler.results().Placings(number));
  }
  const v1::CompetitionSpec& spec = scheduler.spec();
  BatchRatingOptions scale = {.field = IsField(spec)};
  if (const std::optional<int> anchor = AnchorOf(spec)) {
    scale.origin = AnchoredAt(*anchor, spec.entrants_size());
  }
  auto rating = FitBatchRating(spec.entrants_size(), sets, scale);
  ARENA_CHECK(rating.ok(), rating.status().ToString());
  return *std::move(rating);
}

}  // namespace arena::competition
