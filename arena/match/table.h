// A match without clocks and bots: everything that follows from its entries.
#ifndef ARENA_MATCH_TABLE_H_
#define ARENA_MATCH_TABLE_H_

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/core/any_state.h"
#include "arena/core/rng.h"
#include "arena/match/entry.h"
#include "arena/v1/result.pb.h"

namespace arena {

// What is played.
struct TableConfig {
  const Game* game;
  int seats;
  GameOptions options;
  Seed seed;
  // Faults after which a seat is played for until the end (more than two
  // seats; with two the first fault ends the match).
  int max_faults = 3;
};

// Plays entries, and nothing else changes it: live matches, restarted matches,
// replays and checks of records all run through this class, so they cannot
// differ. A value; not thread-safe.
//
// Use: while (!over()) { Apply(*NextChance()) if there is one, otherwise a
// choice of a seat in Owing(), an announcement, a fault or an end }.
class Table {
 public:
  // INVALID_ARGUMENT if game, seats and options do not go together.
  static absl::StatusOr<Table> Create(const TableConfig& config);

  // ---- The moment ----
  const AnyState& state() const { return state_; }
  const TableConfig& config() const { return config_; }
  // Number of the open decision, from 1; of the last one when there is none.
  uint32_t decision() const { return decision_; }
  // Plies made, chance included.
  uint32_t plies() const { return plies_; }
  // Plies without announcements, which may be secret: what may be told while
  // the match runs.
  uint32_t public_plies() const { return public_plies_; }
  // Seats that still owe a choice in the open decision.
  SeatSet Owing() const;
  // The choice that a seat has made in the open simultaneous decision.
  std::optional<Action> Chosen(Seat seat) const;
  int FaultsOf(Seat seat) const { return fault_counts_[seat]; }
  // Whether the seat has used up its faults: only Substitute is chosen there.
  bool PlayedFor(Seat seat) const {
    return fault_counts_[seat] >= config_.max_faults;
  }
  bool over() const { return over_; }

  // ---- Entries ----
  // The entry that the seed demands, at a chance node; nothing elsewhere.
  std::optional<MatchEntry> NextChance();
  // Whether an entry is possible now; the message says what is wrong with it.
  absl::Status Check(const MatchEntry& entry);
  // The ply that Apply(entry) would complete, for events; empty if it would
  // complete none. Requires: Check(entry).ok().
  Ply Completes(const MatchEntry& entry) const;
  // Requires: Check(entry).ok().
  void Apply(const MatchEntry& entry);
  // All entries so far, chance included, in canonical order: choices of one
  // decision ascending by seat, at the place where the last one came (or
  // where the match ended with the decision open). Playing them at an empty
  // table leads to an equal Result.
  const std::vector<MatchEntry>& entries() const { return entries_; }

  // ---- The end ----
  // Requires: over().
  v1::MatchResult Result() const;

 private:
  Table(const TableConfig& config, AnyState state);
  // Moves the choices of the open decision to the entries.
  void KeepChoices();
  void MakePly(const Ply& ply, EntryKind kind);
  void AddFault(const MatchEntry& entry);
  void Finish(v1::Termination termination, absl::string_view reason);
  void FillRanks(v1::MatchResult& result) const;

  TableConfig config_;
  AnyState state_;
  Rng chance_;
  uint32_t decision_ = 0;
  uint32_t plies_ = 0;
  uint32_t public_plies_ = 0;
  // Position in the stream of the present deal.
  uint32_t deal_ = 0;
  uint32_t draw_ = 0;
  // Choices of the open decision, by seat.
  std::array<std::optional<MatchEntry>, kMaxSeats> chosen_;
  std::array<int, kMaxSeats> fault_counts_ = {};
  std::vector<v1::Fault> faults_;
  std::vector<MatchEntry> entries_;
  bool over_ = false;
  v1::Termination termination_ = v1::TERMINATION_UNSPECIFIED;
  std::string reason_;
};

}  // namespace arena

#endif  // ARENA_MATCH_TABLE_H_
