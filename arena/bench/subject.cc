#include "arena/bench/subject.h"

#include <grpcpp/create_channel.h>

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "arena/core/check.h"
#include "arena/v1/match_service.grpc.pb.h"
#include "sdk/cpp/base/proxies.h"

namespace arena::bench {
namespace {

constexpr absl::Duration kStartTimeout = absl::Minutes(1);
constexpr absl::Duration kStopTimeout = absl::Minutes(1);

}  // namespace

absl::StatusOr<Server> StartServer(std::vector<std::string> command) {
  Server server;
  ARENA_ASSIGN_OR_RETURN(server.process,
                         Process::Start({.command = std::move(command),
                                         .stop_timeout = kStopTimeout}));
  ARENA_ASSIGN_OR_RETURN(
      server.address, server.process->AwaitReady(absl::Now() + kStartTimeout));
  return server;
}

Subject RefereeSubject(const std::string& name, const RefereeOptions& options) {
  const auto runs = std::make_shared<int>(0);
  const auto start = [=]() -> absl::StatusOr<Server> {
    const std::string run =
        absl::StrCat(name, "-", options.keeps_data ? 0 : ++*runs);
    std::vector<std::string> command = {
        options.program, "--listen", "127.0.0.1:0", "--log-level", "off",
        "--clock-bank",  "1h",       "--drain",     "0s"};
    if (options.store.empty()) {
      command.insert(command.end(),
                     {"--data", absl::StrCat(options.folder, "/", run)});
    } else {
      command.insert(command.end(), {"--store", options.store, "--name", run});
    }
    return StartServer(std::move(command));
  };
  return {.name = name, .start = start};
}

std::shared_ptr<grpc::Channel> ChannelTo(const Server& server) {
  return grpc::CreateCustomChannel(
      server.address, grpc::InsecureChannelCredentials(),
      pentathlon::ChannelArgumentsTo(server.address));
}

std::unique_ptr<grpc::ClientContext> EndlessMatches::NewContext() const {
  auto context = std::make_unique<grpc::ClientContext>();
  if (!token_.empty()) {
    context->AddMetadata("authorization", "Bearer " + token_);
  }
  return context;
}

void EndlessMatches::Cancel() {
  const auto stub = v1::MatchService::NewStub(channel_);
  for (const std::string& match_id : match_ids_) {
    const auto context = NewContext();
    v1::CancelMatchRequest request;
    request.set_match_id(match_id);
    v1::CancelMatchResponse response;
    stub->CancelMatch(context.get(), request, &response);
  }
  match_ids_.clear();
}

absl::Status EndlessMatches::Create(const std::string& first,
                                    const std::string& second) {
  v1::CreateMatchRequest request;
  request.set_game("octrix");
  (*request.mutable_options())["target"] = "10000";
  (*request.mutable_options())["max_deals"] = "100000";
  request.add_seats()->set_bot(first);
  if (second.empty()) {
    request.add_seats()->set_built_in("first");
  } else {
    request.add_seats()->set_bot(second);
  }
  const auto context = NewContext();
  v1::CreateMatchResponse response;
  const grpc::Status status = v1::MatchService::NewStub(channel_)->CreateMatch(
      context.get(), request, &response);
  if (!status.ok()) {
    return absl::UnavailableError(
        absl::StrCat("cannot create a match: ", status.error_message()));
  }
  match_ids_.push_back(response.match().match_id());
  return absl::OkStatus();
}

}  // namespace arena::bench
