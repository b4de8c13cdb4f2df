#include "arena/core/sentence.h"

#include <cstdlib>
#include <functional>
#include <map>

#include "absl/strings/str_cat.h"

namespace arena {
namespace {

// "seat 1 gets", "seats 0 and 2 get"
std::string SeatsDo(const std::vector<std::string>& seats,
                    absl::string_view what) {
  const bool one = seats.size() == 1;
  return absl::StrCat(one ? "seat " : "seats ", ListText(seats), " ", what,
                      one ? "s" : "");
}

}  // namespace

std::string SeatText(uint32_t seat) { return absl::StrCat("seat ", seat); }

std::string ListText(const std::vector<std::string>& parts) {
  std::string text;
  for (size_t i = 0; i < parts.size(); ++i) {
    const bool last = i + 1 == parts.size();
    absl::StrAppend(&text, i == 0 ? "" : last ? " and " : ", ", parts[i]);
  }
  return text;
}

std::string CountText(int64_t count, absl::string_view noun) {
  return absl::StrCat(count, " ", noun, count == 1 ? "" : "s");
}

std::string PointsText(const std::vector<int64_t>& points) {
  std::map<int64_t, std::vector<std::string>, std::greater<int64_t>> seats_of;
  for (size_t seat = 0; seat < points.size(); ++seat) {
    seats_of[points[seat]].push_back(absl::StrCat(seat));
  }
  std::string text;
  for (const auto& [value, seats] : seats_of) {
    absl::StrAppend(&text, text.empty() ? "" : ", ",
                    SeatsDo(seats, value < 0 ? "lose" : "get"), " ",
                    value == 0 ? "nothing"
                               : CountText(std::abs(value), "point"));
  }
  return text;
}

}  // namespace arena
