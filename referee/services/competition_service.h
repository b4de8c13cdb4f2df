// The service for competitions: creates, shows and reads them.
#ifndef REFEREE_SERVICES_COMPETITION_SERVICE_H_
#define REFEREE_SERVICES_COMPETITION_SERVICE_H_

#include <grpcpp/grpcpp.h>

#include "arena/v1/competition_service.grpc.pb.h"
#include "referee/access/admission.h"
#include "referee/competitions/competition_host.h"
#include "referee/competitions/standings_cache.h"

namespace arena::referee {

// All that it is given must outlive the server.
class CompetitionService final
    : public v1::CompetitionService::CallbackService {
 public:
  CompetitionService(Access& access, CompetitionHost& host,
                     StandingsCache& standings);
  ~CompetitionService() override;

  UnaryCall* CreateCompetition(
      CallContext* context, const v1::CreateCompetitionRequest* request,
      v1::CreateCompetitionResponse* response) override;
  UnaryCall* GetCompetition(CallContext* context,
                            const v1::GetCompetitionRequest* request,
                            v1::GetCompetitionResponse* response) override;
  UnaryCall* ListCompetitions(CallContext* context,
                              const v1::ListCompetitionsRequest* request,
                              v1::ListCompetitionsResponse* response) override;
  UnaryCall* DeleteCompetition(
      CallContext* context, const v1::DeleteCompetitionRequest* request,
      v1::DeleteCompetitionResponse* response) override;
  UnaryCall* StopCompetition(CallContext* context,
                             const v1::StopCompetitionRequest* request,
                             v1::StopCompetitionResponse* response) override;
  UnaryCall* RetryCompetition(CallContext* context,
                              const v1::RetryCompetitionRequest* request,
                              v1::RetryCompetitionResponse* response) override;
  UnaryCall* EnterCompetition(CallContext* context,
                              const v1::EnterCompetitionRequest* request,
                              v1::EnterCompetitionResponse* response) override;
  UnaryCall* LeaveCompetition(CallContext* context,
                              const v1::LeaveCompetitionRequest* request,
                              v1::LeaveCompetitionResponse* response) override;
  UnaryCall* GetStandings(CallContext* context,
                          const v1::GetStandingsRequest* request,
                          v1::GetStandingsResponse* response) override;
  UnaryCall* ListResults(CallContext* context,
                         const v1::ListResultsRequest* request,
                         v1::ListResultsResponse* response) override;
  UnaryCall* ChangeCompetition(
      CallContext* context, const v1::ChangeCompetitionRequest* request,
      v1::ChangeCompetitionResponse* response) override;
  grpc::ServerWriteReactor<v1::WatchCompetitionResponse>* WatchCompetition(
      CallContext* context,
      const v1::WatchCompetitionRequest* request) override;

 private:
  Access& access_;
  CompetitionHost& host_;
  StandingsCache& standings_;
};

}  // namespace arena::referee

#endif  // REFEREE_SERVICES_COMPETITION_SERVICE_H_
