// Curvatures of the fits: symmetric matrices, positive definite at a maximum.
// Most entrants of a large field have never met, so most entries are 0 and are
// not kept.
#ifndef ARENA_COMPETITION_RATING_CURVATURE_H_
#define ARENA_COMPETITION_RATING_CURVATURE_H_

#include <vector>

#include "arena/competition/rating/linear_algebra.h"

namespace arena::competition {

class Curvature {
 public:
  // An entry of a row.
  struct Entry {
    int column = 0;
    double value = 0;
  };

  explicit Curvature(int size = 0) : rows_(size) {}

  int size() const { return static_cast<int>(rows_.size()); }
  // The entries from the diagonal on, their columns ascending. The others are
  // equal to these.
  const std::vector<Entry>& Row(int row) const { return rows_[row]; }

  // Makes all entries 0, of a matrix of this size.
  void Clear(int size);
  // Adds to both entries of two different parameters. Requires: a <= b.
  void Add(int a, int b, double value);
  // Adds each number to these places, which ascend. Requires: symmetric.
  void AddAt(const std::vector<int>& places, double weight,
             const Matrix& numbers);

  Curvature& operator+=(const Curvature& other);
  Curvature& operator*=(double factor);

  Matrix Dense() const;

 private:
  std::vector<std::vector<Entry>> rows_;
};

// `curvature` times the result is `vector`. `definite` tells whether it seems
// to be positive definite; if not, the result means nothing.
Vector Solve(const Curvature& curvature, const Vector& vector, bool& definite);
// Requires: positive definite.
Matrix Inverse(const Curvature& curvature);
double LogDeterminant(const Curvature& curvature);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_RATING_CURVATURE_H_
