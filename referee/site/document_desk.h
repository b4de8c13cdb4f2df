// Makes documents of matches, away from the thread that serves all readers.
#ifndef REFEREE_SITE_DOCUMENT_DESK_H_
#define REFEREE_SITE_DOCUMENT_DESK_H_

#include <atomic>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "arena/match/executor.h"
#include "arena/match/step_view.h"
#include "referee/http/asio.h"

namespace arena::referee {

// A long match takes a good part of a second to play again. One thread of low
// priority does it, one match after the other, and refuses what would wait too
// long. Thread-safe. No request may wait when it is destroyed.
class DocumentDesk {
 public:
  DocumentDesk();

  // The document as the viewer has it, packed with gzip. RESOURCE_EXHAUSTED if
  // too many wait; else as MatchDocument and ReadRecord.
  net::awaitable<absl::StatusOr<std::string>> Make(
      std::string record, View view, net::any_io_executor strand);

 private:
  struct Order;

  PoolExecutor thread_{1};
  const std::unique_ptr<Strand> queue_;
  std::atomic<int> waiting_ = 0;
};

}  // namespace arena::referee

#endif  // REFEREE_SITE_DOCUMENT_DESK_H_
