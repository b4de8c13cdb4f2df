// The targets of an attacker, on this machine.
#ifndef TESTS_ARENA_SANDBOX_VICTIMS_H_
#define TESTS_ARENA_SANDBOX_VICTIMS_H_

#include <sys/types.h>

#include <memory>
#include <string>
#include <vector>

#include "arena/core/descriptor.h"
#include "arena/process/process.h"

namespace arena::sandbox {

// A Unix socket at `path`; a path that begins with a zero byte is in no folder.
Descriptor ListenAt(const std::string& path);

// Sockets, files, memory and a process of somebody else, all with one secret.
// The targets vanish together with the object.
class Victims {
 public:
  // `folder` is for files; `name` is unique on the machine. Sockets, pipes and
  // devices are also in the folder `neighbour`, and wherever on the machine
  // this user may make some.
  Victims(const std::string& folder, const std::string& name,
          const std::string& neighbour);
  ~Victims();

  // The targets as NAME=VALUE, the form that the program `escapes` takes.
  std::vector<std::string> Told() const;

 private:
  void Listen();
  void LieEverywhere(const std::string& neighbour);
  void WriteFiles();
  void ShareMemory();

  const std::string folder_;
  const std::string name_;
  // Attackers read the secret, so it must stay where it is.
  const std::string secret_;
  std::vector<std::string> told_;
  std::vector<Descriptor> sockets_;
  // Files in folders of others.
  std::vector<std::string> elsewhere_;
  int segment_ = -1;
  std::unique_ptr<Process> process_;
};

}  // namespace arena::sandbox

#endif  // TESTS_ARENA_SANDBOX_VICTIMS_H_
