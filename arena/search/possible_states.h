// The states that are possible for a seat, given what it sees.
#ifndef ARENA_SEARCH_POSSIBLE_STATES_H_
#define ARENA_SEARCH_POSSIBLE_STATES_H_

#include "arena/core/check.h"
#include "arena/games/base/abilities.h"

namespace arena {

// Requires: a referee made the observation for that seat in a match with these
// options.
template <HasSample S>
class PossibleStates {
 public:
  PossibleStates(int seats, const GameOptions& options, Seat seat,
                 const v1::Observation& observation, Rng& rng)
      : seat_(seat), known_(FirstOf(seats, options, seat, observation, rng)) {}

  // A draw that takes much less time than to read the observation.
  S Draw(Rng& rng) const { return known_.SampleFor(seat_, rng); }

 private:
  static S FirstOf(int seats, const GameOptions& options, Seat seat,
                   const v1::Observation& observation, Rng& rng) {
    const absl::StatusOr<S> state =
        S::Sample(seats, options, seat, observation, rng);
    ARENA_CHECK(state.ok(), state.status().message());
    return *state;
  }

  const Seat seat_;
  // One of the states, with all that the seat knows.
  const S known_;
};

}  // namespace arena

#endif  // ARENA_SEARCH_POSSIBLE_STATES_H_
