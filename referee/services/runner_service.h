// Streams of runners: thin gRPC reactors between runners and their host.
#ifndef REFEREE_SERVICES_RUNNER_SERVICE_H_
#define REFEREE_SERVICES_RUNNER_SERVICE_H_

#include <grpcpp/grpcpp.h>

#include "arena/match/executor.h"
#include "arena/v1/runner_service.grpc.pb.h"
#include "referee/access/admission.h"
#include "referee/processes/runner_host.h"
#include "referee/store/store_executor.h"

namespace arena::referee {

// The constructor's arguments must outlive the server.
class RunnerService final : public v1::RunnerService::CallbackService {
 public:
  RunnerService(Access& access, StoreExecutor& store, Executor& executor,
                RunnerHost& host);
  ~RunnerService() override;

  grpc::ServerBidiReactor<v1::WorkRequest, v1::WorkResponse>* Work(
      CallContext* context) override;
  grpc::ServerWriteReactor<v1::ReadArchiveResponse>* ReadArchive(
      CallContext* context, const v1::ReadArchiveRequest* request) override;
  grpc::ServerReadReactor<v1::WriteBuildRequest>* WriteBuild(
      CallContext* context, v1::WriteBuildResponse* response) override;
  UnaryCall* ListRunners(CallContext* context,
                         const v1::ListRunnersRequest* request,
                         v1::ListRunnersResponse* response) override;

 private:
  Access& access_;
  StoreExecutor& store_;
  Executor& executor_;
  RunnerHost& host_;
};

}  // namespace arena::referee

#endif  // REFEREE_SERVICES_RUNNER_SERVICE_H_
