// Floods of servers that read lines, as HTTP/1 has them.
#ifndef TESTS_MEASURE_FLOODS_HTTP_FLOODS_H_
#define TESTS_MEASURE_FLOODS_HTTP_FLOODS_H_

#include <cstdint>

#include "absl/time/time.h"
#include "tests/measure/floods/flood.h"

namespace arena::floods {

// Connections that say nothing; a flood of every server.
int64_t Connections(const Target& target, absl::Time until);

// Requests one behind the other.
int64_t Requests(const Target& target, absl::Time until);
int64_t Unread(const Target& target, absl::Time until);
// Requests that do not end.
int64_t Headers(const Target& target, absl::Time until);
int64_t Bodies(const Target& target, absl::Time until);
int64_t Chunks(const Target& target, absl::Time until);
int64_t Slowly(const Target& target, absl::Time until);

}  // namespace arena::floods

#endif  // TESTS_MEASURE_FLOODS_HTTP_FLOODS_H_
