// A referee that knows tokens, and callers of every role.
#ifndef TESTS_REFEREE_SERVICES_ACCESS_FIXTURE_H_
#define TESTS_REFEREE_SERVICES_ACCESS_FIXTURE_H_

#include <map>
#include <string>

#include "arena/v1/bot_service.grpc.pb.h"
#include "tests/referee/services/referee_fixture.h"

namespace arena::referee {

class AccessControlTest : public RefereeTest {
 protected:
  // Starts a referee with an admin "root", an author "ada" of the bot "a", an
  // author "bob" of the bot "b", and a spectator "eve".
  void StartWithTokens() {
    options_.tokens = true;
    StartWithAdmin();
    AddToken(v1::ROLE_AUTHOR, "ada");
    AddToken(v1::ROLE_AUTHOR, "bob");
    AddToken(v1::ROLE_SPECTATOR, "eve");
    Register("a", "ada");
    Register("b", "bob");
  }

  // Starts a referee with an admin "root".
  void StartWithAdmin() {
    const auto admin = CreateAdminToken(options_, "root");
    ASSERT_THAT(admin, IsOk());
    secrets_["root"] = *admin;
    StartReferee();
    bots_ = v1::BotService::NewStub(channel_);
  }

  // Returns a call's context with the token of `who`; no token if `who` is
  // empty.
  std::unique_ptr<grpc::ClientContext> As(const std::string& who) {
    auto context = std::make_unique<grpc::ClientContext>();
    context->set_deadline(std::chrono::system_clock::now() + kPatience);
    if (!who.empty()) {
      context->AddMetadata("authorization", "Bearer " + secrets_.at(who));
    }
    return context;
  }
  // Calls a unary method as `who`.
  template <typename Stub, typename Request, typename Response>
  grpc::Status Call(const std::string& who, Stub& stub,
                    grpc::Status (Stub::*method)(grpc::ClientContext*,
                                                 const Request&, Response*),
                    const Request& request, Response& response) {
    return (stub.*method)(As(who).get(), request, &response);
  }

  grpc::Status CreateToken(const std::string& who, v1::Role role,
                           const std::string& owner) {
    v1::CreateTokenRequest request;
    request.set_role(role);
    request.set_owner(owner);
    v1::CreateTokenResponse response;
    const grpc::Status status =
        Call(who, *bots_, &BotStub::CreateToken, request, response);
    if (status.ok()) {
      secrets_[owner] = response.secret();
      ids_[owner] = response.token().token_id();
    }
    return status;
  }
  grpc::Status RegisterAs(const std::string& who, const std::string& name,
                          const std::string& author) {
    v1::RegisterBotRequest request;
    request.set_name(name);
    request.set_author(author);
    v1::RegisterBotResponse response;
    const grpc::Status status =
        Call(who, *bots_, &BotStub::RegisterBot, request, response);
    if (status.ok()) secrets_[name] = response.token();
    return status;
  }
  grpc::Status SetStatus(const std::string& who, const std::string& name,
                         v1::Bot::Status bot_status,
                         const std::string& reason = "") {
    v1::SetBotStatusRequest request;
    request.set_name(name);
    request.set_status(bot_status);
    request.set_reason(reason);
    v1::SetBotStatusResponse response;
    return Call(who, *bots_, &BotStub::SetBotStatus, request, response);
  }
  grpc::Status Revoke(const std::string& who, const std::string& token_id) {
    v1::RevokeTokenRequest request;
    request.set_token_id(token_id);
    v1::RevokeTokenResponse response;
    return Call(who, *bots_, &BotStub::RevokeToken, request, response);
  }
  v1::Bot GetBot(const std::string& who, const std::string& name) {
    v1::GetBotRequest request;
    request.set_name(name);
    v1::GetBotResponse response;
    const grpc::Status status =
        Call(who, *bots_, &BotStub::GetBot, request, response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response.bot();
  }

  using BotStub = v1::BotService::Stub;
  std::unique_ptr<BotStub> bots_;
  // Secrets and ids of tokens, by owner.
  std::map<std::string, std::string> secrets_;
  std::map<std::string, std::string> ids_;

 private:
  void AddToken(v1::Role role, const std::string& owner) {
    const grpc::Status status = CreateToken("root", role, owner);
    ASSERT_TRUE(status.ok()) << status.error_message();
  }
  void Register(const std::string& name, const std::string& author) {
    const grpc::Status status = RegisterAs("root", name, author);
    ASSERT_TRUE(status.ok()) << status.error_message();
  }
};

}  // namespace arena::referee

#endif  // TESTS_REFEREE_SERVICES_ACCESS_FIXTURE_H_
