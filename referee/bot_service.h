// The service for bots, their authors and the tokens that prove who calls.
#ifndef REFEREE_BOT_SERVICE_H_
#define REFEREE_BOT_SERVICE_H_

#include <grpcpp/grpcpp.h>

#include <functional>
#include <string>

#include "arena/match/executor.h"
#include "arena/v1/bot_service.grpc.pb.h"
#include "referee/access.h"
#include "referee/store/store.h"

namespace arena::referee {

// A token that was made just now.
struct NewToken {
  TokenRow row;
  // What is shown to its owner, once.
  std::string secret;
};

// Live tokens of one bot or person; nobody needs so many, and each costs all
// who list them.
inline constexpr int kMaxTokens = 100;

// Makes a token and stores what is kept of it. RESOURCE_EXHAUSTED if its owner
// has kMaxTokens in that role.
absl::StatusOr<NewToken> MakeToken(Tokens& tokens, v1::Role role,
                                   const std::string& owner, absl::Time now);

// The store is asked on the executor, which should not be that of matches. All
// that it is given must outlive the server.
class BotService final : public v1::BotService::CallbackService {
 public:
  BotService(Access& access, Store& store, Executor& executor)
      : access_(access), store_(store), executor_(executor) {}

  grpc::ServerUnaryReactor* RegisterBot(
      grpc::CallbackServerContext* context,
      const v1::RegisterBotRequest* request,
      v1::RegisterBotResponse* response) override;
  grpc::ServerUnaryReactor* GetBot(grpc::CallbackServerContext* context,
                                   const v1::GetBotRequest* request,
                                   v1::GetBotResponse* response) override;
  grpc::ServerUnaryReactor* ListBots(grpc::CallbackServerContext* context,
                                     const v1::ListBotsRequest* request,
                                     v1::ListBotsResponse* response) override;
  grpc::ServerUnaryReactor* SetBotStatus(
      grpc::CallbackServerContext* context,
      const v1::SetBotStatusRequest* request,
      v1::SetBotStatusResponse* response) override;
  grpc::ServerUnaryReactor* CreateToken(
      grpc::CallbackServerContext* context,
      const v1::CreateTokenRequest* request,
      v1::CreateTokenResponse* response) override;
  grpc::ServerUnaryReactor* RevokeToken(
      grpc::CallbackServerContext* context,
      const v1::RevokeTokenRequest* request,
      v1::RevokeTokenResponse* response) override;
  grpc::ServerUnaryReactor* ListTokens(
      grpc::CallbackServerContext* context,
      const v1::ListTokensRequest* request,
      v1::ListTokensResponse* response) override;

 private:
  // Admits the caller, then does the work on the executor and answers with its
  // status.
  grpc::ServerUnaryReactor* Run(
      grpc::CallbackServerContext* context, absl::string_view method,
      std::function<absl::Status(const Caller&)> work);

  // RESOURCE_EXHAUSTED if the author has registered too many bots.
  absl::Status CheckBotQuota(const Caller& caller);
  absl::Status DoRegister(const Caller& caller,
                          const v1::RegisterBotRequest& request,
                          v1::RegisterBotResponse& response);
  absl::Status DoGet(const Caller& caller, const std::string& name,
                     v1::Bot& bot);
  absl::Status DoList(const v1::ListBotsRequest& request,
                      v1::ListBotsResponse& response);
  absl::Status DoSetStatus(const Caller& caller,
                           const v1::SetBotStatusRequest& request,
                           v1::Bot& bot);
  absl::Status DoCreateToken(const Caller& caller,
                             const v1::CreateTokenRequest& request,
                             v1::CreateTokenResponse& response);
  absl::Status DoRevoke(const Caller& caller, const std::string& token_id);
  absl::Status DoListTokens(const Caller& caller, const std::string& owner,
                            v1::ListTokensResponse& response);

  // A bot that the caller answers for. NOT_FOUND, PERMISSION_DENIED.
  absl::StatusOr<v1::Bot> OwnBot(const Caller& caller, absl::string_view name);

  Access& access_;
  Store& store_;
  Executor& executor_;
};

}  // namespace arena::referee

#endif  // REFEREE_BOT_SERVICE_H_
