// Times as messages have them.
#ifndef REFEREE_ACCESS_TIMESTAMP_H_
#define REFEREE_ACCESS_TIMESTAMP_H_

#include "absl/time/time.h"
#include "google/protobuf/timestamp.pb.h"
#include "google/protobuf/util/time_util.h"

namespace arena::referee {

// Requires: a time between the years 1 and 9999, as SoundMicros makes them.
inline google::protobuf::Timestamp ToTimestamp(absl::Time time) {
  return google::protobuf::util::TimeUtil::MicrosecondsToTimestamp(
      absl::ToUnixMicros(time));
}

}  // namespace arena::referee

#endif  // REFEREE_ACCESS_TIMESTAMP_H_
