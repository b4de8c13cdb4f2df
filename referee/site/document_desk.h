// Makes documents of matches, away from the thread that serves all readers.
#ifndef REFEREE_SITE_DOCUMENT_DESK_H_
#define REFEREE_SITE_DOCUMENT_DESK_H_

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "arena/core/any_state.h"
#include "arena/match/executor.h"
#include "arena/match/step_view.h"
#include "referee/http/exchange.h"

namespace arena::referee {

// A long match takes a good part of a second to play again. One thread of low
// priority does it, one match after the other, and refuses what would wait too
// long: RESOURCE_EXHAUSTED. No request may wait when it is destroyed.
//
// What a reader waits for who has gone is not made. A method is called on the
// strand of its exchange, the same one for all calls.
class DocumentDesk {
 public:
  using Text = absl::StatusOr<std::string>;

  DocumentDesk();

  // The document of a record as the viewer has it, packed with gzip. Errors as
  // for MatchDocument and ReadRecord.
  net::awaitable<Text> MakeDocument(std::string record, View view,
                                    Exchange& exchange);
  // The same for the example of a game, made once.
  net::awaitable<Text> ExampleDocument(const Game& game,
                                       Exchange& exchange);
  // What a bot sees of the game, made once.
  net::awaitable<Text> ObservationText(const Game& game,
                                       Exchange& exchange);

 private:
  struct Order;

  // Works on the thread of the desk.
  net::awaitable<Text> Do(std::function<Text()> work,
                          Exchange& exchange);
  net::awaitable<Text> DoOnce(std::string what, std::function<Text()> work,
                              Exchange& exchange);

  PoolExecutor thread_{1};
  const std::unique_ptr<Strand> queue_;
  std::atomic<int> waiting_ = 0;
  // What was made once.
  std::map<std::string, std::string> kept_;
};

}  // namespace arena::referee

#endif  // REFEREE_SITE_DOCUMENT_DESK_H_
