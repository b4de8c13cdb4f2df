// A match as the store keeps it.
#ifndef REFEREE_STORE_MATCHES_MATCH_ROW_H_
#define REFEREE_STORE_MATCHES_MATCH_ROW_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "arena/core/rng.h"
#include "arena/match/note_book.h"
#include "arena/v1/match_service.pb.h"
#include "arena/v1/play_service.pb.h"
#include "arena/v1/player.pb.h"
#include "arena/v1/result.pb.h"

namespace arena::referee {

// The place of a match in a competition (see v1.CompetitionMatch).
struct CompetitionPlace {
  std::string competition;
  uint32_t set = 0;
  uint32_t match = 0;
  uint32_t attempt = 0;
  // Indices of entrants by seat.
  std::vector<uint32_t> entrants;
  friend bool operator==(const CompetitionPlace&,
                         const CompetitionPlace&) = default;
};

// A match. The code that inserts a match sets the fields up to `place`, except
// `number`; of these fields only `state` changes afterwards.
struct MatchRow {
  // The store numbers matches in ascending order; 0 until it has done so.
  int64_t number = 0;
  std::string match_id;
  // Unique unless empty: the id includes the caller of the request.
  std::string request_id;
  v1::Match::State state = v1::Match::STATE_PENDING;
  std::string game;
  uint32_t rules_version = 0;
  // As GameOptions::Parse reads them.
  std::string options;
  std::vector<v1::SeatSpec> seats;
  // Absent: no limits.
  std::optional<v1::Clock> clock;
  uint32_t max_faults = 0;
  Seed seed = {};
  std::string label;
  // Never ISOLATION_UNSPECIFIED.
  v1::Isolation isolation = v1::ISOLATION_NONE;
  // Absent: a match on its own.
  std::optional<CompetitionPlace> place;
  // Whether the players stay secret until the match is over.
  bool anonymous = false;

  // By seat, from Matches::Start on: the SHA-256 of the token of the session
  // that has the seat; empty for built-in players.
  std::vector<std::string> sessions;
  // By seat: the instances of these sessions, as far as they are known.
  std::vector<std::string> instances;
  // By seat, also from Matches::Start on: the player, with the version that
  // stands in the record; empty before.
  std::vector<v1::PlayerInfo> player_infos;

  // Set by the store, by its clock. Absent if the match has not come so far, or
  // is older than these columns.
  std::optional<absl::Time> created;
  std::optional<absl::Time> started;
  std::optional<absl::Time> ended;

  // Why the match is quarantined; empty: it is not.
  std::string quarantine;
  // Whether the match's referee has left it to the referee that has its bots.
  bool left = false;
  // Names the damage: a field that cannot be read and has its default value, or
  // the result. Empty: everything is sound. A damaged match cannot be played.
  // If it is over and `result` is absent, the result is damaged.
  std::string damage;

  // ---- From Matches::Finish on ----
  std::optional<v1::MatchResult> result;
  // Empty if there is no record.
  std::string record_sha256;
};

// The end of a match.
struct FinishedMatch {
  std::string match_id;
  v1::MatchResult result;
  // The time charged for each fault of the result; may have fewer elements.
  std::vector<absl::Duration> fault_times;
  // Both empty for a match that leaves no record.
  std::string record;
  std::string record_sha256;
  // The hash by which equal games are recognised; empty or 32 bytes (see
  // ActionsSha256).
  std::string actions_sha256;
  // The notes of the bots.
  std::vector<Note> notes;
};

}  // namespace arena::referee

#endif  // REFEREE_STORE_MATCHES_MATCH_ROW_H_
