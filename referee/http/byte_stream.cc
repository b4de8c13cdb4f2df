#include "referee/http/byte_stream.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <boost/asio/buffer.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/write.hpp>
#include <utility>

#include "absl/status/status.h"

namespace arena::referee {
namespace {

using Socket = net::generic::stream_protocol::socket;
using boost::system::error_code;

auto Into(error_code& error) {
  return net::redirect_error(net::use_awaitable, error);
}

// Acknowledges bytes at once. A caller that sends the headers and the body of a
// request separately does not send the body before the headers are acknowledged
// (Nagle's algorithm), and the system would delay the acknowledgement by 40 ms.
// The option holds only for a while.
void AcknowledgeAtOnce(Socket& socket) {
  const int on = 1;
  setsockopt(socket.native_handle(), IPPROTO_TCP, TCP_QUICKACK, &on,
             sizeof(on));
}

template <typename Stream>
net::awaitable<size_t> ReadFrom(Stream& stream, net::mutable_buffer place) {
  error_code error;
  const size_t count =
      co_await stream.async_read_some(net::buffer(place), Into(error));
  co_return error ? 0 : count;
}

template <typename Stream>
net::awaitable<bool> WriteTo(Stream& stream, absl::string_view bytes) {
  error_code error;
  co_await net::async_write(stream, net::buffer(bytes.data(), bytes.size()),
                            Into(error));
  co_return !error;
}

void EndWritingTo(Socket& socket) {
  error_code ignored;
  socket.shutdown(Socket::shutdown_send, ignored);
}

void CutSocket(Socket& socket) {
  error_code ignored;
  socket.close(ignored);
}

class PlainStream final : public ByteStream {
 public:
  explicit PlainStream(Socket socket) : socket_(std::move(socket)) {}

  net::awaitable<bool> Begin() override { co_return true; }
  net::awaitable<size_t> Read(net::mutable_buffer place) override {
    AcknowledgeAtOnce(socket_);
    return ReadFrom(socket_, place);
  }
  net::awaitable<bool> Write(absl::string_view bytes) override {
    return WriteTo(socket_, bytes);
  }
  void EndWriting() override { EndWritingTo(socket_); }
  void Cut() override { CutSocket(socket_); }

 private:
  Socket socket_;
};

class TlsStream final : public ByteStream {
 public:
  TlsStream(Socket socket, std::shared_ptr<net::ssl::context> context)
      : context_(std::move(context)), stream_(std::move(socket), *context_) {}

  net::awaitable<bool> Begin() override {
    error_code error;
    co_await stream_.async_handshake(net::ssl::stream_base::server,
                                     Into(error));
    co_return !error;
  }
  net::awaitable<size_t> Read(net::mutable_buffer place) override {
    AcknowledgeAtOnce(stream_.next_layer());
    return ReadFrom(stream_, place);
  }
  net::awaitable<bool> Write(absl::string_view bytes) override {
    return WriteTo(stream_, bytes);
  }
  void EndWriting() override { EndWritingTo(stream_.next_layer()); }
  void Cut() override { CutSocket(stream_.next_layer()); }

 private:
  const std::shared_ptr<net::ssl::context> context_;
  net::ssl::stream<Socket> stream_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<ByteStream>> OpenByteStream(
    Descriptor connection, const net::any_io_executor& strand,
    std::shared_ptr<net::ssl::context> tls) {
  int family = AF_UNIX;
  socklen_t size = sizeof(family);
  getsockopt(connection.get(), SOL_SOCKET, SO_DOMAIN, &family, &size);
  Socket socket(strand);
  error_code error;
  socket.assign(net::generic::stream_protocol(family, 0), connection.get(),
                error);
  if (error) return absl::UnavailableError(error.message());
  connection.Release();
  std::unique_ptr<ByteStream> stream;
  if (tls == nullptr) {
    stream = std::make_unique<PlainStream>(std::move(socket));
  } else {
    stream = std::make_unique<TlsStream>(std::move(socket), std::move(tls));
  }
  return stream;
}

}  // namespace arena::referee
