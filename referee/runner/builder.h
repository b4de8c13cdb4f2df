// Builds versions of bots.
#ifndef REFEREE_RUNNER_BUILDER_H_
#define REFEREE_RUNNER_BUILDER_H_

#include <atomic>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "arena/process/processors.h"
#include "arena/sandbox/sandbox.h"
#include "arena/submission/manifest.h"
#include "arena/v1/runner_service.pb.h"
#include "referee/runner/referee_call.h"
#include "referee/runner/runtimes.h"

namespace arena::runner {

// Runs the build commands of a version in a sandbox, without network, and sends
// the resulting folder back to the referee. A value for each task.
class Builder {
 public:
  // How long the commands of a build may take together.
  static constexpr absl::Duration kMostTime = absl::Minutes(15);

  // `folder` is for builds under way. `give_up` ends builds early.
  Builder(sandbox::Sandbox& sandbox, const Runtimes& runtimes,
          std::string folder, const sandbox::Limits& limits,
          Processors processors, const std::atomic<bool>& give_up)
      : sandbox_(sandbox),
        runtimes_(runtimes),
        folder_(std::move(folder)),
        limits_(limits),
        processors_(std::move(processors)),
        give_up_(give_up) {}

  // Runs a task and returns the report. Nothing stays on the disk. An error is
  // a fault of the machine or the referee, so the task is to be repeated
  // elsewhere. Faults of the bot are in the report.
  absl::StatusOr<v1::BuildReport> Run(RefereeCall& referee,
                                      const v1::BuildTask& task) const;

 private:
  // Runs the commands in the bot's folder.
  absl::Status RunCommands(const std::string& folder,
                           const submission::Manifest& manifest,
                           const v1::BuildTask& task,
                           v1::BuildReport& report) const;

  sandbox::Sandbox& sandbox_;
  const Runtimes& runtimes_;
  const std::string folder_;
  const sandbox::Limits limits_;
  const Processors processors_;
  const std::atomic<bool>& give_up_;
};

}  // namespace arena::runner

#endif  // REFEREE_RUNNER_BUILDER_H_
