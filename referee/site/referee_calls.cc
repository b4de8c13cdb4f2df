#include "referee/site/referee_calls.h"

#include <memory>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/rpc/grpc_status.h"
#include "arena/v1/replay_service.pb.h"
#include "referee/http/grpc_call.h"

namespace arena::referee {
namespace {

// Longer than the referee waits for its store.
constexpr absl::Duration kPatience = absl::Seconds(15);
// More than any match has.
constexpr size_t kLargestRecord = size_t{64} << 20;

}  // namespace

net::awaitable<absl::Status> RefereeCalls::Call(
    std::string method, std::string message,
    std::function<bool(const std::string&)> take) {
  const GrpcCall::Request request = {.method = "/arena.v1." + method,
                                     .metadata = metadata_,
                                     .message = std::move(message),
                                     .timeout = kPatience};
  const std::shared_ptr<GrpcCall> call =
      GrpcCall::Start(stub_, request, exchange_.strand());
  exchange_.set_on_gone([call] { call->Cancel(); });
  bool more = true;
  while (more) {
    const std::optional<std::string> part = co_await call->Next();
    more = part.has_value() && take(*part);
  }
  co_await call->Finish();
  exchange_.set_on_gone(nullptr);
  co_return FromGrpc(call->status());
}

net::awaitable<absl::StatusOr<std::string>> RefereeCalls::AskForBytes(
    std::string method, std::string message) {
  std::optional<std::string> response;
  std::function<bool(const std::string&)> take =
      [&response](const std::string& part) {
        response = part;
        return true;
      };
  const absl::Status status =
      co_await Call(std::move(method), std::move(message), std::move(take));
  if (!status.ok()) co_return status;
  if (!response.has_value()) {
    co_return absl::InternalError("the referee gave no response");
  }
  co_return *std::move(response);
}

net::awaitable<absl::StatusOr<std::string>> RefereeCalls::ReadRecord(
    std::string match_id) {
  v1::GetRecordRequest request;
  request.set_match_id(std::move(match_id));
  std::string record;
  std::function<bool(const std::string&)> take =
      [&record](const std::string& part) {
        v1::GetRecordResponse response;
        if (response.ParseFromString(part)) record += response.chunk();
        return record.size() <= kLargestRecord;
      };
  const absl::Status status =
      co_await Call("ReplayService/GetRecord", request.SerializeAsString(),
                    std::move(take));
  if (record.size() > kLargestRecord) {
    co_return absl::ResourceExhaustedError(
        absl::StrCat("the record of the match has more than ", kLargestRecord,
                     " bytes; read it with ReplayService.GetRecord"));
  }
  if (!status.ok()) co_return status;
  co_return record;
}

}  // namespace arena::referee
