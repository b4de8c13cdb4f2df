// Where bots are told to reach a referee.
#ifndef REFEREE_ADVERTISED_ADDRESS_H_
#define REFEREE_ADVERTISED_ADDRESS_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace arena::referee {

// Whether a bot elsewhere could dial it: host:port, or unix:PATH for bots on
// the same machine. INVALID_ARGUMENT with the value.
absl::Status CheckAdvertised(absl::string_view address);

// The same with a real port in the place of 0: the one of the first of these
// addresses that has one.
std::string WithPortOf(const std::string& address,
                       const std::vector<std::string>& listening);

}  // namespace arena::referee

#endif  // REFEREE_ADVERTISED_ADDRESS_H_
