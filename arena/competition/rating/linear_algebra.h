// Vectors and matrices of the fits. Eigen does the work, and is included by no
// other file, as it takes long to compile.
#ifndef ARENA_COMPETITION_RATING_LINEAR_ALGEBRA_H_
#define ARENA_COMPETITION_RATING_LINEAR_ALGEBRA_H_

#include <utility>
#include <vector>

namespace arena::competition {

class Vector {
 public:
  Vector() = default;
  explicit Vector(int size, double value = 0) : values_(size, value) {}
  explicit Vector(std::vector<double> values) : values_(std::move(values)) {}

  int size() const { return static_cast<int>(values_.size()); }
  double operator[](int i) const { return values_[i]; }
  double& operator[](int i) { return values_[i]; }
  const std::vector<double>& values() const { return values_; }

  Vector& operator+=(const Vector& other);
  Vector& operator-=(const Vector& other);
  Vector& operator*=(double factor);

  // The first `size` numbers.
  Vector Head(int size) const;
  // The numbers at these places.
  Vector At(const std::vector<int>& places) const;
  // Adds each number to one of these places.
  void AddAt(const std::vector<int>& places, double weight,
             const Vector& numbers);

 private:
  std::vector<double> values_;
};

class Matrix {
 public:
  Matrix() = default;
  Matrix(int rows, int columns)
      : Matrix(rows, columns, Vector(rows * columns)) {}
  // `values` are the columns, one after the other.
  Matrix(int rows, int columns, Vector values)
      : rows_(rows), columns_(columns), values_(std::move(values)) {}

  int rows() const { return rows_; }
  int columns() const { return columns_; }
  double operator()(int row, int column) const {
    return values_[column * rows_ + row];
  }
  double& operator()(int row, int column) {
    return values_[column * rows_ + row];
  }
  const std::vector<double>& values() const { return values_.values(); }

  Matrix& operator+=(const Matrix& other);
  Matrix& operator-=(const Matrix& other);
  Matrix& operator*=(double factor);

  Vector Column(int column) const;
  void AddColumnTo(Vector& sum, double weight, int column) const;
  // Replaces as many columns as `other` has.
  void SetColumns(int first, const Matrix& other);
  void AddToDiagonal(const Vector& numbers);
  // Adds the product of the numbers, as a column, and themselves, as a row.
  void AddSquare(double weight, const Vector& numbers);
  // As of vectors, with the same places of rows and of columns.
  Matrix Head(int size) const;
  Matrix At(const std::vector<int>& places) const;
  void AddAt(const std::vector<int>& places, double weight,
             const Matrix& numbers);

 private:
  int rows_ = 0;
  int columns_ = 0;
  Vector values_;
};

Vector operator+(Vector a, const Vector& b);
Vector operator-(Vector a, const Vector& b);
Vector operator*(double factor, Vector vector);
Matrix operator*(double factor, Matrix matrix);
Vector operator*(const Matrix& matrix, const Vector& vector);
Matrix operator*(const Matrix& a, const Matrix& b);
Matrix Transposed(const Matrix& matrix);

double Dot(const Vector& a, const Vector& b);
double Sum(const Vector& vector);
// The sum of all squares.
double SquaredNorm(const Vector& vector);
double SquaredNorm(const Matrix& matrix);
// The largest absolute value.
double Largest(const Vector& vector);
double Trace(const Matrix& matrix);

// ---- Symmetric and positive definite matrices ----

// In a larger field fewer fits are made, by faster methods, because the cost of
// a fit grows with the cube of the entrants. Results of smaller fields are not
// affected, not even in the last bit.
inline constexpr int kLargeField = 100;

// `matrix` times the result is `vector`. `definite` tells whether it is
// positive definite; if not, the result means nothing.
Vector Solve(const Matrix& matrix, const Vector& vector, bool& definite);
// The same for every column.
Matrix Solve(const Matrix& matrix, const Matrix& columns);
Matrix Inverse(const Matrix& matrix);
double LogDeterminant(const Matrix& matrix);

// The principal axes of a symmetric matrix, as columns, in the ascending order
// of the numbers by which it stretches them.
struct Axes {
  Vector stretches;
  Matrix directions;
};
Axes AxesOf(const Matrix& symmetric);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_RATING_LINEAR_ALGEBRA_H_
