// Streams of runners: thin gRPC reactors between runners and their host.
#ifndef REFEREE_RUNNER_SERVICE_H_
#define REFEREE_RUNNER_SERVICE_H_

#include <grpcpp/grpcpp.h>

#include "arena/match/executor.h"
#include "arena/v1/runner_service.grpc.pb.h"
#include "referee/admission.h"
#include "referee/runner_host.h"
#include "referee/store_executor.h"

namespace arena::referee {

// The constructor's arguments must outlive the server.
class RunnerService final : public v1::RunnerService::CallbackService {
 public:
  RunnerService(Access& access, StoreExecutor& store, Executor& executor,
                RunnerHost& host)
      : access_(access), store_(store), executor_(executor), host_(host) {}

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

#endif  // REFEREE_RUNNER_SERVICE_H_
