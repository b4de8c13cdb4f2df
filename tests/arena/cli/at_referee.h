// Runs the arena program at a referee.
#ifndef TESTS_ARENA_CLI_AT_REFEREE_H_
#define TESTS_ARENA_CLI_AT_REFEREE_H_

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "arena/process/process.h"
#include "tests/arena/cli/run_arena.h"
#include "tests/testing/program.h"

namespace arena::cli {

// The referee keeps its data in the folder of the test.
class AtRefereeTest : public ArenaTest {
 protected:
  // Starts the referee, or starts it again after its end.
  void StartReferee(const std::vector<std::string>& flags = {}) {
    std::vector<std::string> command = {
        Program("referee"), "--data",      Path("data"),
        "--listen",         Socket(),      "--log-level",
        "off"};
    command.insert(command.end(), flags.begin(), flags.end());
    referee_ = testing::StartProgram(command);
    ASSERT_NE(testing::AwaitReady(*referee_), "");
    // The bots of root run as users of their own, who need the socket.
    std::filesystem::permissions(Path("socket"), std::filesystem::perms::all);
  }
  std::string Socket() const { return "unix:" + Path("socket"); }
  Outcome Ask(const std::string& arguments) const {
    return Arena(arguments + " --address " + Socket());
  }

  std::unique_ptr<Process> referee_;
};

}  // namespace arena::cli

#endif  // TESTS_ARENA_CLI_AT_REFEREE_H_
