// A stream whose reader sets the pace.
#ifndef REFEREE_SERVICES_PACED_STREAM_H_
#define REFEREE_SERVICES_PACED_STREAM_H_

#include <memory>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/executor/executor.h"
#include "referee/calls/call.h"
#include "referee/store/store_executor.h"

namespace arena::referee {

// Makes the next response when the last one has been written, so a slow reader
// costs the referee no memory. Everything runs on a strand of the stream.
template <typename Response>
class PacedStream : public CallStream {
 public:
  // The stream ends after the present write.
  void OnRevoked(const absl::Status& why) override {
    strand_->Post([self = shared_from_this(), this, why] { end_ = why; });
  }
  void OnWritten(bool ok) override {
    strand_->Post([this, ok] {
      if (!ok) end_ = absl::CancelledError("the reader is gone");
      WriteNext();
    });
  }

 protected:
  PacedStream(std::shared_ptr<Call> call, std::unique_ptr<Strand> strand)
      : call_(std::move(call)), strand_(std::move(strand)) {}

  // Calls `read(store)`, and goes on if `open`, called with its result, returns
  // OK. Otherwise ends the stream with the error.
  template <typename Read, typename Open>
  void BeginWithStored(StoreExecutor& store, Read read, Open open) {
    store.Read(strand_.get(), read, [this, open](auto found) {
      const absl::Status opened =
          found.ok() ? open(*std::move(found)) : found.status();
      opened.ok() ? WriteNext() : call_->Finish(opened);
    });
  }

 private:
  // The next response. Absent after the last response: the stream ends with OK.
  // An error ends the stream, too.
  virtual absl::StatusOr<std::optional<Response>> MakeNext() = 0;

  void WriteNext() {
    if (end_.has_value()) return call_->Finish(*end_);
    const absl::StatusOr<std::optional<Response>> next = MakeNext();
    if (!next.ok() || !next->has_value()) return call_->Finish(next.status());
    call_->Write(Packed(**next));
  }

  const std::shared_ptr<Call> call_;
  const std::unique_ptr<Strand> strand_;
  // The status with which the stream must end; absent: it need not end.
  std::optional<absl::Status> end_;
};

}  // namespace arena::referee

#endif  // REFEREE_SERVICES_PACED_STREAM_H_
