// The public part of a match so far.
#ifndef REFEREE_WATCHING_MATCH_STORY_H_
#define REFEREE_WATCHING_MATCH_STORY_H_

#include <cstdint>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/slice.h>

#include <list>
#include <optional>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "arena/core/mutex.h"
#include "arena/v1/match_service.pb.h"

namespace arena::referee {

// Successive steps are much alike, so a block of some dozens has a twentieth of
// their bytes.
class StepBlock {
 public:
  explicit StepBlock(absl::Span<const grpc::Slice> steps);

  // The steps as they were added.
  std::vector<grpc::Slice> Open() const;
  // The size of the block.
  size_t bytes() const { return packed_.size(); }

 private:
  std::string packed_;
  std::vector<uint32_t> sizes_;
};

// The steps of a match from its beginning, and how it ended. The story is kept
// once for all readers: each reader has only its place. The latest steps are
// kept in the form that readers are sent, older steps in blocks, so that the
// story takes little memory even if every match is watched. Thread-safe.
class MatchStory {
 public:
  // The match as it is stored when it is over, or the reason why it cannot be
  // followed any more.
  using End = absl::StatusOr<v1::Match>;

  // Adds the next step; its number is the number of steps before it.
  void Add(const v1::MatchStep& step);
  // Nothing is added after it.
  void Finish(End end);

  // How many steps there are.
  uint32_t size() const;
  // The step as a packed WatchMatchResponse, whose bytes all readers share.
  // Absent if the step may not be seen yet.
  std::optional<grpc::ByteBuffer> Message(uint32_t number) const;
  std::optional<v1::MatchStep> Step(uint32_t number) const;
  // The position after the last step, as a step without acts. Absent if there
  // is no step.
  std::optional<v1::MatchStep> Position() const;
  // Absent before the end.
  std::optional<End> end() const;
  // The memory of the steps.
  size_t bytes() const;

 private:
  // A block that is being read.
  struct Opened {
    uint32_t block;
    std::vector<grpc::Slice> steps;
  };

  uint32_t Size() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Requires: the step exists.
  const grpc::Slice& At(uint32_t number) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  const Opened& Open(uint32_t block) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  mutable Mutex mutex_;
  // The first steps, by kBlockSteps.
  std::vector<StepBlock> blocks_ ABSL_GUARDED_BY(mutex_);
  // The steps behind the blocks.
  std::vector<grpc::Slice> latest_ ABSL_GUARDED_BY(mutex_);
  // The blocks that were read last; the newest last.
  mutable std::list<Opened> opened_ ABSL_GUARDED_BY(mutex_);
  std::optional<End> end_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace arena::referee

#endif  // REFEREE_WATCHING_MATCH_STORY_H_
