// One playing of a game between bots, with clocks and faults.
#ifndef ARENA_MATCH_MATCH_H_
#define ARENA_MATCH_MATCH_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "arena/match/clock.h"
#include "arena/match/entry.h"
#include "arena/match/match_settings.h"
#include "arena/match/notice.h"
#include "arena/match/seat_announcements.h"
#include "arena/match/table.h"

namespace arena {

// A deterministic state machine: events with their times go in, effects come
// out. It never blocks, starts no thread and reads no clock. Not thread-safe.
//
// Order: Create, Begin, Attach and Ready for every seat; then acts and ticks
// until over(). The match does not tell players its end, because that message
// names the record.
//
// Everything that happens goes through Table::Play. An answer of a bot that the
// table refuses is a fault of the bot. If the table refuses an entry that the
// match has made itself, the match ends without a result (trouble()).
class Match {
 public:
  // INVALID_ARGUMENT if the settings do not go together. `journal` has the
  // entries of an earlier run, which the match continues; DATA_LOSS if they do
  // not fit.
  static absl::StatusOr<Match> Create(
      const MatchSettings& settings, absl::Span<const MatchEntry> journal = {});

  // ---- Events ----
  // Waits for the players. `patience` replaces the start budget after a restart
  // of the referee, when players must first connect again.
  void Begin(absl::Time now, std::optional<absl::Duration> patience = {});
  // A player has connected, for the first time or again.
  void Attach(Seat seat, PlayerTraits traits, absl::Time now, Effects& effects);
  // The player's connection is lost; its clock runs.
  void Detach(Seat seat, absl::Time now);
  void Ready(Seat seat, absl::Time now, Effects& effects);
  // The player refuses a match before it is ready, and the match ends without a
  // result. If `excused` returns false, the refusal is the fault NOT_READY.
  // `excused` is called only if the refusal is otherwise valid.
  void Decline(Seat seat, const std::string& words,
               absl::FunctionRef<bool()> excused, absl::Time now,
               Effects& effects);
  // The prompt of a decision was handed to the transport: the clock starts.
  void HandedOver(Seat seat, uint32_t decision, absl::Time now);
  // The prompt waits for a busy transport. The clock starts a second later, so
  // that a bot cannot stop its clock by not reading.
  void Queued(Seat seat, uint32_t decision, absl::Time now);
  // An answer came at `received`.
  void Act(Seat seat, const Answer& answer, absl::Time received,
           Effects& effects);
  // An announcement came. Never a fault, and the decision stays open.
  void Announce(Seat seat, const Answer& answer, absl::Time received,
                Effects& effects);
  // The bot did something that costs it the open decision.
  void Fail(Seat seat, v1::FaultKind fault, absl::Time now, Effects& effects);
  // Time has passed.
  void Tick(absl::Time now, Effects& effects);
  // The referee and the clock of these events stood still for `duration`. Noted
  // in the record if a seat's time runs.
  void Slept(absl::Duration duration, Effects& effects);
  // Ends the match without a result: kCancel or kAbandon.
  void End(EntryKind kind, Effects& effects);

  // ---- Questions ----
  const MatchSettings& settings() const { return settings_; }
  const Table& table() const { return table_; }
  // The table's result, with the words of a player that declined. Requires:
  // over().
  v1::MatchResult Result() const;
  bool over() const { return table_.over(); }
  // The bug that made the match end itself, in the words of the table.
  const absl::Status& trouble() const { return trouble_; }
  const PlayerTraits& traits(Seat seat) const { return chairs_[seat].traits; }
  // Whether the player of the seat owes a choice.
  bool Owes(Seat seat) const {
    return table_.Owing().contains(seat) && !table_.PlayedFor(seat);
  }
  // The number of entries in the journal that the match continued.
  int64_t resumed_entries() const { return resumed_entries_; }
  // Whether all players were ready, so the match is being played.
  bool playing() const { return playing_; }
  // The time at which Tick is due.
  absl::Time next_deadline() const;

