// The stream of a record file.
#ifndef REFEREE_RECORD_STREAM_H_
#define REFEREE_RECORD_STREAM_H_

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "arena/match/executor.h"
#include "arena/v1/replay_service.pb.h"
#include "referee/admission.h"
#include "referee/store_executor.h"

namespace arena::referee {

// Sends one record in chunks, each when the one before has been written.
class RecordStream final
    : public grpc::ServerWriteReactor<v1::GetRecordResponse>,
      public CountedStream<RecordStream> {
 public:
  explicit RecordStream(std::unique_ptr<Strand> strand)
      : strand_(std::move(strand)) {}

  // Counts it among the streams of the caller and begins; or ends it, if the
  // caller may not or there is no such record.
  void Serve(Access& access, StoreExecutor& store, const CallContext& context,
             const std::string& match_id);
  // The token of the caller is no longer good.
  void Revoke(const absl::Status& status);

  void OnWriteDone(bool ok) override;
  void OnDone() override { Leave(); }

 private:
  void WriteNext();

  // All that follows is touched here only.
  const std::unique_ptr<Strand> strand_;
  std::string record_;
  size_t written_ = 0;
  v1::GetRecordResponse response_;
  // Ends the stream after the present write.
  std::optional<absl::Status> end_;
};

}  // namespace arena::referee

#endif  // REFEREE_RECORD_STREAM_H_
