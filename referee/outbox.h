// The responses that wait for a stream: one write in flight, the rest queued.
#ifndef REFEREE_OUTBOX_H_
#define REFEREE_OUTBOX_H_

#include <deque>
#include <functional>
#include <optional>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "arena/core/mutex.h"
#include "arena/v1/play_service.pb.h"
#include "referee/transport.h"

namespace arena::referee {

// Thread-safe. The stream derives from it and provides the two operations of
// gRPC; it calls WriteDone and Abandon from its reactions.
//
// A bot that does not read holds at most `limit` responses: a newer prompt of
// a seat replaces the one that waits, and beyond the limit the stream is
// closed with RESOURCE_EXHAUSTED.
class Outbox : public Transport {
 public:
  explicit Outbox(size_t limit) : limit_(limit) {}

  bool Send(v1::PlayResponse message) override;
  void Close(absl::Status status) override;

  // Told of every prompt that had to wait, when it is handed over at last.
  void set_on_late_prompt(std::function<void(const v1::Prompt&)> callback);

 protected:
  // Starts to write; `message` stays as it is until WriteDone. Called with no
  // lock held, one at a time.
  virtual void StartWriting(const v1::PlayResponse& message) = 0;
  // Ends the stream. Called once, with no write in flight.
  virtual void FinishStream(const absl::Status& status) = 0;

  // A write has ended.
  void WriteDone(bool ok);
  // The stream is over: drop everything.
  void Abandon();

 private:
  // What to do next, decided under the lock and done without it.
  void Continue();
  // Replaces a waiting prompt of the same seat; false if there is none.
  bool ReplacePrompt(v1::PlayResponse& message)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const size_t limit_;
  Mutex mutex_;
  std::deque<v1::PlayResponse> queue_ ABSL_GUARDED_BY(mutex_);
  // The message that gRPC is writing; only touched by whoever set writing_.
  v1::PlayResponse current_;
  bool writing_ ABSL_GUARDED_BY(mutex_) = false;
  bool finished_ ABSL_GUARDED_BY(mutex_) = false;
  std::optional<absl::Status> closing_ ABSL_GUARDED_BY(mutex_);
  std::function<void(const v1::Prompt&)> on_late_prompt_
      ABSL_GUARDED_BY(mutex_);
};

}  // namespace arena::referee

#endif  // REFEREE_OUTBOX_H_
