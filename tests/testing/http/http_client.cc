#include "tests/testing/http/http_client.h"

#include <gtest/gtest.h>

#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>
#include <sstream>

namespace arena::testing {
namespace {

namespace http = boost::beast::http;
namespace net = boost::asio;
using boost::system::error_code;

// "http://127.0.0.1:4321" -> "127.0.0.1:4321".
std::string HostIn(const std::string& url) {
  return url.substr(url.find("//") + 2);
}

}  // namespace

HttpClient::HttpClient(const std::string& url) : host_(HostIn(url)) {
  const size_t colon = host_.rfind(':');
  error_code error;
  socket_.connect({net::ip::make_address(host_.substr(0, colon), error),
                   static_cast<uint16_t>(std::stoi(host_.substr(colon + 1)))},
                  error);
  EXPECT_FALSE(error) << url << ": " << error.message();
}

HttpClient::Answer HttpClient::Post(const std::string& target,
                                    const std::string& body,
                                    const Headers& headers) {
  return Ask(http::verb::post, target, body, headers);
}

HttpClient::Answer HttpClient::Get(const std::string& target,
                                   const Headers& headers) {
  return Ask(http::verb::get, target, "", headers);
}

HttpClient::Answer HttpClient::Ask(http::verb verb, const std::string& target,
                                   const std::string& body, Headers headers) {
  headers.emplace("Host", host_);
  Write(RequestText(verb, target, body, headers));
  return Read(verb == http::verb::head);
}

bool HttpClient::Write(const std::string& bytes) {
  error_code error;
  net::write(socket_, net::buffer(bytes), error);
  return !error;
}

HttpClient::Answer HttpClient::Read(bool of_head_request) {
  http::response_parser<http::string_body> parser;
  parser.skip(of_head_request);
  parser.body_limit(size_t{64} << 20);
  error_code error;
  http::read(socket_, buffer_, parser, error);
  if (error) {
    Answer none;
    none.result(0u);
    return none;
  }
  return parser.release();
}

std::string HttpClient::ReadSome() {
  std::string bytes(64 * 1024, '\0');
  error_code error;
  bytes.resize(socket_.read_some(net::buffer(bytes), error));
  return bytes;
}

bool HttpClient::IsClosed() {
  error_code error;
  std::string bytes(64 * 1024, '\0');
  while (!error) socket_.read_some(net::buffer(bytes), error);
  return error == net::error::eof || error == net::error::connection_reset;
}

bool HttpClient::IsCut() {
  error_code error;
  const std::string bytes(64 * 1024, 'x');
  while (!error) net::write(socket_, net::buffer(bytes), error);
  return true;
}

void HttpClient::Leave() {
  error_code ignored;
  socket_.close(ignored);
}

std::string RequestText(http::verb verb, const std::string& target,
                        const std::string& body,
                        const HttpClient::Headers& headers) {
  http::request<http::string_body> request(verb, target, /*version=*/11, body);
  if (!body.empty() || verb == http::verb::post) {
    request.set(http::field::content_type, "application/json");
  }
  for (const auto& [name, value] : headers) request.set(name, value);
  if (request.find(http::field::content_length) == request.end()) {
    request.prepare_payload();
  }
  std::ostringstream text;
  text << request;
  return text.str();
}

}  // namespace arena::testing
