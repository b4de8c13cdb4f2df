// Access to the store for all code that must not wait: calls the store on
// separate threads and brings the answer to the strand of the caller.
#ifndef REFEREE_STORE_STORE_EXECUTOR_H_
#define REFEREE_STORE_STORE_EXECUTOR_H_

#include <array>
#include <atomic>
#include <deque>
#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "arena/core/mutex.h"
#include "arena/executor/executor.h"
#include "referee/store/store.h"

namespace arena::referee {

// Every call of the store blocks, perhaps for long: a database can hang.
// Therefore hosts and services use the store only through this class. Each call
// takes
//
//   back: the strand that gets the answer. Null: `done` is called on the
//         store's thread, or on the calling one, and must return at once.
//   work: uses the store and returns an absl::Status or an absl::StatusOr.
//   done: gets what `work` returned, or why `work` was refused.
//
// There are four lanes with a thread each, so that a match waits neither for a
// long list nor for a competition, and the lease for none of them. A lane does
// its calls one after the other, in their order. To read what another lane
// writes, wait for the `done` of the write.
//
// When the store has been silent for `patience`, all reads, waiting and new,
// get UNAVAILABLE, and so do TryWrites that have not begun. So no caller that
// can try again later is kept waiting.
//
// Thread-safe. Store and executors must outlive it; stop both executors before
// destroying it.
class StoreExecutor {
 public:
  // A call is over: the name of its lane, how long it waited for its turn, and
  // how long it took. Called on the lane's thread; returns at once.
  using OnCall = std::function<void(
      absl::string_view lane, absl::Duration waited, absl::Duration took)>;

  // The lanes run on `threads` (it should have four); `clock` measures how long
  // the lanes have been silent, and never waits for them.
  StoreExecutor(Store& store, Executor& threads, Executor& clock,
                absl::Duration patience, OnCall on_call = nullptr);

  // Only reads. UNAVAILABLE if there is no answer within the patience.
  template <typename Work, typename Done>
  void Read(Strand* back, Work work, Done done) {
    Add(Lane::kRead, back, std::move(work), std::move(done), true);
  }
  // Changes data for a caller that can try again. UNAVAILABLE, without a
  // change, if the call has not begun within the patience. Once the call has
  // begun, the answer comes however long it takes.
  template <typename Work, typename Done>
  void TryWrite(Strand* back, Work work, Done done) {
    Add(Lane::kWrite, back, std::move(work), std::move(done), true);
  }
  // Changes data that must be changed, however long it takes.
  template <typename Work, typename Done>
  void Write(Strand* back, Work work, Done done) {
    Add(Lane::kWrite, back, std::move(work), std::move(done), false);
  }
  // Reads and writes for competitions, in a lane of their own, however long it
  // takes. TryPlan may be refused like TryWrite.
  template <typename Work, typename Done>
  void Plan(Strand* back, Work work, Done done) {
    Add(Lane::kPlan, back, std::move(work), std::move(done), false);
  }
  template <typename Work, typename Done>
  void TryPlan(Strand* back, Work work, Done done) {
    Add(Lane::kPlan, back, std::move(work), std::move(done), true);
  }
  // As Write, in a lane only for the lease of this referee.
  template <typename Work, typename Done>
  void RenewLease(Strand* back, Work work, Done done) {
    Add(Lane::kLease, back, std::move(work), std::move(done), false);
  }

  // Whether other referees may use the store.
  bool shared() const { return store_.shared(); }

  // For how long the store has not answered a call, without planning; zero if
  // it has no call to answer.
  absl::Duration Silence() const;

 private:
  enum class Lane { kRead, kWrite, kPlan, kLease };

  // The answer to one call. Given once: by the store, or when the store is
  // late.
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
    // Null: the call cannot be refused.
    std::function<void(const absl::Status&)> refuse;
    // When the call was begun.
    absl::Time begun = absl::InfiniteFuture();
  };

  struct Queue {
    std::unique_ptr<Strand> thread;
    // The first call may be under way.
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
  // Refuses calls that have waited for too long; once a second.
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
  const OnCall on_call_;
  const std::unique_ptr<Strand> watch_;
  mutable Mutex mutex_;
  std::array<Queue, 4> queues_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace arena::referee

#endif  // REFEREE_STORE_STORE_EXECUTOR_H_
