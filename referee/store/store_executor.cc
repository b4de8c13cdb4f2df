#include "referee/store/store_executor.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"

namespace arena::referee {
namespace {

constexpr absl::Duration kWatchInterval = absl::Seconds(1);
// Most calls that wait; more are refused.
constexpr size_t kMostWaiting = 20000;
// In the order of the lanes.
constexpr absl::string_view kLaneNames[] = {"read", "write", "plan", "lease"};

}  // namespace

StoreExecutor::StoreExecutor(Store& store, Executor& threads, Executor& clock,
                             absl::Duration patience, OnCall on_call)
    : store_(store),
      clock_(clock),
      patience_(patience),
      on_call_(std::move(on_call)),
      watch_(clock.NewStrand()) {
  for (Queue& queue : queues_) queue.thread = threads.NewStrand();
  watch_->Post([this] { Watch(); });
}

absl::Status StoreExecutor::Late() const {
  return absl::UnavailableError(
      absl::StrCat("the referee's store has not answered for ",
                   absl::FormatDuration(patience_), "; try again later"));
}

absl::Duration StoreExecutor::Silence(const Queue& queue, absl::Time now) {
  if (queue.calls.empty()) return absl::ZeroDuration();
  return std::max(absl::ZeroDuration(), now - queue.calls.front()->begun);
}

absl::Duration StoreExecutor::Silence() const {
  const absl::Time now = clock_.Now();
  absl::Duration longest = absl::ZeroDuration();
  MutexLock lock(mutex_);
  // The lane for planning does not count: a plan may take long.
  for (const Lane lane : {Lane::kRead, Lane::kWrite, Lane::kLease}) {
    longest = std::max(longest, Silence(At(lane), now));
  }
  return longest;
}

void StoreExecutor::Enqueue(Lane lane, Call call) {
  call.since = clock_.Now();
  bool refused = false;
  {
    MutexLock lock(mutex_);
    Queue& queue = At(lane);
    refused = call.refuse && (Silence(queue, call.since) >= patience_ ||
                              queue.calls.size() >= kMostWaiting);
    if (!refused) {
      queue.calls.push_back(std::make_shared<Call>(std::move(call)));
      queue.thread->Post([this, lane] { RunNext(lane); });
    }
  }
  if (refused) call.refuse(Late());
}

void StoreExecutor::RunNext(Lane lane) {
  std::shared_ptr<Call> call;
  {
    MutexLock lock(mutex_);
    // The queue is empty if a call was refused meanwhile.
    if (At(lane).calls.empty()) return;
    call = At(lane).calls.front();
    call->begun = clock_.Now();
  }
  call->run(store_);
  if (on_call_ != nullptr) {
    on_call_(kLaneNames[static_cast<size_t>(lane)], call->begun - call->since,
             clock_.Now() - call->begun);
  }
  MutexLock lock(mutex_);
  At(lane).calls.pop_front();
}

void StoreExecutor::Watch() {
  const absl::Time now = clock_.Now();
  std::vector<std::shared_ptr<Call>> late;
  {
    MutexLock lock(mutex_);
    for (const Lane lane :
         {Lane::kRead, Lane::kWrite, Lane::kPlan, Lane::kLease}) {
      std::deque<std::shared_ptr<Call>>& calls = At(lane).calls;
      for (auto it = calls.begin(); it != calls.end();) {
        const bool begun = (*it)->begun <= now;
        const bool refused = (*it)->refuse && now - (*it)->since >= patience_ &&
                             (!begun || lane == Lane::kRead);
        if (refused) late.push_back(*it);
        it = refused && !begun ? calls.erase(it) : std::next(it);
      }
    }
  }
  for (const auto& call : late) call->refuse(Late());
  watch_->WakeAt(now + kWatchInterval, [this] { Watch(); });
}

}  // namespace arena::referee
