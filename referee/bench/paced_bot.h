// A bot in the process of the referee that takes the same time for every
// decision, and none of a processor's.
#ifndef REFEREE_BENCH_PACED_BOT_H_
#define REFEREE_BENCH_PACED_BOT_H_

#include <atomic>
#include <deque>
#include <functional>
#include <memory>

#include "absl/time/time.h"
#include "arena/match/executor.h"
#include "referee/session.h"
#include "referee/transport.h"

namespace arena::referee {

// The bot's end of its stream. What it chooses follows from seat and number of
// the decision alone, so that a match with the same seed is the same match.
// Thread-safe. Call Forget when the executor has stopped.
class PacedBot final : public Transport,
                       public std::enable_shared_from_this<PacedBot> {
 public:
  // `on_match_end` is told, on any thread, when a match of the bot is over.
  PacedBot(Executor& executor, absl::Duration pace,
           std::function<void()> on_match_end);

  // It answers from then on.
  void Begin(std::shared_ptr<Session> session);
  // Session and bot know each other: ends that.
  void Forget() { session_.reset(); }
  uint64_t decisions() const { return decisions_; }

  bool Send(v1::PlayResponse message) override;
  void Close(absl::Status) override {}
  void Abort() override {}

 private:
  // An answer, and when it is given.
  struct Due {
    absl::Time time;
    v1::PlayRequest request;
  };

  // Run on the strand.
  void Take(const v1::PlayResponse& message);
  void GiveDue();

  Executor& executor_;
  const absl::Duration pace_;
  const std::function<void()> on_match_end_;
  const std::unique_ptr<Strand> strand_;
  std::shared_ptr<Session> session_;
  // Every decision takes as long, so the oldest is due first.
  std::deque<Due> due_;
  std::atomic<uint64_t> decisions_ = 0;
};

}  // namespace arena::referee

#endif  // REFEREE_BENCH_PACED_BOT_H_
