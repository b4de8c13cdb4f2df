// Our programs, started by tests. Each program ends with its object, or before.
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

// Null, and the test fails, if the program cannot be started. `ready_prefix` is
// the beginning of the line with which the program says that it is ready.
inline std::unique_ptr<Process> StartProgram(
    std::vector<std::string> command, std::string ready_prefix = "listening ") {
  absl::StatusOr<std::unique_ptr<Process>> process = Process::Start(
      {.command = std::move(command), .ready_prefix = std::move(ready_prefix)});
  EXPECT_TRUE(process.ok()) << process.status();
  return process.ok() ? *std::move(process) : nullptr;
}

// Waits until the program is ready. Returns the rest of the line that says so;
// for a server that is its address.
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
