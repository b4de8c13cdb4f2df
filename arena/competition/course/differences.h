// Finds the changes that an edited specification makes in a competition that
// has begun.
#ifndef ARENA_COMPETITION_COURSE_DIFFERENCES_H_
#define ARENA_COMPETITION_COURSE_DIFFERENCES_H_

#include <vector>

#include "absl/status/statusor.h"
#include "arena/v1/competition.pb.h"

namespace arena::competition {

// Fills in the fields that a repeated specification leaves to the referee, with
// the values that were chosen for the first specification.
void RepeatChoices(const v1::CompetitionSpec& first, v1::CompetitionSpec& spec);

// The changes that turn `now`, which has begun, into `wanted`; none if both are
// the same. Fields that `wanted` leaves out stay unchanged. FAILED_PRECONDITION
// names everything that cannot be changed: key, old value, new value and
// reason.
absl::StatusOr<std::vector<v1::CompetitionChange>> Differences(
    const v1::CompetitionSpec& now, v1::CompetitionSpec wanted);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_COURSE_DIFFERENCES_H_
