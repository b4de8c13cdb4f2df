// Steps of a match that most readers have read, in little memory.
#ifndef REFEREE_WATCHING_STEP_BLOCK_H_
#define REFEREE_WATCHING_STEP_BLOCK_H_

#include <grpcpp/support/slice.h>

#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/span.h"

namespace arena::referee {

// Successive steps are much alike, so that some dozen of them together have a
// twentieth of the bytes.
class StepBlock {
 public:
  explicit StepBlock(absl::Span<const grpc::Slice> steps);

  // The steps as they were.
  std::vector<grpc::Slice> Open() const;
  // What it keeps.
  size_t bytes() const { return packed_.size(); }

 private:
  std::string packed_;
  std::vector<uint32_t> sizes_;
};

}  // namespace arena::referee

#endif  // REFEREE_WATCHING_STEP_BLOCK_H_
