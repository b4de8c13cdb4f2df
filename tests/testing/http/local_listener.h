// A socket that listens on this machine.
#ifndef TESTS_TESTING_HTTP_LOCAL_LISTENER_H_
#define TESTS_TESTING_HTTP_LOCAL_LISTENER_H_

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <string>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"

namespace arena::testing {

// Listens at a port that the system chooses.
class LocalListener {
 public:
  LocalListener() : socket_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    auto* const any = reinterpret_cast<sockaddr*>(&address);
    socklen_t size = sizeof(address);
    ARENA_CHECK(bind(socket_, any, size) == 0);
    ARENA_CHECK(listen(socket_, SOMAXCONN) == 0);
    ARENA_CHECK(getsockname(socket_, any, &size) == 0);
    port_ = ntohs(address.sin_port);
  }
  ~LocalListener() { close(socket_); }
  LocalListener(const LocalListener&) = delete;
  LocalListener& operator=(const LocalListener&) = delete;

  uint16_t port() const { return port_; }
  std::string url() const { return absl::StrCat("http://127.0.0.1:", port_); }

  // Waits for the next connection. The caller owns its socket, which does not
  // block.
  int Accept() const {
    return accept4(socket_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
  }

 private:
  const int socket_;
  uint16_t port_ = 0;
};

}  // namespace arena::testing

#endif  // TESTS_TESTING_HTTP_LOCAL_LISTENER_H_
