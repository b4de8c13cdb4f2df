// Results for the tests of ratings. Most of them are published.
#ifndef TESTS_ARENA_COMPETITION_RATING_DATA_H_
#define TESTS_ARENA_COMPETITION_RATING_DATA_H_

#include <vector>

#include "arena/competition/pairing/placing.h"

namespace arena::competition {

inline Placing Win(int winner, int loser, double weight = 1) {
  return {{{{winner}, 1}, {{loser}, 2}}, weight};
}
inline Placing Tie(int a, int b, double weight = 1) {
  return {{{{a}, 1}, {{b}, 1}}, weight};
}

// American League East 1987 (Agresti 2002, section 10.6): Milwaukee, Detroit,
// Toronto, New York, Boston, Cleveland, Baltimore. A row has its wins over each
// column.
inline std::vector<Placing> Baseball() {
  constexpr int kWins[7][7] = {{0, 7, 9, 7, 7, 9, 11}, {6, 0, 7, 5, 11, 9, 9},
                               {4, 6, 0, 7, 7, 8, 12}, {6, 8, 6, 0, 6, 7, 10},
                               {6, 2, 6, 7, 0, 7, 12}, {4, 4, 5, 6, 6, 0, 6},
                               {2, 4, 1, 3, 1, 7, 0}};
  std::vector<Placing> placings;
  for (int row = 0; row < 7; ++row) {
    for (int column = 0; column < 7; ++column) {
      if (row == column) continue;
      placings.push_back(Win(row, column, kWins[row][column]));
    }
  }
  return placings;
}

// Chocolate puddings compared in pairs (Davidson 1970).
inline std::vector<Placing> Puddings() {
  struct Pair {
    int i, j, prefer_i, prefer_j, neither;
  };
  constexpr Pair kPairs[] = {
      {0, 1, 19, 22, 16}, {0, 2, 16, 19, 12}, {1, 2, 19, 19, 10},
      {0, 3, 18, 23, 13}, {1, 3, 23, 19, 9},  {2, 3, 19, 20, 15},
      {0, 4, 13, 19, 18}, {1, 4, 16, 20, 12}, {2, 4, 16, 15, 17},
      {3, 4, 17, 14, 16}, {0, 5, 18, 21, 12}, {1, 5, 22, 20, 12},
      {2, 5, 13, 18, 10}, {3, 5, 14, 19, 18}, {4, 5, 11, 21, 12}};
  std::vector<Placing> placings;
  for (const Pair& pair : kPairs) {
    placings.push_back(Win(pair.i, pair.j, pair.prefer_i));
    placings.push_back(Win(pair.j, pair.i, pair.prefer_j));
    placings.push_back(Tie(pair.i, pair.j, pair.neither));
  }
  return placings;
}

// Made-up results, the list MIXED of tests/independent/ratings.py: one to four
// sides at a time, partners, ties of two and of three.
inline std::vector<Placing> PartnersAndTies() {
  return {{{{{0}, 1}, {{1}, 2}, {{2}, 3}, {{3}, 4}}, 1},
          {{{{2}, 1}, {{0}, 2}, {{3}, 2}, {{1}, 4}}, 2},
          {{{{0, 1}, 1}, {{2, 3}, 2}}, 3},
          {{{{0, 2}, 1}, {{1, 3}, 1}}, 1},
          {{{{1}, 1}, {{0}, 2}, {{2}, 2}, {{4}, 2}}, 1},
          {{{{4}, 1}, {{3}, 2}}, 0.5},
          {{{{3, 4}, 1}, {{0, 1}, 2}}, 1}};
}

// The same for the lists VERSIONS and PLACES.
inline std::vector<Placing> MatchesOfVersions() {
  return {Win(0, 2, 7), Win(2, 0, 4), Win(0, 5, 6), Win(5, 0, 3), Win(1, 2, 9),
          Win(2, 1, 1), Win(1, 3, 5), Win(3, 1, 4), Win(3, 5, 8), Win(5, 3, 1),
          Win(4, 5, 2), Win(5, 4, 6), Win(4, 1, 1), Win(1, 4, 8)};
}
inline std::vector<Placing> MatchesOfManySides() {
  return {{{{{0}, 1}, {{1}, 2}, {{2}, 3}, {{3}, 4}}, 3},
          {{{{0}, 1}, {{3}, 2}, {{1}, 3}, {{2}, 4}}, 2},
          {{{{1}, 1}, {{0}, 2}, {{3}, 2}, {{2}, 4}}, 1},
          {{{{3}, 1}, {{2}, 1}, {{0}, 3}, {{1}, 4}}, 1},
          {{{{2}, 1}, {{1}, 2}, {{0}, 3}}, 2},
          {{{{1}, 1}, {{3}, 2}, {{0}, 3}, {{2}, 4}}, 1}};
}

}  // namespace arena::competition

#endif  // TESTS_ARENA_COMPETITION_RATING_DATA_H_
