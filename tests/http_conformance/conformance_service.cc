#include "tests/http_conformance/conformance_service.h"

#include <map>
#include <string>
#include <utility>

#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "arena/rpc/rpc_status.pb.h"

namespace arena::testing {
namespace {

using google::protobuf::Message;
using RequestInfo = suite::ConformancePayload::RequestInfo;
using Headers = google::protobuf::RepeatedPtrField<suite::Header>;

void AddHeaders(const grpc::ServerContext& context, RequestInfo& info) {
  std::map<std::string, suite::Header> headers;
  for (const auto& [key, value] : context.client_metadata()) {
    const std::string name(key.data(), key.size());
    headers[name].set_name(name);
    headers[name].add_value(std::string(value.data(), value.size()));
  }
  for (const auto& [name, header] : headers) {
    *info.add_request_headers() = header;
  }
}

void AddQuery(const grpc::ServerContext& context, RequestInfo& info) {
  const auto query = context.client_metadata().find(kQuery);
  if (query == context.client_metadata().end()) return;
  for (absl::string_view part : absl::StrSplit(
           absl::string_view(query->second.data(), query->second.size()),
           '&')) {
    const std::pair<std::string, std::string> entry =
        absl::StrSplit(part, absl::MaxSplits('=', 1));
    suite::Header& header =
        *info.mutable_connect_get_info()->add_query_params();
    header.set_name(entry.first);
    header.add_value(entry.second);
  }
}

RequestInfo InfoOf(const grpc::ServerContext& context, const Message& request) {
  RequestInfo info;
  AddHeaders(context, info);
  AddQuery(context, info);
  const absl::Time deadline = absl::FromChrono(context.deadline());
  // Without a deadline gRPC has one in the far future.
  if (deadline < absl::Now() + absl::Hours(24 * 365)) {
    info.set_timeout_ms(absl::ToInt64Milliseconds(deadline - absl::Now()));
  }
  info.add_requests()->PackFrom(request);
  return info;
}

void SendHeaders(const Headers& headers, const Headers& trailers,
                 grpc::ServerContext& context) {
  for (const suite::Header& header : headers) {
    for (const std::string& value : header.value()) {
      context.AddInitialMetadata(header.name(), value);
    }
  }
  for (const suite::Header& trailer : trailers) {
    for (const std::string& value : trailer.value()) {
      context.AddTrailingMetadata(trailer.name(), value);
    }
  }
}

grpc::Status StatusOf(const suite::Error& error, const RequestInfo* info) {
  arena::RpcStatus status;
  status.set_code(error.code());
  status.set_message(error.message());
  *status.mutable_details() = error.details();
  if (info != nullptr) status.add_details()->PackFrom(*info);
  return {static_cast<grpc::StatusCode>(error.code()), error.message(),
          status.SerializeAsString()};
}

void Wait(uint32_t milliseconds) {
  absl::SleepFor(absl::Milliseconds(milliseconds));
}

template <typename Request, typename Response>
grpc::Status AnswerUnary(grpc::ServerContext& context, const Request& request,
                         Response& response) {
  const suite::UnaryResponseDefinition& wanted = request.response_definition();
  const RequestInfo info = InfoOf(context, request);
  SendHeaders(wanted.response_headers(), wanted.response_trailers(), context);
  Wait(wanted.response_delay_ms());
  if (wanted.has_error()) return StatusOf(wanted.error(), &info);
  *response.mutable_payload()->mutable_request_info() = info;
  response.mutable_payload()->set_data(wanted.response_data());
  return grpc::Status::OK;
}

}  // namespace

grpc::Status ConformanceService::Unary(grpc::ServerContext* context,
                                       const suite::UnaryRequest* request,
                                       suite::UnaryResponse* response) {
  return AnswerUnary(*context, *request, *response);
}

grpc::Status ConformanceService::IdempotentUnary(
    grpc::ServerContext* context, const suite::IdempotentUnaryRequest* request,
    suite::IdempotentUnaryResponse* response) {
  return AnswerUnary(*context, *request, *response);
}

grpc::Status ConformanceService::ServerStream(
    grpc::ServerContext* context, const suite::ServerStreamRequest* request,
    grpc::ServerWriter<suite::ServerStreamResponse>* writer) {
  const suite::StreamResponseDefinition& wanted =
      request->response_definition();
  const RequestInfo info = InfoOf(*context, *request);
  SendHeaders(wanted.response_headers(), wanted.response_trailers(), *context);
  writer->SendInitialMetadata();
  bool first = true;
  for (const std::string& data : wanted.response_data()) {
    Wait(wanted.response_delay_ms());
    suite::ServerStreamResponse response;
    response.mutable_payload()->set_data(data);
    if (std::exchange(first, false)) {
      *response.mutable_payload()->mutable_request_info() = info;
    }
    if (!writer->Write(response)) return grpc::Status::CANCELLED;
  }
  if (!wanted.has_error()) return grpc::Status::OK;
  // With a message before it the error does not tell of the request again.
  return StatusOf(wanted.error(), first ? &info : nullptr);
}

}  // namespace arena::testing
