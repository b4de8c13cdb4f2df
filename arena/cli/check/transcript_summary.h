// Summarises a transcript of a bot and its referee.
#ifndef ARENA_CLI_CHECK_TRANSCRIPT_SUMMARY_H_
#define ARENA_CLI_CHECK_TRANSCRIPT_SUMMARY_H_

#include <set>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "arena/cli/check/transcript.h"
#include "arena/v1/play_service.pb.h"

namespace arena::cli {

// "3.2 ms".
std::string MillisecondsText(absl::Duration time);

// A value.
class TranscriptSummary {
 public:
  explicit TranscriptSummary(const std::vector<check::Said>& said);

  int hellos() const { return hellos_; }
  int welcomes() const { return welcomes_; }
  int acts() const { return acts_; }
  int pings() const { return pings_; }
  int pongs() const { return pongs_; }
  // The last one.
  const v1::Hello& hello() const { return hello_; }
  // Between a Ping and its Pong.
  absl::Duration SlowestPong() const { return slowest_pong_; }
  // The referee's words against the bot, one after the other; empty if there
  // are none.
  std::string AllErrors() const;
  // Only the errors after which the stream went on.
  std::string HarmlessErrors() const;
  // "34 decisions, the slowest 3.2 ms; it chose among: card, word".
  std::string Summary() const;
  // Says how the bot came back.
  std::string ReturnText() const;

 private:
  int hellos_ = 0;
  int resumed_ = 0;
  int welcomes_ = 0;
  int acts_ = 0;
  int pings_ = 0;
  int pongs_ = 0;
  int announcements_ = 0;
  v1::Hello hello_;
  absl::Duration slowest_pong_;
  absl::Duration slowest_act_;
  // The kinds of actions in the prompts, as the schema names them.
  std::set<std::string> kinds_;
  std::vector<std::string> fatal_;
  std::vector<std::string> harmless_;
};

}  // namespace arena::cli

#endif  // ARENA_CLI_CHECK_TRANSCRIPT_SUMMARY_H_
