// The arguments of bubblewrap.
#ifndef ARENA_SANDBOX_BUBBLEWRAP_ARGUMENTS_H_
#define ARENA_SANDBOX_BUBBLEWRAP_ARGUMENTS_H_

#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/core/descriptor.h"
#include "arena/sandbox/sandbox.h"

namespace arena::sandbox {

// The user inside, who is no user of the machine.
inline constexpr int kInnerUser = 1000;

// Descriptors that a child inherits, in the order of their numbers there.
class Inherited {
 public:
  // Its number in the child.
  int Add(Descriptor descriptor);
  std::vector<int> Numbers() const;
  // Closes this program's descriptors after the child has inherited them.
  void Close() { descriptors_.clear(); }

 private:
  std::vector<Descriptor> descriptors_;
};

// Returns the command of bubblewrap without the program in it. `source_of`
// returns the path at which bubblewrap finds a folder, file or device for the
// job. Adds files to `inherited`, so that nothing of the machine, and no
// variable, can be read in the command line.
absl::StatusOr<std::vector<std::string>> BubblewrapCommand(
    const Job& job, const std::string& filter,
    const std::function<std::string(const std::string& path)>& source_of,
    int status_descriptor, Inherited& inherited);

}  // namespace arena::sandbox

#endif  // ARENA_SANDBOX_BUBBLEWRAP_ARGUMENTS_H_
