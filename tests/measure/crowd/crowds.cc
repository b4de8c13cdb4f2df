// Measures how a crowd that watches one match affects honest bots and a
// referee.
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
#include "arena/bench/file_limit.h"
#include "arena/bench/measurement.h"
#include "tests/measure/crowd/crowd.h"
#include "tests/measure/crowd/trial.h"

namespace arena::crowd {
namespace {

struct CommandLine {
  TrialOptions trial;
  std::vector<std::string> kinds;
};

// Returns the median of all rounds.
template <typename Figure>
double MedianOf(const std::vector<Round>& rounds, const Figure& figure) {
  std::vector<double> figures;
  for (const Round& round : rounds) figures.push_back(figure(round));
  return bench::Percentile(std::move(figures), 0.5);
}

double MostOf(const std::vector<Round>& rounds, int64_t Round::*count) {
  int64_t most = 0;
  for (const Round& round : rounds) most = std::max(most, round.*count);
  return static_cast<double>(most);
}

// Returns a percentile in milliseconds; 0 if there are no decisions.
double PartOf(const Stretch& stretch, double part) {
  if (stretch.decisions.empty()) return 0;
  return bench::Percentile(stretch.decisions, part) / 1000;
}

// The medians of p50 and p99 over the rounds. Behind each stands the median of
// its ratio to the same round without a crowd.
std::string TimesOf(const std::vector<Round>& rounds,
                    const Stretch Round::*stretch) {
  std::string text;
  for (const double part : {0.5, 0.99}) {
    absl::StrAppendFormat(&text, "%s%.2f (%.2f)", text.empty() ? "" : " / ",
                          MedianOf(rounds,
                                   [&](const Round& round) {
                                     return PartOf(round.*stretch, part);
                                   }),
                          MedianOf(rounds, [&](const Round& round) {
                            return PartOf(round.*stretch, part) /
                                   std::max(PartOf(round.alone, part), 1e-9);
                          }));
  }
  return text;
}

std::string ArrivalsOf(const std::vector<Round>& rounds) {
  std::vector<double> all;
  for (const Round& round : rounds) {
    all.insert(all.end(), round.last_arrivals.begin(),
               round.last_arrivals.end());
  }
  if (all.empty()) return "-";
  return absl::StrFormat("%.0f / %.0f", bench::Percentile(all, 0.5),
                         *absl::c_max_element(all));
}

void PrintHead() {
  std::printf(
      "| crowd | spectators | rounds | alone: p50 / p99, ms | coming (ratio) | "
      "beside (ratio) | faults | lost streams | messages a second | missed | "
      "cut | last arrival: p50 / most, ms | all there after, s | processors: "
      "alone / coming / beside | memory: alone / beside, MiB |\n"
      "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
}

void PrintRow(const TrialOptions& trial, const Outcome& outcome) {
  const std::vector<Round>& rounds = outcome.rounds;
  const auto alone = [&](double part) {
    return MedianOf(rounds,
                    [&](const Round& one) { return PartOf(one.alone, part); });
  };
  const auto median = [&](const auto& figure) {
    return MedianOf(rounds, figure);
  };
  constexpr double kMebibyte = 1 << 20;
  const double seconds = absl::ToDoubleSeconds(trial.time);
  absl::PrintF(
      "| %s | %.0f | %d | %.2f / %.2f | %s | %s | %d | %d | %.0f | %.0f | %.0f "
      "| %s | %.1f | %.2f / %.2f / %.2f | %.0f / %.0f |\n",
      trial.kind.name, MostOf(rounds, &Round::joins), rounds.size(), alone(0.5),
      alone(0.99), TimesOf(rounds, &Round::coming),
      TimesOf(rounds, &Round::beside), outcome.faults, outcome.lost,
      median([&](const Round& one) { return one.messages / seconds; }),
      MostOf(rounds, &Round::missed), MostOf(rounds, &Round::cut),
      ArrivalsOf(rounds), median([](const Round& one) { return one.seconds; }),
      median([](const Round& one) { return one.alone.processors; }),
      median([](const Round& one) { return one.coming.processors; }),
      median([](const Round& one) { return one.beside.processors; }),
      median([](const Round& one) { return one.alone.memory / kMebibyte; }),
      median([](const Round& one) { return one.beside.memory / kMebibyte; }));
  std::fflush(stdout);
}

// Returns whether no honest bot has a fault or lost its stream. Spectators that
// read everything must have been told everything, too.
bool KeepsBounds(const TrialOptions& trial, const Outcome& outcome) {
  const bool told = trial.kind.manner != Manner::kRead ||
                    (MostOf(outcome.rounds, &Round::missed) == 0 &&
                     MostOf(outcome.rounds, &Round::cut) == 0);
  return outcome.faults == 0 && outcome.lost == 0 && told;
}

bool RunAll(CommandLine line) {
  PrintHead();
  bool good = true;
  for (const Kind& kind : AllKinds()) {
    if (!line.kinds.empty() && !absl::c_linear_search(line.kinds, kind.name)) {
      continue;
    }
    line.trial.kind = kind;
    const absl::StatusOr<Outcome> outcome = RunTrial(line.trial);
    if (!outcome.ok()) {
      absl::PrintF("%s: %s\n", kind.name, outcome.status().ToString());
      return false;
    }
    PrintRow(line.trial, *outcome);
    const bool keeps = KeepsBounds(line.trial, *outcome);
    if (!keeps) absl::PrintF("%s misses a bound\n", kind.name);
    good = good && keeps;
  }
  return good;
}

// Runs every crowd for a moment.
bool Smoke() {
  CommandLine line;
  line.trial.spectators = 200;
  line.trial.bots = 8;
  line.trial.watched_pace = absl::Milliseconds(100);
  line.trial.rounds = 1;
  line.trial.time = absl::Seconds(1);
  return RunAll(line);
}

// crowds --crowd KIND COUNT ADDRESS MATCH TIME runs the spectators' process.
int RunCrowd(const std::vector<std::string>& arguments) {
  Visit visit{.address = arguments[3], .match_id = arguments[4]};
  for (const Kind& kind : AllKinds()) {
    if (kind.name == arguments[1]) visit.manner = kind.manner;
  }
  visit.spectators = std::stoi(arguments[2]);
  absl::ParseDuration(arguments[5], &visit.time);
  Attend(visit);
  return 0;
}

// Returns an exit status if it has printed a mistake or the help.
std::optional<int> Read(int argc, char** argv, CommandLine& line, bool& smoke) {
  TrialOptions& trial = line.trial;
  double seconds = absl::ToDoubleSeconds(trial.time);
  int step = static_cast<int>(absl::ToInt64Milliseconds(trial.watched_pace));
  std::vector<std::string> names;
  for (const Kind& kind : AllKinds()) names.push_back(kind.name);
  CLI::App app("What a crowd that watches a match does to bots and referee");
  app.add_option("--rounds", trial.rounds, "Rounds of each crowd")
      ->check(CLI::Range(1, 100'000))
      ->capture_default_str();
  app.add_option("--spectators", trial.spectators, "How many watch")
      ->check(CLI::Range(1, 100'000))
      ->capture_default_str();
  app.add_option("--seconds", seconds, "How long each part of a round takes")
      ->check(CLI::Range(1, 100'000))
      ->capture_default_str();
  app.add_option("--step-ms", step, "Time between steps of the match")
      ->check(CLI::Range(1, 100'000))
      ->capture_default_str();
  app.add_flag("--smoke", smoke, "Only a moment of every crowd");
  app.add_option("crowds", line.kinds, "All of them if absent")
      ->check(CLI::IsMember(names));
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  trial.time = absl::Seconds(seconds);
  trial.watched_pace = absl::Milliseconds(step);
  return std::nullopt;
}

int Main(int argc, char** argv) {
  bench::RaiseFileLimit();
  // A connection that is cut must not end this program.
  std::signal(SIGPIPE, SIG_IGN);
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() == 6 && arguments[0] == "--crowd") {
    return RunCrowd(arguments);
  }
  CommandLine line;
  bool smoke = false;
  if (const auto status = Read(argc, argv, line, smoke)) return *status;
  return (smoke ? Smoke() : RunAll(line)) ? 0 : 1;
}

}  // namespace
}  // namespace arena::crowd

int main(int argc, char** argv) { return arena::crowd::Main(argc, argv); }
