// Counts the ways to play a number of turns: a check of the rules against
// published numbers.
#ifndef ARENA_CLI_BENCH_PERFT_H_
#define ARENA_CLI_BENCH_PERFT_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "arena/core/any_state.h"
#include "arena/core/rng.h"

namespace arena::cli {

// One first ply, and what it leads to.
struct PerftBranch {
  std::string text;
  uint64_t nodes;
};

// Counts the ways to play complete turns. A turn is one ply, or as many plies
// as the game says belong together; a simultaneous decision counts every
// combination of its choices. Chance uses up no depth: its outcomes are those
// of a match with the same seed. A match that is over has no turns left: it
// counts only at depth 0. Announcements are left out.
class Perft {
 public:
  explicit Perft(const Seed& seed) : seed_(seed) {}

  uint64_t Count(const AnyState& state, int depth) const;
  // The same by first ply, in the order of the legal actions. `on_branch` is
  // called after each of `total`. Requires: depth > 0.
  std::vector<PerftBranch> Divide(
      const AnyState& state, int depth,
      const std::function<void(size_t done, size_t total)>& on_branch) const;

 private:
  // The position in the streams of chance, as a match keeps it.
  struct Draws {
    int deal = 0;
    uint32_t draw = 0;
  };
  // Applies pending chance outcomes.
  void Deal(AnyState& state, Draws& draws) const;
  uint64_t CountFrom(AnyState& state, int depth, Draws draws) const;

  const Seed seed_;
};

}  // namespace arena::cli

#endif  // ARENA_CLI_BENCH_PERFT_H_
