// The server under test of the conformance suite. Its methods are called by
// HTTP, as those of the referee are. A method answers as each request demands,
// and reports what it saw of the request. The suite says on standard input what
// it wants and reads the server's address on standard output. The suite ends
// the program by a signal.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/cord.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "arena/core/check.h"
#include "connectrpc/conformance/v1/server_compat.pb.h"
#include "connectrpc/conformance/v1/service.pb.h"
#include "referee/calls/method.h"
#include "referee/http/connect_handler.h"
#include "referee/http/http_call.h"
#include "referee/http/http_server.h"
#include "tests/testing/http/local_listener.h"

namespace arena::testing {
namespace {

namespace suite = connectrpc::conformance::v1;

using google::protobuf::Message;
using referee::Call;
using referee::ConnectHandler;
using referee::Exchange;
using referee::HttpCall;
using referee::HttpServer;
using referee::Metadata;
using referee::TlsContext;
using RequestInfo = suite::ConformancePayload::RequestInfo;
using Headers = google::protobuf::RepeatedPtrField<suite::Header>;

// Metadata with the query of a request by GET, which a method cannot see.
constexpr char kQuery[] = "conformance-query";

// The methods are open to all, and called by HTTP. The suite wants one method
// to be UNIMPLEMENTED; the other methods that are missing here need a stream of
// requests. Thread-safe.
class ConformanceMethods final : public referee::MethodTable {
 public:
  ConformanceMethods();

  void Begin(const std::shared_ptr<referee::Call>& call,
             const referee::Method& method,
             std::shared_ptr<const google::protobuf::Message> request) override;
};

void AddHeaders(const HttpCall& call, RequestInfo& info) {
  std::map<std::string, suite::Header> headers;
  for (const auto& [name, value] : call.metadata()) {
    headers[name].set_name(name);
    headers[name].add_value(value);
  }
  for (const auto& [name, header] : headers) {
    *info.add_request_headers() = header;
  }
}

void AddQuery(const HttpCall& call, RequestInfo& info) {
  const absl::string_view query = call.MetadataOf(kQuery);
  if (query.empty()) return;
  for (absl::string_view part : absl::StrSplit(query, '&')) {
    const std::pair<std::string, std::string> entry =
        absl::StrSplit(part, absl::MaxSplits('=', 1));
    suite::Header& header =
        *info.mutable_connect_get_info()->add_query_params();
    header.set_name(entry.first);
    header.add_value(entry.second);
  }
}

RequestInfo InfoOf(const HttpCall& call, const Message& request) {
  RequestInfo info;
  AddHeaders(call, info);
  AddQuery(call, info);
  if (call.deadline() != absl::InfiniteFuture()) {
    info.set_timeout_ms(
        absl::ToInt64Milliseconds(call.deadline() - absl::Now()));
  }
  info.add_requests()->PackFrom(request);
  return info;
}

void Add(const Headers& headers, referee::Metadata& metadata) {
  for (const suite::Header& header : headers) {
    for (const std::string& value : header.value()) {
      metadata.emplace_back(header.name(), value);
    }
  }
}

absl::Status StatusOf(const suite::Error& error, const RequestInfo* info) {
  absl::Status status(static_cast<absl::StatusCode>(error.code()),
                      error.message());
  google::protobuf::RepeatedPtrField<google::protobuf::Any> details =
      error.details();
  if (info != nullptr) details.Add()->PackFrom(*info);
  for (const auto& detail : details) {
    status.SetPayload(detail.type_url(), absl::Cord(detail.value()));
  }
  return status;
}

void Wait(uint32_t milliseconds) {
  absl::SleepFor(absl::Milliseconds(milliseconds));
}

// Answers on a thread of its own.
template <typename Request, typename Response>
void AnswerUnary(const std::shared_ptr<HttpCall>& call,
                 const Request& request) {
  std::thread([call, request] {
    const suite::UnaryResponseDefinition& wanted =
        request.response_definition();
    const RequestInfo info = InfoOf(*call, request);
    Add(wanted.response_headers(), call->headers);
    Add(wanted.response_trailers(), call->trailers);
    Wait(wanted.response_delay_ms());
    if (wanted.has_error())
      return call->Finish(StatusOf(wanted.error(), &info));
    Response response;
    *response.mutable_payload()->mutable_request_info() = info;
    response.mutable_payload()->set_data(wanted.response_data());
    call->Respond(response);
  }).detach();
}

class Stream final : public referee::CallStream {
 public:
  Stream(std::shared_ptr<HttpCall> call, suite::ServerStreamRequest request)
      : call_(std::move(call)),
        request_(std::move(request)),
        info_(InfoOf(*call_, request_)) {}

