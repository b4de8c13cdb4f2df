#include "referee/site/document_desk.h"

#include <sys/resource.h>
#include <unistd.h>

#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/record/record.h"
#include "arena/rulebook/example_match.h"
#include "arena/rulebook/observation_page.h"
#include "arena/viewer/gzip.h"
#include "arena/viewer/match_document.h"

namespace arena::referee {
namespace {

constexpr int kMostWaiting = 16;
// As HttpServer's: matches go first.
constexpr int kNiceness = 10;

DocumentDesk::Text PackedDocument(const std::string& bytes, View view) {
  ARENA_ASSIGN_OR_RETURN(const Record record, ReadRecord(bytes));
  ARENA_ASSIGN_OR_RETURN(const std::string document,
                         viewer::MatchDocument(record, bytes, view));
  return viewer::Gzip(document);
}

DocumentDesk::Text PackedExample(const Game& game) {
  ARENA_ASSIGN_OR_RETURN(const Record record, rulebook::ExampleMatch(game));
  ARENA_ASSIGN_OR_RETURN(const std::string bytes, WriteRecord(record));
  return PackedDocument(bytes, kTableView);
}

}  // namespace

// Something that somebody waits for.
struct DocumentDesk::Order {
  explicit Order(const net::any_io_executor& strand) : made(strand) {}

  Signal made;
  std::optional<Text> text;
  // Whether its reader has gone.
  std::atomic<bool> unwanted = false;
};

DocumentDesk::DocumentDesk() : queue_(thread_.NewStrand()) {
  // Of the thread alone, which is the only one of its pool.
  queue_->Post([] {
    setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), kNiceness);
  });
}

net::awaitable<DocumentDesk::Text> DocumentDesk::Do(
    std::function<Text()> work, Exchange& exchange) {
  if (waiting_.fetch_add(1) >= kMostWaiting) {
    --waiting_;
    co_return absl::ResourceExhaustedError(
        "too many readers open a match at the same time; try again in a few "
        "seconds");
  }
  const net::any_io_executor strand = exchange.strand();
  const auto order = std::make_shared<Order>(strand);
  exchange.set_on_gone([order] { order->unwanted = true; });
  queue_->Post([this, order, strand, work = std::move(work)] {
    Text text = order->unwanted ? absl::CancelledError("the reader has gone")
                                : work();
    --waiting_;
    net::post(strand, [order, text = std::move(text)]() mutable {
      order->text = std::move(text);
      order->made.Raise();
    });
  });
  while (!order->text.has_value()) co_await order->made.Wait();
  exchange.set_on_gone(nullptr);
  co_return *std::move(order->text);
}

net::awaitable<DocumentDesk::Text> DocumentDesk::DoOnce(
    std::string what, std::function<Text()> work, Exchange& exchange) {
  if (const auto found = kept_.find(what); found != kept_.end()) {
    co_return found->second;
  }
  Text text = co_await Do(std::move(work), exchange);
  if (text.ok()) kept_[what] = *text;
  co_return text;
}

net::awaitable<DocumentDesk::Text> DocumentDesk::MakeDocument(
    std::string record, View view, Exchange& exchange) {
  std::function<Text()> work = [record = std::move(record), view] {
    return PackedDocument(record, view);
  };
  return Do(std::move(work), exchange);
}

net::awaitable<DocumentDesk::Text> DocumentDesk::ExampleDocument(
    const Game& game, Exchange& exchange) {
  return DoOnce(
      absl::StrCat("example ", game.info->name),
      [&game] { return PackedExample(game); }, exchange);
}

net::awaitable<DocumentDesk::Text> DocumentDesk::ObservationText(
    const Game& game, Exchange& exchange) {
  return DoOnce(
      absl::StrCat("observation ", game.info->name),
      [&game] { return rulebook::ObservationPage(game); }, exchange);
}

}  // namespace arena::referee
