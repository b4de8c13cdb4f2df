// The way to the store for everything that may not wait: it is asked on threads
// of its own, and what came of it goes to the strand that asked.
#ifndef REFEREE_STORE_EXECUTOR_H_
#define REFEREE_STORE_EXECUTOR_H_

#include <array>
#include <atomic>
#include <deque>
#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/time/time.h"
#include "arena/core/mutex.h"
#include "arena/match/executor.h"
#include "referee/store/store.h"

namespace arena::referee {

// Every call of the store blocks, perhaps for long: a database can hang. Hosts
// and services therefore have no Store but this. Each call takes
//
//   back: the strand that gets the answer. Null: the answer is given on the
//         store's thread, or the calling one, and must return at once.
//   work: asks the store and returns an absl::Status or an absl::StatusOr.
//   done: gets what `work` returned, or why that was not even begun.
//
// There are four lanes with a thread each, so that neither a long list nor a
// competition holds up a match, and none of them the lease. A lane does one
// thing after the other in the order of the calls. Who wants to read what was
// written, reads when the writing is done.
//
// A store that has been silent for `patience` answers no reads: those that wait
// and those that come get UNAVAILABLE, and so do TryWrites that are not begun.
// Nobody who can come back later is kept waiting without a word.
//
// Thread-safe. Store and executors must outlive it; stop both executors before
// destroying it.
class StoreExecutor {
 public:
  // The lanes run on `threads` (it should have four); `clock` tells how long
  // they have been silent, and never waits for them.
  StoreExecutor(Store& store, Executor& threads, Executor& clock,
                absl::Duration patience);

  // Only asks. UNAVAILABLE if there is no answer within the patience.
  template <typename Work, typename Done>
  void Read(Strand* back, Work work, Done done) {
    Add(Lane::kRead, back, std::move(work), std::move(done), true);
  }
  // Changes something for somebody who can try again. UNAVAILABLE if it was not
  // begun within the patience: then nothing has changed. Once begun, it is
  // waited for.
  template <typename Work, typename Done>
  void TryWrite(Strand* back, Work work, Done done) {
    Add(Lane::kWrite, back, std::move(work), std::move(done), true);
  }
  // Changes something that must be changed, whenever that is.
  template <typename Work, typename Done>
  void Write(Strand* back, Work work, Done done) {
    Add(Lane::kWrite, back, std::move(work), std::move(done), false);
  }
  // Reads and writes in turn, for as long as that takes: what competitions do,
  // in a lane of their own. TryPlan is refused as TryWrite is.
  template <typename Work, typename Done>
  void Plan(Strand* back, Work work, Done done) {
    Add(Lane::kPlan, back, std::move(work), std::move(done), false);
  }
  template <typename Work, typename Done>
  void TryPlan(Strand* back, Work work, Done done) {
    Add(Lane::kPlan, back, std::move(work), std::move(done), true);
  }
  // As Write, for the lease of this referee, which waits for nothing else.
  template <typename Work, typename Done>
  void RenewLease(Strand* back, Work work, Done done) {
    Add(Lane::kLease, back, std::move(work), std::move(done), false);
  }

  // Whether other referees may use the store.
  bool shared() const { return store_.shared(); }

  // For how long the store has not answered what it was asked; zero while it is
  // asked nothing.
  absl::Duration Silence() const;

 private:
  enum class Lane { kRead, kWrite, kPlan, kLease };

  // The answer to one call, given once: by the store, or because it is late.
  template <typename Value>
  class Reply {
   public:
    Reply(Strand* back, std::function<void(Value)> done)
        : back_(back), done_(std::move(done)) {}

    void Give(Value value) {
      if (given_.exchange(true)) return;
      if (back_ == nullptr) return done_(std::move(value));
      back_->Post([done = std::move(done_),
                   value = std::make_shared<Value>(std::move(value))] {
        done(std::move(*value));
      });
    }

   private:
    Strand* const back_;
    std::function<void(Value)> done_;
    std::atomic<bool> given_ = false;
  };

  struct Call {
    absl::Time since;
    std::function<void(Store&)> run;
    // Null: it cannot be refused.
    std::function<void(const absl::Status&)> refuse;
    // When it was begun.
    absl::Time begun = absl::InfiniteFuture();
  };

  struct Queue {
    std::unique_ptr<Strand> thread;
    // The first may be under way.
    std::deque<std::shared_ptr<Call>> calls;
  };

  template <typename Work, typename Done>
  void Add(Lane lane, Strand* back, Work work, Done done, bool refusable) {
    using Value = std::invoke_result_t<Work&, Store&>;
    const auto reply = std::make_shared<Reply<Value>>(back, std::move(done));
    Call call;
    call.run = [reply, work = std::move(work)](Store& store) mutable {
      reply->Give(work(store));
    };
    if (refusable) {
      call.refuse = [reply](const absl::Status& why) { reply->Give(why); };
    }
    Enqueue(lane, std::move(call));
  }

  void Enqueue(Lane lane, Call call);
  void RunNext(Lane lane);
  // Refuses what has waited for too long; once a second.
  void Watch();
  static absl::Duration Silence(const Queue& queue, absl::Time now);
  absl::Status Late() const;
  Queue& At(Lane lane) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    return queues_[static_cast<size_t>(lane)];
  }
  const Queue& At(Lane lane) const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    return queues_[static_cast<size_t>(lane)];
  }

  Store& store_;
  Executor& clock_;
  const absl::Duration patience_;
  const std::unique_ptr<Strand> watch_;
  mutable Mutex mutex_;
  std::array<Queue, 4> queues_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace arena::referee

#endif  // REFEREE_STORE_EXECUTOR_H_
