// A stream whose messages are pushed, and wait until they are written.
#ifndef REFEREE_SERVICES_QUEUED_STREAM_H_
#define REFEREE_SERVICES_QUEUED_STREAM_H_

#include <memory>
#include <utility>

#include "absl/status/status.h"
#include "arena/rpc/write_queue.h"
#include "referee/calls/call.h"

namespace arena::referee {

class QueuedStream : public CallStream, protected WriteQueue<grpc::ByteBuffer> {
 public:
  // As WriteQueue.
  QueuedStream(size_t limit, const char* reader, std::shared_ptr<Call> call)
      : WriteQueue(limit, reader), call_(std::move(call)) {}

  void OnWritten(bool ok) override { WriteDone(ok); }
  void OnCancel() override { End(absl::CancelledError("cancelled")); }
  // Waiting messages are not sent.
  void OnRevoked(const absl::Status& why) override { End(why, /*drop=*/true); }
  void OnDone() override { Abandon(); }

 protected:
  Call& call() { return *call_; }

 private:
  void StartWriting(const grpc::ByteBuffer& message) override {
    call_->Write(message);
  }
  void FinishStream(const absl::Status& status) override {
    call_->Finish(status);
  }
  void CancelStream() override { call_->Cancel(); }

  const std::shared_ptr<Call> call_;
};

}  // namespace arena::referee

#endif  // REFEREE_SERVICES_QUEUED_STREAM_H_
