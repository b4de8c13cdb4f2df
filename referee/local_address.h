// Which callers can reach an address.
#ifndef REFEREE_LOCAL_ADDRESS_H_
#define REFEREE_LOCAL_ADDRESS_H_

#include <string>

namespace arena::referee {

// Whether only programs on this machine can reach a listening address: a Unix
// socket, or a loopback address or "localhost" with a port. A name that only
// begins like a loopback address, such as 127.example.org, can be anywhere.
bool IsLocal(const std::string& address);

}  // namespace arena::referee

#endif  // REFEREE_LOCAL_ADDRESS_H_
