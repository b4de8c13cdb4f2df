// Sets of two-sided matches by result, with the figures that fishtest and
// fastchess derive from them.
#ifndef ARENA_COMPETITION_COMPARISON_SET_COUNTS_H_
#define ARENA_COMPETITION_COMPARISON_SET_COUNTS_H_

#include <optional>
#include <vector>

namespace arena::competition {

// A figure in Elo. The error is that of 95 %, and nothing if a limit of the
// score is no score any more.
struct Elo {
  double value = 0;
  std::optional<double> error;
};

// The Elo difference at which a bot has this expected score of a match, in 0 ..
// 1: 400 log10(score / (1 - score)). Infinite for 0 and 1.
double EloOf(double score);

// The probability that A is truly better if every mean was as likely before:
// that a normal variable of this mean, with the variance of a mean of so many
// sets, is above 0.
double LikelihoodOfSuperiority(double mean, double variance, int sets);

// Counts sets. All figures are those of a fixed number of sets. A value.
class SetCounts {
 public:
  // Requires: matches_per_set > 0.
  explicit SetCounts(int matches_per_set) : counts_(2 * matches_per_set + 1) {}

  // A set in which A won as many matches more than B as `lead` of all.
  void Add(double lead);

  // By A's points in the set, of which a win is 1 and a draw 1/2: the first
  // number counts sets without points, the next sets with 1/2, and so on. For
  // pairs of matches these are the five numbers of the "pentanomial" model.
  const std::vector<int>& counts() const { return counts_; }

  // ---- Require: a set ----
  // The share of sets in which both have as many points.
  double DrawRatio() const;
  // Sets that A won for each that B won; nothing if B won none.
  std::optional<double> PairRatio() const;
  // EloOf A's score. Nothing if the score is 0 or 1.
  std::optional<Elo> Logistic() const;
  // A's score above 1/2, in standard deviations of a match, times 800 / ln 10
  // (Van den Bergh, "Normalized Elo"). Nothing if all sets are equal.
  std::optional<Elo> Normalized() const;

 private:
  int matches_per_set() const { return static_cast<int>(counts_.size()) / 2; }
  int sets() const;
  // The mean of A's score in a set, in 0 .. 1, and its variance.
  double Score() const;
  double Variance() const;

  std::vector<int> counts_;
};

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_COMPARISON_SET_COUNTS_H_
