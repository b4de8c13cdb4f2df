#include "arena/competition/rating/curvature.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <utility>

namespace arena::competition {
namespace {

using Entry = Curvature::Entry;
using Entries = std::vector<Entry>;

// The error of a solution relative to the vector. Newton's method needs no more
// steps with it.
constexpr double kTolerance = 1e-8;
// A parameter with fewer neighbours than this part of the others is eliminated
// by itself.
constexpr double kFewNeighbours = 0.12;

bool IsLarge(const Curvature& curvature) {
  return curvature.size() > kLargeField;
}

// The place of the first entry that is not before `column`.
std::ptrdiff_t FirstFrom(const Entries& row, int column) {
  const auto found = std::lower_bound(
      row.begin(), row.end(), column,
      [](const Entry& entry, int wanted) { return entry.column < wanted; });
  return found - row.begin();
}

Vector Product(const Curvature& curvature, const Vector& vector) {
  Vector product(vector.size());
  for (int row = 0; row < vector.size(); ++row) {
    const double own = vector[row];
    double sum = 0;
    for (const auto& [column, value] : curvature.Row(row)) {
      sum += value * vector[column];
      if (column != row) product[column] += value * own;
    }
    product[row] += sum;
  }
  return product;
}

// Fills `merged` with `row` plus `factor` times `added`, without the column
// `own`.
void Merge(const Entries& row, double factor, const Entries& added, int own,
           Entries& merged) {
  merged.clear();
  merged.reserve(row.size() + added.size());
  auto entry = row.begin();
  for (const auto& [column, value] : added) {
    while (entry != row.end() && entry->column < column) {
      merged.push_back(*entry++);
    }
    double sum = factor * value;
    if (entry != row.end() && entry->column == column) sum += (entry++)->value;
    if (column != own) merged.push_back({column, sum});
  }
  merged.insert(merged.end(), entry, row.end());
}

// Gauss's elimination, of the parameters with the fewest neighbours first. A
// small matrix with few zeros is left of a large field.
class Elimination {
 public:
  explicit Elimination(const Curvature& curvature) : size_(curvature.size()) {
    std::vector<Entries> rows(size_);
    for (int i = 0; i < size_; ++i) {
      for (const auto& [column, value] : curvature.Row(i)) {
        rows[i].push_back({column, value});
        if (column != i) rows[column].push_back({i, value});
      }
      left_.push_back(i);
    }
    while (!left_.empty()) {
      const auto next = std::min_element(
          left_.begin(), left_.end(),
          [&](int a, int b) { return rows[a].size() < rows[b].size(); });
      if (static_cast<double>(rows[*next].size()) >
          kFewNeighbours * static_cast<double>(left_.size())) {
        break;
      }
      Eliminate(*next, rows);
      left_.erase(next);
    }
    rest_ = MatrixOf(rows);
  }

  double LogDeterminant() const {
    double sum = competition::LogDeterminant(rest_);
    for (const Eliminated& one : eliminated_) sum += std::log(one.pivot);
    return sum;
  }

  Matrix Inverse() const {
    Matrix inverse(size_, size_);
    inverse.AddAt(left_, 1, competition::Inverse(rest_));
    for (auto one = eliminated_.rbegin(); one != eliminated_.rend(); ++one) {
      Vector column(size_);
      for (const auto& [neighbour, share] : one->shares) {
        inverse.AddColumnTo(column, -share, neighbour);
      }
      double& own = column[one->parameter];
      own = 1 / one->pivot;
      for (const auto& [neighbour, share] : one->shares) {
        own -= share * column[neighbour];
      }
      for (int i = 0; i < size_; ++i) {
        inverse(i, one->parameter) = column[i];
        inverse(one->parameter, i) = column[i];
      }
    }
    return inverse;
  }

 private:
  struct Eliminated {
    int parameter = 0;
    double pivot = 0;
    // The other entries of its row, divided by the pivot.
    Entries shares;
  };

  void Eliminate(int own, std::vector<Entries>& rows) {
    Entries row = std::exchange(rows[own], {});
    const auto diagonal = row.begin() + FirstFrom(row, own);
    const double pivot = diagonal->value;
    Entries merged;
    for (const auto& [column, value] : row) {
      if (column == own) continue;
      Merge(rows[column], -value / pivot, row, own, merged);
      rows[column].swap(merged);
    }
    row.erase(diagonal);
    for (Entry& entry : row) entry.value /= pivot;
    eliminated_.push_back({own, pivot, std::move(row)});
  }

