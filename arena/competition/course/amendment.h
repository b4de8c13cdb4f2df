// Changing a competition that has begun.
#ifndef ARENA_COMPETITION_COURSE_AMENDMENT_H_
#define ARENA_COMPETITION_COURSE_AMENDMENT_H_

#include <cstdint>

#include "absl/status/statusor.h"
#include "arena/v1/competition.pb.h"

namespace arena::competition {

// The decided part of a competition at the moment of a change.
struct Moment {
  // As Scheduler has them.
  uint32_t next_set = 0;
  uint32_t first_untouched_set = 0;
  // Schedule::complete: whether all pairings are made.
  bool complete = false;
  uint32_t results = 0;
};

// The specification after one more change, with the new entry in its log. The
// same specification if the change is already made. The caller fills in time
// and seed. FAILED_PRECONDITION if the format or the moment forbids the change,
// or if the change does not start from the present value; INVALID_ARGUMENT.
absl::StatusOr<v1::CompetitionSpec> Amended(v1::CompetitionSpec spec,
                                            v1::CompetitionChange change,
                                            const Moment& moment);
// Whether a change adds sets.
bool AddsSets(const v1::CompetitionChange& change);

// Whether the players are the same, in any version or program.
bool SamePlayers(v1::Entrant a, v1::Entrant b);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_COURSE_AMENDMENT_H_
