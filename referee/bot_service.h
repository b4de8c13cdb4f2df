// The service for bots, their authors and the tokens that identify callers.
#ifndef REFEREE_BOT_SERVICE_H_
#define REFEREE_BOT_SERVICE_H_

#include <grpcpp/grpcpp.h>

#include <string>

#include "arena/v1/bot_service.grpc.pb.h"
#include "referee/admission.h"
#include "referee/match_host.h"
#include "referee/store_executor.h"

namespace arena::referee {

// All that it is given must outlive the server.
class BotService final : public v1::BotService::CallbackService {
 public:
  BotService(Access& access, StoreExecutor& store, MatchHost& host)
      : access_(access), store_(store), host_(host) {}

  UnaryCall* RegisterBot(CallContext* context,
                         const v1::RegisterBotRequest* request,
                         v1::RegisterBotResponse* response) override;
  UnaryCall* GetBot(CallContext* context, const v1::GetBotRequest* request,
                    v1::GetBotResponse* response) override;
  UnaryCall* ListBots(CallContext* context, const v1::ListBotsRequest* request,
                      v1::ListBotsResponse* response) override;
  UnaryCall* SetBotStatus(CallContext* context,
                          const v1::SetBotStatusRequest* request,
                          v1::SetBotStatusResponse* response) override;
  UnaryCall* UpdateBot(CallContext* context,
                       const v1::UpdateBotRequest* request,
                       v1::UpdateBotResponse* response) override;
  UnaryCall* CreateToken(CallContext* context,
                         const v1::CreateTokenRequest* request,
                         v1::CreateTokenResponse* response) override;
  UnaryCall* RevokeToken(CallContext* context,
                         const v1::RevokeTokenRequest* request,
                         v1::RevokeTokenResponse* response) override;
  UnaryCall* ListTokens(CallContext* context,
                        const v1::ListTokensRequest* request,
                        v1::ListTokensResponse* response) override;
  UnaryCall* ListSessions(CallContext* context,
                          const v1::ListSessionsRequest* request,
                          v1::ListSessionsResponse* response) override;
  UnaryCall* ReportCrash(CallContext* context,
                         const v1::ReportCrashRequest* request,
                         v1::ReportCrashResponse* response) override;

 private:
  // Work with the store, on the store's thread. What it returns is the answer,
  // unless it comes too late.
  template <typename Request, typename Response>
  using Work = absl::StatusOr<Response> (*)(Access& access, Store& store,
                                            const Caller& caller,
                                            const Request& request);
  template <typename Request, typename Response>
  UnaryCall* Serve(CallContext* context, absl::string_view method,
                   bool only_reads, const Request* request, Response* response,
                   Work<Request, Response> work);

  Access& access_;
  StoreExecutor& store_;
  MatchHost& host_;
};

}  // namespace arena::referee

#endif  // REFEREE_BOT_SERVICE_H_
