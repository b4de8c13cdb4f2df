// A running match: the state machine, its players, its strand and journal.
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
#include "arena/match/executor.h"
#include "arena/match/match.h"
#include "arena/match/player.h"
#include "arena/v1/match_service.pb.h"

namespace arena {

// Where the record of a match went.
struct RecordReference {
  std::string id;
  std::string sha256;
};

// Somebody who follows a match. Called on its strand; returns at once.
class Spectator {
 public:
  virtual ~Spectator() = default;
  // The public observation first, then events.
  virtual void OnNews(const v1::WatchMatchResponse& news) = 0;
  // Last.
  virtual void OnEnd(const v1::MatchResult& result,
                     const RecordReference& record) = 0;
  // Last, too: it cannot be followed here any more.
  virtual void OnLost(const absl::Status& why) = 0;
};

// Thread-safe: every call goes to the match's strand and returns at once; an
// act runs on the caller's thread if the strand is idle. Nothing is shown
// to anybody before the entries that led to it are durable; messages keep
// their order across commits.
class MatchRunner : public std::enable_shared_from_this<MatchRunner> {
 public:
  using Done = std::function<void(absl::Status)>;
  // What the runner needs from its surroundings, all called on its strand.
  struct Hooks {
    // Makes entries durable and then calls the second argument, from any
    // thread; calls of one match are answered in their order.
    std::function<void(std::vector<MatchEntry>, Done)> journal;
    // The match is over and durable: stores result and record.
    std::function<RecordReference(const Match&)> on_over;
    // The journal failed; nothing more is shown to anybody.
    std::function<void(const absl::Status&)> on_broken;
    // The match has told everybody how it ended and needs nothing more.
    std::function<void()> on_done;
  };

  static std::shared_ptr<MatchRunner> Create(Match match, Executor& executor,
                                             Hooks hooks);

  // They never change.
  const MatchSettings& settings() const { return match_.settings(); }

  void Begin(std::optional<absl::Duration> patience);
  void Attach(Seat seat, std::shared_ptr<Player> player, Wishes wishes);
  void Detach(Seat seat);
  void Ready(Seat seat);
  void Act(Seat seat, v1::Act act, absl::Time received);
  void HandedOver(Seat seat, uint32_t decision, absl::Time at);
  void Fail(Seat seat, FaultKind fault);
  void End(EntryKind kind);
  // Sends the public observation, then events, then the end; after the end
  // only that.
  void Watch(std::shared_ptr<Spectator> spectator);
  // Calls back with the match on its strand, e.g. to count its plies.
  void Inspect(std::function<void(const Match&)> look);

 private:
  // Messages that wait for the journal, in order.
  struct Batch {
    std::vector<Outgoing> messages;
    // Runs behind the messages.
    std::function<void()> then;
    bool durable = true;
  };

  MatchRunner(Match match, Executor& executor, Hooks hooks);
  using Event = std::function<void(absl::Time now, Effects&)>;
  // A task that feeds the match and settles the effects.
  std::function<void()> Feeding(Event event);
  // Posts such a task.
  void Feed(Event event) { strand_->Post(Feeding(std::move(event))); }
  void Settle(Effects effects, std::function<void()> then = nullptr);
  void OnDurable(const absl::Status& status);
  void DeliverDurable();
  void Deliver(Outgoing out);
  void RenewTimer();
  void Conclude();

  Executor& executor_;
  const Hooks hooks_;
  std::unique_ptr<Strand> strand_;

  // Everything below is touched on the strand only.
  Match match_;
  std::vector<std::shared_ptr<Player>> players_;
  std::vector<std::shared_ptr<Spectator>> spectators_;
  std::deque<Batch> batches_;
  bool delivering_ = false;
  bool concluded_ = false;
  RecordReference record_;  // once concluded
  bool broken_ = false;
  absl::Time armed_ = absl::InfiniteFuture();
};

// Gives a seat to a built-in player; it is ready at once.
void AttachBuiltIn(const std::shared_ptr<MatchRunner>& runner, Seat seat,
                   std::unique_ptr<BuiltInPlayer> player, Executor& executor);

}  // namespace arena

#endif  // ARENA_MATCH_RUNNER_H_
