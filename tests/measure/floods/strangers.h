// What floods have in common: strangers on several threads who come again.
#ifndef TESTS_MEASURE_FLOODS_STRANGERS_H_
#define TESTS_MEASURE_FLOODS_STRANGERS_H_

#include <cstdint>
#include <functional>
#include <string>

#include "absl/time/time.h"
#include "tests/measure/floods/flood.h"

namespace arena::floods {

std::string Repeated(const std::string& text, int count);

// Runs `work` on some threads and adds up what they return.
int64_t OnThreads(const std::function<int64_t()>& work);

// Sends `again` again and again, which has `count` of something; after `first`,
// and on a new connection when one is closed. Reads what comes, if `reads`.
int64_t SendAndSend(const Target& target, absl::Time until,
                    const std::string& first, int count,
                    const std::string& again, bool reads = true);

}  // namespace arena::floods

#endif  // TESTS_MEASURE_FLOODS_STRANGERS_H_
