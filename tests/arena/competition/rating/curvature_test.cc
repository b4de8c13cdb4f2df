// Large fields against the methods of small ones.
#include "arena/competition/rating/curvature.h"

#include <algorithm>
#include <cmath>

#include "arena/core/rng.h"
#include "gmock/gmock.h"

namespace arena::competition {
namespace {

// Entrants of a large field that met a few others each.
constexpr int kSize = kLargeField + 50;

void AddMeeting(int a, int b, double weight, Curvature& curvature) {
  curvature.Add(a, a, weight);
  curvature.Add(b, b, weight);
  curvature.Add(std::min(a, b), std::max(a, b), -weight);
}

// `prior` is the curvature of each entrant's prior.
Curvature FieldWith(double prior) {
  Curvature curvature(kSize);
  for (int i = 0; i < kSize; ++i) curvature.Add(i, i, prior);
  Rng rng("meetings");
  for (int meeting = 0; meeting < 3 * kSize; ++meeting) {
    const auto a = static_cast<int>(rng.Below(kSize));
    const auto b = static_cast<int>((a + 1 + rng.Below(kSize - 1)) % kSize);
    AddMeeting(a, b, 0.5, curvature);
  }
  return curvature;
}

double LargestOf(const Matrix& matrix) {
  return Largest(Vector(matrix.values()));
}

TEST(CurvatureTest, IsSymmetric) {
  Curvature curvature(2);
  AddMeeting(0, 1, 3, curvature);
  curvature.AddAt({0, 1}, 2, Matrix(2, 2, Vector(4, 1)));
  EXPECT_THAT(curvature.Dense().values(), testing::ElementsAre(5, -1, -1, 5));
  curvature.Clear(2);
  EXPECT_THAT(curvature.Dense().values(), testing::Each(0));
}
TEST(CurvatureTest, TheInverseOfALargeFieldIsThatOfAnyMatrix) {
  const Curvature curvature = FieldWith(0.1);
  Matrix difference = Inverse(curvature);
  difference -= Inverse(curvature.Dense());
  EXPECT_LT(LargestOf(difference), 1e-12);
}
TEST(CurvatureTest, TheDeterminantOfALargeFieldIsThatOfAnyMatrix) {
  const Curvature curvature = FieldWith(0.1);
  EXPECT_NEAR(LogDeterminant(curvature), LogDeterminant(curvature.Dense()),
              1e-10);
}
TEST(CurvatureTest, SolvesALargeField) {
  const Curvature curvature = FieldWith(0.1);
  Vector vector(kSize, 1);
  vector[7] = -20;
  bool definite = false;
  const Vector solution = Solve(curvature, vector, definite);
  EXPECT_TRUE(definite);
  EXPECT_LT(Largest(curvature.Dense() * solution - vector), 1e-6);
}
TEST(CurvatureTest, TellsThatALargeFieldIsNotDefinite) {
  bool definite = true;
  Solve(FieldWith(-1), Vector(kSize, 1), definite);
  EXPECT_FALSE(definite);
}
TEST(CurvatureTest, TellsThatASmallFieldIsNotDefinite) {
  Curvature curvature(2);
  AddMeeting(0, 1, 1, curvature);
  curvature.Add(0, 0, -1);
  bool definite = true;
  Solve(curvature, Vector(2, 1), definite);
  EXPECT_FALSE(definite);
}

}  // namespace
}  // namespace arena::competition
