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
//   interval of the mean  every m with Up(m) and Down(m) < 2 / alpha
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
// sets, no normality and no symmetry.
#ifndef ARENA_COMPETITION_RATING_SEQUENTIAL_TEST_H_
#define ARENA_COMPETITION_RATING_SEQUENTIAL_TEST_H_

#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/competition/rating/interval.h"

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

// One test. Feed sets in the order of the schedule, not in the order in which
// they end: a bot may win short matches and lose long ones. A value.
class SequentialTest {
 public:
  // INVALID_ARGUMENT unless 0 < delta < bound, alpha and beta are in (0, 1)
  // and 1 <= min_sets <= max_sets.
  static absl::StatusOr<SequentialTest> Create(
      const SequentialTestOptions& options);

  // Adds the score of A minus the score of B in the next set. Sets after the
  // verdict narrow the interval but do not change the verdict.
  // INVALID_ARGUMENT if the difference is not a finite number.
  absl::Status Add(double difference);

  // ---- At any time ----
  Verdict verdict() const { return verdict_; }
  // Whether the verdict is kNoDifferenceShown only because max_sets were
  // played. Then a difference of delta is not excluded.
  bool ran_out() const { return ran_out_; }
  int sets() const { return static_cast<int>(differences_.size()); }
  // The mean of the cut differences. Requires: sets() > 0.
  double Mean() const;
  // With a probability of 1 - alpha contains the true mean at all times.
  // Excludes 0 when the verdict is for A or B, unless later sets contradict it.
  // It serves this test: around means of a third of the bound and more it is
  // wider than necessary.
  Interval MeanInterval() const;
  // The progress towards a verdict, in 0 .. 1: the largest share of its
  // requirement that any verdict has reached. The progress may fall.
  double Progress() const;

 private:
  explicit SequentialTest(const SequentialTestOptions& options)
      : options_(options) {}

  // The bet on differences above (sign 1) or below (sign -1).
  double NextBet(double sign) const;
  // The logarithm of Up(m) (sign 1) or Down(m) (sign -1).
  double LogCapital(double sign, double m) const;
  // The end of the interval on one side.
  double Limit(double sign) const;
  void Decide();
  double LogNeededForBetter() const;
  double LogNeededForNoDifference() const;

  SequentialTestOptions options_;
  std::vector<double> differences_;
  std::vector<double> up_bets_;
  std::vector<double> down_bets_;
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

#endif  // ARENA_COMPETITION_RATING_SEQUENTIAL_TEST_H_
