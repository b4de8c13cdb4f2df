// Runs the programs of strangers so that they see and use only what they may.
#ifndef ARENA_SANDBOX_SANDBOX_H_
#define ARENA_SANDBOX_SANDBOX_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace arena::sandbox {

// The kind of a sandbox.
enum class Kind {
  // Namespaces of the kernel, by the program bwrap.
  kBubblewrap,
  // A container of an OCI image, by podman.
  kOci,
  // Nothing: for machines on which all programs are trusted.
  kNone,
  // A pod of a cluster of Kubernetes (referee/kubernetes, as it needs a
  // network).
  kKubernetes,
};

// As on command lines: "bubblewrap", "oci", "none", "kubernetes".
absl::string_view WordOf(Kind kind);

// The limits of a program with all its children.
struct Limits {
  int64_t memory_bytes = int64_t{512} << 20;
  int cores = 1;
  // Processes and threads.
  int tasks = 128;
  int open_files = 256;
  // Of one file.
  int64_t file_bytes = int64_t{256} << 20;
  // Of /tmp, and of its folder if it may write there.
  int64_t scratch_bytes = int64_t{64} << 20;
  // Output beyond this in any second is dropped.
  int64_t output_bytes_per_second = int64_t{64} << 10;
};

// The processors of a program, and its priority over the other programs of its
// sandbox.
struct Placement {
  // Numbers of processors; empty: all that this program may use.
  std::vector<int> processors = {};
  // Whether it gets eight times as much of a contested processor as programs
  // that are not urgent.
  bool urgent = false;
};

// The parts of this machine, besides its system, that a program of a command
// line sees. Inside the sandbox all of them have the same paths as outside.
struct CommandLine {
  // Its current folder, which is empty inside unless the program may read it.
  std::string current_folder;
  // Inside, an empty writable folder in memory replaces this folder; empty:
  // none.
  std::string home = "";
  // A socket of the machine that the program finds in /run/arena; empty: only
  // the sockets of the job.
  std::string socket = "";
  // The only folder of the machine that the program may write; empty: none. The
  // size of each file in it is bounded, but not their number.
  std::string own_folder = "";
  // Folders and files that are empty inside, even in readable folders.
  std::vector<std::string> hidden = {};
  // Folders below the readable ones that are not searched for sockets, pipes
  // and devices.
  std::vector<std::string> installations = {};
  // Whether it uses the network of the machine.
  bool has_network = false;
  // Whether it uses the graphics cards of the machine.
  bool has_gpus = false;
};

// A program to run.
struct Job {
  // Names it in messages and cgroups: [A-Za-z0-9._-].
  std::string id;
  // The program and its arguments; a name without a slash is looked up inside.
  // Empty: the command of the image.
  std::vector<std::string> command;
  // Its whole environment. Missing PATH, HOME, TMPDIR and LANG get a default.
  std::vector<std::pair<std::string, std::string>> variables = {};
  // The folder of the program's files. Inside it is /bot, the current folder.
  // Empty for a command line.
  std::string folder;
  // Whether the program may write to `folder`. If scratch space is bounded, the
  // program writes to a copy. The copy replaces the files when Wait has
  // returned true, unless the program was killed.
  bool writes_folder = false;
  // A folder with nothing but Unix sockets; inside it is /run/arena; empty:
  // none. If programs run as other users, the sockets are opened to all users,
  // so make this folder in a folder that is closed to others.
  std::string socket_folder = "";
  // Further folders, and for a command line files, that it may read, at the
  // same place. For a command line, sockets, pipes and devices in these folders
  // are covered, as far as they exist now and can be found (see
  // special_files.h).
  std::vector<std::string> readable = {};
  // Not in containers.
  std::optional<CommandLine> command_line = std::nullopt;
  // The OCI image, which must be on this machine; empty: the system of the
  // machine, or in containers the image for jobs that name none.
  std::string image = "";
  Limits limits = {};
  // The placement at the start.
  Placement placement = {};
  // Called for each line that the program prints, from a thread of the sandbox.
  // Invalid UTF-8 is replaced.
  std::function<void(const std::string& line)> on_line = nullptr;
};

// The resources that a program with all its children has used so far.
struct Usage {
  // Whether its times and its memory are known; otherwise they mean nothing.
  bool is_measured = true;
  absl::Duration processor_time = absl::ZeroDuration();
  // The time for which any of its processes waited for a processor; zero if the
  // system does not tell.
  absl::Duration waiting_time = {};
  int64_t peak_memory_bytes = 0;
  // Whether a process was killed because the memory was full.
  bool out_of_memory = false;
};

// "signal 9 (Killed): its 512 MiB of memory were full": the bad end of a
// program of which a process was killed because the memory was full.
std::string WithFullMemory(absl::string_view end, int64_t memory_bytes);

// A program that was started. Destroying it ends everything that the program
// has started, and leaves no process, mount, file or cgroup. Destroy it before
// its sandbox. Thread-safe.
class Sandboxed {
 public:
  virtual ~Sandboxed() = default;

  // Whether it has ended before the deadline.
  virtual bool Wait(absl::Time deadline) = 0;
  // "exit status 3", "signal 11 (Segmentation fault)": the end of the program
  // itself, not of the shell or container around it; see also WithFullMemory.
  // Requires: it has ended.
  virtual std::string EndText() const = 0;
  // Waits until all output was passed on. Requires: the program has ended.
  virtual void FinishReading() const {}
  // Asks the program to end.
  virtual void Terminate() = 0;
  // Ends all its processes at once.
  virtual void Kill() = 0;
  virtual Usage UsageSoFar() const = 0;
  // Stops all its processes until Thaw, or does nothing if that is impossible
  // (see Sandbox::CanFreeze). Both calls are quick and may be repeated.
  virtual void Freeze() = 0;
  virtual void Thaw() = 0;
  // Whether the machine or cluster ended the program, without a cause in the
  // program itself or in this program. Requires: it has ended.
  virtual bool WasTakenAway() const { return false; }
  // Runs all its processes on these processors from now on, without others.
  // Does nothing if another machine runs the program.
  virtual void Place(const Placement& /*placement*/) {}
};

// Thread-safe.
class Sandbox {
 public:
  virtual ~Sandbox() = default;

  // Opens a sandbox that is ready to start programs. `work_folder` belongs to
  // the sandbox, for mount points and the like. The remains of an earlier
  // process with the same folder are removed. UNAVAILABLE says what is missing
  // and how to get it, INVALID_ARGUMENT that this kind is opened elsewhere.
  // `image` is for jobs in containers that name no image.
  static absl::StatusOr<std::unique_ptr<Sandbox>> Open(
      Kind kind, const std::string& work_folder, const std::string& image = "");

  // INVALID_ARGUMENT and NOT_FOUND blame the job, UNAVAILABLE the machine.
  virtual absl::StatusOr<std::unique_ptr<Sandboxed>> Start(Job job) = 0;
  virtual Kind kind() const = 0;
  // Whether programs can be stopped for a while.
  virtual bool CanFreeze() const = 0;
  // The missing abilities of this machine, each as a sentence for the log. For
  // example: without cgroups, memory is limited for each process alone.
  virtual std::vector<std::string> Missing() const = 0;
  // Makes calls of Start return soon, with UNAVAILABLE if they would have to
  // wait.
  virtual void GiveUpStarts() {}
};

}  // namespace arena::sandbox

#endif  // ARENA_SANDBOX_SANDBOX_H_
