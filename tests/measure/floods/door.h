// The doors that are flooded, with the programs behind them.
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

// Honest bots that come in at one address.
struct HonestBots {
  Target target;
  int bots;
  // The first of them is PREFIX-0 to its matches.
  std::string prefix;
};

// A process whose memory is watched.
struct Watched {
  std::string name;
  pid_t pid;
};

// A door, and what is behind it; it ends when this is destroyed.
struct OpenDoor {
  std::unique_ptr<TemporaryFolder> folder;
  bench::Server referee;
  std::vector<std::unique_ptr<Process>> others;
  // What is flooded.
  Target target;
  std::vector<HonestBots> honest;
  // Where a bot that comes late is welcome.
  Target late;
  std::vector<Watched> watched;
};

struct Door {
  // As on the command line and in the table.
  std::string name;
  Speech speech;
  // How much memory a flood may cost a process behind it, in MiB.
  int64_t most_growth;
  // UNAVAILABLE, with the reason, if a program does not start.
  absl::StatusOr<OpenDoor> (*open)(const Flood& flood, int bots);
};

const std::vector<Door>& AllDoors();

// Whether HAProxy is installed.
bool HasProxy();

}  // namespace arena::floods

#endif  // TESTS_MEASURE_FLOODS_DOOR_H_
