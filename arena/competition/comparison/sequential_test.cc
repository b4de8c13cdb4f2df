#include "arena/competition/comparison/sequential_test.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
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

// Means are judged in cells, from the bound in the gambler's disfavour (-1) to
// the other. In a cell the division of the capital is constant, so that the
// capital falls with the mean.
constexpr double kCells[] = {-1,       -1.0 / 2,   -1.0 / 4,  -3.0 / 16,
                             -1.0 / 8, -1.0 / 16,  -1.0 / 32, -1.0 / 64,
                             0,        1.0 / 1024, 1};

// The share of the test's gambler in the cell that ends at `end`.
// A set that multiplies his capital at 0 by f > 1 multiplies it at a mean that
// is y bounds worse than 0 by at least f^k more, where
//   k = ln(1 + 3 y / 7) / ln(7 / 4),
// because f is at most 7 / 4. A set that he loses costs less at that mean. So
// where he has reached e^needed at 0, he has e^(k needed) times as much at that
// mean, and a share of the inverse excludes what 0 excludes.
double ShareOfTest(double end, double needed) {
  if (end > 1.0 / 1024) return 0.5;
  constexpr double kMost = 1 + kHighestBet;
  const double worse = std::max(-end, 0.0);
  const double k = std::log1p(kHighestBet / kMost * worse) / std::log(kMost);
  return std::max(0.5, std::exp(-needed * k));
}

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
  if (verdict_ != Verdict::kUndecided) {
    return absl::FailedPreconditionError(
        "a set came after the verdict; expected none");
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
  const double n = sets() + 1;
  second_bets_.push_back(
      std::min(std::sqrt(2 * LogNeededForBetter() /
                         (CautiousVariance() * n * std::log(n + 1))),
               kHighestBet / options_.bound));

  // Welford's recurrence.
  const double before = sets() == 0 ? 0 : Mean();
  differences_.push_back(difference);
  sum_ += difference;
  squares_ += (difference - before) * (difference - Mean());
  Decide();
  return absl::OkStatus();
}

double SequentialTest::Mean() const {
  ARENA_CHECK(sets() > 0);
  return sum_ / sets();
}

// Widened while there are few sets: equal sets would show no variance at all.
double SequentialTest::CautiousVariance() const {
  const double doubt = options_.bound / (sets() + 1);
  return (sets() > 0 ? Variance() : 0) + doubt * doubt;
}

double SequentialTest::NextBet(double sign) const {
  const double n = sets();
  const double variance = CautiousVariance();
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

double SequentialTest::LogCapital(double sign, const Bets& bets,
                                  double m) const {
  // Logarithms are slow, and this many factors, of 1/4 to 5/2, do not overflow.
  constexpr size_t kFactors = 64;
  const double highest = kHighestBet / (options_.bound + m);
  double log_capital = 0;
  for (size_t i = 0; i < bets.size();) {
    double product = 1;
    for (const size_t end = std::min(bets.size(), i + kFactors); i < end; ++i) {
      const double bet = m > 0 ? std::min(bets[i], highest) : bets[i];
      product *= 1 + bet * (sign * differences_[i] - m);
    }
    log_capital += std::log(product);
  }
  return log_capital;
}

bool SequentialTest::Excludes(double sign, double share, double m) const {
  const double first = std::log(share) +
                       LogCapital(sign, sign == kUp ? up_bets_ : down_bets_, m);
  if (first >= LogNeededForBetter()) return true;
  if (share == 1) return false;
  const double second = std::log1p(-share) + LogCapital(sign, second_bets_, m);
  const double greater = std::max(first, second);
  return greater + std::log1p(std::exp(std::min(first, second) - greater)) >=
         LogNeededForBetter();
}

// The first cell that is not excluded as a whole has the limit, which halving
// finds.
double SequentialTest::Limit(double sign) const {
  double excluded = kCells[0] * options_.bound;
  for (const double end : absl::MakeSpan(kCells).subspan(1)) {
    const double share = ShareOfTest(end, LogNeededForBetter());
    double possible = end * options_.bound;
    if (Excludes(sign, share, possible)) {
      excluded = possible;
      continue;
    }
    if (!Excludes(sign, share, excluded)) return excluded;
    for (int i = 0; i < 50; ++i) {
      const double middle = (excluded + possible) / 2;
      (Excludes(sign, share, middle) ? excluded : possible) = middle;
    }
    return possible;
  }
  return options_.bound;
}

Interval SequentialTest::MeanInterval() const {
  const double low = Limit(kUp);
  const double high = 0 - Limit(kDown);
  return {std::min(low, high), std::max(low, high)};
}

Shares SequentialTest::ProgressOf() const {
  const double no_difference = std::min(up_from_loss_, down_from_gain_);
  const auto share = [](double reached, double needed) {
    return std::clamp(reached / needed, 0.0, 1.0);
  };
  return {share(up_, LogNeededForBetter()), share(down_, LogNeededForBetter()),
          share(no_difference, LogNeededForNoDifference())};
}

double SequentialTest::Progress() const {
  if (verdict_ != Verdict::kUndecided) return 1;
  const Shares shares = ProgressOf();
  const double most =
      std::max({shares.a_better, shares.b_better, shares.no_difference});
  const double played = static_cast<double>(sets()) / options_.max_sets;
  const double enough = static_cast<double>(sets()) / options_.min_sets;
  return std::min(std::max(played, std::min(enough, most)), 1.0);
}

double SequentialTest::Growth(double sign, double gain) const {
  const double bet = NextBet(sign);
  double sum = 0;
  for (const double difference : differences_) {
    sum += std::log1p(bet * (sign * difference + gain));
  }
  return sum / sets();
}

std::optional<double> SequentialTest::FurtherSets() const {
  if (verdict_ != Verdict::kUndecided) return 0;
  // Infinite if the capital does not grow.
  const auto sets_for = [&](double missing, double sign, double gain) {
    const double growth = Growth(sign, gain);
    return missing <= 0 ? 0 : growth > 0 ? missing / growth : INFINITY;
  };
  const double better = LogNeededForBetter();
  const double none = LogNeededForNoDifference();
  const double further = std::min(
      {sets_for(better - up_, kUp, 0), sets_for(better - down_, kDown, 0),
       std::max(sets_for(none - up_from_loss_, kUp, options_.delta),
                sets_for(none - down_from_gain_, kDown, options_.delta))});
  if (further > options_.max_sets - sets()) return std::nullopt;
  return std::max<double>(further, options_.min_sets - sets());
}

}  // namespace arena::competition
