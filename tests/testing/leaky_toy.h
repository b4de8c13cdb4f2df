// The toy with one broken promise: shows that the checks of games can fail.
#ifndef TESTS_TESTING_LEAKY_TOY_H_
#define TESTS_TESTING_LEAKY_TOY_H_

#include <bit>

#include "arena/v1/observation.pb.h"
#include "google/protobuf/unknown_field_set.h"
#include "tests/testing/toy.pb.h"
#include "tests/testing/toy_variants.h"

namespace arena::toy {

// The broken promise.
enum class Leak {
  // The observation counts the high cards of the next seat.
  kObservation,
  // A seat may not announce while the next seat holds card 0.
  kLists,
  // All seats see the cards dealt to others.
  kEvents,
  // No observation tells which seats have announced.
  kInsufficient,
  // No event tells announcements of others, but the observation does.
  kSilence,
  // The points so far count the high cards of seat 0.
  kReturns,
};

template <Leak kLeak>
class LeakyState : public VariantOf<LeakyState<kLeak>> {
 public:
  using VariantOf<LeakyState<kLeak>>::VariantOf;
  void ObservationFor(Seat seat, v1::Observation& out) const {
    this->State::ObservationFor(seat, out);
    google::protobuf::UnknownFieldSet& fields =
        *out.GetReflection()->MutableUnknownFields(&out);
    if (kLeak == Leak::kObservation && seat >= 0) {
      const uint32_t high_cards =
          this->hand((seat + 1) % this->seats()) >> (kCards / 2);
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

  SeatScores Returns() const {
    SeatScores returns = this->State::Returns();
    if (kLeak == Leak::kReturns) {
      returns[0] += std::popcount(this->hand(0) >> (kCards / 2));
    }
    return returns;
  }

  void Announcements(Seat seat, ActionList& out) const {
    this->State::Announcements(seat, out);
    if (kLeak == Leak::kLists &&
        (this->hand((seat + 1) % this->seats()) & 1) != 0) {
      out.clear();
    }
  }

  void EventFor(Seat seat, absl::Span<const SeatAction> ply,
                v1::PlyEvent& out) const {
    this->State::EventFor(seat, ply, out);
    if (kLeak == Leak::kSilence && ply[0].action == kContra &&
        ply[0].seat != seat) {
      out.clear_actions();
      return;
    }
    v1::SeatEvent& first = *out.mutable_actions(0);
    if (kLeak != Leak::kEvents || first.has_action()) return;
    this->ActionToMessage(kChance, ply[0].action, *first.mutable_action());
    first.set_text(this->ActionToString(kChance, ply[0].action));
  }
};

}  // namespace arena::toy

#endif  // TESTS_TESTING_LEAKY_TOY_H_
