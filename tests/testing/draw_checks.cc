// Checks of draws from lists that a game does not make.
#include <cmath>

#include "absl/algorithm/container.h"
#include "tests/testing/game_checks.h"

namespace arena {
namespace {

constexpr int kLooks = 60;
constexpr int kDraws = 16;
// By chance, a sum of many draws is never this many standard deviations off.
constexpr double kNever = 6;

// Pearson's sum over all positions: how far counts are from equal ones.
class Evenness {
 public:
  void Add(const std::vector<int>& counts) {
    const auto size = static_cast<double>(counts.size());
    const double expected = kDraws / size;
    for (const int count : counts) {
      sum_ += (count - expected) * (count - expected) / expected;
    }
    mean_ += size - 1;
    variance_ += 2 * (size - 1) * (kDraws - 1) / kDraws;
  }
  bool IsLikely() const {
    return std::abs(sum_ - mean_) <= kNever * std::sqrt(variance_);
  }
  std::string ToString() const {
    return absl::StrCat(sum_, ", expected ", mean_, " +- ",
                        std::sqrt(variance_));
  }

 private:
  double sum_ = 0;
  double mean_ = 0;
  double variance_ = 0;
};

absl::Status CheckOutcome(const AnyState& state, Rng& rng) {
  Rng again = rng;
  const Action outcome = state->SampleChance(rng);
  if (!absl::c_binary_search(LegalList(state, kChance), outcome)) {
    return Broken("SampleChance gives ", outcome, ", which is no outcome");
  }
  ActionList outcomes;
  state->NumberedOutcomes(outcomes);
  if (outcomes.empty()) return absl::OkStatus();
  const uint32_t number = again.Below(static_cast<uint32_t>(outcomes.size()));
  if (outcomes[number] == outcome) return absl::OkStatus();
  return Broken("the outcome of number ", number, " is ", outcomes[number],
                ", and SampleChance gives ", outcome);
}

absl::Status DrawActions(const AnyState& state, Seat seat, Rng& rng,
                         Evenness& evenness) {
  const std::vector<Action> legal = LegalList(state, seat);
  std::vector<int> counts(legal.size());
  for (int i = 0; i < kDraws; ++i) {
    const Action action = state->SampleLegal(seat, rng);
    const auto place = absl::c_lower_bound(legal, action);
    if (place == legal.end() || *place != action) {
      return Broken("SampleLegal gives ", action, " to seat ", seat,
                    ", which is not legal");
    }
    ++counts[static_cast<size_t>(place - legal.begin())];
  }
  evenness.Add(counts);
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckDraws(const GameSetup& setup, absl::string_view seed) {
  Rng rng(absl::StrCat("draws ", seed));
  Evenness evenness;
  const auto look = [&](const AnyState& state, const Ply&) -> absl::Status {
    if (state->node() == Node::kChance) {
      return CheckOutcome(state, rng);
    }
    for (const Seat seat : state->ToAct()) {
      ARENA_RETURN_IF_ERROR(DrawActions(state, seat, rng, evenness));
    }
    return absl::OkStatus();
  };
  ARENA_RETURN_IF_ERROR(WalkRandomly(setup, seed, kLooks, look).status());
  if (evenness.IsLikely()) return absl::OkStatus();
  return Broken(setup.ToString(), ": SampleLegal is not even: chi square ",
                evenness.ToString());
}

}  // namespace arena
