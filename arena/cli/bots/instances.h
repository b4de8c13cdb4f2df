// Several processes of one bot.
#ifndef ARENA_CLI_BOTS_INSTANCES_H_
#define ARENA_CLI_BOTS_INSTANCES_H_

#include <sys/types.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "arena/process/signal_waiter.h"

namespace arena::cli {

// The processes to start.
struct InstancesSpec {
  // The command of each process.
  std::vector<std::string> command = {};
  // Their number, at least 1.
  int count = 1;
  // Process number 3 is the instance "3", or "east.3" after "east".
  std::string instance = "";
  // Process number 3 keeps its session in "token.3" after "token"; empty: none.
  std::string token_file = "";
  // Whether a process plays one match. Then another one follows it, at most
  // once in this time for each number.
  bool one_match = false;
  absl::Duration slowest_start = absl::Seconds(1);
};

// Runs the processes until all have ended. Use one object at a time, in one
// thread, whose end asks the processes to leave.
//
// A process inherits the environment and the outputs of this program. With
// one_match a process that ends with status 0 is started again; status 3 says
// that another program took its place. A process that ends otherwise has
// failed: the others are asked to leave. A request to stop this program goes to
// all processes, and so does each further request.
class Instances {
 public:
  Instances(InstancesSpec spec, const SignalWaiter& signals)
      : spec_(std::move(spec)), signals_(signals) {}

  // Returns whether no process has failed. Errors as for Launch if the first
  // process cannot be started.
  absl::StatusOr<bool> Run();

 private:
  struct Running {
    int number;
    absl::Time started;
  };

  absl::Status Start(int number);
  // The environment of a process.
  std::vector<std::pair<std::string, std::string>> Variables(int number) const;
  // Starts the processes whose time has come. Returns the time of the next one.
  absl::Time StartDue();
  void Reap();
  void Fail(int number, const std::string& what);
  void StopAll();

  const InstancesSpec spec_;
  const SignalWaiter& signals_;
  // By process.
  std::map<pid_t, Running> running_;
  // When a number is started again.
  std::map<int, absl::Time> due_;
  bool stopping_ = false;
  bool failed_ = false;
};

}  // namespace arena::cli

#endif  // ARENA_CLI_BOTS_INSTANCES_H_
