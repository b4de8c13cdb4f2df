// Times of messages. Not for bots.
#ifndef SDK_CPP_BASE_WIRE_TIME_H_
#define SDK_CPP_BASE_WIRE_TIME_H_

#include <google/protobuf/duration.pb.h>

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace pentathlon {

// The time of a message, within thirty years: a referee can say anything, and
// sums of a few times stay within range.
inline std::chrono::nanoseconds WireTime(
    const google::protobuf::Duration& time) {
  constexpr int64_t kMost = 1'000'000'000;
  return std::chrono::seconds(
             std::clamp<int64_t>(time.seconds(), -kMost, kMost)) +
         std::chrono::nanoseconds(time.nanos());
}

}  // namespace pentathlon

#endif  // SDK_CPP_BASE_WIRE_TIME_H_
