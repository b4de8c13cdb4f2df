// Who builds versions of submitted bots.
#ifndef REFEREE_PROCESSES_BUILDERS_H_
#define REFEREE_PROCESSES_BUILDERS_H_

#include <functional>
#include <string>

#include "absl/status/statusor.h"
#include "arena/v1/runner_service.pb.h"

namespace arena::referee {

// Thread-safe.
class Builders {
 public:
  using Done = std::function<void(absl::StatusOr<v1::BuildReport>)>;

  virtual ~Builders() = default;
  // Has a version built by somebody who has this runtime, and calls back once,
  // on any thread. UNAVAILABLE if nobody can do it now, ABORTED if it was not
  // finished and has to be begun again.
  virtual void Build(const v1::BuildTask& task, const std::string& runtime,
                     Done done) = 0;
};

}  // namespace arena::referee

#endif  // REFEREE_PROCESSES_BUILDERS_H_
