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

// What keeps programs in.
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

// What a program may use, with all its children.
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
  // What it prints beyond this is dropped, a second at a time.
  int64_t output_bytes_per_second = int64_t{64} << 10;
};

// Where a program runs, beside the others of its sandbox.
struct Placement {
  // Numbers of processors; empty: all that this program may use.
  std::vector<int> processors = {};
  // Whether it gets eight times as much of a processor as the programs that are
  // not urgent, where both want it.
  bool urgent = false;
};

// What a program of a command line has of this machine beside its system. It
// finds all of it at its own place, and is told no other one.
struct CommandLine {
  // Where it begins; empty inside, unless it may read it.
  std::string current_folder;
  // Inside, an empty folder in memory takes its place, which it may write;
  // empty: there is none.
  std::string home = "";
  // A socket of the machine that it finds in /run/arena; empty: none but those
  // of the job.
  std::string socket = "";
  // A folder of the machine that it alone may write; empty: none. Each file in
  // it is bounded, and not their number.
  std::string own_folder = "";
  // Folders and files that are empty inside, wherever it may read them.
  std::vector<std::string> hidden = {};
  // Folders in what it may read in which no sockets, pipes and devices are
  // looked for.
  std::vector<std::string> installations = {};
  // Whether it uses the network of the machine.
  bool has_network = false;
  // Whether it uses the graphics cards of the machine.
  bool has_gpus = false;
};

// What to run.
struct Job {
  // Names it in messages and cgroups: [A-Za-z0-9._-].
  std::string id;
  // The program and its arguments; a name without a slash is looked up inside.
  // Empty: the command of the image.
  std::vector<std::string> command;
  // All of its environment; for those that are not there, there are a PATH,
  // HOME, TMPDIR and LANG.
  std::vector<std::pair<std::string, std::string>> variables = {};
  // The program's files, which it sees as /bot, its current folder. Empty for a
  // command line.
  std::string folder;
  // Whether it may write there. Where that is bounded, it writes to a copy, and
  // what it leaves takes the place of the files when Wait has returned true,
  // unless it was killed.
  bool writes_folder = false;
  // A folder with nothing but Unix sockets, which it sees as /run/arena; empty:
  // none. Where programs run as users of their own, the sockets are opened to
  // all users: make it in a folder that is closed to others.
  std::string socket_folder = "";
  // Further folders, and for a command line files, that it may read, at the
  // same place. The sockets, pipes and devices in those of a command line are
  // covered as far as they are there now, and can be found (see
  // special_files.h).
  std::vector<std::string> readable = {};
  // Not in containers.
  std::optional<CommandLine> command_line = std::nullopt;
  // The OCI image, which must be on this machine; empty: the system of the
  // machine, or in containers the image for jobs that name none.
  std::string image = "";
  Limits limits = {};
  // Where it begins.
  Placement placement = {};
  // Called for each line that it prints, as valid UTF-8 whatever it prints,
  // from a thread of the sandbox.
  std::function<void(const std::string& line)> on_line = nullptr;
};

// What a program has used so far, with all its children.
struct Usage {
  // Whether its times and its memory are known; otherwise they mean nothing.
  bool is_measured = true;
  absl::Duration processor_time = absl::ZeroDuration();
  // How long something of it wanted a processor and got none; zero where the
  // system does not tell.
  absl::Duration waiting_time = {};
  int64_t peak_memory_bytes = 0;
  // Whether something was killed because the memory was full.
  bool out_of_memory = false;
};

// "signal 9 (Killed): its 512 MiB of memory were full": how a program has ended
// badly of which something was killed for that.
std::string WithFullMemory(absl::string_view end, int64_t memory_bytes);

// A program that was started. Destroying it ends everything that the program
// has started, and leaves no process, mount, file or cgroup. Destroy it before
// its sandbox. Thread-safe.
class Sandboxed {
 public:
  virtual ~Sandboxed() = default;

  // Whether it has ended before the deadline.
  virtual bool Wait(absl::Time deadline) = 0;
  // "exit status 3", "signal 11 (Segmentation fault)", as the program itself
  // ended, not what it ran in; see also WithFullMemory. Requires: it has ended.
  virtual std::string EndText() const = 0;
  // Waits until all that it has printed was passed on, where that comes by
  // itself. Requires: it has ended.
  virtual void FinishReading() const {}
  // Asks it to end.
  virtual void Terminate() = 0;
  // Ends all of it at once.
  virtual void Kill() = 0;
  virtual Usage UsageSoFar() const = 0;
  // Stops all of it until Thaw, or does nothing where that is impossible (see
  // Sandbox::CanFreeze). Both are quick and may be repeated.
  virtual void Freeze() = 0;
  virtual void Thaw() = 0;
  // Whether it has ended because what it ran on gave it up, through no doing of
  // its own and of this program. Requires: it has ended.
  virtual bool WasTakenAway() const { return false; }
  // All of it runs there from now on, and may choose no other processors. Does
  // nothing where other machines run it.
  virtual void Place(const Placement& /*placement*/) {}
};

// Thread-safe.
class Sandbox {
 public:
  virtual ~Sandbox() = default;

  // Ready to start programs. `work_folder` is its own, for mount points and the
  // like; what an earlier process with the same folder left behind is removed.
  // UNAVAILABLE says what is missing and how to get it, INVALID_ARGUMENT that
  // this kind is opened elsewhere.
  // `image` is for jobs in containers that name none.
  static absl::StatusOr<std::unique_ptr<Sandbox>> Open(
      Kind kind, const std::string& work_folder, const std::string& image = "");

  // INVALID_ARGUMENT and NOT_FOUND blame the job, UNAVAILABLE the machine.
  virtual absl::StatusOr<std::unique_ptr<Sandboxed>> Start(Job job) = 0;
  virtual Kind kind() const = 0;
  // Whether programs can be stopped for a while.
  virtual bool CanFreeze() const = 0;
  // What this machine cannot do, each a sentence for the log, such as that
  // there are no cgroups, so memory is limited for each process alone.
  virtual std::vector<std::string> Missing() const = 0;
  // Lets calls of Start return soon, with UNAVAILABLE where they must wait.
  virtual void GiveUpStarts() {}
};

}  // namespace arena::sandbox

#endif  // ARENA_SANDBOX_SANDBOX_H_
