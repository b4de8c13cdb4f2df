// The service that serves and checks records.
#ifndef REFEREE_REPLAY_SERVICE_H_
#define REFEREE_REPLAY_SERVICE_H_

#include <grpcpp/grpcpp.h>

#include "arena/match/executor.h"
#include "arena/v1/replay_service.grpc.pb.h"
#include "referee/access.h"
#include "referee/store/store.h"

namespace arena::referee {

// Reading and playing a record takes a while, so it happens on the executor.
// All that it is given must outlive the server.
class ReplayService final : public v1::ReplayService::CallbackService {
 public:
  ReplayService(Access& access, Store& store, Executor& executor)
      : access_(access), store_(store), executor_(executor) {}

  grpc::ServerUnaryReactor* GetRecord(grpc::CallbackServerContext* context,
                                      const v1::GetRecordRequest* request,
                                      v1::GetRecordResponse* response) override;
  grpc::ServerWriteReactor<v1::ReplayMatchResponse>* ReplayMatch(
      grpc::CallbackServerContext* context,
      const v1::ReplayMatchRequest* request) override;
  grpc::ServerUnaryReactor* VerifyRecord(
      grpc::CallbackServerContext* context,
      const v1::VerifyRecordRequest* request,
      v1::VerifyRecordResponse* response) override;

 private:
  // Runs a task on the executor.
  void Run(std::function<void()> task);

  Access& access_;
  Store& store_;
  Executor& executor_;
};

}  // namespace arena::referee

#endif  // REFEREE_REPLAY_SERVICE_H_
