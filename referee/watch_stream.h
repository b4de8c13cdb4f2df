// The stream of somebody who follows a match or a competition.
#ifndef REFEREE_WATCH_STREAM_H_
#define REFEREE_WATCH_STREAM_H_

#include <grpcpp/grpcpp.h>

#include <functional>
#include <memory>
#include <utility>

#include "absl/status/status.h"
#include "arena/core/check.h"
#include "referee/admission.h"
#include "referee/grpc_status.h"
#include "referee/write_queue.h"

namespace arena::referee {

// Writes what its derived class pushes. Owns itself from Serve until OnDone.
template <typename Message>
class WatchStream : public grpc::ServerWriteReactor<Message>,
                    protected WriteQueue<Message>,
                    public std::enable_shared_from_this<WatchStream<Message>> {
 public:
  WatchStream(size_t limit, CallContext& context)
      : WriteQueue<Message>(limit, "the spectator"), context_(context) {}

  // Counts it among the streams of the caller, and begins; or ends it, if the
  // caller may not.
  void Serve(Access& access, absl::string_view method,
             std::function<void()> begin) {
    self_ = this->shared_from_this();
    // It does not end while the access may still begin it.
    this->Hold();
    Admit(access, method, context_,
          [&access, self = self_,
           begin = std::move(begin)](const absl::StatusOr<Caller>& caller) {
            const absl::Status status = self->Count(access, caller);
            status.ok() ? begin() : self->End(status);
            self->Unhold();
          });
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

 private:
  absl::Status Count(Access& access, const absl::StatusOr<Caller>& caller) {
    ARENA_RETURN_IF_ERROR(caller.status());
    ARENA_ASSIGN_OR_RETURN(
        counted_, CountStream(access, *caller, this->shared_from_this()));
    return absl::OkStatus();
  }
  void StartWriting(const Message& message) override {
    this->StartWrite(&message);
  }
  void FinishStream(const absl::Status& status) override {
    this->Finish(ToGrpc(status));
  }
  void CancelStream() override { context_.TryCancel(); }

  CallContext& context_;
  std::shared_ptr<WatchStream> self_;
  std::unique_ptr<Access::Stream> counted_;
};

}  // namespace arena::referee

#endif  // REFEREE_WATCH_STREAM_H_
