// A match without clocks and bots: everything that follows from its entries.
#ifndef ARENA_MATCH_TABLE_H_
#define ARENA_MATCH_TABLE_H_

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "arena/core/rng.h"
#include "arena/games/base/any_state.h"
#include "arena/match/entry.h"
#include "arena/v1/result.pb.h"

namespace arena {

// The settings of a table.
struct TableConfig {
  const Game* game;
  int seats;
  GameOptions options;
  Seed seed;
  // With more than two seats: faults after which the referee plays for a seat
  // until the end. With two seats the first fault ends the match.
  int max_faults = 3;
};

// The effect of an entry.
struct Played {
  // The ply that the entry completed; empty if it completed none.
  Ply ply;
};

// Only Play changes a table: live matches, restarted matches, replays and
// checks of records all go through Play, so they cannot differ. A value; not
// thread-safe.
//
// Use: while (!over()), play FollowsByItself() if there is anything, else a
// choice of a seat in Owing(), an announcement, a fault or an end.
class Table {
 public:
  // INVALID_ARGUMENT if game, seats and options do not go together.
  static absl::StatusOr<Table> Create(const TableConfig& config);

  // ---- The moment ----
  const AnyState& state() const { return state_; }
  const TableConfig& config() const { return config_; }
  // Number of the open decision, from 1, or of the last one if none is open.
  uint32_t decision() const { return decision_; }
  // Plies made, chance included.
  uint32_t plies() const { return plies_; }
  // Plies without announcements, which may be secret. Only this number may be
  // told while the match runs.
  uint32_t public_plies() const { return public_plies_; }
  // Seats that still owe a choice in the open decision.
  SeatSet Owing() const { return owing_; }
  // The actions that a seat in Owing() may choose, and the announcements that a
  // seat may make; ascending. Valid until the next ply. The first call computes
  // the list, so several threads may read a table at once only after the match.
  absl::Span<const Action> Legal(Seat seat) const;
  absl::Span<const Action> Announceable(Seat seat) const;
  int FaultsOf(Seat seat) const { return fault_counts_[seat]; }
  // Whether the seat has used up its faults, so that the referee plays for it.
  bool PlayedFor(Seat seat) const {
    return fault_counts_[seat] >= config_.max_faults;
  }
  bool over() const { return over_; }

  // ---- Entries ----
  // At a chance node, the entry that follows from the seed; else nothing.
  std::optional<MatchEntry> NextChance();
  // An entry that needs no bot: an outcome of chance, or the substitute for a
  // seat that is played for.
  std::optional<MatchEntry> FollowsByItself();
  // The entry for a fault of a seat: with two seats the end of the match, with
  // more the game's substitute. Requires, with more than two: Owing() has the
  // seat.
  MatchEntry FaultEntry(Seat seat, v1::FaultKind fault,
                        absl::Duration charged) const;

  using Look = absl::FunctionRef<void(const Ply&)>;
  // Plays the entry if it is possible now. INVALID_ARGUMENT says what is wrong
  // with it, and the table is unchanged. If the entry completes a ply, calls
  // `before` with the ply before making it.
  absl::StatusOr<Played> Play(
      const MatchEntry& entry, Look before = [](const Ply&) {});
  // Whether Play would take the entry.
  absl::Status Check(const MatchEntry& entry);
  // The ply that an entry would complete. Requires: Check(entry).ok().
  Ply Completes(const MatchEntry& entry) const;
  // All entries so far, including chance, in canonical order: the choices of a
  // decision stand ascending by seat at the place of the last one, or at the
  // end if the match ended with the decision open. Playing them at a new table
  // gives an equal Result.
  const std::vector<MatchEntry>& entries() const { return entries_; }

  // ---- The end ----
  // Requires: over().
  v1::MatchResult Result() const;

 private:
  // The choices or announcements of one seat; computed on request.
  struct List {
    bool known = false;
    std::vector<Action> actions;
  };

  Table(const TableConfig& config, AnyState state);
  absl::Status CheckChance(const MatchEntry& entry);
  absl::Status CheckChoice(const MatchEntry& entry);
  absl::Status CheckAnnouncement(const MatchEntry& entry);
  absl::Status CheckFault(const MatchEntry& entry) const;
  absl::Status CheckDecline() const;
  // Requires: Check(entry).ok().
  void Apply(const MatchEntry& entry, const Ply& ply);
  // An outcome of the present deal has been drawn.
  void CountDraw();
  // The entry ends the match.
  void EndWith(const MatchEntry& entry, v1::Termination termination,
               absl::string_view reason);
  // Ends the match if all bots have failed.
  void EndIfNobodyPlays();
  // Moves the choices of the open decision to the entries.
  void KeepChoices();
  void MakePly(const Ply& ply, EntryKind kind);
  void OpenDecision();
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
  // The outcome that is due at a chance node, once NextChance has computed it.
  std::optional<MatchEntry> due_;
  mutable std::array<List, kMaxSeats> legal_;
  mutable std::array<List, kMaxSeats> announceable_;
  SeatSet owing_;
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
