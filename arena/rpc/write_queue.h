// The messages that wait for a stream: one write in flight, all others queued.
#ifndef ARENA_RPC_WRITE_QUEUE_H_
#define ARENA_RPC_WRITE_QUEUE_H_

#include <list>
#include <optional>
#include <string>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "arena/core/mutex.h"

namespace arena {

// Thread-safe. The stream derives from it and provides the operations of gRPC;
// it calls WriteDone and Abandon from its reactions.
//
// At most `limit` messages wait for a slow reader. One more message closes the
// stream with RESOURCE_EXHAUSTED.
template <typename Message>
class WriteQueue {
 public:
  // `reader` names the reader, e.g. "the bot".
  WriteQueue(size_t limit, const char* reader)
      : limit_(limit), reader_(reader) {}
  virtual ~WriteQueue() = default;

 protected:
  // ---- Operations of the stream ----

  // Starts to write; `message` does not change until WriteDone. Called with no
  // lock held, one call at a time.
  virtual void StartWriting(const Message& message) = 0;
  // Ends the stream. Called once, with no write in flight and no hold.
  virtual void FinishStream(const absl::Status& status) = 0;
  // Makes the write in flight fail.
  virtual void CancelStream() = 0;
  // Removes from the queue the messages that a newer one replaces. Called with
  // the lock held.
  virtual void DropOlder(const Message& /*newer*/,
                         std::list<Message>& /*queue*/) {}
  // Called when a message leaves the queue to be written. The message may be
  // destroyed once the write has begun.
  virtual void OnLate(const Message& /*message*/) {}

  // ---- Calls of the stream ----

  // True if the message was handed to gRPC at once; false if it waits for
  // earlier messages, or the stream is over.
  bool Push(Message message);
  // Ends the stream after all messages; with `drop`, after the present write.
  void End(absl::Status status, bool drop = false);
  // Ends the stream at once, even if messages are unwritten.
  void Break();
  // A write has ended.
  void WriteDone(bool ok);
  // The stream is over: drops everything.
  void Abandon();
  // The stream does not end between Hold and Unhold, so that it is alive for
  // the code between them. False if it is over already: then do not Unhold.
  [[nodiscard]] bool Hold();
  void Unhold();
  // Whether the stream is about to end, or has ended.
  bool closing() const;

 private:
  // Ends the stream if it must be closed and no write and no hold prevents it.
  void FinishIfDue();

  const size_t limit_;
  const char* const reader_;
  mutable Mutex mutex_;
  // A list, because an empty list costs no memory on the heap.
  std::list<Message> queue_ ABSL_GUARDED_BY(mutex_);
  // The message that gRPC is writing; used only by the thread that set
  // writing_.
  std::optional<Message> current_;
  bool writing_ ABSL_GUARDED_BY(mutex_) = false;
  bool finished_ ABSL_GUARDED_BY(mutex_) = false;
  int holds_ ABSL_GUARDED_BY(mutex_) = 0;
  std::optional<absl::Status> closing_ ABSL_GUARDED_BY(mutex_);
};

template <typename Message>
bool WriteQueue<Message>::Push(Message message) {
  {
    MutexLock lock(mutex_);
    if (finished_ || closing_.has_value()) return false;
    if (writing_) {
      DropOlder(message, queue_);
      if (queue_.size() >= limit_) {
        queue_.clear();
        closing_ = absl::ResourceExhaustedError(
            absl::StrCat(reader_, " left ", limit_, " responses unread"));
        return false;
      }
      queue_.push_back(std::move(message));
      return false;
    }
    writing_ = true;
    current_ = std::move(message);
  }
  StartWriting(*current_);
  return true;
}

template <typename Message>
void WriteQueue<Message>::End(absl::Status status, bool drop) {
  {
    MutexLock lock(mutex_);
    if (drop) queue_.clear();
    if (!closing_.has_value()) closing_ = std::move(status);
  }
  FinishIfDue();
}

template <typename Message>
void WriteQueue<Message>::Break() {
  {
    MutexLock lock(mutex_);
    if (finished_) return;
    if (!closing_.has_value()) closing_ = absl::CancelledError("aborted");
    queue_.clear();
    ++holds_;
  }
  CancelStream();
  Unhold();
}

template <typename Message>
void WriteQueue<Message>::WriteDone(bool ok) {
  bool more = false;
  {
    MutexLock lock(mutex_);
    if (!ok) {
      queue_.clear();
      if (!closing_.has_value()) {
        closing_ = absl::CancelledError(absl::StrCat(reader_, " is gone"));
      }
    }
    more = writing_ = !queue_.empty();
    current_.reset();
    if (more) {
      current_ = std::move(queue_.front());
      queue_.pop_front();
    }
  }
  if (!more) return FinishIfDue();
  OnLate(*current_);
  StartWriting(*current_);
}

template <typename Message>
void WriteQueue<Message>::FinishIfDue() {
  absl::Status status;
  {
    MutexLock lock(mutex_);
    const bool due = closing_.has_value() && !writing_ && holds_ == 0;
    if (!due || finished_) return;
    finished_ = true;
    status = *closing_;
  }
  FinishStream(status);
}

template <typename Message>
void WriteQueue<Message>::Abandon() {
  MutexLock lock(mutex_);
  finished_ = true;
  queue_.clear();
}

template <typename Message>
bool WriteQueue<Message>::Hold() {
  MutexLock lock(mutex_);
  if (finished_) return false;
  ++holds_;
  return true;
}

template <typename Message>
void WriteQueue<Message>::Unhold() {
  {
    MutexLock lock(mutex_);
    --holds_;
  }
  FinishIfDue();
}

template <typename Message>
bool WriteQueue<Message>::closing() const {
  MutexLock lock(mutex_);
  return finished_ || closing_.has_value();
}

}  // namespace arena

#endif  // ARENA_RPC_WRITE_QUEUE_H_
