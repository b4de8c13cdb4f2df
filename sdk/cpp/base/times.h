// Times as messages tell them, and as the SDK prints them. Not for bots.
#ifndef SDK_CPP_BASE_TIMES_H_
#define SDK_CPP_BASE_TIMES_H_

#include <google/protobuf/duration.pb.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>

namespace pentathlon {

// "1.250 s".
inline std::string SecondsText(std::chrono::duration<double> time) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.3f s", time.count());
  return text;
}

// "60 s", "0.5 s".
inline std::string ShortSeconds(std::chrono::duration<double> time) {
  char text[32];
  std::snprintf(text, sizeof(text), "%g s", time.count());
  return text;
}

// The time of a message, cut to thirty years: a referee can send any value, and
// sums of a few times must stay within range.
inline std::chrono::nanoseconds WireTime(
    const google::protobuf::Duration& time) {
  constexpr int64_t kMost = 1'000'000'000;
  return std::chrono::seconds(
             std::clamp<int64_t>(time.seconds(), -kMost, kMost)) +
         std::chrono::nanoseconds(time.nanos());
}

}  // namespace pentathlon

#endif  // SDK_CPP_BASE_TIMES_H_
