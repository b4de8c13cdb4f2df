// Work for readers, away from the thread that serves all of them.
#ifndef REFEREE_SITE_WORK_QUEUE_H_
#define REFEREE_SITE_WORK_QUEUE_H_

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "arena/core/niceness.h"
#include "arena/executor/executor.h"
#include "referee/http/exchange.h"

namespace arena::referee {

// One thread of low priority works, on one thing after the other: one for each
// reader who waits, then the next one for each. What would wait too long is
// refused, and what a reader waits for who has gone is not done. Nobody may
// wait when the queue is destroyed.
class WorkQueue {
 public:
  using Text = absl::StatusOr<std::string>;

  // What may wait at the same time, the one under way with it: of all readers,
  // and of one of them, so that no reader can keep the others out.
  static constexpr int kMostWaiting = 16;
  static constexpr int kMostOfOneReader = 8;

  // Does the work, which throws nothing. RESOURCE_EXHAUSTED if too much waits,
  // CANCELLED if the reader has gone; else what the work returns. Called on the
  // strand of the exchange, the same one for all calls.
  net::awaitable<Text> Do(std::string reader, std::function<Text()> work,
                          Exchange& exchange);

 private:
  struct Order;

  absl::Status TakePlace(const std::string& reader);
  void LeavePlace(const std::string& reader);
  // Begins with the next order, if there is one and nothing is under way.
  void Begin();
  std::shared_ptr<Order> TakeNext();

  PoolExecutor thread_{1, kReadersNiceness};
  const std::unique_ptr<Strand> work_ = thread_.NewStrand();

  // ---- Of the strand of the exchanges ----
  bool busy_ = false;
  // How much waits, by reader and in all.
  std::map<std::string, int> waiting_of_;
  int waiting_ = 0;
  // What has not begun; and whose turn it is.
  std::map<std::string, std::deque<std::shared_ptr<Order>>> orders_;
  std::deque<std::string> turns_;
};

}  // namespace arena::referee

#endif  // REFEREE_SITE_WORK_QUEUE_H_
