#include "arena/competition/rating/linear_algebra.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace arena::competition {
namespace {

// The numbers for Eigen, where they are.
Eigen::Map<const Eigen::VectorXd> Seen(const Vector& vector) {
  return {vector.values().data(), vector.size()};
}
Eigen::Map<const Eigen::MatrixXd> Seen(const Matrix& matrix) {
  return {matrix.values().data(), matrix.rows(), matrix.columns()};
}

Vector VectorOf(const Eigen::VectorXd& numbers) {
  return Vector(std::vector<double>(numbers.begin(), numbers.end()));
}
Matrix MatrixOf(const Eigen::MatrixXd& numbers) {
  const auto all = numbers.reshaped();
  return Matrix(static_cast<int>(numbers.rows()),
                static_cast<int>(numbers.cols()),
                Vector(std::vector<double>(all.begin(), all.end())));
}

bool IsLarge(const Matrix& matrix) { return matrix.rows() > kLargeField; }

}  // namespace

// ---- Vectors ----

Vector& Vector::operator+=(const Vector& other) {
  for (int i = 0; i < size(); ++i) values_[i] += other[i];
  return *this;
}

Vector& Vector::operator-=(const Vector& other) {
  for (int i = 0; i < size(); ++i) values_[i] -= other[i];
  return *this;
}

Vector& Vector::operator*=(double factor) {
  for (double& value : values_) value *= factor;
  return *this;
}

Vector Vector::Head(int size) const {
  Vector head(size);
  std::copy_n(values_.begin(), size, head.values_.begin());
  return head;
}

Vector Vector::At(const std::vector<int>& places) const {
  Vector part;
  for (const int place : places) part.values_.push_back(values_[place]);
  return part;
}

void Vector::AddAt(const std::vector<int>& places, double weight,
                   const Vector& numbers) {
  for (int i = 0; i < numbers.size(); ++i) {
    values_[places[i]] += weight * numbers[i];
  }
}

Vector operator+(Vector a, const Vector& b) { return std::move(a += b); }
Vector operator-(Vector a, const Vector& b) { return std::move(a -= b); }
Vector operator*(double factor, Vector vector) {
  return std::move(vector *= factor);
}

double Dot(const Vector& a, const Vector& b) { return Seen(a).dot(Seen(b)); }
double Sum(const Vector& vector) { return Seen(vector).sum(); }
double SquaredNorm(const Vector& vector) { return Dot(vector, vector); }

double Largest(const Vector& vector) {
  double largest = 0;
  for (const double value : vector.values()) {
    largest = std::max(largest, std::abs(value));
  }
  return largest;
}

// ---- Matrices ----

Matrix& Matrix::operator+=(const Matrix& other) {
  values_ += other.values_;
  return *this;
}

Matrix& Matrix::operator-=(const Matrix& other) {
  values_ -= other.values_;
  return *this;
}

Matrix& Matrix::operator*=(double factor) {
  values_ *= factor;
  return *this;
}

Vector Matrix::Column(int column) const {
  Vector numbers(rows_);
  for (int row = 0; row < rows_; ++row) numbers[row] = (*this)(row, column);
  return numbers;
}

void Matrix::AddColumnTo(Vector& sum, double weight, int column) const {
  for (int row = 0; row < rows_; ++row) {
    sum[row] += weight * (*this)(row, column);
  }
}

void Matrix::SetColumns(int first, const Matrix& other) {
  std::copy_n(other.values().begin(), other.values().size(),
              &(*this)(0, first));
}

void Matrix::AddToDiagonal(const Vector& numbers) {
  for (int i = 0; i < rows_; ++i) (*this)(i, i) += numbers[i];
}

void Matrix::AddSquare(double weight, const Vector& numbers) {
  for (int column = 0; column < columns_; ++column) {
    for (int row = 0; row < rows_; ++row) {
      (*this)(row, column) += weight * numbers[row] * numbers[column];
    }
  }
}

Matrix Matrix::Head(int size) const {
  std::vector<int> places(size);
  std::iota(places.begin(), places.end(), 0);
  return At(places);
}

Matrix Matrix::At(const std::vector<int>& places) const {
  const int size = static_cast<int>(places.size());
  Matrix part(size, size);
  for (int column = 0; column < size; ++column) {
    for (int row = 0; row < size; ++row) {
      part(row, column) = (*this)(places[row], places[column]);
    }
  }
  return part;
}

void Matrix::AddAt(const std::vector<int>& places, double weight,
                   const Matrix& numbers) {
  for (int column = 0; column < numbers.columns(); ++column) {
    for (int row = 0; row < numbers.rows(); ++row) {
      (*this)(places[row], places[column]) += weight * numbers(row, column);
    }
  }
}

Matrix operator*(double factor, Matrix matrix) {
  return std::move(matrix *= factor);
}
Vector operator*(const Matrix& matrix, const Vector& vector) {
  return VectorOf(Seen(matrix) * Seen(vector));
}
Matrix operator*(const Matrix& a, const Matrix& b) {
  return MatrixOf(Seen(a) * Seen(b));
}
Matrix Transposed(const Matrix& matrix) {
  return MatrixOf(Seen(matrix).transpose());
}

double SquaredNorm(const Matrix& matrix) { return Seen(matrix).squaredNorm(); }
double Trace(const Matrix& matrix) { return Seen(matrix).trace(); }

// ---- Symmetric and positive definite matrices ----

Vector Solve(const Matrix& matrix, const Vector& vector, bool& definite) {
  const Eigen::LDLT<Eigen::MatrixXd> parts(Seen(matrix));
  definite = parts.isPositive();
  return VectorOf(parts.solve(Seen(vector)));
}

Matrix Solve(const Matrix& matrix, const Matrix& columns) {
  const auto seen = Seen(matrix);
  if (!IsLarge(matrix)) return MatrixOf(seen.ldlt().solve(Seen(columns)));
  return MatrixOf(seen.llt().solve(Seen(columns)));
}

Matrix Inverse(const Matrix& matrix) {
  Matrix unit(matrix.rows(), matrix.rows());
  unit.AddToDiagonal(Vector(matrix.rows(), 1));
  return Solve(matrix, unit);
}

double LogDeterminant(const Matrix& matrix) {
  const auto seen = Seen(matrix);
  if (!IsLarge(matrix)) return seen.ldlt().vectorD().array().log().sum();
  return 2 * seen.llt().matrixLLT().diagonal().array().log().sum();
}

Axes AxesOf(const Matrix& symmetric) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> axes(Seen(symmetric));
  return {VectorOf(axes.eigenvalues()), MatrixOf(axes.eigenvectors())};
}

}  // namespace arena::competition
