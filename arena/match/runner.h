// A running match: the state machine, its players, its strand and storage.
#ifndef ARENA_MATCH_RUNNER_H_
#define ARENA_MATCH_RUNNER_H_

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "arena/executor/executor.h"
#include "arena/match/match.h"
#include "arena/match/match_storage.h"
#include "arena/match/note_book.h"
#include "arena/match/player.h"
#include "arena/match/wire.h"

namespace arena {

// Follows a match from its first entry on. Called on the strand of the match;
// must return at once. Entries contain hidden cards, too. StepMaker makes from
// them the steps that people may see.
class Spectator {
 public:
  virtual ~Spectator() = default;
  // The first call, unless the match is over: the settings, and all entries so
  // far.
  virtual void OnBegin(const MatchSettings& settings,
                       std::vector<MatchEntry> past) = 0;
  // The next entries, as soon as they may be shown.
  virtual void OnEntries(const std::vector<MatchEntry>& entries) = 0;
  // The last call: the match is over.
  virtual void OnEnd(const v1::MatchResult& result,
                     const RecordReference& record) = 0;
  // The last call: the match cannot be followed here any more.
  virtual void OnLost(const absl::Status& why) = 0;
};

// Thread-safe: every call goes to the match's strand and returns at once. An
// act runs on the caller's thread if the strand is idle. A message is sent only
// when the entries that led to it are durable, and messages keep their order
// across commits.
class MatchRunner : public std::enable_shared_from_this<MatchRunner> {
 public:
  static std::shared_ptr<MatchRunner> Create(
      Match match, Executor& executor, std::unique_ptr<MatchStorage> storage);

  // Constant.
  const MatchSettings& settings() const { return match_.settings(); }

  void Begin(std::optional<absl::Duration> patience);
  void Attach(Seat seat, std::shared_ptr<Player> player, PlayerTraits traits);
  // Gives a seat to a built-in player, which is ready at once. The player
  // chooses on the strand `thinking`; if that is null, on the match's strand.
  void AttachBuiltIn(Seat seat, std::unique_ptr<BuiltInPlayer> player,
                     std::shared_ptr<Strand> thinking = nullptr);
  void Detach(Seat seat);
  void Ready(Seat seat);
  // The bot of the seat refuses the match, in these words.
  void Decline(Seat seat, std::string words);
  // Moves the parts out of the act.
  void Act(Seat seat, v1::Act&& act, absl::Time received);
  void Announce(Seat seat, v1::Announce&& announce, absl::Time received);
  void HandedOver(Seat seat, uint32_t decision, absl::Time at);
  void Fail(Seat seat, v1::FaultKind fault);
  // The referee and the executor's clock stood still for `duration`. Noted in
  // the record.
  void Slept(absl::Duration duration);
  void End(EntryKind kind);
  // Tells a spectator the past entries, then the next entries, then the end.
  // After the end of the match tells only the end.
  void Watch(std::shared_ptr<Spectator> spectator);
  // Calls `look` on the strand of the match, e.g. to count plies.
  void Inspect(std::function<void(const Match&)> look);

 private:
  // Messages that wait until the entries that led to them are durable.
  struct Batch {
    // The ticket of these entries; absent if there are none or they are
    // durable.
    std::optional<int64_t> ticket;
    std::vector<Outgoing> messages;
    // Built-in players whose choice is due, after the messages.
    SeatSet due;
    // For spectators, after the messages.
    std::vector<MatchEntry> entries;
    // Runs after that.
    std::function<void()> then;
  };

  MatchRunner(Match match, Executor& executor,
              std::unique_ptr<MatchStorage> storage);
  // A task that feeds the match and settles the effects.
  template <typename Event>
  auto Feeding(Event event);
  // Posts such a task.
  template <typename Event>
  void Feed(Event event);
  void Settle(Effects effects, std::function<void()> then = nullptr);
  // Hands entries to the storage, after the entries that ride along.
  void Keep(std::vector<MatchEntry> entries);
  void OnKept(int64_t ticket, const absl::Status& status);
  void DeliverDurable();
  void Deliver(Outgoing out);
  // The entries that spectators have not been told; empty without spectators.
  std::vector<MatchEntry> NewEntries();
  // Lets a built-in player make its choice.
  void LetChoose(Seat seat, Effects& effects);
  void Choose(Seat seat, uint32_t decision, Action action, Effects& effects);
  void RenewTimer();
  // Has the result stored, and then tells players and spectators.
  void Conclude();
  void OnStored(const absl::StatusOr<RecordReference>& record);
  void TellTheEnd();
  void Break(const absl::Status& status);

  Executor& executor_;
  const std::unique_ptr<MatchStorage> storage_;
  std::unique_ptr<Strand> strand_;

  // Everything below is touched on the strand only.
  Match match_;
  // By seat; null before a player has come.
  std::vector<std::shared_ptr<Player>> players_;
  std::vector<std::shared_ptr<BuiltInPlayer>> built_ins_;
  // By seat: where a built-in player thinks; null on the match's strand.
  std::vector<std::shared_ptr<Strand>> thinking_;
  std::vector<std::shared_ptr<Spectator>> spectators_;
  NoteBook notes_;
  // The number of entries that spectators have been told; absent until the
  // first spectator comes.
  std::optional<size_t> told_;
  // In the order in which they are shown, even if commits end in another order.
  std::deque<Batch> batches_;
  // The number of the next entry that is handed to the storage.
  int64_t next_ticket_;
  // Entries that are kept together with the next ones (see Effects).
  std::vector<MatchEntry> riding_along_;
  bool delivering_ = false;
  bool concluded_ = false;
  std::optional<RecordReference> record_;  // once stored
  bool broken_ = false;
  absl::Time armed_ = absl::InfiniteFuture();
};

}  // namespace arena

#endif  // ARENA_MATCH_RUNNER_H_
