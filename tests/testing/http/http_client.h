// A client of plain HTTP for tests: it has one connection and waits for
// answers.
#ifndef TESTS_TESTING_HTTP_HTTP_CLIENT_H_
#define TESTS_TESTING_HTTP_HTTP_CLIENT_H_

// Boost 1.74 uses std::exchange without including it.
#include <utility>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <map>
#include <string>

namespace arena::testing {

class HttpClient {
 public:
  using Headers = std::map<std::string, std::string>;
  using Answer = boost::beast::http::response<boost::beast::http::string_body>;

  // `url`: "http://127.0.0.1:4321". If the client cannot connect, the test
  // fails.
  explicit HttpClient(const std::string& url);

  // A request with a body in JSON.
  Answer Post(const std::string& target, const std::string& body,
              const Headers& headers = {});
  Answer Get(const std::string& target, const Headers& headers = {});
  // Any request; headers that `headers` does not have are filled in.
  Answer Ask(boost::beast::http::verb verb, const std::string& target,
             const std::string& body, Headers headers);

  // ---- Piece by piece ----
  // Whether all bytes were taken.
  bool Write(const std::string& bytes);
  // The answer to the written request. Status 0 if there is none.
  Answer Read(bool of_head_request = false);
  // The next bytes, as soon as there are any; empty at the end.
  std::string ReadSome();
  // Reads to the end. Returns whether the server closes the connection.
  bool IsClosed();
  // Sends until the server takes no more bytes.
  bool IsCut();
  // Closes the connection.
  void Leave();

 private:
  const std::string host_;
  boost::asio::io_context context_;
  boost::asio::ip::tcp::socket socket_{context_};
  boost::beast::flat_buffer buffer_;
};

// The text of a request as it goes over the wire.
std::string RequestText(boost::beast::http::verb verb,
                        const std::string& target, const std::string& body,
                        const HttpClient::Headers& headers);

}  // namespace arena::testing

#endif  // TESTS_TESTING_HTTP_HTTP_CLIENT_H_
