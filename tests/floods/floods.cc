// Prints what floods of strangers do to honest bots and to a referee.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/time/clock.h"
#include "arena/cli/bench/file_limit.h"
#include "arena/cli/bench/measurement.h"
#include "tests/floods/flood.h"
#include "tests/floods/trial.h"

namespace arena::floods {
namespace {

constexpr int64_t kMostMemory = int64_t{512} << 20;

struct CommandLine {
  TrialOptions trial;
  int runs = 3;
  std::vector<std::string> floods;
};

// All runs of one flood.
struct Row {
  int64_t faults = 0;
  int64_t lost = 0;
  int64_t memory = 0;
  int64_t proxy_memory = 0;
  int64_t sent = 0;
  double seconds = 0;
  std::vector<double> alone;
  std::vector<double> flooded;

  void Add(const Outcome& run) {
    faults += run.faults;
    lost += run.lost;
    memory = std::max(memory, run.memory);
    proxy_memory = std::max(proxy_memory, run.proxy_memory);
    sent += run.sent;
    seconds = std::max(seconds, absl::ToDoubleSeconds(run.served_after));
    alone.insert(alone.end(), run.alone.begin(), run.alone.end());
    flooded.insert(flooded.end(), run.flooded.begin(), run.flooded.end());
  }
  bool KeepsBounds() const {
    return faults == 0 && lost == 0 && memory < kMostMemory &&
           absl::Seconds(seconds) < kPatience;
  }
};

// Median, p99 and most, in milliseconds.
std::string TimesOf(const std::vector<double>& microseconds) {
  if (microseconds.empty()) return "none";
  return absl::StrFormat("%.2f / %.1f / %.0f",
                         bench::Percentile(microseconds, 0.5) / 1000,
                         bench::Percentile(microseconds, 0.99) / 1000,
                         *absl::c_max_element(microseconds) / 1000);
}

void PrintRow(const Flood& flood, const CommandLine& line, const Row& row) {
  std::printf(
      "| %s | %s | %d | %lld %s | %lld | %lld | %s | %s | %lld | %.1f |%s\n",
      flood.name.c_str(), line.trial.proxy ? "haproxy" : "none", line.runs,
      static_cast<long long>(row.sent / line.runs), flood.unit.c_str(),
      static_cast<long long>(row.faults), static_cast<long long>(row.lost),
      TimesOf(row.alone).c_str(), TimesOf(row.flooded).c_str(),
      static_cast<long long>(row.memory >> 20), row.seconds,
      row.KeepsBounds() ? "" : " MISSES");
  if (line.trial.proxy) {
    std::printf("  (the proxy had %lld MiB)\n",
                static_cast<long long>(row.proxy_memory >> 20));
  }
  std::fflush(stdout);
}

// Whether all floods keep the bounds.
bool RunAll(const CommandLine& line) {
  std::printf(
      "| flood | proxy | runs | sent in a run | faults | lost streams | alone: "
      "p50 / p99 / most, ms | flooded | most memory, MiB | serves after, s |\n"
      "|---|---|---|---|---|---|---|---|---|---|\n");
  bool good = true;
  for (const Flood& flood : AllFloods()) {
    if (!line.floods.empty() &&
        !absl::c_linear_search(line.floods, flood.name)) {
      continue;
    }
    Row row;
    for (int run = 0; run < line.runs; ++run) {
      const absl::StatusOr<Outcome> outcome = RunTrial(flood, line.trial);
      if (!outcome.ok()) {
        std::printf("%s: %s\n", flood.name.c_str(),
                    outcome.status().ToString().c_str());
        return false;
      }
      row.Add(*outcome);
    }
    PrintRow(flood, line, row);
    good = good && row.KeepsBounds();
  }
  return good;
}

// A moment of every flood, with and without the proxy.
bool Smoke() {
  CommandLine line;
  line.runs = 1;
  line.trial.bots = 8;
  line.trial.alone = absl::Milliseconds(500);
  line.trial.flooded = absl::Seconds(1);
  const bool good = RunAll(line);
  if (!HasProxy()) {
    std::printf("skipped: haproxy is not installed, so docker/haproxy.cfg is "
                "not tested\n");
    return good;
  }
  line.trial.proxy = true;
  return RunAll(line) && good;
}

// floods --flood NAME ADDRESS TIME [CERTIFICATE]: the process of the strangers.
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

// Says what is wrong with the arguments, or explains them.
std::optional<int> Read(int argc, char** argv, CommandLine& line, bool& smoke) {
  std::vector<std::string> names;
  for (const Flood& flood : AllFloods()) names.push_back(flood.name);
  CLI::App app("What floods of strangers do to bots and referee");
  app.add_option("--runs", line.runs, "Runs of each flood")
      ->check(CLI::Range(1, 100'000))
      ->capture_default_str();
  app.add_flag("--proxy", line.trial.proxy,
               "Through haproxy, a Debian package, with docker/haproxy.cfg");
  app.add_flag("--smoke", smoke, "Only a moment of every flood");
  app.add_option("floods", line.floods, "All of them if absent")
      ->check(CLI::IsMember(names));
  try {
    app.parse(argc, argv);
    if (line.trial.proxy && !HasProxy()) {
      throw CLI::ValidationError("--proxy", "haproxy is not installed");
    }
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  return std::nullopt;
}

int Main(int argc, char** argv) {
  bench::RaiseFileLimit();
  // A connection that is cut is no reason to end.
  std::signal(SIGPIPE, SIG_IGN);
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (!arguments.empty() && arguments[0] == "--flood") {
    return RunFlood(arguments);
  }
  CommandLine line;
  bool smoke = false;
  if (const auto status = Read(argc, argv, line, smoke)) return *status;
  return (smoke ? Smoke() : RunAll(line)) ? 0 : 1;
}

}  // namespace
}  // namespace arena::floods

int main(int argc, char** argv) { return arena::floods::Main(argc, argv); }
