// What a spectator is told over HTTP, as it comes in pieces.
#ifndef TESTS_MEASURE_CROWD_ANSWER_H_
#define TESTS_MEASURE_CROWD_ANSWER_H_

#include <cstdint>
#include <functional>
#include <string>

#include "absl/strings/string_view.h"

namespace arena::crowd {

// A call of MatchService.WatchMatch by the Connect protocol, with JSON.
std::string WatchRequest(const std::string& match_id);

// Takes the bytes of the answer apart: chunks of HTTP, and in them messages of
// the stream. Not thread-safe.
class Answer {
 public:
  using OnMessage = std::function<void(absl::string_view json)>;

  // Calls `on_message` for every message that is complete. False at the end of
  // the stream, and if it is no stream at all.
  bool Take(absl::string_view bytes, const OnMessage& on_message);
  // Whether the referee has said why the stream ended.
  bool failed() const { return failed_; }

 private:
  bool TakeHead();
  bool TakeChunks();
  bool TakeMessages(const OnMessage& on_message);

  // What has come and was not taken yet.
  std::string bytes_;
  // The same without chunks.
  std::string body_;
  bool has_head_ = false;
  bool ended_ = false;
  bool failed_ = false;
};

// The number of the step that a message shows; -1 if it shows none, or no more
// than the position.
int64_t StepIn(absl::string_view json);

}  // namespace arena::crowd

#endif  // TESTS_MEASURE_CROWD_ANSWER_H_
