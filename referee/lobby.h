// What the rooms of a match host share: one strand, the way to the store, and
// what to do when that fails.
#ifndef REFEREE_LOBBY_H_
#define REFEREE_LOBBY_H_

#include <atomic>
#include <functional>
#include <memory>
#include <utility>

#include "absl/status/status.h"
#include "arena/match/executor.h"
#include "referee/declines.h"
#include "referee/host_options.h"
#include "referee/journal/journal.h"
#include "referee/log.h"
#include "referee/metrics.h"
#include "referee/store_executor.h"

namespace arena::referee {

// Everything that a match host knows is touched on this strand only, which
// waits for nothing. A flow therefore goes: read what is needed, decide here,
// write, go on here. Whatever else happens in the meantime is looked at anew
// when the answer is there.
//
// What it is made of must outlive it.
class Lobby {
 public:
  Lobby(StoreExecutor& store, Journal& journal, Executor& executor,
        Executor& match_executor, Metrics& metrics, const HostOptions& options)
      : store_(store),
        journal_(journal),
        executor_(executor),
        match_executor_(match_executor),
        metrics_(metrics),
        options_(options),
        declines_(options.limits.max_declines),
        strand_(executor.NewStrand()) {}

  Journal& journal() const { return journal_; }
  // Of everything but matches: its clock goes on whatever happens.
  Executor& executor() const { return executor_; }
  // Of matches and the times of what bots say: pauses of the referee take no
  // time here.
  Executor& match_executor() const { return match_executor_; }
  Metrics& metrics() const { return metrics_; }
  const HostOptions& options() const { return options_; }
  StoreExecutor& store() const { return store_; }
  Strand& strand() const { return *strand_; }
  // Thread-safe.
  Declines& declines() { return declines_; }

  void Post(std::function<void()> task) { strand_->Post(std::move(task)); }

  // The ways of StoreExecutor, with the answers in the lobby.
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
  // The same where nothing follows but the end of the referee if it fails.
  template <typename Work>
  void Write(Work work) {
    store_.Write(nullptr, std::move(work), [this](const absl::Status& status) {
      if (!status.ok()) Fail(status);
    });
  }

  // ---- States of the whole referee ----
  // Whether it is about to stop: no match begins. In the lobby only.
  bool draining() const { return draining_; }
  void set_draining() { draining_ = true; }
  // Whether a match may begin.
  bool open() const { return !draining_ && !failed_; }
  bool failed() const { return failed_; }
  // The store cannot be relied on any more: tells the program, once. On any
  // thread.
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
  Metrics& metrics_;
  const HostOptions options_;
  Declines declines_;
  const std::unique_ptr<Strand> strand_;
  bool draining_ = false;
  std::atomic<bool> failed_ = false;
};

}  // namespace arena::referee

#endif  // REFEREE_LOBBY_H_
