// The stream of a match that is shown again.
#ifndef REFEREE_SERVICES_REPLAY_STREAM_H_
#define REFEREE_SERVICES_REPLAY_STREAM_H_

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "arena/record/step_replay.h"
#include "arena/v1/replay_service.pb.h"
#include "referee/services/paced_stream.h"

namespace arena::referee {

// Sends the match, the steps that are asked for, and the result.
class ReplayStream final : public PacedStream<v1::ReplayMatchResponse> {
 public:
  // A match with more plies is refused.
  ReplayStream(std::unique_ptr<Strand> strand, uint64_t longest)
      : PacedStream(std::move(strand)), longest_(longest) {}

  void Serve(Access& access, const CallContext& context, StoreExecutor& store,
             const v1::ReplayMatchRequest& request);

 private:
  // What comes next.
  enum class Part { kMatch, kSteps, kNothing };

  absl::Status Open(v1::Match match, const std::string& record,
                    const v1::ReplayMatchRequest& request);
  absl::StatusOr<std::optional<v1::ReplayMatchResponse>> MakeNext() override;

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
