// Times and sizes as messages have them.
#ifndef REFEREE_RUNNER_MESSAGE_TIME_H_
#define REFEREE_RUNNER_MESSAGE_TIME_H_

#include <google/protobuf/duration.pb.h>

#include <cstdint>

#include "absl/time/time.h"

namespace arena::runner {

inline void ToMessage(absl::Duration duration,
                      google::protobuf::Duration& message) {
  message.set_seconds(
      absl::IDivDuration(duration, absl::Seconds(1), &duration));
  message.set_nanos(static_cast<int32_t>(absl::ToInt64Nanoseconds(duration)));
}

// Memory is told in whole KiB.
inline uint32_t ToKib(int64_t bytes) {
  return static_cast<uint32_t>((bytes + 1023) >> 10);
}

inline absl::Duration FromMessage(const google::protobuf::Duration& message) {
  return absl::Seconds(message.seconds()) + absl::Nanoseconds(message.nanos());
}

}  // namespace arena::runner

#endif  // REFEREE_RUNNER_MESSAGE_TIME_H_
