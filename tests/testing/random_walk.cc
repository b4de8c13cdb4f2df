#include "tests/testing/random_walk.h"

#include <algorithm>

#include "arena/core/message_json.h"
#include "arena/v1/observation.pb.h"
#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"

namespace arena {
namespace {

// One in this many plies is an announcement, if one is possible.
constexpr uint32_t kAnnouncementOdds = 6;

// Decides where to look: at the first places, then at ever larger distances,
// so that short matches are seen whole and long ones to their end.
class Schedule {
 public:
  explicit Schedule(int looks) : left_(looks), first_(looks / 2) {}

  // Called once for every place, in order.
  bool IsDue() {
    const int place = places_++;
    if (left_ == 0 || place < next_) return false;
    --left_;
    next_ = place + 1 + std::max(0, place - first_) / 6;
    return true;
  }

 private:
  int left_;
  int first_;
  int places_ = 0;
  int next_ = 0;
};

std::vector<Action> Copy(const ActionList& list) {
  return std::vector<Action>(list.begin(), list.end());
}

absl::Status At(const AnyState& state, int ply, absl::string_view seed,
                const GameSetup& setup, const absl::Status& status) {
  return absl::Status(
      status.code(),
      absl::StrCat(status.message(), "\n  in ", setup.ToString(), ", seed \"",
                   seed, "\", before ply ", ply, ":\n", state->ToString()));
}

}  // namespace

std::string GameSetup::ToString() const {
  return absl::StrCat(
      game->info->name, ", ", seats, " seats, ",
      options.given().empty() ? "all options default" : options.ToString());
}

std::string ObservationBytes(const AnyState& state, Seat seat) {
  v1::Observation observation;
  state->ObservationFor(seat, observation);
  observation.clear_seat();
  return BytesOf(observation);
}

std::string EventBytes(const AnyState& state, Seat seat, const Ply& ply) {
  v1::PlyEvent event;
  state->EventFor(seat, ply, event);
  return BytesOf(event);
}

std::vector<Action> LegalList(const AnyState& state, Seat seat) {
  ActionList list;
  state->LegalActions(seat, list);
  return Copy(list);
}

std::vector<Action> AnnouncementList(const AnyState& state, Seat seat) {
  ActionList list;
  state->Announcements(seat, list);
  return Copy(list);
}

Ply RandomPly(const AnyState& state, int seats, Rng& chance, Rng& choices) {
  if (state->node() == Node::kChance) {
    return {{kChance, state->SampleChance(chance)}};
  }
  const auto pick = [&choices](const std::vector<Action>& list) {
    return list[choices.Below(static_cast<uint32_t>(list.size()))];
  };
  if (state->info().announcements && choices.Below(kAnnouncementOdds) == 0) {
    const auto seat = static_cast<Seat>(choices.Below(seats));
    const std::vector<Action> list = AnnouncementList(state, seat);
    if (!list.empty()) return {{seat, pick(list)}};
  }
  Ply ply;
  for (const Seat seat : state->ToAct()) {
    const std::vector<Action> list = LegalList(state, seat);
    if (list.empty()) return Ply();
    ply.push_back({seat, pick(list)});
  }
  return ply;
}

absl::StatusOr<AnyState> WalkRandomly(const GameSetup& setup,
                                      absl::string_view seed, int looks,
                                      const Look& look) {
  ARENA_ASSIGN_OR_RETURN(AnyState state,
                         setup.game->create(setup.seats, setup.options));
  Rng chance(absl::StrCat("chance ", seed));
  Rng choices(absl::StrCat("choices ", seed));
  Schedule decisions(looks);
  Schedule outcomes(looks / 4);
  for (int ply = 0; state->node() != Node::kTerminal; ++ply) {
    if (ply == setup.game->info->max_plies) {
      return At(state, ply, seed, setup,
                Broken("the match is longer than max_plies"));
    }
    const Ply next = RandomPly(state, setup.seats, chance, choices);
    if (next.empty()) {
      return At(state, ply, seed, setup,
                Broken("a seat of ToAct, or ToAct itself, is empty-handed"));
    }
    Schedule& schedule = state->node() == Node::kChance ? outcomes : decisions;
    if (schedule.IsDue()) {
      const absl::Status status = look(state, next);
      if (!status.ok()) return At(state, ply, seed, setup, status);
    }
    state->Apply(next);
  }
  return state;
}

}  // namespace arena
