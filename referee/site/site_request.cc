#include "referee/site/site_request.h"

#include <optional>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/v1/replay_service.pb.h"

namespace arena::referee {
namespace {

// Longer than the referee waits for its store.
constexpr absl::Duration kPatience = absl::Seconds(15);
// More bytes than any record has.
constexpr size_t kLargestRecord = size_t{64} << 20;

}  // namespace

std::shared_ptr<HttpCall> RefereeCalls::Start(
    const std::string& method, const google::protobuf::Message& request) {
  const Method* const found = table_.Find("/arena.v1." + method);
  ARENA_CHECK(found != nullptr, method);
  std::shared_ptr<google::protobuf::Message> message(request.New());
  message->CopyFrom(request);
  return HttpCall::Start(table_, *found,
                         {.metadata = metadata_,
                          .message = std::move(message),
                          .timeout = kPatience},
                         exchange_);
}

net::awaitable<absl::StatusOr<std::string>> RefereeCalls::ReadRecord(
    std::string match_id) {
  v1::GetRecordRequest request;
  request.set_match_id(std::move(match_id));
  const std::shared_ptr<HttpCall> call =
      Start("ReplayService/GetRecord", request);
  std::string record;
  bool more = true;
  while (more) {
    // Not in the condition: GCC 12 makes wrong code of a co_await there.
    const std::optional<std::string> part = co_await call->Next();
    v1::GetRecordResponse response;
    more = part.has_value() && record.size() <= kLargestRecord;
    if (more && response.ParseFromString(*part)) record += response.chunk();
  }
  exchange_.set_on_gone(nullptr);
  call->Cancel();
  if (record.size() > kLargestRecord) {
    co_return absl::ResourceExhaustedError(
        absl::StrCat("the record of the match has more than ", kLargestRecord,
                     " bytes; read it with ReplayService.GetRecord"));
  }
  if (!call->status().ok()) co_return call->status();
  co_return record;
}

}  // namespace arena::referee
