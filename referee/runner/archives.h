// Archives of bots, between the store of a referee and this machine.
#ifndef REFEREE_RUNNER_ARCHIVES_H_
#define REFEREE_RUNNER_ARCHIVES_H_

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/v1/runner_service.grpc.pb.h"
#include "referee/runner/referee_call.h"

namespace arena::runner {

// The whole archive. NOT_FOUND, DATA_LOSS if it is not what its hash says, or
// what the call ends with.
absl::StatusOr<std::string> FetchArchive(RefereeCall& referee,
                                         const std::string& sha256);

// Brings the archive of a build to the referee.
absl::Status StoreBuild(RefereeCall& referee, const std::string& task_id,
                        const std::string& archive);

}  // namespace arena::runner

#endif  // REFEREE_RUNNER_ARCHIVES_H_
