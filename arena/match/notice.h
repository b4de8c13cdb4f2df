// Notices of a match to its players, and their answers, as values. wire.h turns
// them into messages for bots.
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

// Properties of a player that decide what it is told.
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
// next event of the match, the table tells the actions and the seat's view.
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

// The outcome of an answer, or of a decision without an answer.
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

// The outcome of an announcement.
struct AnnounceAck {
  uint32_t decision = 0;
  AnnounceStatus status = AnnounceStatus::kNone;
  std::string message = "";
  // Absent if the announcement names no known action.
  std::optional<Action> action = std::nullopt;
};

// A message of the player came at the wrong moment, and changes nothing.
struct Misplaced {
  std::string message;
};

using EventList = google::protobuf::RepeatedPtrField<v1::PlyEvent>;

// The events that the seat has seen since the previous notice of this kind.
struct Seen {
  EventList events;
};

// Something for the player of a seat.
struct Notice {
  Seat seat;
  std::variant<Started, Asked, Ack, AnnounceAck, Misplaced, Seen> what;
};

// The effects of an event.
struct Effects {
  // Entries that must be durable before any notice is shown, unless they ride
  // along.
  std::vector<MatchEntry> journal;
  // No notice waits for these entries, and lost entries are made again. They
  // may become durable together with the next entries.
  bool ride_along = false;
  // To be delivered in this order.
  std::vector<Notice> notices;
};

// ---- To the match ----

// An index into the list of legal actions.
struct ListIndex {
  uint32_t value;
};

// A player's choice or announcement in a decision. An empty choice is a fault.
struct Answer {
  uint32_t decision = 0;
  std::variant<std::monostate, ListIndex, Action, v1::GameAction, std::string>
      choice = std::monostate();
};

}  // namespace arena

#endif  // ARENA_MATCH_NOTICE_H_
