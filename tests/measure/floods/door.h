// The doors that strangers flood, with the programs behind them.
#ifndef TESTS_MEASURE_FLOODS_DOOR_H_
#define TESTS_MEASURE_FLOODS_DOOR_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/bench/subject.h"
#include "arena/process/process.h"
#include "arena/process/temporary_folder.h"
#include "tests/measure/floods/flood.h"

namespace arena::floods {

// Honest bots that connect to one address.
struct HonestBots {
  Target target;
  int bots;
  // The bots' names in matches are PREFIX-0, PREFIX-1 and so on.
  std::string prefix;
};

// A process whose memory is watched.
struct Watched {
  std::string name;
  pid_t pid;
};

// A door and the programs behind it, which end with this object.
struct OpenDoor {
  std::unique_ptr<TemporaryFolder> folder;
  bench::Server referee;
  std::vector<std::unique_ptr<Process>> others;
  // The address that is flooded.
  Target target;
  std::vector<HonestBots> honest;
  // The address where a bot may come in after the flood.
  Target late;
  std::vector<Watched> watched;
};

struct Door {
  // The name on the command line and in the table.
  std::string name;
  Speech speech;
  // How much the memory of a process behind the door may grow, in MiB.
  int64_t most_growth;
  // UNAVAILABLE, with the reason, if a program does not start.
  absl::StatusOr<OpenDoor> (*open)(const Flood& flood, int bots);
};

const std::vector<Door>& AllDoors();

// Whether HAProxy is installed.
bool HasProxy();

}  // namespace arena::floods

#endif  // TESTS_MEASURE_FLOODS_DOOR_H_
