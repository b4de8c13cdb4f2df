// The stream of a match that is shown again.
#ifndef REFEREE_SERVICES_REPLAY_STREAM_H_
#define REFEREE_SERVICES_REPLAY_STREAM_H_

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "arena/record/replay.h"
#include "arena/v1/replay_service.pb.h"
#include "referee/services/paced_stream.h"

namespace arena::referee {

// Sends the match, the requested steps, and the result.
class ReplayStream final : public PacedStream<v1::ReplayMatchResponse> {
 public:
  // A match with more plies than `longest` is refused.
  ReplayStream(std::shared_ptr<Call> call, std::unique_ptr<Strand> strand,
               StoreExecutor& store, v1::ReplayMatchRequest request,
               uint64_t longest)
      : PacedStream(std::move(call), std::move(strand)),
        store_(store),
        request_(std::move(request)),
        longest_(longest) {}

  void Begin() override;

 private:
  // The next part of the stream.
  enum class Part { kMatch, kSteps, kNothing };

  absl::Status Open(v1::Match match, const std::string& record);
  absl::StatusOr<std::optional<v1::ReplayMatchResponse>> MakeNext() override;

  StoreExecutor& store_;
  const v1::ReplayMatchRequest request_;
  const uint64_t longest_;
  Part part_ = Part::kMatch;
  v1::Match match_;
  std::optional<StepReplay> replay_;
  // The steps that are sent.
  uint32_t from_ = 0;
  uint32_t to_ = std::numeric_limits<uint32_t>::max();
  v1::MatchResult result_;
};

}  // namespace arena::referee

#endif  // REFEREE_SERVICES_REPLAY_STREAM_H_
