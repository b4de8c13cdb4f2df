// Runs the arena program as a shell would.
#ifndef TESTS_ARENA_CLI_RUN_ARENA_H_
#define TESTS_ARENA_CLI_RUN_ARENA_H_

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace arena::cli {

struct Outcome {
  int exit_status;
  std::string output;
  std::string errors;

  // The output as JSON; discarded() if it is not JSON.
  nlohmann::json Json() const {
    return nlohmann::json::parse(output, nullptr, /*allow_exceptions=*/false);
  }
  // The standings of all events in the JSON of a tournament. The rest of that
  // JSON tells the time of the tournament.
  std::vector<nlohmann::json> Standings() const {
    nlohmann::json json = Json();
    std::vector<nlohmann::json> standings;
    for (const nlohmann::json& event : json["events"]) {
      standings.push_back(event["standings"]);
    }
    return standings;
  }
};

// A folder of the test, with the program run in that folder.
class ArenaTest : public ::testing::Test {
 protected:
  ArenaTest();
  ~ArenaTest() override;

  // `arguments` are quoted as in a shell. All programs that were built are on
  // the PATH, so that scripts may start them in a sandbox. Text for people has
  // lines of up to `columns`: a test that looks for a sentence wants it
  // unbroken.
  Outcome Arena(const std::string& arguments, int columns = 10'000) const;
  // The path of a file in the folder.
  std::string Path(const std::string& name) const;
  std::string Read(const std::string& name) const;
  void Write(const std::string& name, const std::string& bytes) const;
  // An executable shell script in the folder; returns its path.
  std::string Script(const std::string& name, const std::string& text) const;
  // The path of a program that was built.
  static std::string Program(const std::string& name);

 private:
  std::string folder_;
};

// The lines that are longer than a terminal is wide. Lines that begin with
// `table` do not count.
std::vector<std::string> LongLines(const std::string& text, char table = '\0');

}  // namespace arena::cli

#endif  // TESTS_ARENA_CLI_RUN_ARENA_H_
