#include "arena/cli/competitions/reader_link.h"

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/v1/bot_service.grpc.pb.h"

namespace arena::cli {
namespace {

constexpr int kLastPort = 65535;
constexpr int kSecondsOfDay = 24 * 60 * 60;

}  // namespace

absl::Status CheckReaderAddress(absl::string_view address) {
  const size_t colon = address.rfind(':');
  int port = 0;
  if (colon != address.npos && colon > 0 &&
      absl::SimpleAtoi(address.substr(colon + 1), &port) && port > 0 &&
      port <= kLastPort) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      absl::StrCat("--http is \"", address,
                   "\"; expected host:port with a port from 1 to 65535, such "
                   "as 127.0.0.1:8080"));
}

absl::StatusOr<std::string> ReaderLink(
    const std::shared_ptr<grpc::Channel>& channel, absl::string_view address) {
  v1::CreateTokenRequest request;
  request.set_role(v1::ROLE_SPECTATOR);
  request.set_owner("reader");
  // A tournament that goes on later makes another one.
  request.mutable_lifetime()->set_seconds(kSecondsOfDay);
  ARENA_ASSIGN_OR_RETURN(const v1::CreateTokenResponse made,
                         Call(*v1::BotService::NewStub(channel),
                              &v1::BotService::Stub::CreateToken, request));
  return absl::StrCat("http://", address, "/token#", made.secret());
}

}  // namespace arena::cli
