// Values as the store keeps them: times, and many texts as one.
#ifndef REFEREE_STORE_SQL_STORED_VALUES_H_
#define REFEREE_STORE_SQL_STORED_VALUES_H_

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace arena::referee {

// Texts in UTF-8 as the JSON array {texts} of a statement (see Dialect).
std::string JsonArray(const std::vector<absl::string_view>& texts);

// The last microsecond since 1970 that a message can hold: in the year 9999.
inline constexpr int64_t kLastMicros = 253'402'300'799'999'999;

// Microseconds as they were stored, for a time or a duration. A value that no
// message can hold is damaged, and becomes the nearest value that a message can
// hold: protobuf would end the program.
inline int64_t SoundMicros(int64_t stored) {
  return std::clamp(stored, int64_t{0}, kLastMicros);
}

}  // namespace arena::referee

#endif  // REFEREE_STORE_SQL_STORED_VALUES_H_
