// A stream to a bot, as its session sees it.
#ifndef REFEREE_SESSIONS_TRANSPORT_H_
#define REFEREE_SESSIONS_TRANSPORT_H_

#include <string>

#include "absl/status/status.h"
#include "arena/match/response.h"

namespace arena::referee {

// Thread-safe.
class Transport {
 public:
  virtual ~Transport() = default;
  // Takes a message for the bot. True if it was handed to gRPC at once; false
  // if it waits for earlier ones, or the stream is over.
  virtual bool Send(Response message) = 0;
  // Ends the stream with that status when everything sent has been written.
  // From now on nothing can be sent.
  virtual void Close(absl::Status status) = 0;
  // Ends the stream at once, even if messages are unwritten: for a bot that
  // does not even read that its stream is closed.
  virtual void Abort() = 0;
};

// The last message of a stream, before it is closed with that status.
inline Response FatalError(v1::ErrorReason reason, const absl::Status& status) {
  Response message;
  message->mutable_error()->set_reason(reason);
  message->mutable_error()->set_message(std::string(status.message()));
  message->mutable_error()->set_fatal(true);
  return message;
}

// Why a hello is not accepted.
struct Refusal {
  v1::ErrorReason reason;
  absl::Status status;
};

}  // namespace arena::referee

#endif  // REFEREE_SESSIONS_TRANSPORT_H_
