#include "arena/competition/pairing/placing.h"

#include <algorithm>
#include <tuple>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"

namespace arena::competition {
namespace {

absl::Status CheckSide(const Side& side, int competitors) {
  if (side.members.empty()) {
    return absl::InvalidArgumentError(
        "a side of a placing has no members; expected at least one");
  }
  for (const int member : side.members) {
    if (member >= 0 && member < competitors) continue;
    return absl::InvalidArgumentError(absl::StrCat(
        "competitor ", member, " is unknown; expected 0 to ", competitors - 1));
  }
  if (side.rank >= 1) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("rank is ", side.rank, "; expected 1 (the best) or more"));
}

}  // namespace

SideMask SidesOfRank(const Placing& placing, int rank) {
  SideMask mask = 0;
  for (size_t i = 0; i < placing.sides.size(); ++i) {
    if (placing.sides[i].rank == rank) mask |= SideMask{1} << i;
  }
  return mask;
}

absl::Status CheckPlacing(const Placing& placing, int competitors) {
  const size_t sides = placing.sides.size();
  if (sides < 2 || sides > kMaxSides) {
    return absl::InvalidArgumentError(absl::StrCat(
        "a placing has ", sides, " sides; expected 2 to ", kMaxSides));
  }
  for (const Side& side : placing.sides) {
    ARENA_RETURN_IF_ERROR(CheckSide(side, competitors));
  }
  if (placing.weight > 0 && placing.weight <= kMaxWeight) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      absl::StrCat("the weight of a placing is ", placing.weight,
                   "; expected more than 0 and at most ", kMaxWeight));
}

Placing Canonical(Placing placing) {
  for (Side& side : placing.sides) {
    std::sort(side.members.begin(), side.members.end());
  }
  std::sort(placing.sides.begin(), placing.sides.end(),
            [](const Side& a, const Side& b) {
              return std::tie(a.rank, a.members) < std::tie(b.rank, b.members);
            });
  int given = 0;
  int rank = 0;
  for (Side& side : placing.sides) {
    if (side.rank != given) ++rank;
    given = side.rank;
    side.rank = rank;
  }
  return placing;
}

}  // namespace arena::competition
