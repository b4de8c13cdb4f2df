#include "arena/cli/bots/bot_tokens.h"

#include <chrono>
#include <cstdint>
#include <vector>

#include "arena/core/check.h"
#include "arena/v1/bot_service.grpc.pb.h"
#include "arena/v1/play_service.grpc.pb.h"

namespace arena::cli {
namespace {

using BotStub = v1::BotService::Stub;

constexpr std::chrono::seconds kTokenPatience(10);

// Revokes the tokens of an earlier run, because its bots may have passed them
// on.
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

// The answer of a referee to a hello for a session that does not exist. Only a
// caller with the right to the name learns that the session does not exist. The
// call changes nothing.
absl::Status AnswerTo(v1::PlayService::Stub& stub, const std::string& bot) {
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + kTokenPatience);
  const auto stream = stub.Play(&context);
  v1::PlayRequest request;
  v1::Hello& hello = *request.mutable_hello();
  hello.set_name(bot);
  hello.set_instance("arena");
  hello.set_resume_token("none");
  hello.add_plays()->set_game("ordo");
  stream->Write(request);
  v1::PlayResponse response;
  if (!stream->Read(&response)) return FromReferee(stream->Finish());
  context.TryCancel();
  stream->Finish();
  if (response.error().reason() != v1::ERROR_REASON_NAME_NOT_YOURS) {
    return absl::OkStatus();
  }
  return absl::PermissionDeniedError(response.error().message());
}

}  // namespace

absl::Status CheckMayPlay(const RefereeFlags& as_bot, const std::string& bot) {
  ARENA_ASSIGN_OR_RETURN(const auto channel, ConnectTo(as_bot));
  const absl::Status answer = AnswerTo(*v1::PlayService::NewStub(channel), bot);
  if (answer.ok()) return answer;
  const bool needs_token =
      as_bot.token.empty() &&
      (absl::IsUnauthenticated(answer) || absl::IsPermissionDenied(answer));
  return absl::Status(
      answer.code(),
      absl::StrCat("the bot \"", bot, "\" may not play at ", as_bot.address,
                   needs_token
                       ? " without a token; its [[bot]] needs a token_file, "
                         "which names a file with a token of the bot"
                       : absl::StrCat(": ", answer.message())));
}

absl::StatusOr<std::shared_ptr<ProcessTokens>> ProcessTokens::Open(
    std::shared_ptr<grpc::Channel> channel, const std::string& bot) {
  const auto stub = v1::BotService::NewStub(channel);
  v1::RegisterBotRequest registration;
  registration.set_name(bot);
  // No author makes calls, and no two bots have the same author.
  registration.set_author(bot);
  const absl::Status registered =
      Call(*stub, &BotStub::RegisterBot, registration).status();
  if (!registered.ok()) {
    if (!absl::IsAlreadyExists(registered)) return registered;
    v1::GetBotRequest request;
    request.set_name(bot);
    const absl::Status there = Call(*stub, &BotStub::GetBot, request).status();
    // The error is the same for the name of another bot.
    if (absl::IsNotFound(there)) return registered;
    ARENA_RETURN_IF_ERROR(there);
  }
  ARENA_RETURN_IF_ERROR(RevokeTokensOf(*stub, bot));
  return std::shared_ptr<ProcessTokens>(
      new ProcessTokens(std::move(channel), bot));
}

absl::StatusOr<std::string> ProcessTokens::Renew(const std::string& instance) {
  const auto stub = v1::BotService::NewStub(channel_);
  const MutexLock lock(mutex_);
  std::string& id = ids_[instance];
  if (!id.empty()) {
    v1::RevokeTokenRequest request;
    request.set_token_id(id);
    ARENA_RETURN_IF_ERROR(Call(*stub, &BotStub::RevokeToken, request).status());
    id.clear();
  }
  v1::CreateTokenRequest request;
  request.set_role(v1::ROLE_BOT);
  request.set_owner(bot_);
  ARENA_ASSIGN_OR_RETURN(const v1::CreateTokenResponse made,
                         Call(*stub, &BotStub::CreateToken, request));
  id = made.token().token_id();
  return made.secret();
}

bool ProcessTokens::IsSession(const std::string& session_token) const {
  v1::SubmitRequest request;
  request.set_session_token(session_token);
  // An answer that no ping asks for has no effect.
  request.mutable_request()->mutable_pong()->set_nonce(~uint32_t{0});
  const absl::Status known = Call(*v1::PlayService::NewStub(channel_),
                                  &v1::PlayService::Stub::Submit, request)
                                 .status();
  // Nothing is known about a referee that does not answer.
  return known.ok() || absl::IsUnavailable(known);
}

}  // namespace arena::cli
