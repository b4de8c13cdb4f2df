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
  // Whether the caller's program has agreed on TLS, if there is any.
  virtual net::awaitable<bool> Begin() = 0;
  // How many bytes have come; 0 at the end, and when it is broken.
  virtual net::awaitable<size_t> Read(net::mutable_buffer place) = 0;
  // Whether all was sent.
  virtual net::awaitable<bool> Write(absl::string_view bytes) = 0;
  // Nothing is written any more; the other end is told so.
  virtual void EndWriting() = 0;
  // Ends it at once; what reads or writes ends, too.
  virtual void Cut() = 0;
};

// Takes over an accepted connection. Without a context there is no TLS.
absl::StatusOr<std::unique_ptr<ByteStream>> OpenByteStream(
    Descriptor connection, const net::any_io_executor& strand,
    std::shared_ptr<net::ssl::context> tls);

}  // namespace arena::referee

#endif  // REFEREE_HTTP_BYTE_STREAM_H_
