// What may be seen of a match by now.
#ifndef REFEREE_MATCH_STORY_H_
#define REFEREE_MATCH_STORY_H_

#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/slice.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "arena/core/mutex.h"
#include "arena/v1/match_service.pb.h"

namespace arena::referee {

// A message as gRPC sends it, e.g. to many.
grpc::ByteBuffer Packed(const v1::WatchMatchResponse& message);

// The steps of a match from its beginning, and how it ended. It is kept once,
// however many read it: each reader has nothing but its place. Steps are kept
// packed, as all readers are sent them, in a tenth of the memory that messages
// take. Thread-safe.
class MatchStory {
 public:
  // The match as it is stored when it is over, or why it cannot be followed any
  // more.
  using End = absl::StatusOr<v1::Match>;

  // The next step; its number is that of the steps so far.
  void Add(const v1::MatchStep& step);
  // Nothing is added after it.
  void Finish(End end);

  // How many steps there are.
  uint32_t size() const;
  // As a packed WatchMatchResponse, whose bytes all readers share. Absent if it
  // may not be seen yet.
  std::optional<grpc::ByteBuffer> Message(uint32_t number) const;
  std::optional<v1::MatchStep> Step(uint32_t number) const;
  // The position after the last step, as a step without acts. Absent if there is
  // none.
  std::optional<v1::MatchStep> Position() const;
  // Absent before the end.
  std::optional<End> end() const;

 private:
  mutable Mutex mutex_;
  // By number.
  std::vector<grpc::Slice> steps_ ABSL_GUARDED_BY(mutex_);
  std::optional<End> end_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace arena::referee

#endif  // REFEREE_MATCH_STORY_H_
