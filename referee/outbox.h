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
  void Abort() override;

  // Told of every prompt that had to wait, when it is handed over at last.
  void set_on_late_prompt(std::function<void(const v1::Prompt&)> callback);

 protected:
  // Starts to write; `message` stays as it is until WriteDone. Called with no
  // lock held, one at a time.
  virtual void StartWriting(const v1::PlayResponse& message) = 0;
  // Ends the stream. Called once, with no write in flight and no hold.
  virtual void FinishStream(const absl::Status& status) = 0;
  // Makes the write in flight fail.
  virtual void CancelStream() = 0;

  // A write has ended.
  void WriteDone(bool ok);
  // The stream is over: drop everything.
  void Abandon();
  // The stream is not ended between the two, so that what they enclose finds
  // it alive.
  void Hold();
  void Unhold();
  // Whether the stream is about to end, or has ended.
  bool closing() const;

 private:
  // What to do next, decided under the lock and done without it.
  void Continue();
  // Ends the stream if it is to be closed and nothing is in its way.
  void FinishIfDue();
  // Drops a waiting prompt of the same seat, which the newer one replaces.
  void DropOlderPrompt(const v1::Prompt& newer)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const size_t limit_;
  mutable Mutex mutex_;
  std::deque<v1::PlayResponse> queue_ ABSL_GUARDED_BY(mutex_);
  // The message that gRPC is writing; only touched by whoever set writing_.
  v1::PlayResponse current_;
  bool writing_ ABSL_GUARDED_BY(mutex_) = false;
  bool finished_ ABSL_GUARDED_BY(mutex_) = false;
  int holds_ ABSL_GUARDED_BY(mutex_) = 0;
  std::optional<absl::Status> closing_ ABSL_GUARDED_BY(mutex_);
  std::function<void(const v1::Prompt&)> on_late_prompt_
      ABSL_GUARDED_BY(mutex_);
};

}  // namespace arena::referee

#endif  // REFEREE_OUTBOX_H_