 private:
  // The newest decision that a seat was asked about.
  struct Open {
    uint32_t decision = 0;
    absl::Time clock_start = absl::InfiniteFuture();
  };
  // The state of one seat.
  struct Chair {
    explicit Chair(const std::optional<ClockSettings>& clock) : clock(clock) {}
    SeatClock clock;
    PlayerTraits traits;
    bool attached = false;
    bool ready = false;
    absl::Time away_since = absl::InfinitePast();
    Open open;
    // For repeated acts: the acknowledgement of the newest answered decision,
    // and the index of its action in the list (unknown after a restart).
    Ack answered;
    std::optional<uint32_t> answered_index;
    SeatAnnouncements announcements;
    // Events that the seat saw and that were not sent yet.
    EventList unsent;
    // The content of a prompt before the entries that the seat has not been
    // told of; empty if no such entry left its decision open.
    std::optional<std::string> content_before;
  };
  // The reading of an act of a seat that owes a choice: a legal action or a
  // fault.
  struct Reading {
    Action action = 0;
    v1::FaultKind fault = v1::FAULT_KIND_UNSPECIFIED;
    std::string message = "";
  };

  Match(const MatchSettings& settings, Table table);
  absl::Status Restore(absl::Span<const MatchEntry> journal);
  absl::Status TakeUp(const MatchEntry& entry);

  void StartPlaying(absl::Time now, Effects& effects);
  void StopWaiting(absl::Time now, Effects& effects);
  // Plays an entry and collects the events that seats see.
  absl::Status Make(const MatchEntry& entry);
  // Plays an entry and journals it. If the table refuses it, the match ends.
  void Enter(const MatchEntry& entry, Effects& effects);
  // Makes chance outcomes and the choices of seats that are played for. They
  // are not journaled, because a restart makes them again.
  absl::Status PlayByItself();
  // Does everything that follows from an event: plies, then notices.
  void GoOn(absl::Time now, Effects& effects);
  void GiveUp(const absl::Status& why, Effects& effects);
  // Whether every seat that is not played for is ready.
  bool AllReady() const;
  // Keeps the contents of prompts before playing an entry that may leave the
  // decision open. A seat is asked again only if its prompt has changed.
  void NoteContents(const MatchEntry& entry);
  void CollectEvents(const Ply& ply);
  // Tells all players the changes: events, then open decisions.
  void TellAll(absl::Time now, Effects& effects);
  void Ask(Seat seat, absl::Time now, Effects& effects);
  // All that a prompt would say, except the time.
  std::string ContentFor(Seat seat) const;
  std::optional<TimeLeft> TimeLeftOf(Seat seat, absl::Time now) const;
  void Acknowledge(Seat seat, Ack ack, Effects& effects) const;
  void Acknowledge(Seat seat, AnnounceAck ack, Effects& effects) const;
  // The acknowledgements of an act if no choice is owed, and if the decision is
  // already answered.
  Ack ClosedAck(Seat seat, const Answer& answer) const;
  Ack AnsweredAck(Seat seat, const Answer& answer) const;
  bool RepeatsChoice(Seat seat, const Answer& answer) const;
  // The acknowledgement of an announcement that is not made, or not made again;
  // nothing if it can be made.
  std::optional<AnnounceAck> UselessAck(Seat seat, uint32_t decision,
                                        Action action) const;
  AnnounceAck RefusedAck(Seat seat, uint32_t decision,
                         absl::string_view why) const;
  absl::StatusOr<Action> ActionOf(Seat seat, const Answer& answer) const;
  Reading Read(Seat seat, const Answer& answer);
  void Choose(const MatchEntry& choice, Effects& effects);
  void CommitFault(Seat seat, v1::FaultKind fault, absl::string_view message,
                   absl::Time now, Effects& effects);
  // The time to charge at `now` for the open decision of a seat.
  absl::Duration Elapsed(Seat seat, absl::Time now) const;
  absl::Time DeadlineOf(Seat seat) const;
  // The seat whose time ran out first, if the time of any seat did.
  std::optional<Seat> LateSeat(absl::Time now) const;

  MatchSettings settings_;
  Table table_;
  std::vector<Chair> chairs_;
  // Whether the first card may have been dealt, in this run or an earlier one.
  bool begun_ = false;
  // Whether all players were ready in this run.
  bool playing_ = false;
  bool resumed_ = false;
  int64_t resumed_entries_ = 0;
  std::string words_;  // of the player that declined; lost in a restart
  absl::Status trouble_;
  absl::Time start_deadline_ = absl::InfiniteFuture();
};

}  // namespace arena

#endif  // ARENA_MATCH_MATCH_H_
