// A test of bot A against bot B that may stop after any duplicate set, and
// whose error rates hold for every distribution of the differences.
//
// Two gamblers start with capital 1. One bets before every set that the
// difference x will be above m, one that it will be below: a bet of b turns
// the capital C into C (1 + b (x - m)), or C (1 - b (x - m)). If the true mean
// is m, no bet can make a profit on average, and the capital ever reaches 1/p
// with a probability of at most p (Ville 1939). So, with Up(m) and Down(m) the
// two capitals,
//   A better              Up(0)   >= 2 / alpha
//   B better              Down(0) >= 2 / alpha
//   no difference shown   Up(-delta) >= 1 / beta and Down(delta) >= 1 / beta
//   interval of the mean  every m with Up(m) and Down(m) < 2 / alpha
// (Waudby-Smith, Ramdas 2024, "Estimating means of bounded random variables by
// betting", JRSS B 86). Bets may depend on what was seen before. Here they are
//   b = max(delta, lead - standard error of the mean) / variance,
// at most 3 / (4 bound), so that no set ruins a gambler; lead is the mean so
// far in the gambler's favour. For small effects log Up(0) is then the
// log-likelihood ratio of a normal mean delta against 0: the test is Wald's
// (1945) with the variance learnt, in which form it is known as the generalised
// SPRT, and takes about as many sets. What it adds is that its error rates are
// no approximation: no minimal number of sets, normality or symmetry is needed
// for them.
#ifndef ARENA_COMPETITION_RATING_SEQUENTIAL_TEST_H_
#define ARENA_COMPETITION_RATING_SEQUENTIAL_TEST_H_

#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/competition/rating/interval.h"

namespace arena::competition {

struct SequentialTestOptions {
  // What a set counts for at most: differences beyond are cut to this, in
  // either direction, and the test is one of their mean when cut. Between
  // equal bots swapping them mirrors the difference, so its mean is 0 however
  // it is cut. 1 cuts nothing for placing scores in 0 .. 1; for points about
  // four standard deviations are a good choice. A bound far beyond what sets
  // differ by forbids high bets and costs many sets.
  double bound = 1;
  // The smallest mean difference that matters, in the same unit.
  double delta = 0.1;
  // At most this probability of a verdict for either if the mean is 0.
  double alpha = 0.05;
  // At most this probability of "no difference shown" before the last set if
  // the mean is delta or more in either direction.
  double beta = 0.05;
  // Not before this many sets, to be seen to be fair, and always at this many.
  int min_sets = 10;
  int max_sets = 10000;
};

enum class Verdict { kUndecided, kABetter, kBBetter, kNoDifferenceShown };

// One test. Sets are fed in the order of the schedule, not in that in which
// they ended: short matches may be won by other bots than long ones. A value.
class SequentialTest {
 public:
  // INVALID_ARGUMENT unless 0 < delta < bound, alpha and beta are in (0, 1)
  // and 1 <= min_sets <= max_sets.
  static absl::StatusOr<SequentialTest> Create(
      const SequentialTestOptions& options);

  // The score of A minus the score of B in the next set. Sets after the
  // verdict narrow the interval and leave the verdict. INVALID_ARGUMENT if it
  // is not a finite number.
  absl::Status Add(double difference);

  // ---- At any time ----
  Verdict verdict() const { return verdict_; }
  // The verdict is kNoDifferenceShown only because max_sets were played: a
  // difference of delta is not excluded.
  bool ran_out() const { return ran_out_; }
  int sets() const { return static_cast<int>(differences_.size()); }
  // Of the differences as cut. Requires: sets() > 0.
  double Mean() const;
  // Contains the true mean at all times together with a probability of
  // 1 - alpha. Excludes 0 when the verdict is for A or B, unless later sets
  // contradict it. Made for that: around means of a third of the bound and
  // more it is wider than need be.
  Interval MeanInterval() const;
  // How near a verdict is, in 0 .. 1: the largest share of what any of them
  // still asks for. It may fall.
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
