// Counts the frames of a client that speaks HTTP/2.
#ifndef REFEREE_DOOR_FRAME_COUNTER_H_
#define REFEREE_DOOR_FRAME_COUNTER_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace arena::referee {

// gRPC 1.51 keeps headers for as long as they do not end. This class counts
// frames before gRPC sees them, and finds headers that gRPC would keep. All
// other checks are left to gRPC. For one connection without TLS, from its first
// byte on.
class FrameCounter {
 public:
  // The most bytes of a frame, as HTTP/2 has it unless a server allows more.
  static constexpr uint32_t kMostFrameBytes = 16 * 1024;

  // `most_header_bytes` limits the headers of one call as they are sent, the
  // heads of their frames included.
  explicit FrameCounter(uint32_t most_header_bytes)
      : most_header_bytes_(most_header_bytes) {}

  // Reads the next bytes. INVALID_ARGUMENT: a frame or headers are too large;
  // neither these bytes nor later ones may be passed on.
  absl::Status Read(absl::string_view bytes);
  // Frames that have begun since the last call of this function, and how many
  // of them begin a call.
  struct Count {
    int64_t frames = 0;
    int64_t calls = 0;
  };
  Count Take();

 private:
  absl::Status BeginFrame();

  const uint32_t most_header_bytes_;
  // Bytes of the preface or of a frame's payload that are still to come.
  uint32_t to_skip_ = 24;
  // The part of a frame's head that has come, and its length.
  uint8_t head_[9] = {};
  uint32_t head_size_ = 0;
  // Of the headers that have not ended.
  int64_t header_bytes_ = 0;
  Count count_;
};

}  // namespace arena::referee

#endif  // REFEREE_DOOR_FRAME_COUNTER_H_
