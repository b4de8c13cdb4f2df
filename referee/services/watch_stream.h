// The stream of a caller who follows a match or a competition.
#ifndef REFEREE_SERVICES_WATCH_STREAM_H_
#define REFEREE_SERVICES_WATCH_STREAM_H_

#include <grpcpp/grpcpp.h>

#include <functional>
#include <utility>

#include "absl/status/status.h"
#include "arena/rpc/grpc_status.h"
#include "arena/rpc/write_queue.h"
#include "referee/access/admission.h"

namespace arena::referee {

// Writes the messages that its derived class pushes.
template <typename Message>
class WatchStream : public grpc::ServerWriteReactor<Message>,
                    protected WriteQueue<Message>,
                    public CountedStream<WatchStream<Message>> {
 public:
  WatchStream(size_t limit, CallContext& context)
      : WriteQueue<Message>(limit, "the spectator"), context_(context) {}

  // Counts the stream among those of the caller, and begins; or ends it, if the
  // caller is refused.
  void Serve(Access& access, absl::string_view method,
             std::function<void()> begin) {
    // It must not end while Access may still begin it.
    if (!this->Hold()) return;
    this->Enter(
        access, method, context_,
        [this, begin = std::move(begin)](const absl::StatusOr<Caller>& caller) {
          caller.ok() ? begin() : this->End(caller.status());
          this->Unhold();
        });
  }
  // The token of the caller is no longer valid: what waits is not sent.
  void Revoke(const absl::Status& status) {
    this->End(status, /*drop=*/true);
  }

  void OnWriteDone(bool ok) override { this->WriteDone(ok); }
  void OnCancel() override { this->End(absl::CancelledError("cancelled")); }
  void OnDone() override {
    this->Abandon();
    this->Leave();
  }

 private:
  void StartWriting(const Message& message) override {
    this->StartWrite(&message);
  }
  void FinishStream(const absl::Status& status) override {
    this->Finish(ToGrpc(status));
  }
  void CancelStream() override { context_.TryCancel(); }

  CallContext& context_;
};

}  // namespace arena::referee

#endif  // REFEREE_SERVICES_WATCH_STREAM_H_
