// Completes a state of Doppelkopf from what one seat knows of it.
#ifndef ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_SAMPLER_H_
#define ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_SAMPLER_H_

#include "absl/status/status.h"
#include "arena/core/rng.h"
#include "arena/games/doppelkopf/doppelkopf.h"
#include "arena/games/doppelkopf/doppelkopf_hidden.h"
#include "arena/games/doppelkopf/doppelkopf_knowledge.h"

namespace arena::doppelkopf {

// Changes a state, which must outlive it.
class Sampler {
 public:
  explicit Sampler(State& state) : state_(state) {}

  // What the seat knows of the state. Requires: a seat; not terminal.
  Knowledge KnowledgeOf(Seat seat) const;

  // Replaces what the seat does not know of the deal. INVALID_ARGUMENT if the
  // knowledge contradicts itself.
  absl::Status Complete(const Hidden& hidden, const Knowledge& known, Rng& rng);

 protected:
  // Starts the deal with these hands. If no contract is settled, repeats the
  // reservations that the table has heard. INVALID_ARGUMENT if the knowledge
  // contradicts itself.
  absl::Status StartAgain(const Hidden& hidden, const Knowledge& known,
                          Rng& rng);
  // Applies an action or announcement. INVALID_ARGUMENT if it is not legal.
  absl::Status Make(Seat seat, Action action);

  State& state_;

 private:
  Action DrawDeclaration(Seat seat, const Knowledge& known, Rng& rng) const;
  void ReplaceCards(const Hidden& hidden, const Knowledge& known);
};

}  // namespace arena::doppelkopf

#endif  // ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_SAMPLER_H_
