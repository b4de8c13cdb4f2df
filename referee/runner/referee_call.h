// Calls to a referee, as a runner, and archives of bots that go by them.
#ifndef REFEREE_RUNNER_REFEREE_CALL_H_
#define REFEREE_RUNNER_REFEREE_CALL_H_

#include <grpcpp/grpcpp.h>

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "arena/v1/runner_service.grpc.pb.h"

namespace arena::runner {

// A referee, and how to prove to it who calls. Thread-safe.
class RefereeCall {
 public:
  RefereeCall(std::shared_ptr<grpc::Channel> channel, std::string token)
      : channel_(std::move(channel)),
        token_(std::move(token)),
        stub_(v1::RunnerService::NewStub(channel_)) {}

  const std::shared_ptr<grpc::Channel>& channel() const { return channel_; }
  v1::RunnerService::Stub& stub() const { return *stub_; }
  void Prove(grpc::ClientContext& context) const {
    if (token_.empty()) return;
    context.AddMetadata("authorization", absl::StrCat("Bearer ", token_));
  }

 private:
  const std::shared_ptr<grpc::Channel> channel_;
  const std::string token_;
  const std::unique_ptr<v1::RunnerService::Stub> stub_;
};

// The whole archive. NOT_FOUND, DATA_LOSS if it is not what its hash says, or
// what the call ends with.
absl::StatusOr<std::string> FetchArchive(RefereeCall& referee,
                                         const std::string& sha256);

// Brings the archive of a build to the referee.
absl::Status StoreBuild(RefereeCall& referee, const std::string& task_id,
                        const std::string& archive);

}  // namespace arena::runner

#endif  // REFEREE_RUNNER_REFEREE_CALL_H_
