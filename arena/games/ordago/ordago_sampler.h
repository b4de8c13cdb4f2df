// Completes a state of Ordago from what one seat knows of it.
#ifndef ARENA_GAMES_ORDAGO_ORDAGO_SAMPLER_H_
#define ARENA_GAMES_ORDAGO_ORDAGO_SAMPLER_H_

#include "absl/status/status.h"
#include "arena/games/ordago/ordago.h"
#include "arena/games/ordago/ordago_past.h"

namespace arena::ordago {

// Holds the public part of a state, and the knowledge of a seat about the rest.
// First one of KnowState and ObservationSampler::Read (ordago_sample.cc), then
// Draw.
class Sampler {
 public:
  // Begins with everything that the state has.
  Sampler(const State& state, Seat seat) : state_(state), seat_(seat) {}

  // Takes over what the seat knows of the state, and forgets the rest.
  void KnowState();

  // Draws the hidden part of the state. INVALID_ARGUMENT if the knowledge
  // contradicts itself.
  absl::Status Draw(Rng& rng);
  const State& state() const { return state_; }

 protected:
  // Whether the seat sees the cards of the place.
  bool Knows(Place place) const {
    return (state_.rules_.seats == 3 && place == kDummy) ||
           state_.OwnPlace(seat_) == place;
  }
  // From the seat's own log of signs: adds the signs to the logs of all others
  // that certainly saw them, counts them as given, and notes what they tell of
  // hidden hands.
  void SpreadSigns();

  State state_;
  const Seat seat_;
  KnownPast known_;

 private:
  void KnowSigns();
  void KnowPast();
};

}  // namespace arena::ordago

#endif  // ARENA_GAMES_ORDAGO_ORDAGO_SAMPLER_H_
