// Makes documents of matches.
#ifndef REFEREE_SITE_DOCUMENT_MAKER_H_
#define REFEREE_SITE_DOCUMENT_MAKER_H_

#include <functional>
#include <map>
#include <string>

#include "arena/games/base/any_state.h"
#include "arena/match/step_maker.h"
#include "referee/http/exchange.h"
#include "referee/site/work_queue.h"

namespace arena::referee {

// To play a long match again takes a good part of a second, so it is work for a
// queue. `reader` is the address whose readers share places in the queue.
// Errors of the queue, and the strand, are as in WorkQueue::Do.
class DocumentMaker {
 public:
  using Text = WorkQueue::Text;

  // The document of a record for the viewer, packed with gzip. Errors as for
  // MatchDocument and ReadRecord; FAILED_PRECONDITION if the match is too long.
  net::awaitable<Text> MakeDocument(std::string record, View view,
                                    const std::string& reader,
                                    Exchange& exchange);
  // The same for the example of a game, made once.
  net::awaitable<Text> ExampleDocument(const Game& game,
                                       const std::string& reader,
                                       Exchange& exchange);
  // An observation of the game as bots get it, made once.
  net::awaitable<Text> ObservationText(const Game& game,
                                       const std::string& reader,
                                       Exchange& exchange);

 private:
  net::awaitable<Text> DoOnce(std::string what, std::function<Text()> work,
                              const std::string& reader, Exchange& exchange);

  WorkQueue queue_;
  // The documents that are made once.
  std::map<std::string, std::string> kept_;
};

}  // namespace arena::referee

#endif  // REFEREE_SITE_DOCUMENT_MAKER_H_
