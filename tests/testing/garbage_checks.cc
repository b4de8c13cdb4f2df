// Checks of what comes from outside: texts, messages, observations, positions.
#include <algorithm>

#include "arena/v1/observation.pb.h"
#include "google/protobuf/stubs/logging.h"
#include "tests/testing/damage.h"
#include "tests/testing/game_checks.h"

namespace arena {
namespace {

constexpr int kStates = 12;
constexpr int kBrokenTexts = 24;
constexpr int kBrokenMessages = 24;
constexpr int kBrokenObservations = 40;
constexpr int kWrongObservations = 40;
constexpr int kReseatedSamples = 4;

// No game has an action, an action message or a position like these.
std::vector<std::string> Nonsense() {
  return {"",
          " ",
          "no such action",
          "%s%n",
          "\xff\xfe",
          std::string("\0", 1),
          "-99999999999999999999",
          std::string(10000, 'a')};
}

absl::Status RequireInvalid(const absl::Status& status,
                            absl::string_view what) {
  if (status.code() == absl::StatusCode::kInvalidArgument) {
    return absl::OkStatus();
  }
  return Broken(what, " gives ", status.ToString(),
                ", expected INVALID_ARGUMENT");
}

// Either INVALID_ARGUMENT, or an action that can be printed. It need not be
// legal: that is for the legal list to say.
absl::Status CheckRead(const AnyState& state, Seat seat,
                       const absl::StatusOr<Action>& action,
                       absl::string_view what) {
  if (!action.ok()) return RequireInvalid(action.status(), what);
  if (!state->ActionToString(seat, *action).empty()) return absl::OkStatus();
  return Broken(what, " gives action ", *action, ", which has no text");
}

absl::Status CheckTexts(const AnyState& state, Seat seat, Rng& rng,
                        const std::string& good) {
  for (const std::string& text : Nonsense()) {
    ARENA_RETURN_IF_ERROR(RequireInvalid(
        state->ParseAction(seat, text).status(), "a nonsense action text"));
  }
  for (int i = 0; i < kBrokenTexts; ++i) {
    const std::string text = DamageBytes(good, rng);
    ARENA_RETURN_IF_ERROR(CheckRead(state, seat, state->ParseAction(seat, text),
                                    absl::StrCat("action \"", text, "\"")));
  }
  return absl::OkStatus();
}

absl::Status CheckMessages(const AnyState& state, Seat seat, Rng& rng,
                           const v1::GameAction& good) {
  ARENA_RETURN_IF_ERROR(
      RequireInvalid(state->ActionFromMessage(seat, v1::GameAction()).status(),
                     "an empty action message"));
  for (int i = 0; i < kBrokenMessages; ++i) {
    v1::GameAction message;
    if (!message.ParseFromString(DamageBytes(Bytes(good), rng))) continue;
    ARENA_RETURN_IF_ERROR(CheckRead(
        state, seat, state->ActionFromMessage(seat, message),
        absl::StrCat("the action message ", message.ShortDebugString())));
  }
  return absl::OkStatus();
}

// Asks a state everything that a built-in player may ask.
void Question(const AnyState& state, const Game& game, int seats) {
  state->node();
  state->ToString();
  state->Returns();
  for (Seat seat = 0; seat < seats; ++seat) {
    LegalList(state, seat);
    AnnouncementList(state, seat);
    ObservationBytes(state, seat);
    if (state->ToAct().contains(seat)) {
      if (game.suggests) state->Suggest(seat);
      state->Substitute(seat);
    }
  }
}

absl::Status CheckObservation(const GameSetup& setup, Seat seat, Rng& rng,
                              const v1::Observation& observation) {
  const absl::StatusOr<AnyState> sample =
      setup.game->sample(setup.seats, setup.options, seat, observation, rng);
  if (!sample.ok()) {
    return RequireInvalid(sample.status(), "a broken observation");
  }
  Question(*sample, *setup.game, setup.seats);
  return absl::OkStatus();
}

absl::Status CheckObservations(const GameSetup& setup, const AnyState& state,
                               Seat seat, Rng& rng) {
  ARENA_RETURN_IF_ERROR(RequireInvalid(
      setup.game
          ->sample(setup.seats, setup.options, seat, v1::Observation(), rng)
          .status(),
      "an empty observation"));
  v1::Observation good;
  state->ObservationFor(seat, good);
  for (int i = 0; i < kReseatedSamples; ++i) {
    const auto other = static_cast<Seat>(rng.Below(setup.seats));
    ARENA_RETURN_IF_ERROR(CheckObservation(setup, other, rng, good));
  }
  for (int i = 0; i < kBrokenObservations; ++i) {
    v1::Observation broken;
    if (!broken.ParseFromString(DamageBytes(Bytes(good), rng))) continue;
    state->ObservationToString(broken);
    ARENA_RETURN_IF_ERROR(CheckObservation(setup, seat, rng, broken));
  }
  for (int i = 0; i < kWrongObservations; ++i) {
    v1::Observation wrong = good;
    for (uint32_t fields = 1 + rng.Below(3); fields > 0; --fields) {
      DamageField(wrong, rng);
    }
    state->ObservationToString(wrong);
    ARENA_RETURN_IF_ERROR(CheckObservation(setup, seat, rng, wrong));
  }
  return absl::OkStatus();
}

absl::Status CheckPositions(const GameSetup& setup) {
  for (const std::string& text : Nonsense()) {
    const absl::Status status =
        setup.game->from_text(setup.options, text).status();
    if (status.code() == absl::StatusCode::kFailedPrecondition) break;
    ARENA_RETURN_IF_ERROR(RequireInvalid(status, "a nonsense position"));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckGarbage(const GameSetup& setup, absl::string_view seed) {
  ARENA_RETURN_IF_ERROR(CheckPositions(setup));
  // Protobuf reports broken UTF-8 on stderr.
  const google::protobuf::LogSilencer silencer;
  Rng rng(absl::StrCat("garbage ", seed));
  const auto look = [&](const AnyState& state, const Ply& ply) -> absl::Status {
    const auto [actor, action] = ply[0];
    v1::GameAction message;
    state->ActionToMessage(actor, action, message);
    ARENA_RETURN_IF_ERROR(
        CheckTexts(state, actor, rng, state->ActionToString(actor, action)));
    ARENA_RETURN_IF_ERROR(CheckMessages(state, actor, rng, message));
    if (setup.game->sample == nullptr) return absl::OkStatus();
    const Seat seat =
        actor == kChance ? static_cast<Seat>(rng.Below(setup.seats)) : actor;
    return CheckObservations(setup, state, seat, rng);
  };
  return WalkRandomly(setup, seed, kStates, look).status();
}

}  // namespace arena
