// HTTP/2 by hand, for frames that no gRPC client sends.
#ifndef TESTS_MEASURE_FLOODS_WIRE_H_
#define TESTS_MEASURE_FLOODS_WIRE_H_

#include <openssl/ssl.h>

#include <cstdint>
#include <memory>
#include <string>

namespace arena::floods {

// ---- Frames ----

// As in RFC 9113; `flags` 4 ends headers.
enum class FrameType : uint8_t {
  kData = 0,
  kHeaders = 1,
  kReset = 3,
  kSettings = 4,
  kPing = 6,
  kContinuation = 9,
};
std::string Frame(FrameType type, uint8_t flags, uint32_t stream,
                  const std::string& payload);
// Returns a client's first bytes: the preface, and empty SETTINGS.
std::string Greeting();
// Returns the header block of a call, e.g. of /arena.v1.PlayService/Play.
std::string CallHeaders(const std::string& path);

// ---- Connections ----

// A connection to host:port or to unix:PATH. With TLS the server's certificate
// is not checked. Not thread-safe.
class Wire {
 public:
  Wire(const std::string& address, bool tls);
  ~Wire();
  Wire(const Wire&) = delete;
  Wire& operator=(const Wire&) = delete;

  // Whether the connection is open, as far as is known.
  bool open() const { return open_; }
  // Sends all bytes. Gives up if the other side has closed, or takes nothing
  // for half a second.
  void Send(const std::string& bytes);
  // Reads and drops all bytes that have come, without waiting.
  void Drain();

 private:
  struct FreeTls {
    void operator()(SSL* tls) const { SSL_free(tls); }
  };

  // Returns whether the connection succeeded.
  bool DialHost(const std::string& address);
  bool DialUnix(const std::string& path);
  bool StartTls();

  int socket_ = -1;
  bool open_ = false;
  std::unique_ptr<SSL, FreeTls> tls_;
};

}  // namespace arena::floods

#endif  // TESTS_MEASURE_FLOODS_WIRE_H_
