#include "arena/cli/referee_channel.h"

#include <chrono>
#include <cstdlib>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/v1/replay_service.grpc.pb.h"

namespace arena::cli {
namespace {

constexpr std::chrono::seconds kConnectTimeout{3};

}  // namespace

CLI::Option* AddAddressFlag(CLI::App& command, std::string& address) {
  return command
      .add_option("--address", address, "The referee: host:port or unix:PATH")
      ->envname("ARENA_ADDRESS");
}

absl::StatusOr<std::shared_ptr<grpc::Channel>> ConnectTo(
    const std::string& address) {
  grpc::ChannelArguments arguments;
  // Records and lists of matches may be large; the referee is trusted.
  arguments.SetMaxReceiveMessageSize(-1);
  std::shared_ptr<grpc::Channel> channel = grpc::CreateCustomChannel(
      address, grpc::InsecureChannelCredentials(), arguments);
  if (!channel->WaitForConnected(std::chrono::system_clock::now() +
                                 kConnectTimeout)) {
    return absl::UnavailableError(
        absl::StrCat("no referee answers at \"", address,
                     "\"; start one with `arena serve --data DIR --listen ",
                     address, "`, or name another address with --address"));
  }
  return channel;
}

absl::Status FromGrpc(const grpc::Status& status) {
  return absl::Status(static_cast<absl::StatusCode>(status.error_code()),
                      status.error_message());
}

absl::StatusOr<std::string> FetchRecord(
    const std::shared_ptr<grpc::Channel>& channel, const std::string& id) {
  const auto stub = v1::ReplayService::NewStub(channel);
  v1::GetRecordRequest request;
  request.set_record_id(id);
  ARENA_ASSIGN_OR_RETURN(
      v1::GetRecordResponse response,
      Call(*stub, &v1::ReplayService::Stub::GetRecord, request));
  return std::move(*response.mutable_record());
}

}  // namespace arena::cli
