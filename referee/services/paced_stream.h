// A stream whose reader sets the pace.
#ifndef REFEREE_SERVICES_PACED_STREAM_H_
#define REFEREE_SERVICES_PACED_STREAM_H_

#include <grpcpp/grpcpp.h>

#include <memory>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/match/executor.h"
#include "arena/rpc/grpc_status.h"
#include "referee/access/admission.h"
#include "referee/store/store_executor.h"

namespace arena::referee {

// Makes each response when the one before has been written, so a slow reader
// costs the referee no memory. Everything is made on a strand of the stream.
template <typename Response>
class PacedStream : public grpc::ServerWriteReactor<Response>,
                    public CountedStream<PacedStream<Response>> {
 public:
  // The token of the caller is no longer valid: the stream ends after the
  // present write.
  void Revoke(const absl::Status& status) {
    strand_->Post(
        [self = this->shared_from_this(), status] { self->end_ = status; });
  }
  void OnWriteDone(bool ok) override {
    strand_->Post([this, ok] {
      if (!ok) end_ = absl::CancelledError("the reader is gone");
      WriteNext();
    });
  }
  void OnDone() override { this->Leave(); }

 protected:
  explicit PacedStream(std::unique_ptr<Strand> strand)
      : strand_(std::move(strand)) {}

  // Counts the stream among those of the caller, reads `read(store)` from the
  // store, and begins if `open`, which is given what was read, returns OK.
  // Otherwise ends the stream with the error.
  template <typename Read, typename Open>
  void ServeWhatIsStored(Access& access, absl::string_view method,
                         const CallContext& context, StoreExecutor& store,
                         Read read, Open open) {
    this->Enter(access, method, context,
                [this, &store, read = std::move(read), open = std::move(open)](
                    const absl::StatusOr<Caller>& caller) {
                  if (!caller.ok()) return End(caller.status());
                  store.Read(strand_.get(), read, [this, open](auto found) {
                    const absl::Status opened =
                        found.ok() ? open(*std::move(found)) : found.status();
                    opened.ok() ? WriteNext() : End(opened);
                  });
                });
  }

 private:
  // The next response. Absent behind the last one: the stream ends with OK. An
  // error ends the stream, too.
  virtual absl::StatusOr<std::optional<Response>> MakeNext() = 0;

  void WriteNext() {
    if (end_.has_value()) return End(*end_);
    absl::StatusOr<std::optional<Response>> next = MakeNext();
    if (!next.ok() || !next->has_value()) return End(next.status());
    response_ = **std::move(next);
    this->StartWrite(&response_);
  }
  void End(const absl::Status& status) { this->Finish(ToGrpc(status)); }

  const std::unique_ptr<Strand> strand_;
  Response response_;
  // Why the stream must end, once it must.
  std::optional<absl::Status> end_;
};

}  // namespace arena::referee

#endif  // REFEREE_SERVICES_PACED_STREAM_H_
