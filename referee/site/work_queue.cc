#include "referee/site/work_queue.h"

#include <optional>
#include <utility>

#include "arena/core/check.h"

namespace arena::referee {

// A piece of work for which a reader waits.
struct WorkQueue::Order {
  Order(std::function<Text()> the_work, const net::any_io_executor& strand)
      : work(std::move(the_work)), strand(strand), done(strand) {}

  const std::function<Text()> work;
  const net::any_io_executor strand;
  Signal done;
  std::optional<Text> text;
  // Whether the reader has gone.
  bool unwanted = false;
};

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

std::shared_ptr<WorkQueue::Order> WorkQueue::TakeNext() {
  const std::string reader = std::move(turns_.front());
  turns_.pop_front();
  const auto orders = orders_.find(reader);
  std::shared_ptr<Order> next = std::move(orders->second.front());
  orders->second.pop_front();
  if (orders->second.empty()) {
    orders_.erase(orders);
  } else {
    turns_.push_back(reader);
  }
  return next;
}

void WorkQueue::Begin() {
  while (!busy_ && !turns_.empty()) {
    const std::shared_ptr<Order> order = TakeNext();
    if (order->unwanted) {
      order->text = absl::CancelledError("the reader has gone");
      order->done.Raise();
      continue;
    }
    busy_ = true;
    work_->Post([this, order] {
      net::post(order->strand, [this, order, text = order->work()]() mutable {
        order->text = std::move(text);
        order->done.Raise();
        busy_ = false;
        Begin();
      });
    });
  }
}

net::awaitable<WorkQueue::Text> WorkQueue::Do(std::string reader,
                                              std::function<Text()> work,
                                              Exchange& exchange) {
  if (absl::Status place = TakePlace(reader); !place.ok()) co_return place;
  const auto order =
      std::make_shared<Order>(std::move(work), exchange.strand());
  exchange.set_on_gone([order] { order->unwanted = true; });
  std::deque<std::shared_ptr<Order>>& orders = orders_[reader];
  if (orders.empty()) turns_.push_back(reader);
  orders.push_back(order);
  Begin();
  while (!order->text.has_value()) co_await order->done.Wait();
  exchange.set_on_gone(nullptr);
  LeavePlace(reader);
  co_return *std::move(order->text);
}

}  // namespace arena::referee
