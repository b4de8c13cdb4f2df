// The stream of somebody who follows a match or a competition.
#ifndef REFEREE_WATCH_STREAM_H_
#define REFEREE_WATCH_STREAM_H_

#include <grpcpp/grpcpp.h>

#include <memory>

#include "absl/status/status.h"
#include "arena/core/check.h"
#include "referee/admission.h"
#include "referee/grpc_status.h"
#include "referee/write_queue.h"

namespace arena::referee {

// Writes what its derived class pushes. Owns itself from Keep until OnDone.
template <typename Message>
class WatchStream : public grpc::ServerWriteReactor<Message>,
                    protected WriteQueue<Message>,
                    public std::enable_shared_from_this<WatchStream<Message>> {
 public:
  WatchStream(size_t limit, grpc::CallbackServerContext& context)
      : WriteQueue<Message>(limit, "the spectator"), context_(context) {}

  // Counts it among the streams of the caller.
  absl::Status Count(Access& access, const Caller& caller) {
    ARENA_ASSIGN_OR_RETURN(
        counted_, CountStream(access, caller, this->shared_from_this()));
    return absl::OkStatus();
  }
  // The token of the caller is no longer good.
  void Revoke(const absl::Status& status) { this->End(status); }

  void OnWriteDone(bool ok) override { this->WriteDone(ok); }
  void OnCancel() override { this->End(absl::CancelledError("cancelled")); }
  void OnDone() override {
    this->Abandon();
    counted_.reset();
    self_.reset();
  }

 protected:
  // gRPC keeps the stream from here on.
  void Keep() { self_ = this->shared_from_this(); }

 private:
  void StartWriting(const Message& message) override {
    this->StartWrite(&message);
  }
  void FinishStream(const absl::Status& status) override {
    this->Finish(ToGrpc(status));
  }
  void CancelStream() override { context_.TryCancel(); }

  grpc::CallbackServerContext& context_;
  std::shared_ptr<WatchStream> self_;
  std::unique_ptr<Access::Stream> counted_;
};

}  // namespace arena::referee

#endif  // REFEREE_WATCH_STREAM_H_
