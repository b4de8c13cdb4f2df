#include "arena/competition/report/pairs.h"

namespace arena::competition {

void OmitPairs(size_t max_bytes, v1::Standings& standings) {
  // The cursor and the count take at most this many bytes.
  constexpr size_t kRest = 200;
  // The key of a pair, and its length.
  constexpr size_t kFrame = 2;
  size_t bytes = standings.ByteSizeLong() + kRest;
  auto& pairs = *standings.mutable_head_to_head();
  uint32_t omitted = 0;
  for (; bytes > max_bytes && !pairs.empty(); ++omitted) {
    bytes -= pairs.rbegin()->ByteSizeLong() + kFrame;
    pairs.RemoveLast();
  }
  standings.set_omitted_pairs(omitted);
}

Pairs::Pairs(const v1::Standings& standings) {
  for (const v1::HeadToHead& pair : standings.head_to_head()) {
    pairs_[{pair.entrant(), pair.opponent()}] = &pair;
  }
}

v1::HeadToHead Pairs::At(uint32_t row, uint32_t column) const {
  const auto found = pairs_.find({row, column});
  if (found != pairs_.end()) return *found->second;
  const auto other = pairs_.find({column, row});
  v1::HeadToHead pair;
  pair.set_superiority(0.5);
  if (other == pairs_.end()) return pair;
  pair = *other->second;
  pair.set_entrant(row);
  pair.set_opponent(column);
  pair.set_won(other->second->lost());
  pair.set_lost(other->second->won());
  pair.set_superiority(1 - pair.superiority());
  if (pair.has_score()) pair.set_score(1 - pair.score());
  if (pair.has_expected_score()) {
    pair.set_expected_score(1 - pair.expected_score());
  }
  pair.set_surprise(0 - pair.surprise());
  if (!pair.has_score_difference()) return pair;
  v1::MeanDifference& difference = *pair.mutable_score_difference();
  difference.set_mean(0 - difference.mean());
  if (!difference.has_interval()) return pair;
  v1::Interval& interval = *difference.mutable_interval();
  const double low = interval.low();
  interval.set_low(0 - interval.high());
  interval.set_high(0 - low);
  return pair;
}

}  // namespace arena::competition
