#include "referee/site/referee_calls.h"

#include <memory>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/v1/replay_service.pb.h"
#include "referee/http/grpc_call.h"

namespace arena::referee {
namespace {

// Longer than the referee waits for its store.
constexpr absl::Duration kPatience = absl::Seconds(15);
// More than any match has.
constexpr size_t kLargestRecord = size_t{64} << 20;

absl::Status ToAbsl(const grpc::Status& status) {
  return {static_cast<absl::StatusCode>(status.error_code()),
          status.error_message()};
}

}  // namespace

net::awaitable<absl::StatusOr<std::string>> RefereeCalls::AskForBytes(
    std::string method, std::string message) {
  const GrpcCall::Request request = {.method = "/arena.v1." + method,
                                     .metadata = metadata_,
                                     .message = std::move(message),
                                     .timeout = kPatience};
  const std::shared_ptr<GrpcCall> call =
      GrpcCall::Start(stub_, request, exchange_.strand());
  exchange_.set_on_gone([call] { call->Cancel(); });
  std::optional<std::string> response = co_await call->Next();
  if (response.has_value()) co_await call->Drain();
  exchange_.set_on_gone(nullptr);
  if (!call->status().ok()) co_return ToAbsl(call->status());
  if (!response.has_value()) {
    co_return absl::InternalError("the referee gave no response");
  }
  co_return *std::move(response);
}

net::awaitable<absl::StatusOr<std::string>> RefereeCalls::ReadRecord(
    std::string match_id) {
  v1::GetRecordRequest request;
  request.set_match_id(std::move(match_id));
  const GrpcCall::Request asked = {
      .method = "/arena.v1.ReplayService/GetRecord",
      .metadata = metadata_,
      .message = request.SerializeAsString(),
      .timeout = kPatience};
  const std::shared_ptr<GrpcCall> call =
      GrpcCall::Start(stub_, asked, exchange_.strand());
  exchange_.set_on_gone([call] { call->Cancel(); });
  std::string record;
  bool more = true;
  while (more) {
    const std::optional<std::string> part = co_await call->Next();
    more = part.has_value() && record.size() <= kLargestRecord;
    v1::GetRecordResponse response;
    if (more && response.ParseFromString(*part)) record += response.chunk();
  }
  exchange_.set_on_gone(nullptr);
  if (record.size() > kLargestRecord) {
    co_await call->Finish();
    co_return absl::ResourceExhaustedError(
        absl::StrCat("the record of the match has more than ", kLargestRecord,
                     " bytes; read it with ReplayService.GetRecord"));
  }
  if (!call->status().ok()) co_return ToAbsl(call->status());
  co_return record;
}

}  // namespace arena::referee
