#include "tests/measure/floods/wire.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace arena::floods {
namespace {

constexpr timeval kStepTime = {.tv_sec = 0, .tv_usec = 500000};

// Returns a length or a string of less than 127 bytes, in HPACK without Huffman
// code.
std::string Text(const std::string& text) {
  return static_cast<char>(text.size()) + text;
}
// Returns a header field that no table remembers.
std::string Field(const std::string& name, const std::string& value) {
  return '\0' + Text(name) + Text(value);
}

SSL_CTX* ContextOfAll() {
  static SSL_CTX* const context = SSL_CTX_new(TLS_client_method());
  return context;
}

}  // namespace

std::string Frame(FrameType type, uint8_t flags, uint32_t stream,
                  const std::string& payload) {
  const auto size = static_cast<uint32_t>(payload.size());
  std::string frame;
  for (const int shift : {16, 8, 0}) {
    frame += static_cast<char>(size >> shift);
  }
  frame += static_cast<char>(type);
  frame += static_cast<char>(flags);
  for (const int shift : {24, 16, 8, 0}) {
    frame += static_cast<char>(stream >> shift);
  }
  return frame + payload;
}

std::string Greeting() {
  return "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" +
         Frame(FrameType::kSettings, 0, 0, "");
}

std::string CallHeaders(const std::string& path) {
  return Field(":method", "POST") + Field(":scheme", "http") +
         Field(":path", path) + Field(":authority", "localhost") +
         Field("content-type", "application/grpc") + Field("te", "trailers");
}

Wire::Wire(const std::string& address, bool tls) {
  constexpr char kUnix[] = "unix:";
  const bool is_unix = address.rfind(kUnix, 0) == 0;
  socket_ = socket(is_unix ? AF_UNIX : AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  for (const int option : {SO_SNDTIMEO, SO_RCVTIMEO}) {
    setsockopt(socket_, SOL_SOCKET, option, &kStepTime, sizeof(kStepTime));
  }
  open_ =
      (is_unix ? DialUnix(address.substr(strlen(kUnix))) : DialHost(address)) &&
      (!tls || StartTls());
}

bool Wire::DialUnix(const std::string& path) {
  sockaddr_un server = {};
  server.sun_family = AF_UNIX;
  path.copy(server.sun_path, sizeof(server.sun_path) - 1);
  return connect(socket_, reinterpret_cast<const sockaddr*>(&server),
                 sizeof(server)) == 0;
}

bool Wire::DialHost(const std::string& address) {
  // The kernel chooses the port when the other end is known.
  constexpr int kYes = 1;
  setsockopt(socket_, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &kYes, sizeof(kYes));
  const size_t colon = address.rfind(':');
  sockaddr_in server = {};
  server.sin_family = AF_INET;
  inet_pton(AF_INET, address.substr(0, colon).c_str(), &server.sin_addr);
  server.sin_port = htons(std::stoi(address.substr(colon + 1)));
  // This must not be the address that the honest bots have at a proxy.
  sockaddr_in here = {};
  here.sin_family = AF_INET;
  inet_pton(AF_INET, "127.0.0.2", &here.sin_addr);
  bind(socket_, reinterpret_cast<const sockaddr*>(&here), sizeof(here));
  return connect(socket_, reinterpret_cast<const sockaddr*>(&server),
                 sizeof(server)) == 0;
}

Wire::~Wire() {
  tls_.reset();
  close(socket_);
}

bool Wire::StartTls() {
  constexpr unsigned char kHttp2[] = {2, 'h', '2'};
  tls_.reset(SSL_new(ContextOfAll()));
  SSL_set_alpn_protos(tls_.get(), kHttp2, sizeof(kHttp2));
  SSL_set_fd(tls_.get(), socket_);
  return SSL_connect(tls_.get()) == 1;
}

void Wire::Send(const std::string& bytes) {
  size_t sent = 0;
  while (open_ && sent < bytes.size()) {
    const char* const rest = bytes.data() + sent;
    const size_t size = bytes.size() - sent;
    const ssize_t now =
        tls_ != nullptr ? SSL_write(tls_.get(), rest, static_cast<int>(size))
                        : send(socket_, rest, size, MSG_NOSIGNAL);
    if (now <= 0) open_ = false;
    sent += now > 0 ? now : 0;
  }
}

void Wire::Drain() {
  char bytes[65536];
  // Bytes that TLS has wrapped are dropped as they are.
  const ssize_t count = recv(socket_, bytes, sizeof(bytes), MSG_DONTWAIT);
  if (count == 0 || (count < 0 && errno != EAGAIN)) open_ = false;
}

}  // namespace arena::floods
