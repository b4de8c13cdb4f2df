// What an edited specification would change in a competition that has begun.
#ifndef ARENA_COMPETITION_COURSE_DIFFERENCES_H_
#define ARENA_COMPETITION_COURSE_DIFFERENCES_H_

#include <vector>

#include "absl/status/statusor.h"
#include "arena/v1/competition.pb.h"

namespace arena::competition {

// Fills in what a repeated specification leaves out as it was chosen for the
// first.
void RepeatChoices(const v1::CompetitionSpec& first, v1::CompetitionSpec& spec);

// The changes that make `wanted` of `now`, which has begun; none if they are
// the same. What `wanted` leaves out stays as it is. FAILED_PRECONDITION names
// everything that cannot be changed: key, old value, new value and reason.
absl::StatusOr<std::vector<v1::CompetitionChange>> Differences(
    const v1::CompetitionSpec& now, v1::CompetitionSpec wanted);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_COURSE_DIFFERENCES_H_
