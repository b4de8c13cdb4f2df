// A test of bot A against bot B that may stop after any duplicate set, and
// whose error rates hold for every distribution of the differences.
//
// Two gamblers start with capital 1. Before every set one of them bets that the
// difference x will be above m, the other that it will be below: a bet of b
// turns the capital C into C (1 + b (x - m)), or C (1 - b (x - m)). If the true
// mean is m, no bet can make a profit on average, and the capital ever reaches
// 1/p with a probability of at most p (Ville 1939). With Up(m) and Down(m) for
// the two capitals, this gives
//   A better              Up(0)   >= 2 / alpha
//   B better              Down(0) >= 2 / alpha
//   no difference shown   Up(-delta) >= 1 / beta and Down(delta) >= 1 / beta
// (Waudby-Smith, Ramdas 2024, "Estimating means of bounded random variables by
// betting", JRSS B 86). Bets may depend on earlier sets. Here they are
//   b = max(delta, lead - three standard errors of the mean) / variance,
// at most 3 / (4 bound), so that no set ruins a gambler; lead is the mean so
// far in the gambler's favour. The factor of three keeps gamblers from betting
// on a lead that is mostly luck: near delta this saves a few sets in a hundred.
//
// For small effects log Up(0) is then the log-likelihood ratio of a normal mean
// delta against 0: the test is Wald's (1945) with a learnt variance, which is
// known as the generalised SPRT, and takes about as many sets. The difference
// is that its error rates are no approximation: they need no minimal number of
// sets, no normality, no symmetry and no constant variance. They need a mean of
// 0 in each set, given the sets before it. Bots that are equal only on average
// over a long run are told apart more often: in 11 % of the runs when a lead of
// delta / 2 turned into the opposite lead within 1000 sets (GSPRT: 12 %). But
// in simulations of such drifts at most 2.4 % of the verdicts named a bot that
// had not been better on average until then.
//
// The interval of the mean holds every m against which neither side's capital
// reaches 2 / alpha. Here a side's capital is divided between the gambler of
// the test, who is best near delta, and a second gambler whose n-th bet
//   b = sqrt(2 ln(2 / alpha) / (variance n ln(n + 1)))
// suits means of any size (the predictable plug-in of the same paper). Divided
// capital bounds the error as well. Both bet at most 3 / (4 (bound + m)) on
// differences above m. The test's gambler has the whole capital at m = 0 and at
// least half of it elsewhere: on the losing side as much as excludes all means
// there as soon as 0 is excluded. So the interval excludes 0 exactly when a
// verdict for A or B is due.
//
// In simulations the interval at the verdict was 0.97 to 1 times as wide as
// with the test's gambler alone for means up to delta, 0.92 to 0.95 times for
// 2 delta and 0.79 to 0.88 times for 5 delta. A normal mixture (Robbins 1970)
// with the learnt variance was at most 1 % narrower where it was valid; with
// nine of ten sets drawn it held the mean at all times in 59 % of the runs.
#ifndef ARENA_COMPETITION_COMPARISON_SEQUENTIAL_TEST_H_
#define ARENA_COMPETITION_COMPARISON_SEQUENTIAL_TEST_H_

#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/competition/comparison/interval.h"

namespace arena::competition {

struct SequentialTestOptions {
  // The most that a set counts. Larger differences are cut to this bound in
  // either direction, and the test is about the mean of the cut differences.
  // Swapping equal bots mirrors the difference, so its mean is 0 with any
  // bound. 1 cuts nothing for placing scores in 0 .. 1; for points about four
  // standard deviations are a good choice. A bound far above the differences of
  // sets forbids high bets and costs many sets.
  double bound = 1;
  // The smallest mean difference that matters, in the same unit.
  double delta = 0.1;
  // The most probability of a verdict for A or B if the mean is 0.
  double alpha = 0.05;
  // The most probability of "no difference shown" before the last set if the
  // mean is delta or more in either direction.
  double beta = 0.05;
  // No verdict comes before min_sets, so that the test looks fair. A verdict
  // always comes at max_sets.
  int min_sets = 10;
  int max_sets = 10000;
};

// A limit of sets that leaves the test room for a verdict: four times the
// average number of sets of a test between equals, if sets vary as much as the
// bound allows. At least 10000.
int EnoughSets(const SequentialTestOptions& options);

enum class Verdict { kUndecided, kABetter, kBBetter, kNoDifferenceShown };

// Of its requirement, by verdict.
struct Shares {
  double a_better = 0;
  double b_better = 0;
  double no_difference = 0;
};

// One test. Feed sets in the order of the schedule, not in the order in which
// they end: a bot may win short matches and lose long ones. A value.
class SequentialTest {
 public:
  // INVALID_ARGUMENT unless 0 < delta < bound, alpha and beta are in (0, 1)
  // and 1 <= min_sets <= max_sets.
  static absl::StatusOr<SequentialTest> Create(
      const SequentialTestOptions& options);

