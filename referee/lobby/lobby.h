// The parts of a match host that its classes share: one strand, access to the
// store, and the reaction to a failure of the store.
#ifndef REFEREE_LOBBY_LOBBY_H_
#define REFEREE_LOBBY_LOBBY_H_

#include <atomic>
#include <functional>
#include <memory>
#include <utility>

#include "absl/status/status.h"
#include "arena/executor/executor.h"
#include "referee/base/log.h"
#include "referee/journal/journal.h"
#include "referee/lobby/host_options.h"
#include "referee/lobby/match_orders.h"
#include "referee/lobby/metrics.h"
#include "referee/lobby/quotas.h"
#include "referee/store/matches/match_row.h"
#include "referee/store/store_executor.h"

namespace arena::referee {

// A match host uses its data on this strand only, and the strand never waits.
// So each task reads from the store, decides here, writes, and goes on here.
// Other things happen before an answer comes, so the code that gets the answer
// must look at everything again.
//
// The constructor's arguments must outlive it.
class Lobby {
 public:
  Lobby(StoreExecutor& store, Journal& journal, Executor& executor,
        Executor& match_executor, Executor& thinkers, Metrics& metrics,
        MatchEvents& events, TokenOrders& tokens, const HostOptions& options)
      : store_(store),
        journal_(journal),
        executor_(executor),
        match_executor_(match_executor),
        thinkers_(thinkers),
        metrics_(metrics),
        events_(events),
        tokens_(tokens),
        options_(options),
        declines_(options.limits.max_declines),
        strand_(executor.NewStrand()) {}

  Journal& journal() const { return journal_; }
  // For everything but matches: its clock never stands still.
  Executor& executor() const { return executor_; }
  // For matches and the times of requests from bots: the clock stands still
  // while the referee stands still.
  Executor& match_executor() const { return match_executor_; }
  // For built-in players that think longer than a match may wait.
  Executor& thinkers() const { return thinkers_; }
  Metrics& metrics() const { return metrics_; }
  MatchEvents& events() const { return events_; }
  TokenOrders& tokens() const { return tokens_; }
  const HostOptions& options() const { return options_; }
  StoreExecutor& store() const { return store_; }
  Strand& strand() const { return *strand_; }
  // Thread-safe.
  Declines& declines() { return declines_; }

  void Post(std::function<void()> task) { strand_->Post(std::move(task)); }

  // The calls of StoreExecutor, with the answers in the lobby.
  template <typename Work, typename Done>
  void Read(Work work, Done done) {
    store_.Read(strand_.get(), std::move(work), std::move(done));
  }
  template <typename Work, typename Done>
  void TryWrite(Work work, Done done) {
    store_.TryWrite(strand_.get(), std::move(work), std::move(done));
  }
  template <typename Work, typename Done>
  void Write(Work work, Done done) {
    store_.Write(strand_.get(), std::move(work), std::move(done));
  }
  // The same with nothing to do afterwards, except Fail after an error.
  template <typename Work>
  void Write(Work work) {
    store_.Write(nullptr, std::move(work), [this](const absl::Status& status) {
      if (!status.ok()) Fail(status);
    });
  }

  // Tells the rest of the referee that a match is over.
  void TellOver(const MatchRow& row) {
    row.place.has_value() ? events_.OnResult(row.place->competition)
                          : events_.OnMatchOver(row.match_id);
  }

  // ---- States of the whole referee ----
  // Whether the referee is about to stop, so no match begins. In the lobby
  // only.
  bool draining() const { return draining_; }
  void set_draining() { draining_ = true; }
  // Whether a match may begin.
  bool open() const { return !draining_ && !failed_; }
  bool failed() const { return failed_; }
  // Tells the program, once, that the store cannot be relied on any more. Call
  // it on any thread.
  void Fail(const absl::Status& status) {
    if (failed_.exchange(true)) return;
    LogError("store failed", {}, status);
    options_.on_failure(status);
  }

 private:
  StoreExecutor& store_;
  Journal& journal_;
  Executor& executor_;
  Executor& match_executor_;
  Executor& thinkers_;
  Metrics& metrics_;
  MatchEvents& events_;
  TokenOrders& tokens_;
  const HostOptions options_;
  Declines declines_;
  const std::unique_ptr<Strand> strand_;
  bool draining_ = false;
  std::atomic<bool> failed_ = false;
};

}  // namespace arena::referee

#endif  // REFEREE_LOBBY_LOBBY_H_
