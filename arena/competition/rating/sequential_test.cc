#include "arena/competition/rating/sequential_test.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"

namespace arena::competition {
namespace {

constexpr double kUp = 1;
constexpr double kDown = -1;

// The highest bet, as a share of the bet that would ruin a gambler on the mean
// 0.
constexpr double kHighestBet = 0.75;
// The number of standard errors by which a lead must exceed delta before the
// gambler bets on it.
constexpr double kDoubt = 3;

absl::Status CheckRate(double rate, const char* name) {
  if (rate > 0 && rate < 1) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      name, " is ", rate, "; expected more than 0 and less than 1"));
}

// More sets than any machine plays.
constexpr double kMostSetsPlanned = 1e9;

}  // namespace

int EnoughSets(const SequentialTestOptions& options) {
  const double spread = options.bound / options.delta;
  const double rate = std::min(options.alpha, options.beta);
  const double enough = 4 * 2 * std::log(2 / rate) * spread * spread;
  return static_cast<int>(std::clamp(enough, 10000.0, kMostSetsPlanned));
}

absl::StatusOr<SequentialTest> SequentialTest::Create(
    const SequentialTestOptions& options) {
  if (!(std::isfinite(options.bound) && options.bound > 0)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "bound is ", options.bound, "; expected a finite number above 0"));
  }
  if (!(options.delta > 0 && options.delta < options.bound)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "delta is ", options.delta,
        "; expected more than 0 and less than the bound ", options.bound));
  }
  ARENA_RETURN_IF_ERROR(CheckRate(options.alpha, "alpha"));
  ARENA_RETURN_IF_ERROR(CheckRate(options.beta, "beta"));
  if (options.min_sets < 1 || options.max_sets < options.min_sets) {
    return absl::InvalidArgumentError(
        absl::StrCat("sets are ", options.min_sets, " to ", options.max_sets,
                     "; expected 1 <= min_sets <= max_sets"));
  }
  return SequentialTest(options);
}

absl::Status SequentialTest::Add(double difference) {
  if (!std::isfinite(difference)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "a difference is ", difference, "; expected a finite number"));
  }
  difference = std::clamp(difference, -options_.bound, options_.bound);
  const double up_bet = NextBet(kUp);
  const double down_bet = NextBet(kDown);
  up_ += std::log1p(up_bet * difference);
  down_ += std::log1p(-down_bet * difference);
  up_from_loss_ += std::log1p(up_bet * (difference + options_.delta));
  down_from_gain_ += std::log1p(-down_bet * (difference - options_.delta));
  up_bets_.push_back(up_bet);
  down_bets_.push_back(down_bet);

  // Welford's recurrence.
  const double before = sets() == 0 ? 0 : Mean();
  differences_.push_back(difference);
  sum_ += difference;
  squares_ += (difference - before) * (difference - Mean());
  if (verdict_ == Verdict::kUndecided) Decide();
  return absl::OkStatus();
}

double SequentialTest::Mean() const {
  ARENA_CHECK(sets() > 0);
  return sum_ / sets();
}

double SequentialTest::NextBet(double sign) const {
  const double n = sets();
  // Widened while there are few sets: equal sets would show no variance at all.
  const double doubt = options_.bound / (n + 1);
  const double variance = (n > 0 ? squares_ / n : 0) + doubt * doubt;
  const double lead =
      n > 0 ? sign * Mean() - kDoubt * std::sqrt(variance / n) : options_.delta;
  return std::min(std::max(options_.delta, lead) / variance,
                  kHighestBet / options_.bound);
}

double SequentialTest::LogNeededForBetter() const {
  return std::log(2 / options_.alpha);
}

double SequentialTest::LogNeededForNoDifference() const {
  return std::log(1 / options_.beta);
}

void SequentialTest::Decide() {
  if (sets() < options_.min_sets) return;
  if (up_ >= LogNeededForBetter()) {
    verdict_ = Verdict::kABetter;
  } else if (down_ >= LogNeededForBetter()) {
    verdict_ = Verdict::kBBetter;
  } else if (std::min(up_from_loss_, down_from_gain_) >=
             LogNeededForNoDifference()) {
    verdict_ = Verdict::kNoDifferenceShown;
  } else if (sets() >= options_.max_sets) {
    verdict_ = Verdict::kNoDifferenceShown;
    ran_out_ = true;
  }
}

double SequentialTest::LogCapital(double sign, double m) const {
  const std::vector<double>& bets = sign == kUp ? up_bets_ : down_bets_;
  double log_capital = 0;
  for (size_t i = 0; i < bets.size(); ++i) {
    log_capital += std::log1p(sign * bets[i] * (differences_[i] - m));
  }
  return log_capital;
}

// The further m lies on the gambler's side, the smaller the gambler's capital,
// so halving finds the limit. An m is excluded only if no set could have ruined
// the gambler: 1 - bet (bound + sign m) >= 0 for all bets.
double SequentialTest::Limit(double sign) const {
  const std::vector<double>& bets = sign == kUp ? up_bets_ : down_bets_;
  double excluded = -sign * options_.bound;
  if (LogCapital(sign, excluded) < LogNeededForBetter()) return excluded;
  const double highest = *std::max_element(bets.begin(), bets.end());
  double possible =
      sign * std::min(options_.bound, 1 / highest - options_.bound);
  for (int i = 0; i < 60; ++i) {
    const double middle = (excluded + possible) / 2;
    const bool is_excluded = LogCapital(sign, middle) >= LogNeededForBetter();
    (is_excluded ? excluded : possible) = middle;
  }
  return possible;
}

Interval SequentialTest::MeanInterval() const {
  const double low = Limit(kUp);
  const double high = Limit(kDown);
  return {std::min(low, high), std::max(low, high)};
}

double SequentialTest::Progress() const {
  if (verdict_ != Verdict::kUndecided) return 1;
  const double better = std::max(up_, down_) / LogNeededForBetter();
  const double no_difference =
      std::min(up_from_loss_, down_from_gain_) / LogNeededForNoDifference();
  const double played = static_cast<double>(sets()) / options_.max_sets;
  const double enough = static_cast<double>(sets()) / options_.min_sets;
  return std::clamp(
      std::max(played, std::min(enough, std::max(better, no_difference))), 0.0,
      1.0);
}

}  // namespace arena::competition
