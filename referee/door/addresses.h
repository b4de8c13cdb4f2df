// The addresses that a referee listens on, and the one at which it tells bots
// to reach it.
#ifndef REFEREE_DOOR_ADDRESSES_H_
#define REFEREE_DOOR_ADDRESSES_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace arena::referee {

// INVALID_ARGUMENT unless the address is host:port or unix:PATH. gRPC would
// take an address without a port for one with port 443. Errors name the flag,
// such as --http, that the address comes from.
absl::Status CheckListening(absl::string_view flag, const std::string& address);

// UNAVAILABLE if a process listens on the address, a Unix socket: gRPC would
// take the path away from it. A socket that a dead process has left is free.
absl::Status CheckNotTaken(absl::string_view flag, const std::string& address);

// Whether a process listens on the Unix socket of this path.
bool IsListenedOn(absl::string_view path);

// Whether only programs on this machine can reach an address: a Unix socket, or
// a loopback address or "localhost" with a port. A name that only begins like a
// loopback address, such as 127.example.org, can be anywhere.
bool IsLocal(const std::string& address);

// INVALID_ARGUMENT with the value unless a bot elsewhere could dial it:
// host:port, or unix:PATH for bots on the same machine.
absl::Status CheckAdvertised(absl::string_view address);

// The address with a real port in place of 0: the port of the first of the
// `listening` addresses that has one.
std::string WithPortOf(const std::string& address,
                       const std::vector<std::string>& listening);

}  // namespace arena::referee

#endif  // REFEREE_DOOR_ADDRESSES_H_
