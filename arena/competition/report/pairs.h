// The pairs of entrants in standings.
#ifndef ARENA_COMPETITION_REPORT_PAIRS_H_
#define ARENA_COMPETITION_REPORT_PAIRS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>

#include "arena/v1/standings.pb.h"

namespace arena::competition {

// Leaves out pairs of entrants until the standings and their cursor take at
// most `max_bytes`, those of the last places first.
void OmitPairs(size_t max_bytes, v1::Standings& standings);

// The pairs of standings, from the side of either entrant.
class Pairs {
 public:
  // The standings must outlive it.
  explicit Pairs(const v1::Standings& standings);
  // As `row` sees it; of a pair that is not there nothing is known.
  v1::HeadToHead At(uint32_t row, uint32_t column) const;

 private:
  std::map<std::pair<uint32_t, uint32_t>, const v1::HeadToHead*> pairs_;
};

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_REPORT_PAIRS_H_
