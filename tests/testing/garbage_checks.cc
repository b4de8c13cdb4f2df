// Checks of input from outside: texts, messages, observations, positions.
#include <algorithm>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "arena/core/message_json.h"
#include "arena/core/rng.h"
#include "arena/v1/observation.pb.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/message.h"
#include "google/protobuf/stubs/logging.h"
#include "tests/testing/game_checks.h"

namespace arena {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

// ---- Messages with something wrong in them ----

// A field that is set in a message, or in one within it.
struct Place {
  Message* message;
  const FieldDescriptor* field;
};

void FindPlaces(Message& message, std::vector<Place>& places) {
  const Reflection& reflection = *message.GetReflection();
  std::vector<const FieldDescriptor*> fields;
  reflection.ListFields(message, &fields);
  for (const FieldDescriptor* field : fields) {
    places.push_back({&message, field});
    if (field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) continue;
    if (!field->is_repeated()) {
      FindPlaces(*reflection.MutableMessage(&message, field), places);
      continue;
    }
    for (int i = 0; i < reflection.FieldSize(message, field); ++i) {
      FindPlaces(*reflection.MutableRepeatedMessage(&message, field, i),
                 places);
    }
  }
}

template <typename Number>
Number OtherThan(Number number, Rng& rng) {
  // Beyond the last number comes the first one.
  const auto bits = static_cast<uint64_t>(number);
  switch (rng.Below(5)) {
    case 0:
      return static_cast<Number>(bits + 1);
    case 1:
      return static_cast<Number>(bits - 1);
    case 2:
      return static_cast<Number>(rng.Below(64));
    case 3:
      return std::numeric_limits<Number>::max();
    default:
      return std::numeric_limits<Number>::min();
  }
}

// How numbers of one type are read and written.
template <typename Number>
struct Access {
  Number (Reflection::*get)(const Message&, const FieldDescriptor*) const;
  void (Reflection::*set)(Message*, const FieldDescriptor*, Number) const;
  Number (Reflection::*get_entry)(const Message&, const FieldDescriptor*,
                                  int) const;
  void (Reflection::*set_entry)(Message*, const FieldDescriptor*, int,
                                Number) const;
};

template <typename Number>
void DamageBy(const Access<Number>& access, const Place& place, Rng& rng) {
  const auto& [message, field] = place;
  const Reflection& reflection = *message->GetReflection();
  if (!field->is_repeated()) {
    const Number number = (reflection.*access.get)(*message, field);
    (reflection.*access.set)(message, field, OtherThan(number, rng));
    return;
  }
  const auto size =
      static_cast<uint32_t>(reflection.FieldSize(*message, field));
  const auto entry = static_cast<int>(rng.Below(size));
  const Number number = (reflection.*access.get_entry)(*message, field, entry);
  (reflection.*access.set_entry)(message, field, entry, OtherThan(number, rng));
}

void DamageNumber(const Place& place, Rng& rng) {
  using R = Reflection;
  switch (place.field->cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT32:
      return DamageBy<int32_t>({&R::GetInt32, &R::SetInt32,
                                &R::GetRepeatedInt32, &R::SetRepeatedInt32},
                               place, rng);
    case FieldDescriptor::CPPTYPE_INT64:
      return DamageBy<int64_t>({&R::GetInt64, &R::SetInt64,
                                &R::GetRepeatedInt64, &R::SetRepeatedInt64},
                               place, rng);
    case FieldDescriptor::CPPTYPE_UINT32:
      return DamageBy<uint32_t>({&R::GetUInt32, &R::SetUInt32,
                                 &R::GetRepeatedUInt32, &R::SetRepeatedUInt32},
                                place, rng);
    case FieldDescriptor::CPPTYPE_ENUM:
      return DamageBy<int>({&R::GetEnumValue, &R::SetEnumValue,
                            &R::GetRepeatedEnumValue, &R::SetRepeatedEnumValue},
                           place, rng);
    default:
      place.message->GetReflection()->ClearField(place.message, place.field);
  }
}

// Drops the last entry, repeats it, or puts entries out of order.
void DamageList(const Place& place, Rng& rng) {
  const auto& [message, field] = place;
  const Reflection& reflection = *message->GetReflection();
  const int size = reflection.FieldSize(*message, field);
  switch (rng.Below(3)) {
    case 0:
      reflection.RemoveLast(message, field);
      break;
    case 1: {
      const std::unique_ptr<Message> copy(message->New());
      copy->CopyFrom(*message);
      const std::unique_ptr<Message> twice(message->New());
      twice->GetReflection()->SwapFields(twice.get(), copy.get(), {field});
      // Merging appends lists.
      message->MergeFrom(*twice);
      break;
    }
    default:
      reflection.SwapElements(
          message, field,
          static_cast<int>(rng.Below(static_cast<uint32_t>(size))), size - 1);
  }
}

// Changes, drops or doubles a byte, or cuts off the bytes after it.
std::string DamageBytes(std::string bytes, Rng& rng) {
  if (bytes.empty()) return "?";
  const size_t at = rng.Below(static_cast<uint32_t>(bytes.size()));
  switch (rng.Below(5)) {
    case 0:
      bytes[at] = static_cast<char>(rng.Below(256));
      break;
    case 1:
      bytes[at] = static_cast<char>(bytes[at] + 1);
      break;
    case 2:
      bytes.erase(at, 1);
      break;
    case 3:
      bytes.insert(at, 1, bytes[at]);
      break;
    default:
      bytes.resize(at);
  }
  return bytes;
}

// Changes one field somewhere in the message: a number becomes its neighbour, a
// small number or a large one, a list loses or repeats an entry, a field
// vanishes. Such messages can be parsed, but their contents are wrong.
void DamageField(Message& message, Rng& rng) {
  std::vector<Place> places;
  FindPlaces(message, places);
  if (places.empty()) return;
  const Place& place = places[rng.Below(static_cast<uint32_t>(places.size()))];
  if (place.field->is_repeated() && rng.Below(2) == 0) {
    DamageList(place, rng);
  } else {
    DamageNumber(place, rng);
  }
}

// ---- The checks ----

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

// Checks that reading gives either INVALID_ARGUMENT or an action that can be
// printed. The action need not be legal: only the legal list decides that.
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
    if (!message.ParseFromString(DamageBytes(BytesOf(good), rng))) continue;
    ARENA_RETURN_IF_ERROR(CheckRead(
        state, seat, state->ActionFromMessage(seat, message),
        absl::StrCat("the action message ", message.ShortDebugString())));
  }
  return absl::OkStatus();
}

// Asks a state every question that a built-in player may ask.
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
    if (!broken.ParseFromString(DamageBytes(BytesOf(good), rng))) continue;
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
