#include "arena/cli/bot_tokens.h"

#include <vector>

#include "arena/core/check.h"
#include "arena/v1/bot_service.grpc.pb.h"

namespace arena::cli {
namespace {

using BotStub = v1::BotService::Stub;

// Of an earlier run, whose bots may have told theirs to others.
absl::Status RevokeTokensOf(BotStub& stub, const std::string& bot) {
  v1::ListTokensRequest request;
  request.set_owner(bot);
  std::vector<std::string> ids;
  ARENA_RETURN_IF_ERROR(ForEachPage(
      stub, &BotStub::ListTokens, request, [&](v1::ListTokensResponse page) {
        for (const v1::Token& token : page.tokens()) {
          if (token.role() == v1::ROLE_BOT) ids.push_back(token.token_id());
        }
        return true;
      }));
  for (const std::string& id : ids) {
    v1::RevokeTokenRequest revoke;
    revoke.set_token_id(id);
    ARENA_RETURN_IF_ERROR(Call(stub, &BotStub::RevokeToken, revoke).status());
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::string> NewTokenOf(
    const std::shared_ptr<grpc::Channel>& channel, const std::string& bot) {
  const auto stub = v1::BotService::NewStub(channel);
  v1::RegisterBotRequest registration;
  registration.set_name(bot);
  // No author calls, and no two bots are of the same one.
  registration.set_author(bot);
  const absl::StatusOr<v1::RegisterBotResponse> registered =
      Call(*stub, &BotStub::RegisterBot, registration);
  if (registered.ok()) return registered->token();
  if (!absl::IsAlreadyExists(registered.status())) return registered.status();
  ARENA_RETURN_IF_ERROR(RevokeTokensOf(*stub, bot));
  v1::CreateTokenRequest request;
  request.set_role(v1::ROLE_BOT);
  request.set_owner(bot);
  const absl::StatusOr<v1::CreateTokenResponse> made =
      Call(*stub, &BotStub::CreateToken, request);
  // The name of another bot looks the same.
  if (absl::IsNotFound(made.status())) return registered.status();
  if (!made.ok()) return made.status();
  return made->secret();
}

}  // namespace arena::cli
