// The states that are possible for a seat, given what it sees.
#ifndef ARENA_SEARCH_POSSIBLE_STATES_H_
#define ARENA_SEARCH_POSSIBLE_STATES_H_

#include "arena/core/check.h"
#include "arena/games/base/abilities.h"

namespace arena {

// Refers to the options and the observation. Requires: a referee made the
// observation for that seat in a match with these options.
template <HasSample S>
class PossibleStates {
 public:
  PossibleStates(int seats, const GameOptions& options, Seat seat,
                 const v1::Observation& observation)
      : seats_(seats),
        options_(options),
        seat_(seat),
        observation_(observation) {}

  S Draw(Rng& rng) const {
    const absl::StatusOr<S> state =
        S::Sample(seats_, options_, seat_, observation_, rng);
    ARENA_CHECK(state.ok(), state.status().message());
    return *state;
  }

 private:
  const int seats_;
  const GameOptions& options_;
  const Seat seat_;
  const v1::Observation& observation_;
};

}  // namespace arena

#endif  // ARENA_SEARCH_POSSIBLE_STATES_H_
