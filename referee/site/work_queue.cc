#include "referee/site/work_queue.h"

#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <optional>
#include <utility>

#include "arena/core/check.h"

namespace arena::referee {
namespace {

// As HttpServer's: matches go first.
constexpr int kNiceness = 10;

}  // namespace

// Something that a reader waits for.
struct WorkQueue::Order {
  explicit Order(const net::any_io_executor& strand) : done(strand) {}

  Signal done;
  std::optional<Text> text;
  // Whether the reader has gone.
  std::atomic<bool> unwanted = false;
};

WorkQueue::WorkQueue() : orders_(thread_.NewStrand()) {
  // Of the thread alone, which is the only one of its pool.
  orders_->Post([] {
    setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), kNiceness);
  });
}

absl::Status WorkQueue::TakePlace(const std::string& reader) {
  const auto found = waiting_of_.find(reader);
  const int of_reader = found == waiting_of_.end() ? 0 : found->second;
  if (of_reader >= kMostOfOneReader) {
    return absl::ResourceExhaustedError(
        "too many matches are opened from your address at the same time; try "
        "again in a few seconds");
  }
  if (waiting_ >= kMostWaiting) {
    return absl::ResourceExhaustedError(
        "too many readers open a match at the same time; try again in a few "
        "seconds");
  }
  ++waiting_;
  waiting_of_[reader] = of_reader + 1;
  return absl::OkStatus();
}

void WorkQueue::LeavePlace(const std::string& reader) {
  --waiting_;
  if (--waiting_of_[reader] == 0) waiting_of_.erase(reader);
}

net::awaitable<WorkQueue::Text> WorkQueue::Do(std::string reader,
                                              std::function<Text()> work,
                                              Exchange& exchange) {
  if (absl::Status place = TakePlace(reader); !place.ok()) co_return place;
  const net::any_io_executor strand = exchange.strand();
  const auto order = std::make_shared<Order>(strand);
  exchange.set_on_gone([order] { order->unwanted = true; });
  orders_->Post([order, strand, work = std::move(work)] {
    Text text = order->unwanted ? absl::CancelledError("the reader has gone")
                                : work();
    net::post(strand, [order, text = std::move(text)]() mutable {
      order->text = std::move(text);
      order->done.Raise();
    });
  });
  while (!order->text.has_value()) co_await order->done.Wait();
  exchange.set_on_gone(nullptr);
  LeavePlace(reader);
  co_return *std::move(order->text);
}

}  // namespace arena::referee
