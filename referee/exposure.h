// Decides which protection the addresses of a referee need.
#ifndef REFEREE_EXPOSURE_H_
#define REFEREE_EXPOSURE_H_

#include <string>

#include "absl/status/status.h"
#include "referee/server_options.h"

namespace arena::referee {

// Whether connections to this address have TLS.
bool UsesTls(const ServerOptions& options, const std::string& address);

// Whether every call needs a token. Without tokens every caller is an admin. No
// tokens are needed if only users of this machine can call, or if the operator
// says so. Others can call as well if there is a proxy, or if the operator lets
// the public watch.
bool NeedsTokens(const ServerOptions& options);

// OK if the referee may listen on each address with the TLS that it has.
// INVALID_ARGUMENT names the flag.
absl::Status CheckAddresses(const ServerOptions& options);

// UNAVAILABLE names the flag of a Unix socket that a process listens on.
absl::Status CheckNoneTaken(const ServerOptions& options);

}  // namespace arena::referee

#endif  // REFEREE_EXPOSURE_H_
