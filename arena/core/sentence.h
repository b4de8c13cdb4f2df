// Parts of sentences that tell what happens in a match.
#ifndef ARENA_CORE_SENTENCE_H_
#define ARENA_CORE_SENTENCE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace arena {

// "seat 2"
std::string SeatText(uint32_t seat);

// "a", "a and b", "a, b and c".
std::string ListText(const std::vector<std::string>& parts);

// "1 card", "3 cards".
std::string CountText(int64_t count, absl::string_view noun);

// The points of each seat, seats with equal points together: "seats 0 and 2 get
// 12 points, seat 1 loses 3 points, seat 3 gets nothing".
std::string PointsText(const std::vector<int64_t>& points);

}  // namespace arena

#endif  // ARENA_CORE_SENTENCE_H_