  // Adds the score of A minus the score of B in the next set.
  // INVALID_ARGUMENT if the difference is not a finite number,
  // FAILED_PRECONDITION if there is a verdict: no set counts after it.
  absl::Status Add(double difference);

  // ---- At any time ----
  Verdict verdict() const { return verdict_; }
  // Whether the verdict is kNoDifferenceShown only because max_sets were
  // played. Then a difference of delta is not excluded.
  bool ran_out() const { return ran_out_; }
  int sets() const { return static_cast<int>(differences_.size()); }
  const SequentialTestOptions& options() const { return options_; }
  // The cut differences, set after set.
  const std::vector<double>& differences() const { return differences_; }
  // The mean of the cut differences. After a verdict for A or B it is mostly
  // too far from 0; MedianUnbiasedMean is not. Requires: sets() > 0.
  double Mean() const;
  // The variance of the cut differences. Requires: sets() > 0.
  double Variance() const { return squares_ / sets(); }
  // With a probability of 1 - alpha contains the true mean at all times.
  // Excludes 0 if, and apart from min_sets only if, the verdict is for A or B.
  Interval MeanInterval() const;
  // How much of its requirement each verdict has reached, in 0 .. 1. For A and
  // B this is the logarithm of the capital; a share may fall.
  Shares ProgressOf() const;
  // The progress towards any verdict, in 0 .. 1, with the limits of sets.
  double Progress() const;
  // The further sets until the nearest verdict if they are like the sets so
  // far. Nothing if such sets lead to no verdict. 0 after the verdict.
  // Requires: sets() > 0.
  std::optional<double> FurtherSets() const;

 private:
  explicit SequentialTest(const SequentialTestOptions& options)
      : options_(options) {}

  // The bets of one gambler.
  using Bets = std::vector<double>;

  // The variance for the next bet.
  double CautiousVariance() const;
  // The bet of the test's gambler on differences above (sign 1) or below (sign
  // -1).
  double NextBet(double sign) const;
  // The logarithm of a gambler's capital against the mean sign * m.
  double LogCapital(double sign, const Bets& bets, double m) const;
  // Whether the side excludes the mean sign * m if the test's gambler has this
  // share of its capital.
  bool Excludes(double sign, double share, double m) const;
  // The end of the interval on one side, times the sign.
  double Limit(double sign) const;
  // The mean logarithm by which a bet of the test's gambler on `sign` would
  // have multiplied the capital against the mean -sign * gain.
  double Growth(double sign, double gain) const;
  void Decide();
  double LogNeededForBetter() const;
  double LogNeededForNoDifference() const;

  SequentialTestOptions options_;
  std::vector<double> differences_;
  Bets up_bets_;
  Bets down_bets_;
  // Of the second gambler, on either side.
  Bets second_bets_;
  // Sums of the differences and of their squared distances from their mean.
  double sum_ = 0;
  double squares_ = 0;
  // log Up(0), log Down(0), log Up(-delta), log Down(delta).
  double up_ = 0;
  double down_ = 0;
  double up_from_loss_ = 0;
  double down_from_gain_ = 0;
  Verdict verdict_ = Verdict::kUndecided;
  bool ran_out_ = false;
};

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_COMPARISON_SEQUENTIAL_TEST_H_
