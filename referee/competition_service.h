// The service around competitions: creating, following and reading them.
#ifndef REFEREE_COMPETITION_SERVICE_H_
#define REFEREE_COMPETITION_SERVICE_H_

#include <grpcpp/grpcpp.h>

#include "arena/v1/competition_service.grpc.pb.h"
#include "referee/access.h"
#include "referee/competition_host.h"

namespace arena::referee {

// Access and host must outlive the server.
class CompetitionService final
    : public v1::CompetitionService::CallbackService {
 public:
  CompetitionService(Access& access, CompetitionHost& host)
      : access_(access), host_(host) {}

  grpc::ServerUnaryReactor* CreateCompetition(
      grpc::CallbackServerContext* context,
      const v1::CreateCompetitionRequest* request,
      v1::CreateCompetitionResponse* response) override;
  grpc::ServerUnaryReactor* GetCompetition(
      grpc::CallbackServerContext* context,
      const v1::GetCompetitionRequest* request,
      v1::GetCompetitionResponse* response) override;
  grpc::ServerUnaryReactor* ListCompetitions(
      grpc::CallbackServerContext* context,
      const v1::ListCompetitionsRequest* request,
      v1::ListCompetitionsResponse* response) override;
  grpc::ServerUnaryReactor* StopCompetition(
      grpc::CallbackServerContext* context,
      const v1::StopCompetitionRequest* request,
      v1::StopCompetitionResponse* response) override;
  grpc::ServerUnaryReactor* RetryCompetition(
      grpc::CallbackServerContext* context,
      const v1::RetryCompetitionRequest* request,
      v1::RetryCompetitionResponse* response) override;
  grpc::ServerUnaryReactor* EnterCompetition(
      grpc::CallbackServerContext* context,
      const v1::EnterCompetitionRequest* request,
      v1::EnterCompetitionResponse* response) override;
  grpc::ServerUnaryReactor* ListResults(
      grpc::CallbackServerContext* context,
      const v1::ListResultsRequest* request,
      v1::ListResultsResponse* response) override;
  grpc::ServerWriteReactor<v1::WatchCompetitionResponse>* WatchCompetition(
      grpc::CallbackServerContext* context,
      const v1::WatchCompetitionRequest* request) override;

 private:
  Access& access_;
  CompetitionHost& host_;
};

}  // namespace arena::referee

#endif  // REFEREE_COMPETITION_SERVICE_H_
