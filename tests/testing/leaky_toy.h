// The toy with one promise broken: proof that the checks of games can fail.
#ifndef TESTS_TESTING_LEAKY_TOY_H_
#define TESTS_TESTING_LEAKY_TOY_H_

#include <bit>

#include "arena/v1/observation.pb.h"
#include "google/protobuf/unknown_field_set.h"
#include "tests/testing/toy.pb.h"
#include "tests/testing/toy_game.h"

namespace arena::toy {

// Which promise is broken.
enum class Leak {
  // The observation counts the high cards of the next seat.
  kObservation,
  // A seat may not announce while the next seat holds card 0.
  kLists,
  // Everybody sees the cards dealt to others.
  kEvents,
  // Who has announced is in no observation.
  kInsufficient,
  // Announcements of others are in no event, though the observation has them.
  kSilence,
};

template <Leak kLeak>
class LeakyState : public State {
 public:
  static absl::StatusOr<LeakyState> Create(int seats,
                                           const GameOptions& options) {
    ARENA_ASSIGN_OR_RETURN(const State state, State::Create(seats, options));
    return LeakyState(state);
  }
  static absl::StatusOr<LeakyState> FromText(const GameOptions& options,
                                             absl::string_view text) {
    ARENA_ASSIGN_OR_RETURN(const State state, State::FromText(options, text));
    return LeakyState(state);
  }
  static absl::StatusOr<LeakyState> Sample(int seats,
                                           const GameOptions& options,
                                           Seat seat,
                                           const v1::Observation& observation,
                                           Rng& rng) {
    ARENA_ASSIGN_OR_RETURN(
        const State state,
        State::Sample(seats, options, seat, observation, rng));
    return LeakyState(state);
  }

  void ObservationFor(Seat seat, v1::Observation& out) const {
    State::ObservationFor(seat, out);
    google::protobuf::UnknownFieldSet& fields =
        *out.GetReflection()->MutableUnknownFields(&out);
    if (kLeak == Leak::kObservation && seat >= 0) {
      const uint32_t high_cards = hand((seat + 1) % seats()) >> (kCards / 2);
      fields.AddVarint(1001, std::popcount(high_cards));
    }
    if (kLeak == Leak::kInsufficient) {
      std::string& bytes = *fields.mutable_field(0)->mutable_length_delimited();
      ToyObservation view;
      view.ParseFromString(bytes);
      view.clear_contras();
      bytes = view.SerializeAsString();
    }
  }

  void Announcements(Seat seat, ActionList& out) const {
    State::Announcements(seat, out);
    if (kLeak == Leak::kLists && (hand((seat + 1) % seats()) & 1) != 0) {
      out.clear();
    }
  }

  void EventFor(Seat seat, absl::Span<const SeatAction> ply,
                v1::Event& out) const {
    State::EventFor(seat, ply, out);
    if (kLeak == Leak::kSilence && ply[0].action == kContra &&
        ply[0].seat != seat) {
      out.clear_actions();
      return;
    }
    v1::SeatEvent& first = *out.mutable_actions(0);
    if (kLeak != Leak::kEvents || first.has_action()) return;
    ActionToMessage(kChance, ply[0].action, *first.mutable_action());
    first.set_text(ActionToString(kChance, ply[0].action));
  }

 private:
  explicit LeakyState(const State& state) : State(state) {}
};

}  // namespace arena::toy

#endif  // TESTS_TESTING_LEAKY_TOY_H_
