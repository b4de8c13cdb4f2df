// A game that begins in a position of another match.
#ifndef TESTS_TESTING_BEGINNING_THERE_H_
#define TESTS_TESTING_BEGINNING_THERE_H_

#include "arena/games/base/any_state.h"

namespace arena::testing {

// The position in which matches of BeginningThere begin. Games are made by
// functions without data of their own, so the position cannot be an argument.
inline const AnyState* beginning = nullptr;

inline Game BeginningThere(const Game& game) {
  Game there = game;
  there.create = [](int, const GameOptions&) -> absl::StatusOr<AnyState> {
    return *beginning;
  };
  return there;
}

}  // namespace arena::testing

#endif  // TESTS_TESTING_BEGINNING_THERE_H_
