// One playing of a game between bots, with clocks and faults.
#ifndef ARENA_MATCH_MATCH_H_
#define ARENA_MATCH_MATCH_H_

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "arena/match/clock.h"
#include "arena/match/entry.h"
#include "arena/match/table.h"
#include "arena/v1/play_service.pb.h"

namespace arena {

struct MatchSettings {
  std::string id;
  TableConfig table;
  // No limits if absent.
  std::optional<ClockSettings> clock;
  // Public names, by seat.
  std::vector<std::string> players;
  // For the bots' own logs.
  std::string label;
  // Whether the deals are played again in other matches, so that the end of
  // this one must not show the seed.
  bool sealed = false;
};

// A message to the player of a seat, or to all spectators (kSpectator).
struct Outgoing {
  Seat seat;
  v1::PlayResponse message;
};

// What an event leads to.
struct Effects {
  // Must be durable before anything in `messages` is shown to anybody.
  std::vector<MatchEntry> journal;
  // Nobody waits for these entries, and if they are lost, they are made again:
  // so they need not become durable before the next ones are.
  bool ride_along = false;
  // To be delivered in this order.
  std::vector<Outgoing> messages;
};

// What a player wants to be sent beyond the minimum.
struct Wishes {
  bool events = false;
  bool text = false;
  // A player inside the referee answers on the spot: if it comes late, the
  // machine is to blame, so no clock runs for it. It hears of no acks, and
  // chooses the same again if it is asked again.
  bool built_in = false;
};

// A deterministic state machine: events with their times go in, effects come
// out. It never blocks, starts no thread and reads no clock. Not thread-safe.
//
// Order: Create, Begin, Attach and Ready for every seat; then acts and ticks
// until over(). MatchEnd is not sent from here, because it names the record.
class Match {
 public:
  // INVALID_ARGUMENT if the settings do not go together. `journal` holds the
  // entries of an earlier run, which the match takes up again; DATA_LOSS if
  // they do not fit.
  static absl::StatusOr<Match> Create(
      const MatchSettings& settings, absl::Span<const MatchEntry> journal = {});

  // ---- Events ----
  // Waits for the players: `patience` replaces the start budget where players
  // must first find their way back to a restarted referee.
  void Begin(absl::Time now, std::optional<absl::Duration> patience = {});
  // A player is there, for the first time or again.
  void Attach(Seat seat, Wishes wishes, absl::Time now, Effects& effects);
  // The player's connection is lost; its clock runs.
  void Detach(Seat seat, absl::Time now);
  void Ready(Seat seat, absl::Time now, Effects& effects);
  // The prompt of a decision was handed to the transport: its clock starts.
  void HandedOver(Seat seat, uint32_t decision, absl::Time now);
  // The prompt waits for a transport that is busy. The clock starts a second
  // later even so: a bot that does not read cannot stop its clock.
  void Queued(Seat seat, uint32_t decision, absl::Time now);
  // `act` came in at `received`.
  void Act(Seat seat, const v1::Act& act, absl::Time received,
           Effects& effects);
  // The bot did something that costs it its open decision.
  void Fail(Seat seat, FaultKind fault, absl::Time now, Effects& effects);
  // Time has passed.
  void Tick(absl::Time now, Effects& effects);
  // Ends the match without a result: kCancel or kAbandon.
  void End(EntryKind kind, Effects& effects);

  // ---- Questions ----
  const MatchSettings& settings() const { return settings_; }
  const Table& table() const { return table_; }
  bool over() const { return table_.over(); }
  // Entries of the journal that it took up.
  int64_t resumed_entries() const { return resumed_entries_; }
  // Whether all players were ready and plies are made.
  bool playing() const { return playing_; }
  // When Tick is due.
  absl::Time next_deadline() const;
  // Whether spectators want events. Off until asked for.
  void set_watched(bool watched) { watched_ = watched; }

 private:
  // What one seat is doing.
  struct Place {
    explicit Place(const std::optional<ClockSettings>& clock) : clock(clock) {}
    SeatClock clock;
    Wishes wishes;
    bool attached = false;
    bool ready = false;
    // The open prompt, if `prompted` is the table's decision.
    uint32_t prompted = 0;
    bool owes = false;
    std::vector<Action> legal;
    std::vector<Action> announcements;
    // All that could be announced at some time in the open decision.
    std::vector<Action> offered;
    absl::Time clock_start = absl::InfiniteFuture();
    // What the prompt said, to send it again only if that has changed.
    std::string content;
    // The answer to the newest decision, for repeated acts.
    v1::ActAck last_ack;
    // What it saw since the last message.
    v1::Events unsent;
  };
  // How an act reads: a legal action, an announcement, or a fault.
  struct Reading {
    std::optional<Action> choice = std::nullopt;
    std::optional<Action> announcement = std::nullopt;
    // An announcement that was possible when the act was sent, perhaps.
    bool too_late = false;
    FaultKind fault = FaultKind::kNone;
    std::string message = "";
  };

  Match(const MatchSettings& settings, Table table);
  absl::Status Restore(absl::Span<const MatchEntry> journal);

  void StartPlaying(absl::Time now, Effects& effects);
  // Applies an entry with its events, and journals it if `effects` is given.
  void Make(const MatchEntry& entry, Effects* effects);
  // Chance outcomes and seats that are played for.
  void PlayByItself();
  // Whether nobody is missing who could play.
  bool AllReady() const;
  // Sends what has changed: events, then prompts.
  void Announce(absl::Time now, Effects& effects);
  void CollectEvents(const Ply& ply);
  void SendPrompt(Seat seat, absl::Time now, Effects& effects);
  void SendStart(Seat seat, bool resumed, Effects& effects) const;
  void FillPrompt(Seat seat, absl::Time now, v1::Prompt& prompt) const;
  void RefreshLists(Seat seat);
  Reading Read(Seat seat, const v1::Act& act) const;
  void Choose(Seat seat, Action action, FaultKind fault, absl::Duration elapsed,
              Effects& effects);
  void CommitFault(Seat seat, FaultKind fault, absl::string_view message,
                   absl::Time now, Effects& effects);
  void SendAck(Seat seat, v1::ActAck ack, Effects& effects) const;
  // Lets the next prompt of a seat carry the acknowledgement of its last act:
  // one message instead of two is what most decisions lead to.
  static void FoldAcks(Effects& effects);
  absl::Time DeadlineOf(const Place& place) const;
  // The seat whose time is over longest, if any.
  std::optional<Seat> LateSeat(absl::Time now) const;

  MatchSettings settings_;
  Table table_;
  std::vector<Place> places_;
  v1::Events unsent_to_spectators_;
  bool playing_ = false;
  bool resumed_ = false;
  int64_t resumed_entries_ = 0;
  bool watched_ = false;
  // While waiting for players.
  absl::Time start_deadline_ = absl::InfiniteFuture();
};

}  // namespace arena

#endif  // ARENA_MATCH_MATCH_H_
