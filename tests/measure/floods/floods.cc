// Measures how floods of strangers affect honest bots, and the programs that
// the floods reach.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/time/clock.h"
#include "arena/bench/file_limit.h"
#include "arena/bench/measurement.h"
#include "tests/measure/floods/door.h"
#include "tests/measure/floods/flood.h"
#include "tests/measure/floods/runner_stand.h"
#include "tests/measure/floods/trial.h"

namespace arena::floods {
namespace {

struct CommandLine {
  TrialOptions trial;
  int runs = 0;
  bool smoke = false;
  std::vector<std::string> doors;
  std::vector<std::string> floods;
};

// All runs of one flood at one door.
struct Row {
  int64_t faults = 0;
  int64_t lost = 0;
  std::map<std::string, int64_t> growth;
  int64_t sent = 0;
  double seconds = 0;
  std::vector<double> alone;
  std::vector<double> flooded;

  void Add(const Outcome& run) {
    faults += run.faults;
    lost += run.lost;
    for (const auto& [process, bytes] : run.growth) {
      growth[process] = std::max(growth[process], bytes >> 20);
    }
    sent += run.sent;
    seconds = std::max(seconds, absl::ToDoubleSeconds(run.served_after));
    alone.insert(alone.end(), run.alone.begin(), run.alone.end());
    flooded.insert(flooded.end(), run.flooded.begin(), run.flooded.end());
  }
  bool KeepsBounds(const Door& door) const {
    return faults == 0 && lost == 0 && absl::Seconds(seconds) < kPatience &&
           absl::c_all_of(growth, [&](const auto& one) {
             return one.second < door.most_growth;
           });
  }
};

// Returns the median, p99 and maximum, in milliseconds.
std::string TimesOf(const std::vector<double>& microseconds) {
  if (microseconds.empty()) return "none";
  return absl::StrFormat("%.2f / %.1f / %.0f",
                         bench::Percentile(microseconds, 0.5) / 1000,
                         bench::Percentile(microseconds, 0.99) / 1000,
                         *absl::c_max_element(microseconds) / 1000);
}

void PrintRow(const Door& door, const Flood& flood, int runs, const Row& row) {
  const std::string growth =
      absl::StrJoin(row.growth, ", ", [](std::string* text, const auto& one) {
        absl::StrAppend(text, one.first, " ", one.second);
      });
  std::cout << absl::StrFormat(
                   "| %s | %s | %d | %d %s | %d | %d | %s | %s | %s | %.1f |%s",
                   door.name, flood.name, runs, row.sent / runs, flood.unit,
                   row.faults, row.lost, TimesOf(row.alone),
                   TimesOf(row.flooded), growth, row.seconds,
                   row.KeepsBounds(door) ? "" : " MISSES")
            << std::endl;
}

bool IsWanted(const std::vector<std::string>& wanted, const std::string& name) {
  return wanted.empty() || absl::c_linear_search(wanted, name);
}

// Returns whether all runs keep the bounds.
bool RunOne(const Door& door, const Flood& flood, const CommandLine& line) {
  Row row;
  for (int run = 0; run < line.runs; ++run) {
    const absl::StatusOr<Outcome> outcome = RunTrial(door, flood, line.trial);
    if (!outcome.ok()) {
      std::cout << door.name << ", " << flood.name << ": " << outcome.status()
                << std::endl;
      return false;
    }
    row.Add(*outcome);
  }
  PrintRow(door, flood, line.runs, row);
  return row.KeepsBounds(door);
}

bool RunAll(const CommandLine& line) {
  std::cout
      << "| door | flood | runs | sent in a run | faults | lost streams "
         "| alone: p50 / p99 / most, ms | flooded | growth, MiB | new bot "
         "welcome after, s |\n|---|---|---|---|---|---|---|---|---|---|\n";
  bool good = true;
  for (const Door& door : AllDoors()) {
    if (!IsWanted(line.doors, door.name)) continue;
    if (door.name == "haproxy" && !HasProxy()) {
      std::cout << "skipped: haproxy is not installed, so docker/haproxy.cfg "
                   "is not tested"
                << std::endl;
      continue;
    }
    for (const Flood& flood : AllFloods()) {
      if (flood.speech.value_or(door.speech) == door.speech &&
          IsWanted(line.floods, flood.name)) {
        good = RunOne(door, flood, line) && good;
      }
    }
  }
  return good;
}

// floods --flood NAME ADDRESS TIME [CERTIFICATE] runs the strangers' process.
int RunFlood(const std::vector<std::string>& arguments) {
  const Flood& flood = *absl::c_find_if(
      AllFloods(), [&](const Flood& one) { return one.name == arguments[1]; });
  absl::Duration time;
  absl::ParseDuration(arguments[3], &time);
  const Target target = {.address = arguments[2], .ca = arguments[4]};
  std::printf("sent %lld\n",
              static_cast<long long>(flood.run(target, absl::Now() + time)));
  return 0;
}

// Returns an exit status if it has printed a mistake or the help.
std::optional<int> Read(int argc, char** argv, CommandLine& line) {
  std::vector<std::string> floods, doors;
  for (const Flood& flood : AllFloods()) floods.push_back(flood.name);
  for (const Door& door : AllDoors()) doors.push_back(door.name);
  CLI::App app("What floods of strangers do to bots and servers");
  app.add_option("--runs", line.runs,
                 "Runs of each flood; by default 3, with --smoke 1")
      ->check(CLI::Range(1, 100'000));
  app.add_flag("--smoke", line.smoke, "Only a moment of every flood");
  app.add_option("--door", line.doors, "May be repeated; all if absent")
      ->allow_extra_args(false)
      ->check(CLI::IsMember(doors));
  app.add_option("floods", line.floods, "All of them if absent")
      ->check(CLI::IsMember(floods));
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  if (line.runs == 0) line.runs = line.smoke ? 1 : 3;
  if (line.smoke) {
    line.trial.bots = 8;
    line.trial.alone = absl::Milliseconds(200);
    line.trial.flooded = absl::Milliseconds(400);
  }
  return std::nullopt;
}

int Main(int argc, char** argv) {
  bench::RaiseFileLimit();
  // A connection that is cut must not end this program.
  std::signal(SIGPIPE, SIG_IGN);
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (!arguments.empty() && arguments[0] == "--flood") {
    return RunFlood(arguments);
  }
  if (!arguments.empty() && arguments[0] == "--runner") {
    return RunRunnerStand(arguments[1], arguments[2], arguments[3],
                          std::stoi(arguments[4]));
  }
  CommandLine line;
  if (const auto status = Read(argc, argv, line)) return *status;
  return RunAll(line) ? 0 : 1;
}

}  // namespace
}  // namespace arena::floods

int main(int argc, char** argv) { return arena::floods::Main(argc, argv); }
