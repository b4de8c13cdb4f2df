// Deliberate disturbances between a bot and its referee.
#ifndef ARENA_MISCHIEF_MISCHIEF_H_
#define ARENA_MISCHIEF_MISCHIEF_H_

#include <memory>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "arena/v1/play_service.pb.h"

namespace arena::mischief {

// The effect of mischief on a message.
struct ToBot {
  // The messages that the bot gets instead, in this order.
  std::vector<v1::PlayResponse> told;
  // The status with which the stream then ends for the bot; the referee loses
  // the stream.
  std::optional<absl::Status> then_end = std::nullopt;
};
struct ToReferee {
  bool told = true;
  std::optional<absl::Status> then_end = std::nullopt;
};

// Passes everything on. Derived classes override the functions that they spoil.
// Called for one message at a time, from any thread.
class Mischief {
 public:
  virtual ~Mischief() = default;
  virtual ToBot OnResponse(const v1::PlayResponse& response) {
    return {{response}};
  }
  virtual ToReferee OnRequest(const v1::PlayRequest& /*request*/) { return {}; }
};

// The stream is lost, once, when the bot has been asked the second time.
std::unique_ptr<Mischief> LoseStreamAfterPrompt();
// The stream is lost, once, together with the second answer.
std::unique_ptr<Mischief> LoseAnswer();
// The stream is lost, once, when the first match has been announced.
std::unique_ptr<Mischief> LoseStreamAfterStart();
// Every start and every prompt comes twice.
std::unique_ptr<Mischief> SayTwice();
// Acts like a referee of a later release: sends unknown kinds of messages and
// unknown fields.
std::unique_ptr<Mischief> SayNewThings();
// The referee says that it stops, and ends the stream after the second answer,
// once.
std::unique_ptr<Mischief> Drain();
// Every prompt is followed by a Ping.
std::unique_ptr<Mischief> PingAtPrompts();
// The hello is refused, because somebody else is connected under the name.
std::unique_ptr<Mischief> RefuseHello();
// All disturbances that a good bot must survive, in one match: a stream is lost
// after a prompt, another stream with an answer, the referee stops, every
// message comes twice, and some messages are of unknown kinds.
std::unique_ptr<Mischief> MakeRehearsal();

}  // namespace arena::mischief

#endif  // ARENA_MISCHIEF_MISCHIEF_H_
