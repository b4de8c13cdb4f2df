// The responses that wait for a bot's stream.
#ifndef REFEREE_SESSIONS_OUTBOX_H_
#define REFEREE_SESSIONS_OUTBOX_H_

#include <functional>
#include <list>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "arena/core/mutex.h"
#include "arena/match/response.h"
#include "arena/rpc/write_queue.h"
#include "arena/v1/play_service.pb.h"

namespace arena::referee {

// Thread-safe.
class Transport {
 public:
  virtual ~Transport() = default;
  // Takes a message for the bot. True if the message was handed to gRPC at
  // once; false if it waits for earlier messages, or the stream is over.
  virtual bool Send(Response message) = 0;
  // Ends the stream with that status when everything sent has been written.
  // From now on nothing can be sent.
  virtual void Close(absl::Status status) = 0;
  // Ends the stream at once, even if messages are unwritten. For a bot that
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

// Thread-safe. A write queue in which a newer prompt of a seat replaces an
// older one that still waits.
class Outbox : public Transport, protected WriteQueue<Response> {
 public:
  explicit Outbox(size_t limit) : WriteQueue(limit, "the bot") {}

  bool Send(Response message) override { return Push(std::move(message)); }
  void Close(absl::Status status) override { End(std::move(status)); }
  void Abort() override { Break(); }

  // `callback` gets every prompt that had to wait, when gRPC takes the prompt.
  void set_on_late_prompt(std::function<void(const v1::Prompt&)> callback);

 protected:
  // The stream is over: drops everything.
  void Abandon();

 private:
  void DropOlder(const Response& newer, std::list<Response>& queue) override;
  void OnLate(const Response& message) override;

  Mutex mutex_;
  std::function<void(const v1::Prompt&)> on_late_prompt_
      ABSL_GUARDED_BY(mutex_);
};

}  // namespace arena::referee

#endif  // REFEREE_SESSIONS_OUTBOX_H_
