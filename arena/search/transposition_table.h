// What a search has found out about positions, in a table of fixed size.
#ifndef ARENA_SEARCH_TRANSPOSITION_TABLE_H_
#define ARENA_SEARCH_TRANSPOSITION_TABLE_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "arena/games/base/action.h"

namespace arena {

// How the value of a position relates to the number that is known.
enum class Bound : uint8_t { kExact, kAtLeast, kAtMost };

struct KnownPosition {
  uint64_t key = 0;
  int32_t value = 0;
  // The best action, or 0.
  Action action = 0;
  // The depth of the search that found the value; below 0 for an unused entry.
  int16_t depth = -1;
  Bound bound = Bound::kExact;

  // Whether the number decides a search of that depth within (alpha, beta).
  bool Decides(int wanted_depth, int alpha, int beta) const {
    if (depth < wanted_depth) return false;
    switch (bound) {
      case Bound::kExact:
        return true;
      case Bound::kAtLeast:
        return value >= beta;
      case Bound::kAtMost:
        return value <= alpha;
    }
    return false;
  }
};

// Positions are known by a key of 64 bits. A newer position takes the place of
// an older one, so the table depends on nothing but what was stored.
class TranspositionTable {
 public:
  // Room for at least so many positions. Requires: at least one.
  explicit TranspositionTable(size_t positions)
      : entries_(std::bit_ceil(positions)) {}

  // Null if the position is not known.
  const KnownPosition* Find(uint64_t key) const {
    const KnownPosition& entry = entries_[key & (entries_.size() - 1)];
    return entry.depth >= 0 && entry.key == key ? &entry : nullptr;
  }
  void Store(const KnownPosition& position) {
    entries_[position.key & (entries_.size() - 1)] = position;
  }

 private:
  std::vector<KnownPosition> entries_;
};

}  // namespace arena

#endif  // ARENA_SEARCH_TRANSPOSITION_TABLE_H_
