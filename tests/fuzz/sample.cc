// Observations that need not come from any match.
#include <google/protobuf/stubs/logging.h>

#include "arena/core/rng.h"
#include "arena/v1/observation.pb.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/targets.h"

namespace arena::fuzz {

void FuzzSample(absl::string_view bytes) {
  const google::protobuf::LogSilencer quiet;
  Input input(bytes);
  absl::StatusOr<Setup> setup = ReadSetup(input);
  if (!setup.ok() || setup->game->sample == nullptr) return;
  const Seat seat = input.Below(setup->seats);
  v1::Observation observation;
  if (!observation.ParseFromString(std::string(input.Rest()))) return;
  // Strangers may also ask for the text of an observation.
  setup->start->ObservationToString(observation);
  Rng rng("fuzz");
  absl::StatusOr<AnyState> state =
      setup->game->sample(setup->seats, setup->options, seat, observation, rng);
  if (!state.ok()) {
    ARENA_CHECK(state.status().code() == absl::StatusCode::kInvalidArgument,
                state.status().ToString());
    return;
  }
  // A good state goes on to an end.
  (*state)->ToString();
  (*state)->PlayOut(rng);
  ARENA_CHECK((*state)->node() == Node::kTerminal);
}

}  // namespace arena::fuzz