  // The matrix of the parameters that are left.
  Matrix MatrixOf(const std::vector<Entries>& rows) const {
    std::vector<int> places(size_);
    for (size_t i = 0; i < left_.size(); ++i) {
      places[left_[i]] = static_cast<int>(i);
    }
    const auto size = static_cast<int>(left_.size());
    Matrix matrix(size, size);
    for (const int row : left_) {
      for (const auto& [column, value] : rows[row]) {
        matrix(places[row], places[column]) = value;
      }
    }
    return matrix;
  }

  const int size_;
  std::vector<Eliminated> eliminated_;
  // The parameters that are left, ascending, and their matrix.
  std::vector<int> left_;
  Matrix rest_;
};

// By conjugate gradients, with the diagonal as preconditioner.
Vector SolveBySteps(const Curvature& curvature, const Vector& vector,
                    bool& definite) {
  const int size = vector.size();
  definite = true;
  Vector diagonal(size);
  Vector solution(size);
  for (int i = 0; i < size; ++i) {
    diagonal[i] = curvature.Row(i).front().value;
    if (diagonal[i] <= 0) definite = false;
  }
  Vector rest = vector;
  Vector direction(size);
  double before = 1;
  for (int step = 0; step < 2 * size && definite; ++step) {
    if (SquaredNorm(rest) <= kTolerance * kTolerance * SquaredNorm(vector)) {
      return solution;
    }
    Vector near = rest;
    for (int i = 0; i < size; ++i) near[i] /= diagonal[i];
    const double now = Dot(rest, near);
    direction *= now / before;
    direction += near;
    before = now;
    const Vector product = Product(curvature, direction);
    const double bend = Dot(direction, product);
    if (bend <= 0) definite = false;
    solution += now / bend * direction;
    rest -= now / bend * product;
  }
  return definite ? Inverse(curvature) * vector : solution;
}

}  // namespace

void Curvature::Clear(int size) {
  rows_.resize(size);
  for (Entries& row : rows_) {
    for (Entry& entry : row) entry.value = 0;
  }
}

void Curvature::Add(int a, int b, double value) {
  Entries& row = rows_[a];
  const auto place = FirstFrom(row, b);
  if (place == std::ssize(row) || row[place].column != b) {
    row.insert(row.begin() + place, {b, value});
  } else {
    row[place].value += value;
  }
}

void Curvature::AddAt(const std::vector<int>& places, double weight,
                      const Matrix& numbers) {
  for (int column = 0; column < numbers.columns(); ++column) {
    for (int row = 0; row <= column; ++row) {
      Add(places[row], places[column], weight * numbers(row, column));
    }
  }
}

Curvature& Curvature::operator+=(const Curvature& other) {
  for (int row = 0; row < other.size(); ++row) {
    for (const auto& [column, value] : other.rows_[row]) {
      Add(row, column, value);
    }
  }
  return *this;
}

Curvature& Curvature::operator*=(double factor) {
  for (Entries& row : rows_) {
    for (Entry& entry : row) entry.value *= factor;
  }
  return *this;
}

Matrix Curvature::Dense() const {
  Matrix dense(size(), size());
  for (int row = 0; row < size(); ++row) {
    for (const auto& [column, value] : rows_[row]) {
      dense(row, column) = value;
      dense(column, row) = value;
    }
  }
  return dense;
}

Vector Solve(const Curvature& curvature, const Vector& vector, bool& definite) {
  return IsLarge(curvature) ? SolveBySteps(curvature, vector, definite)
                            : Solve(curvature.Dense(), vector, definite);
}

Matrix Inverse(const Curvature& curvature) {
  return IsLarge(curvature) ? Elimination(curvature).Inverse()
                            : Inverse(curvature.Dense());
}

double LogDeterminant(const Curvature& curvature) {
  return IsLarge(curvature) ? Elimination(curvature).LogDeterminant()
                            : LogDeterminant(curvature.Dense());
}

}  // namespace arena::competition