  void Begin() override {
    Add(wanted().response_headers(), call_->headers);
    Add(wanted().response_trailers(), call_->trailers);
    WriteNext();
  }
  void OnWritten(bool ok) override {
    ok ? WriteNext() : call_->Finish(absl::CancelledError());
  }
  void OnRevoked(const absl::Status&) override {}

 private:
  const suite::StreamResponseDefinition& wanted() const {
    return request_.response_definition();
  }
  void WriteNext() {
    std::thread([self = shared_from_this(), this] {
      if (next_ == wanted().response_data_size()) return call_->Finish(End());
      Wait(wanted().response_delay_ms());
      suite::ServerStreamResponse response;
      response.mutable_payload()->set_data(wanted().response_data(next_));
      if (next_++ == 0) {
        *response.mutable_payload()->mutable_request_info() = info_;
      }
      call_->Write(referee::Packed(response));
    }).detach();
  }
  absl::Status End() const {
    if (!wanted().has_error()) return absl::OkStatus();
    // Only an error without a message before it repeats the request.
    return StatusOf(wanted().error(), next_ == 0 ? &info_ : nullptr);
  }

  const std::shared_ptr<HttpCall> call_;
  const suite::ServerStreamRequest request_;
  const RequestInfo info_;
  int next_ = 0;
};

class NoPlace final : public referee::StreamPlace {
 public:
  void NoteMessage() override {}
};

std::vector<referee::Method> Rows() {
  std::vector<referee::Method> rows;
  const auto& service = *suite::UnaryRequest::descriptor()->file()->service(0);
  for (int i = 0; i < service.method_count(); ++i) {
    rows.push_back({.descriptor = service.method(i), .permission = {}});
  }
  return rows;
}

ConformanceMethods::ConformanceMethods() : MethodTable(Rows()) {}

void ConformanceMethods::Begin(const std::shared_ptr<Call>& call,
                               const referee::Method& method,
                               std::shared_ptr<const Message> request) {
  const auto http = std::static_pointer_cast<HttpCall>(call);
  const std::string& name = method.descriptor->name();
  if (name == "Unary") {
    AnswerUnary<suite::UnaryRequest, suite::UnaryResponse>(
        http, static_cast<const suite::UnaryRequest&>(*request));
  } else if (name == "IdempotentUnary") {
    AnswerUnary<suite::IdempotentUnaryRequest, suite::IdempotentUnaryResponse>(
        http, static_cast<const suite::IdempotentUnaryRequest&>(*request));
  } else if (name == "ServerStream") {
    call->Attach(
        std::make_shared<Stream>(
            http, static_cast<const suite::ServerStreamRequest&>(*request)),
        std::make_unique<NoPlace>());
  } else {
    call->Finish(absl::UnimplementedError(absl::StrCat("no ", name)));
  }
}

constexpr size_t kMaxMessageBytes = size_t{4} << 20;
// A body has an envelope, and may be larger than the message that is packed in
// it. A body that is larger by far is refused before it is read.
constexpr size_t kRoom = size_t{1} << 20;

// The size stands before each message, in network byte order.
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

// Returns the query of a call, which a method cannot see otherwise.
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
