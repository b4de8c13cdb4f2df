// The network, in all ways that a program may know.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstring>

#include "tests/arena/sandbox/escapes/escape.h"

namespace arena::escapes {
namespace {

sockaddr_in Local(int port) {
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

template <typename Address>
bool Connects(int socket, const Address& address, size_t size) {
  return connect(socket, reinterpret_cast<const sockaddr*>(&address),
                 static_cast<socklen_t>(size)) == 0;
}

std::string Tcp(const Given& given) {
  const sockaddr_in address = Local(std::stoi(given.at("tcp")));
  const int line = socket(AF_INET, SOCK_STREAM, 0);
  return line >= 0 && Connects(line, address, sizeof(address)) ? "a connection"
                                                               : "";
}

std::string SendTo(int port) {
  const sockaddr_in address = Local(port);
  const int line = socket(AF_INET, SOCK_DGRAM, 0);
  if (line < 0) return "";
  const ssize_t sent =
      sendto(line, "deal", 4, 0, reinterpret_cast<const sockaddr*>(&address),
             sizeof(address));
  return sent == 4 ? "a datagram sent" : "";
}

std::string Udp(const Given& given) {
  return SendTo(std::stoi(given.at("udp")));
}

std::string Dns(const Given&) {
  constexpr int kDns = 53;
  return SendTo(kDns);
}

// A socket whose name is in no folder, but in the network namespace.
std::string Abstract(const Given& given) {
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  const std::string name = given.at("abstract");
  std::memcpy(address.sun_path + 1, name.data(), name.size());
  const int line = socket(AF_UNIX, SOCK_STREAM, 0);
  const size_t size = offsetof(sockaddr_un, sun_path) + 1 + name.size();
  return line >= 0 && Connects(line, address, size) ? "a connection" : "";
}

// Sockets for packets, tables of the kernel, the host of a virtual machine,
// ciphers.
std::string OddSockets(const Given& given) {
  constexpr std::array kFamilies = {AF_INET6, AF_NETLINK, AF_PACKET,
                                    AF_VSOCK, AF_ALG,     AF_BLUETOOTH};
  for (const int family : kFamilies) {
    if (family == AF_INET6 && given.contains("network")) continue;
    for (const int type : {SOCK_STREAM, SOCK_DGRAM, SOCK_RAW, SOCK_SEQPACKET}) {
      if (socket(family, type, 0) >= 0) {
        return "a socket of family " + std::to_string(family);
      }
    }
  }
  return "";
}

}  // namespace

Escapes NetworkEscapes() {
  return {{"tcp", Tcp},
          {"udp", Udp},
          {"dns", Dns},
          {"abstract_socket", Abstract},
          {"odd_sockets", OddSockets}};
}

}  // namespace arena::escapes
