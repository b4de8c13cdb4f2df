// Our programs, started by tests; each ends with its object, if not before.
#ifndef TESTS_TESTING_PROGRAM_H_
#define TESTS_TESTING_PROGRAM_H_

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/time/clock.h"
#include "arena/process/process.h"

namespace arena::testing {

// Null, and the test fails, if the program cannot be started. `ready_prefix`
// begins the line with which it says that it is ready.
inline std::unique_ptr<Process> StartProgram(
    std::vector<std::string> command, std::string ready_prefix = "listening ") {
  absl::StatusOr<std::unique_ptr<Process>> process = Process::Start(
      {.command = std::move(command), .ready_prefix = std::move(ready_prefix)});
  EXPECT_TRUE(process.ok()) << process.status();
  return process.ok() ? *std::move(process) : nullptr;
}

// Waits until the program is ready, and returns the rest of the line that says
// so: for a server, where it listens.
inline std::string AwaitReady(const Process& program) {
  const absl::StatusOr<std::string> said =
      program.AwaitReady(absl::Now() + absl::Minutes(1));
  EXPECT_TRUE(said.ok()) << said.status();
  return said.value_or("");
}

// How the program ended, as text.
inline std::string AwaitEnd(const Process& program) {
  program.Wait();
  return program.EndText();
}

}  // namespace arena::testing

#endif  // TESTS_TESTING_PROGRAM_H_
