// The service for bots, their authors and the tokens that identify callers.
#ifndef REFEREE_SERVICES_BOT_SERVICE_H_
#define REFEREE_SERVICES_BOT_SERVICE_H_

#include <grpcpp/grpcpp.h>

#include <string>
#include <utility>

#include "arena/v1/bot_service.grpc.pb.h"
#include "referee/access/admission.h"
#include "referee/matches/match_host.h"
#include "referee/services/submission_stream.h"
#include "referee/store/store_executor.h"
#include "referee/submissions/version_pipeline.h"

namespace arena::referee {

// All that it is given must outlive the server.
class BotService final : public v1::BotService::CallbackService {
 public:
  // `versions` is told when another version of a bot plays, or one less.
  BotService(Access& access, StoreExecutor& store, MatchHost& host,
             SubmissionIntake& submissions, VersionPipeline& versions);
  ~BotService() override;

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
  SubmissionCall* SubmitVersion(CallContext* context) override;
  UnaryCall* GetVersion(CallContext* context,
                        const v1::GetVersionRequest* request,
                        v1::GetVersionResponse* response) override;
  UnaryCall* ListVersions(CallContext* context,
                          const v1::ListVersionsRequest* request,
                          v1::ListVersionsResponse* response) override;
  UnaryCall* ActivateVersion(CallContext* context,
                             const v1::ActivateVersionRequest* request,
                             v1::ActivateVersionResponse* response) override;
  UnaryCall* RetireVersion(CallContext* context,
                           const v1::RetireVersionRequest* request,
                           v1::RetireVersionResponse* response) override;
  UnaryCall* ListSeatReports(CallContext* context,
                             const v1::ListSeatReportsRequest* request,
                             v1::ListSeatReportsResponse* response) override;

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
  // The same for work that may change which versions play.
  template <typename Request, typename Response>
  UnaryCall* ServeChoice(CallContext* context, absl::string_view method,
                         const Request* request, Response* response,
                         Work<Request, Response> work);

  Access& access_;
  StoreExecutor& store_;
  MatchHost& host_;
  SubmissionIntake& submissions_;
  VersionPipeline& versions_;
};

}  // namespace arena::referee

#endif  // REFEREE_SERVICES_BOT_SERVICE_H_
