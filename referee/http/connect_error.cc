#include "referee/http/connect_error.h"

#include <nlohmann/json.hpp>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/strip.h"
#include "arena/rpc/rpc_status.pb.h"

namespace arena::referee {
namespace {

using Json = nlohmann::ordered_json;

struct Code {
  grpc::StatusCode code;
  absl::string_view name;
  int http;
};

// https://connectrpc.com/docs/protocol#error-codes
constexpr Code kCodes[] = {
    {grpc::CANCELLED, "canceled", 499},
    {grpc::UNKNOWN, "unknown", 500},
    {grpc::INVALID_ARGUMENT, "invalid_argument", 400},
    {grpc::DEADLINE_EXCEEDED, "deadline_exceeded", 504},
    {grpc::NOT_FOUND, "not_found", 404},
    {grpc::ALREADY_EXISTS, "already_exists", 409},
    {grpc::PERMISSION_DENIED, "permission_denied", 403},
    {grpc::RESOURCE_EXHAUSTED, "resource_exhausted", 429},
    {grpc::FAILED_PRECONDITION, "failed_precondition", 400},
    {grpc::ABORTED, "aborted", 409},
    {grpc::OUT_OF_RANGE, "out_of_range", 400},
    {grpc::UNIMPLEMENTED, "unimplemented", 501},
    {grpc::INTERNAL, "internal", 500},
    {grpc::UNAVAILABLE, "unavailable", 503},
    {grpc::DATA_LOSS, "data_loss", 500},
    {grpc::UNAUTHENTICATED, "unauthenticated", 401},
};

const Code& Find(grpc::StatusCode wanted) {
  constexpr const Code& kUnknown = kCodes[1];
  for (const Code& code : kCodes) {
    if (code.code == wanted) return code;
  }
  return kUnknown;
}

// Of a message, as a client that knows its type wants it.
Json DetailJson(const google::protobuf::Any& detail) {
  const absl::string_view url = detail.type_url();
  return {{"type", std::string(url.substr(url.rfind('/') + 1))},
          {"value", std::string(absl::StripSuffix(
                        absl::StripSuffix(absl::Base64Escape(detail.value()),
                                          "="),
                        "="))}};
}

Json ErrorOf(const grpc::Status& status) {
  Json error = {{"code", std::string(ConnectCode(status.error_code()))}};
  if (!status.error_message().empty()) {
    error["message"] = status.error_message();
  }
  RpcStatus details;
  if (details.ParseFromString(status.error_details())) {
    for (const auto& detail : details.details()) {
      error["details"].push_back(DetailJson(detail));
    }
  }
  return error;
}

// What a caller sent may come back in a message, and need not be UTF-8.
std::string TextOf(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

absl::string_view ConnectCode(grpc::StatusCode code) { return Find(code).name; }

int HttpStatusOf(grpc::StatusCode code) { return Find(code).http; }

std::string ErrorJson(const grpc::Status& status) {
  return TextOf(ErrorOf(status));
}

std::string EndOfStreamJson(const grpc::Status& status,
                            const Metadata& trailers) {
  Json end = Json::object();
  if (!status.ok()) end["error"] = ErrorOf(status);
  for (const auto& [name, value] : trailers) {
    end["metadata"][name].push_back(value);
  }
  return TextOf(end);
}

}  // namespace arena::referee
