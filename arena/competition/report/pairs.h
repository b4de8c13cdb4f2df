// The pairs of entrants in standings.
#ifndef ARENA_COMPETITION_REPORT_PAIRS_H_
#define ARENA_COMPETITION_REPORT_PAIRS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>

#include "arena/v1/standings.pb.h"

namespace arena::competition {

// Leaves out pairs of entrants, last places first, until the standings and
// their cursor take at most `max_bytes`.
void OmitPairs(size_t max_bytes, v1::Standings& standings);

// The pairs of standings, from the side of either entrant.
class Pairs {
 public:
  // The standings must outlive this object.
  explicit Pairs(const v1::Standings& standings);
  // The pair as `row` sees it; empty if the pair was left out.
  v1::HeadToHead At(uint32_t row, uint32_t column) const;

 private:
  std::map<std::pair<uint32_t, uint32_t>, const v1::HeadToHead*> pairs_;
};

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_REPORT_PAIRS_H_
