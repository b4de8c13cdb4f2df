#include "referee/http/connect_error.h"

#include <nlohmann/json.hpp>
#include <string>

#include "absl/strings/cord.h"
#include "absl/strings/escaping.h"
#include "absl/strings/strip.h"

namespace arena::referee {
namespace {

using Json = nlohmann::ordered_json;

struct Code {
  absl::StatusCode code;
  absl::string_view name;
  int http;
};

// https://connectrpc.com/docs/protocol#error-codes
constexpr Code kCodes[] = {
    {absl::StatusCode::kCancelled, "canceled", 499},
    {absl::StatusCode::kUnknown, "unknown", 500},
    {absl::StatusCode::kInvalidArgument, "invalid_argument", 400},
    {absl::StatusCode::kDeadlineExceeded, "deadline_exceeded", 504},
    {absl::StatusCode::kNotFound, "not_found", 404},
    {absl::StatusCode::kAlreadyExists, "already_exists", 409},
    {absl::StatusCode::kPermissionDenied, "permission_denied", 403},
    {absl::StatusCode::kResourceExhausted, "resource_exhausted", 429},
    {absl::StatusCode::kFailedPrecondition, "failed_precondition", 400},
    {absl::StatusCode::kAborted, "aborted", 409},
    {absl::StatusCode::kOutOfRange, "out_of_range", 400},
    {absl::StatusCode::kUnimplemented, "unimplemented", 501},
    {absl::StatusCode::kInternal, "internal", 500},
    {absl::StatusCode::kUnavailable, "unavailable", 503},
    {absl::StatusCode::kDataLoss, "data_loss", 500},
    {absl::StatusCode::kUnauthenticated, "unauthenticated", 401},
};

const Code& Find(absl::StatusCode wanted) {
  constexpr const Code& kUnknown = kCodes[1];
  for (const Code& code : kCodes) {
    if (code.code == wanted) return code;
  }
  return kUnknown;
}

// A detail of a message, in the form for clients that know its type.
Json DetailJson(absl::string_view url, const absl::Cord& value) {
  return {{"type", std::string(url.substr(url.rfind('/') + 1))},
          {"value",
           std::string(absl::StripSuffix(
               absl::StripSuffix(absl::Base64Escape(std::string(value)), "="),
               "="))}};
}

Json ErrorOf(const absl::Status& status) {
  Json error = {{"code", std::string(ConnectCode(status.code()))}};
  if (!status.message().empty()) {
    error["message"] = std::string(status.message());
  }
  status.ForEachPayload(
      [&error](absl::string_view type, const absl::Cord& value) {
        error["details"].push_back(DetailJson(type, value));
      });
  return error;
}

// The text of a JSON value. A message may repeat bytes of a caller that are not
// UTF-8.
std::string TextOf(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

absl::string_view ConnectCode(absl::StatusCode code) { return Find(code).name; }

int HttpStatusOf(absl::StatusCode code) { return Find(code).http; }

std::string ErrorJson(const absl::Status& status) {
  return TextOf(ErrorOf(status));
}

std::string EndOfStreamJson(const absl::Status& status,
                            const Metadata& trailers) {
  Json end = Json::object();
  if (!status.ok()) end["error"] = ErrorOf(status);
  for (const auto& [name, value] : trailers) {
    end["metadata"][name].push_back(value);
  }
  return TextOf(end);
}

}  // namespace arena::referee
