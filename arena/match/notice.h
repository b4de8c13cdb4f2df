// What a match tells its players, and what they answer: values, not messages.
// wire.h turns them into messages for bots.
#ifndef ARENA_MATCH_NOTICE_H_
#define ARENA_MATCH_NOTICE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "absl/time/time.h"
#include "arena/match/entry.h"
#include "arena/v1/observation.pb.h"

namespace arena {

// What a player wants to learn beyond the minimum.
struct PlayerTraits {
  bool events = false;
  bool text = false;
  // A player inside the referee. It has no clock, because only a busy machine
  // could make it late. It is told only that its choice is due, and makes the
  // same choice if it is asked again.
  bool built_in = false;
};

// ---- From the match ----

// The match will begin, or goes on.
struct Started {
  bool resumed = false;
};

struct TimeLeft {
  absl::Duration allowance;
  absl::Duration bank;
};

// A decision is open: a choice is due, or announcements are possible. Until the
// next event of the match, the table says which ones, and what the seat sees.
struct Asked {
  uint32_t decision = 0;
  bool must = false;
  // Absent without a clock, and if no choice is due.
  std::optional<TimeLeft> time_left = std::nullopt;
};

enum class AckStatus : uint8_t {
  kNone,
  kAccepted,
  kDecisionClosed,
  kFault,
  kAlreadyChosen,
};

// What became of an answer, or of a decision without an answer.
struct Ack {
  struct Time {
    absl::Duration charged;
    absl::Duration bank_left;
  };
  uint32_t decision = 0;
  AckStatus status = AckStatus::kNone;
  v1::FaultKind fault = v1::FAULT_KIND_UNSPECIFIED;
  std::string message = "";
  std::optional<Time> time = std::nullopt;
  // The action that counts: chosen, or played instead.
  std::optional<Action> action = std::nullopt;
  // Faults of the seat in the match so far.
  int faults = 0;
};

enum class AnnounceStatus : uint8_t { kNone, kMade, kTooLate, kRefused };

// What became of an announcement.
struct AnnounceAck {
  uint32_t decision = 0;
  AnnounceStatus status = AnnounceStatus::kNone;
  std::string message = "";
  // Absent where nothing is known by what was said.
  std::optional<Action> action = std::nullopt;
};

// A message of the player came at the wrong moment, and changes nothing.
struct Misplaced {
  std::string message;
};

using EventList = google::protobuf::RepeatedPtrField<v1::PlyEvent>;

// What the seat has seen since the previous notice of this kind.
struct Seen {
  EventList events;
};

// Something for the player of a seat.
struct Notice {
  Seat seat;
  std::variant<Started, Asked, Ack, AnnounceAck, Misplaced, Seen> what;
};

// What an event leads to.
struct Effects {
  // Must be durable before any notice is shown, unless they ride along.
  std::vector<MatchEntry> journal;
  // No notice waits for these entries, and lost ones are made again. They may
  // become durable together with the next ones.
  bool ride_along = false;
  // To be delivered in this order.
  std::vector<Notice> notices;
};

// ---- To the match ----

// An index into the list of legal actions.
struct ListIndex {
  uint32_t value;
};

// What a player says in a decision: its choice, or an announcement. An empty
// choice is a fault.
struct Answer {
  uint32_t decision = 0;
  std::variant<std::monostate, ListIndex, Action, v1::GameAction, std::string>
      choice = std::monostate();
};

}  // namespace arena

#endif  // ARENA_MATCH_NOTICE_H_
