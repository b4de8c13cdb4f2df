// Programs that are trusted.
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

// The same limits as in a sandbox, where the machine has them, and no walls:
// programs run as the user of this program, see all files, and use the network.
// What is bound to a place in a sandbox has its own path here: in variables and
// in the command, /run/arena and /bot stand for these paths, but not in those
// of a command line. Thread-safe.
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
