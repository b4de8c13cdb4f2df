#include "referee/door/frame_counter.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"

namespace arena::referee {
namespace {

// Types and flags of frames, as in RFC 9113.
constexpr uint8_t kHeaders = 1;
constexpr uint8_t kContinuation = 9;
constexpr uint8_t kEndHeaders = 4;

}  // namespace

absl::Status FrameCounter::Read(absl::string_view bytes) {
  while (!bytes.empty()) {
    if (to_skip_ > 0) {
      const size_t skipped = std::min<size_t>(to_skip_, bytes.size());
      to_skip_ -= static_cast<uint32_t>(skipped);
      bytes.remove_prefix(skipped);
      continue;
    }
    head_[head_size_++] = static_cast<uint8_t>(bytes.front());
    bytes.remove_prefix(1);
    if (head_size_ == sizeof(head_)) ARENA_RETURN_IF_ERROR(BeginFrame());
  }
  return absl::OkStatus();
}

absl::Status FrameCounter::BeginFrame() {
  head_size_ = 0;
  to_skip_ = uint32_t{head_[0]} << 16 | uint32_t{head_[1]} << 8 | head_[2];
  const uint8_t type = head_[3];
  const uint8_t flags = head_[4];
  ++count_.frames;
  if (to_skip_ > kMostFrameBytes) {
    return absl::InvalidArgumentError(
        absl::StrCat("a frame of HTTP/2 has ", to_skip_,
                     " bytes; expected at most ", kMostFrameBytes));
  }
  if (type == kHeaders) {
    ++count_.calls;
    header_bytes_ = 0;
  }
  if (type != kHeaders && type != kContinuation) return absl::OkStatus();
  // The head counts as well, because empty frames cost gRPC the most.
  header_bytes_ += static_cast<int64_t>(sizeof(head_)) + to_skip_;
  if (header_bytes_ > most_header_bytes_) {
    return absl::InvalidArgumentError(
        absl::StrCat("the headers of a call have more than ",
                     most_header_bytes_, " bytes, the limit"));
  }
  if ((flags & kEndHeaders) != 0) header_bytes_ = 0;
  return absl::OkStatus();
}

FrameCounter::Count FrameCounter::Take() {
  return std::exchange(count_, Count());
}

}  // namespace arena::referee
