// A full state from what one seat knows.
#include "arena/games/ordago/ordago_messages.h"
namespace arena::ordago {
absl::StatusOr<State> State::Sample(int, const GameOptions&, Seat,
                                    const v1::Observation&, Rng&) {
  return Wrong("todo");
}
}  // namespace arena::ordago
