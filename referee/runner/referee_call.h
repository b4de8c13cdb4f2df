// Calls of a runner to a referee, and archives of bots in such calls.
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

// A referee, with the credentials of this runner. Thread-safe.
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

// The whole archive. NOT_FOUND, DATA_LOSS if the archive does not match its
// hash, or the error of the call.
absl::StatusOr<std::string> FetchArchive(RefereeCall& referee,
                                         const std::string& sha256);

// Sends the archive of a build to the referee.
absl::Status StoreBuild(RefereeCall& referee, const std::string& task_id,
                        const std::string& archive);

}  // namespace arena::runner

#endif  // REFEREE_RUNNER_REFEREE_CALL_H_
