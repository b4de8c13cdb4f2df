// Reads along what a client says in HTTP/2.
#ifndef REFEREE_DOOR_FRAME_COUNTER_H_
#define REFEREE_DOOR_FRAME_COUNTER_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace arena::referee {

// gRPC 1.51 keeps headers that do not end, for as long as they do not end. This
// counts frames before gRPC sees them, and finds what gRPC would keep. It does
// not otherwise judge what it reads: gRPC does. For one connection without TLS,
// from its first byte on.
class FrameCounter {
 public:
  // The most bytes of a frame, as HTTP/2 has it unless a server allows more.
  static constexpr uint32_t kMostFrameBytes = 16 * 1024;

  // `most_header_bytes`: of the headers of one call, as they are sent, with the
  // heads of their frames.
  explicit FrameCounter(uint32_t most_header_bytes)
      : most_header_bytes_(most_header_bytes) {}

  // Reads what came next. INVALID_ARGUMENT: a frame or headers are too large;
  // the bytes must not be passed on, nor anything after them.
  absl::Status Read(absl::string_view bytes);
  // Frames that have begun, and those that begin a call, since the last call of
  // this.
  struct Count {
    int64_t frames = 0;
    int64_t calls = 0;
  };
  Count Take();

 private:
  absl::Status BeginFrame();

  const uint32_t most_header_bytes_;
  // Bytes that are still to come of the preface or of a frame's payload.
  uint32_t to_skip_ = 24;
  // What has come of the head of a frame, and how much of it.
  uint8_t head_[9] = {};
  uint32_t head_size_ = 0;
  // Of the headers that have not ended.
  int64_t header_bytes_ = 0;
  Count count_;
};

}  // namespace arena::referee

#endif  // REFEREE_DOOR_FRAME_COUNTER_H_
