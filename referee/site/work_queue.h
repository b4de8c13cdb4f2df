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

// One thread of low priority does one piece of work after the other: one for
// each waiting reader, then the next one for each. Work that would wait too
// long is refused, and work of a reader that has gone is not done. No call may
// wait when the queue is destroyed.
class WorkQueue {
 public:
  using Text = absl::StatusOr<std::string>;

  // How many pieces of work may wait at the same time, including the one under
  // way: of all readers, and of one reader, so that no reader can keep the
  // others out.
  static constexpr int kMostWaiting = 16;
  static constexpr int kMostOfOneReader = 8;

  // Does the work, which throws nothing. RESOURCE_EXHAUSTED if too much waits,
  // CANCELLED if the reader has gone, otherwise the result of the work. Called
  // on the strand of the exchange, the same strand for all calls.
  net::awaitable<Text> Do(std::string reader, std::function<Text()> work,
                          Exchange& exchange);

 private:
  struct Order;

  absl::Status TakePlace(const std::string& reader);
  void LeavePlace(const std::string& reader);
  // Begins the next piece of work, if there is one and nothing is under way.
  void Begin();
  std::shared_ptr<Order> TakeNext();

  PoolExecutor thread_{1, kReadersNiceness};
  const std::unique_ptr<Strand> work_ = thread_.NewStrand();

  // ---- Used on the strand of the exchanges ----
  bool busy_ = false;
  // How much waits, by reader and in all.
  std::map<std::string, int> waiting_of_;
  int waiting_ = 0;
  // The work that has not begun, and the reader whose turn it is.
  std::map<std::string, std::deque<std::shared_ptr<Order>>> orders_;
  std::deque<std::string> turns_;
};

}  // namespace arena::referee

#endif  // REFEREE_SITE_WORK_QUEUE_H_
