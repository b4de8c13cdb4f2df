// The address at which a referee tells bots to reach it.
#ifndef REFEREE_DOOR_ADVERTISED_ADDRESS_H_
#define REFEREE_DOOR_ADVERTISED_ADDRESS_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace arena::referee {

// INVALID_ARGUMENT with the value unless a bot elsewhere could dial it:
// host:port, or unix:PATH for bots on the same machine.
absl::Status CheckAdvertised(absl::string_view address);

// The address with a real port in place of 0: the port of the first of the
// `listening` addresses that has one.
std::string WithPortOf(const std::string& address,
                       const std::vector<std::string>& listening);

}  // namespace arena::referee

#endif  // REFEREE_DOOR_ADVERTISED_ADDRESS_H_
