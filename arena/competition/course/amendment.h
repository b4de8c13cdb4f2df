// Changing a competition that has begun.
#ifndef ARENA_COMPETITION_COURSE_AMENDMENT_H_
#define ARENA_COMPETITION_COURSE_AMENDMENT_H_

#include <cstdint>

#include "absl/status/statusor.h"
#include "arena/v1/competition.pb.h"

namespace arena::competition {

// What is already decided when a competition is changed.
struct Moment {
  // As Scheduler has them.
  uint32_t next_set = 0;
  uint32_t first_untouched_set = 0;
  // Whether Schedule::complete: no further pairing is to come.
  bool complete = false;
  uint32_t results = 0;
};

// The specification after one more change, with the entry that this makes in
// its log; the specification itself if that is so already. Time and seed are
// the caller's to fill in. FAILED_PRECONDITION where the format or the moment
// forbids the change, or it is not from the value of now; INVALID_ARGUMENT.
absl::StatusOr<v1::CompetitionSpec> Amended(v1::CompetitionSpec spec,
                                            v1::CompetitionChange change,
                                            const Moment& moment);
// Whether a change adds sets.
bool AddsSets(const v1::CompetitionChange& change);

// Whether the players are the same, but perhaps of another version or program.
bool SamePlayers(v1::Entrant a, v1::Entrant b);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_COURSE_AMENDMENT_H_
