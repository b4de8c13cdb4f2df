// Runs trusted programs, without walls.
#ifndef ARENA_SANDBOX_NONE_H_
#define ARENA_SANDBOX_NONE_H_

#include <atomic>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/sandbox/machine.h"
#include "arena/sandbox/sandbox.h"

namespace arena::sandbox {

// The same limits as in a sandbox, if the machine has them, but no walls:
// programs run as the user of this program, see all files, and use the network.
// Files keep their own paths here. In the variables and the command of a job,
// /run/arena and /bot are replaced by these paths, but not for a command line.
// Thread-safe.
class None : public Sandbox {
 public:
  static absl::StatusOr<std::unique_ptr<Sandbox>> Open(
      const std::string& work_folder);

  absl::StatusOr<std::unique_ptr<Sandboxed>> Start(Job job) override;
  Kind kind() const override { return Kind::kNone; }
  bool CanFreeze() const override { return machine_.groups->CanFreeze(); }
  std::vector<std::string> Missing() const override;

 private:
  explicit None(Machine machine) : machine_(std::move(machine)) {}

  const Machine machine_;
  std::atomic<int> started_ = 0;
};

}  // namespace arena::sandbox

#endif  // ARENA_SANDBOX_NONE_H_
