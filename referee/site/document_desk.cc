#include "referee/site/document_desk.h"

#include <sys/resource.h>
#include <unistd.h>

#include <optional>
#include <utility>

#include "arena/core/check.h"
#include "arena/record/record.h"
#include "arena/viewer/gzip.h"
#include "arena/viewer/match_document.h"

namespace arena::referee {
namespace {

constexpr int kMostWaiting = 16;
// As HttpServer's: matches go first.
constexpr int kNiceness = 10;

absl::StatusOr<std::string> PackedDocument(const std::string& bytes,
                                           View view) {
  ARENA_ASSIGN_OR_RETURN(const Record record, ReadRecord(bytes));
  ARENA_ASSIGN_OR_RETURN(const std::string document,
                         viewer::MatchDocument(record, bytes, view));
  return viewer::Gzip(document);
}

}  // namespace

// A document that somebody waits for.
struct DocumentDesk::Order {
  explicit Order(const net::any_io_executor& strand) : made(strand) {}

  Signal made;
  std::optional<absl::StatusOr<std::string>> document;
};

DocumentDesk::DocumentDesk() : queue_(thread_.NewStrand()) {
  // Of the thread alone, which is the only one of its pool.
  queue_->Post(
      [] { setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), kNiceness); });
}

net::awaitable<absl::StatusOr<std::string>> DocumentDesk::Make(
    std::string record, View view, net::any_io_executor strand) {
  if (waiting_.fetch_add(1) >= kMostWaiting) {
    --waiting_;
    co_return absl::ResourceExhaustedError(
        "too many readers open a match at the same time; try again in a few "
        "seconds");
  }
  const auto order = std::make_shared<Order>(strand);
  queue_->Post([this, order, view, strand, bytes = std::move(record)] {
    auto document = PackedDocument(bytes, view);
    --waiting_;
    net::post(strand, [order, document = std::move(document)]() mutable {
      order->document = std::move(document);
      order->made.Raise();
    });
  });
  while (!order->document.has_value()) co_await order->made.Wait();
  co_return *std::move(order->document);
}

}  // namespace arena::referee
