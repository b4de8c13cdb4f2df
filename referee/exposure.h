// Who can reach a referee, and what therefore protects its addresses.
#ifndef REFEREE_EXPOSURE_H_
#define REFEREE_EXPOSURE_H_

#include <string>

#include "absl/status/status.h"
#include "referee/server_options.h"

namespace arena::referee {

// Whether connections to this address have TLS.
bool UsesTls(const ServerOptions& options, const std::string& address);

// Whether every call needs a token. Without tokens every caller is an admin.
// That is so if only users of this machine can call, or if the operator says so.
// A proxy lets others call, and so does the operator that lets the public watch.
bool NeedsTokens(const ServerOptions& options);

// Whether each address may be listened on, with what there is of TLS.
// INVALID_ARGUMENT names the flag.
absl::Status CheckAddresses(const ServerOptions& options);

// UNAVAILABLE names the flag of a Unix socket that a process listens on.
absl::Status CheckNoneTaken(const ServerOptions& options);

}  // namespace arena::referee

#endif  // REFEREE_EXPOSURE_H_
