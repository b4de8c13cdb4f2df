// The program podman.
#ifndef ARENA_SANDBOX_PODMAN_H_
#define ARENA_SANDBOX_PODMAN_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"

namespace arena::sandbox {

// Calls it. A value; thread-safe.
class Podman {
 public:
  // UNAVAILABLE says that it is missing, or why it does not work.
  static absl::StatusOr<Podman> Find();

  // The whole command.
  std::vector<std::string> Command(std::vector<std::string> arguments) const;
  // Waits for the end of a command, and returns what it printed. UNAVAILABLE,
  // with that, if it fails.
  absl::StatusOr<std::string> Call(std::vector<std::string> arguments) const;

 private:
  explicit Podman(std::vector<std::string> options)
      : options_(std::move(options)) {}

  std::vector<std::string> options_;
};

}  // namespace arena::sandbox

#endif  // ARENA_SANDBOX_PODMAN_H_
