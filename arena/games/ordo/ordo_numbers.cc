#include "arena/games/ordo/ordo_numbers.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace arena::ordo {
namespace {

// A direction: columns to the right and rows up.
struct Way {
  int columns;
  int rows;
};

// The directions in the order of the numbers: clockwise, from White's ahead.
constexpr std::array<Way, 8> kWays = {
    {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}};

// Shapes: a single piece, then rows of 2 to 10 pieces, then columns of 2 to 8.
constexpr int kShapes = 1 + (kColumns - 1) + (kRows - 1);
struct Shape {
  int columns;
  int rows;
};
constexpr Shape ShapeAt(int index) {
  if (index < kColumns) return {index + 1, 1};
  return {1, index - kColumns + 2};
}
constexpr int IndexOf(Shape shape) {
  return shape.rows == 1 ? shape.columns - 1 : kColumns + shape.rows - 2;
}

// Squares from `at` to the edge.
constexpr int RoomAlong(int step, int at, int size) {
  return step == 0 ? kColumns : step > 0 ? size - 1 - at : at;
}
// The number of steps that a shape with its lower end on `from` can go in a
// direction.
constexpr int RoomFor(Shape shape, Square from, Way way) {
  return std::min(
      RoomAlong(way.columns, ColumnOf(from), kColumns - shape.columns + 1),
      RoomAlong(way.rows, RowOf(from), kRows - shape.rows + 1));
}

// The number of the first part of each shape and square. Shapes follow one
// another; for each, the squares where it fits are in ascending order.
struct FirstParts {
  std::array<std::array<uint16_t, kSquares>, kShapes> number = {};
  int total = 0;
};
constexpr FirstParts kFirst = [] {
  FirstParts first;
  for (int i = 0; i < kShapes; ++i) {
    const Shape shape = ShapeAt(i);
    for (Square from = 0; from < kSquares; ++from) {
      first.number[i][from] = static_cast<uint16_t>(first.total);
      if (ColumnOf(from) + shape.columns > kColumns ||
          RowOf(from) + shape.rows > kRows) {
        continue;
      }
      for (const Way way : kWays) first.total += RoomFor(shape, from, way);
    }
  }
  return first;
}();
static_assert(kFirst.total == kPlainParts);

constexpr int Sign(int value) { return value > 0 ? 1 : value < 0 ? -1 : 0; }

}  // namespace

uint32_t NumberOf(const Part& part) {
  const int columns = ColumnOf(part.to) - ColumnOf(part.from);
  const int rows = RowOf(part.to) - RowOf(part.from);
  const Shape shape = {ColumnOf(part.end) - ColumnOf(part.from) + 1,
                       RowOf(part.end) - RowOf(part.from) + 1};
  int number = kFirst.number[IndexOf(shape)][part.from];
  int direction = 0;
  while (kWays[direction].columns != Sign(columns) ||
         kWays[direction].rows != Sign(rows)) {
    number += RoomFor(shape, part.from, kWays[direction]);
    ++direction;
  }
  if (part.stays == Part::kNoChoice) {
    const int distance = std::max(std::abs(columns), std::abs(rows));
    return static_cast<uint32_t>(number + distance - 1);
  }
  // The group does not stand on the captured square, so 79 are left.
  const int group = part.stays - (part.stays > part.to ? 1 : 0);
  return static_cast<uint32_t>(
      kPlainParts + (part.to * 8 + direction) * (kSquares - 1) + group);
}

}  // namespace arena::ordo
