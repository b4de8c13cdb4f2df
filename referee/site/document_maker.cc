#include "referee/site/document_maker.h"

#include <cstdint>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/core/gzip.h"
#include "arena/record/record.h"
#include "arena/rulebook/example_match.h"
#include "arena/rulebook/observation_page.h"
#include "arena/viewer/match_document.h"

namespace arena::referee {
namespace {

// Some 3,000 plies take a second.
constexpr uint64_t kLongestMatch = 15'000;

DocumentMaker::Text PackedDocument(const std::string& bytes, View view) {
  ARENA_RETURN_IF_ERROR(CheckLength(bytes, kLongestMatch));
  ARENA_ASSIGN_OR_RETURN(const Record record, ReadRecord(bytes));
  ARENA_ASSIGN_OR_RETURN(const std::string document,
                         viewer::MatchDocument(record, bytes, view));
  return Gzip(document, kSmallGzip);
}

DocumentMaker::Text PackedExample(const Game& game) {
  ARENA_ASSIGN_OR_RETURN(const Record record, rulebook::ExampleMatch(game));
  ARENA_ASSIGN_OR_RETURN(const std::string bytes, WriteRecord(record));
  return PackedDocument(bytes, kTableView);
}

}  // namespace

net::awaitable<DocumentMaker::Text> DocumentMaker::MakeDocument(
    std::string record, View view, const std::string& reader,
    Exchange& exchange) {
  std::function<Text()> work = [record = std::move(record), view] {
    return PackedDocument(record, view);
  };
  return queue_.Do(reader, std::move(work), exchange);
}

net::awaitable<DocumentMaker::Text> DocumentMaker::ExampleDocument(
    const Game& game, const std::string& reader, Exchange& exchange) {
  return DoOnce(
      absl::StrCat("example ", game.info->name),
      [&game] { return PackedExample(game); }, reader, exchange);
}

net::awaitable<DocumentMaker::Text> DocumentMaker::ObservationText(
    const Game& game, const std::string& reader, Exchange& exchange) {
  return DoOnce(
      absl::StrCat("observation ", game.info->name),
      [&game] { return rulebook::ObservationPage(game); }, reader, exchange);
}

net::awaitable<DocumentMaker::Text> DocumentMaker::DoOnce(
    std::string what, std::function<Text()> work, const std::string& reader,
    Exchange& exchange) {
  if (const auto found = kept_.find(what); found != kept_.end()) {
    co_return found->second;
  }
  Text text = co_await queue_.Do(reader, std::move(work), exchange);
  if (text.ok()) kept_[what] = *text;
  co_return text;
}

}  // namespace arena::referee
