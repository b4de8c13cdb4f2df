// The server under test: the methods of the conformance suite, called by HTTP
// as those of the referee are. The suite says on standard input what it
// wants, is told on standard output where that is, and ends the program by a
// signal.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include "arena/core/check.h"
#include "connectrpc/conformance/v1/server_compat.pb.h"
#include "referee/http/connect_handler.h"
#include "referee/http/http_server.h"
#include "tests/http_conformance/conformance_service.h"
#include "tests/testing/http/local_listener.h"

namespace arena::testing {
namespace {

namespace suite = connectrpc::conformance::v1;

using referee::ConnectHandler;
using referee::Exchange;
using referee::HttpServer;
using referee::Metadata;
using referee::TlsContext;

constexpr size_t kMaxMessageBytes = size_t{4} << 20;
// A body may be larger than the message that is packed in it, and has an
// envelope. What is larger by far is refused before it is read.
constexpr size_t kRoom = size_t{1} << 20;

// Messages have their size before them, in the order of bytes of networks.
suite::ServerCompatRequest ReadRequest() {
  uint32_t size = 0;
  ARENA_CHECK(fread(&size, sizeof(size), 1, stdin) == 1, "no request");
  std::string bytes(ntohl(size), '\0');
  ARENA_CHECK(fread(bytes.data(), 1, bytes.size(), stdin) == bytes.size());
  suite::ServerCompatRequest request;
  ARENA_CHECK(request.ParseFromString(bytes));
  return request;
}

void WriteResponse(const suite::ServerCompatResponse& response) {
  const std::string bytes = response.SerializeAsString();
  const uint32_t size = htonl(static_cast<uint32_t>(bytes.size()));
  fwrite(&size, sizeof(size), 1, stdout);
  fwrite(bytes.data(), 1, bytes.size(), stdout);
  fflush(stdout);
}

std::shared_ptr<TlsContext> OpenTls(const suite::TLSCreds& credentials) {
  std::string folder =
      (std::filesystem::temp_directory_path() / "conformance-XXXXXX").string();
  ARENA_CHECK(mkdtemp(folder.data()) != nullptr, folder);
  const referee::TlsFiles files = {.certificate = folder + "/cert.pem",
                                   .key = folder + "/key.pem"};
  std::ofstream(files.certificate) << credentials.cert();
  std::ofstream(files.key) << credentials.key();
  auto context = TlsContext::Open(files);
  ARENA_CHECK(context.ok(), context.status().message());
  std::filesystem::remove_all(folder);
  return *std::move(context);
}

// What the methods need to know and is nowhere in a call.
Metadata QueryIn(const Exchange& exchange) {
  const std::string target(exchange.request().target());
  const size_t mark = target.find('?');
  if (mark == target.npos) return {};
  return {{kQuery, target.substr(mark + 1)}};
}

void Serve(const suite::ServerCompatRequest& request) {
  const std::shared_ptr<TlsContext> tls =
      request.use_tls() ? OpenTls(request.server_creds()) : nullptr;
  const size_t most = request.message_receive_limit() > 0
                          ? request.message_receive_limit()
                          : kMaxMessageBytes;
  ConformanceMethods methods;
  ConnectHandler handler(
      methods, {.max_message_bytes = most, .more_metadata = QueryIn});
  HttpServer http({.limits = {.body_bytes = most + kRoom}}, handler);
  suite::ServerCompatResponse response;
  const LocalListener listener;
  response.set_host("127.0.0.1");
  response.set_port(listener.port());
  response.set_pem_cert(request.server_creds().cert());
  WriteResponse(response);
  while (true) {
    Descriptor connection(listener.Accept());
    if (connection.is_open()) http.Take(std::move(connection), "", tls);
  }
}

}  // namespace
}  // namespace arena::testing

int main() { arena::testing::Serve(arena::testing::ReadRequest()); }
