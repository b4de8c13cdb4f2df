// The stream of a record file.
#ifndef REFEREE_SERVICES_RECORD_STREAM_H_
#define REFEREE_SERVICES_RECORD_STREAM_H_

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "arena/v1/replay_service.pb.h"
#include "referee/services/paced_stream.h"

namespace arena::referee {

// Sends one record in chunks.
class RecordStream final : public PacedStream<v1::GetRecordResponse> {
 public:
  explicit RecordStream(std::unique_ptr<Strand> strand)
      : PacedStream(std::move(strand)) {}

  void Serve(Access& access, const CallContext& context, StoreExecutor& store,
             const std::string& match_id);

 private:
  absl::StatusOr<std::optional<v1::GetRecordResponse>> MakeNext() override;

  std::string record_;
  size_t made_ = 0;
};

}  // namespace arena::referee

#endif  // REFEREE_SERVICES_RECORD_STREAM_H_
