// The bytes of a connection, with or without TLS.
#ifndef REFEREE_HTTP_BYTE_STREAM_H_
#define REFEREE_HTTP_BYTE_STREAM_H_

#include <cstddef>
#include <memory>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/core/descriptor.h"
#include "referee/http/asio.h"

namespace boost::asio::ssl {
class context;
}

namespace arena::referee {

// Everything happens on one strand. One reads and one writes at a time.
class ByteStream {
 public:
  virtual ~ByteStream() = default;
  // Whether the TLS handshake has succeeded, if there is TLS.
  virtual net::awaitable<bool> Begin() = 0;
  // Returns how many bytes have come; 0 at the end and on a broken connection.
  virtual net::awaitable<size_t> Read(net::mutable_buffer place) = 0;
  // Returns whether all bytes were sent.
  virtual net::awaitable<bool> Write(absl::string_view bytes) = 0;
  // Nothing is written any more, and the other end is told so.
  virtual void EndWriting() = 0;
  // Ends the connection at once, with all reads and writes under way.
  virtual void Cut() = 0;
};

// Takes over an accepted connection. Without a context there is no TLS.
absl::StatusOr<std::unique_ptr<ByteStream>> OpenByteStream(
    Descriptor connection, const net::any_io_executor& strand,
    std::shared_ptr<net::ssl::context> tls);

}  // namespace arena::referee

#endif  // REFEREE_HTTP_BYTE_STREAM_H_
