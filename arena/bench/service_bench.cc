#include "arena/bench/service_bench.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "arena/bench/bot_swarm.h"
#include "arena/bench/conversation.h"
#include "arena/bench/file_limit.h"
#include "arena/bench/serial_bot.h"
#include "arena/bench/subject.h"
#include "arena/core/check.h"
#include "arena/process/usage.h"

namespace arena::bench {
namespace {

constexpr std::chrono::seconds kPatience(120);
constexpr int kWarmUpDecisions = 1000;
constexpr absl::Duration kWarmUp = absl::Seconds(1);
constexpr int kRecordedDecisions = 1000;
// Files that a process needs in addition to its connections.
constexpr rlim_t kOtherFiles = 200;

// The measured figures, by server and round.
struct Row {
  std::string what;
  std::string unit;
  std::optional<Budget> budget;
  std::map<std::string, std::vector<double>> figures = {};
};

// The rows in the order of the table.
class Rows {
 public:
  void Add(const std::string& subject, const Row& row, double figure) {
    auto it = std::find_if(rows_.begin(), rows_.end(), [&](const Row& other) {
      return other.what == row.what;
    });
    if (it == rows_.end()) it = rows_.insert(it, row);
    it->figures[subject].push_back(figure);
  }

  std::vector<Measurement> Against(const std::string& reference) const {
    std::vector<Measurement> lines;
    for (const Row& row : rows_) {
      for (const auto& [subject, figures] : row.figures) {
        if (subject == reference) continue;
        lines.push_back(Measured(absl::StrCat(subject, ": ", row.what),
                                 row.unit, figures, row.figures.at(reference),
                                 row.budget));
      }
    }
    return lines;
  }

 private:
  std::vector<Row> rows_;
};

Budget AtMost(double ratio) { return {Budget::Kind::kAtMost, ratio}; }
Budget AtLeast(double ratio) { return {Budget::Kind::kAtLeast, ratio}; }

// ---- One bot ----

absl::Status MeasureSerial(const Subject& subject,
                           const ServiceBenchOptions& options,
                           bool has_both_seats, Rows& rows) {
  ARENA_ASSIGN_OR_RETURN(const Server server, subject.start());
  EndlessMatches matches(server);
  const std::string name = has_both_seats ? "both" : "alone";
  if (!subject.makes_matches) {
    ARENA_RETURN_IF_ERROR(matches.Create(name, has_both_seats ? name : ""));
  }
  SerialBot bot(server.address, name);
  ARENA_RETURN_IF_ERROR(bot.Play(kWarmUpDecisions).status());
  const absl::Duration before = CpuTimeOf(server.process->pid());
  ARENA_ASSIGN_OR_RETURN(const std::vector<double> latencies,
                         bot.Play(options.decisions));
  const absl::Duration cpu = CpuTimeOf(server.process->pid()) - before;
  const auto add = [&](const char* what, std::optional<Budget> budget,
                       double figure) {
    rows.Add(
        subject.name,
        {.what = absl::StrCat(
             has_both_seats ? "1 stream" : "1 stream against a built-in player",
             ", ", what),
         .unit = "us",
         .budget = has_both_seats ? budget : std::nullopt},
        figure);
  };
  add("latency p10", std::nullopt, Percentile(latencies, 0.1));
  add("latency p50", AtMost(1.15), Percentile(latencies, 0.5));
  add("latency p99", std::nullopt, Percentile(latencies, 0.99));
  add("processor time of a decision", AtMost(1.4),
      absl::ToDoubleMicroseconds(cpu) / options.decisions);
  return absl::OkStatus();
}

// ---- Many bots ----

absl::Status CheckFileLimit(int streams) {
  // For the servers, too.
  const rlim_t limit = RaiseFileLimit();
  if (limit >= static_cast<rlim_t>(streams) + kOtherFiles) {
    return absl::OkStatus();
  }
  return absl::FailedPreconditionError(
      absl::StrCat(streams, " connections need as many open files and ",
                   kOtherFiles, " more, but the limit is ", limit,
                   "; raise it with `ulimit -n`, or ask for fewer --streams"));
}

absl::Status Check(const BotSwarm& swarm, bool reached) {
  if (reached && swarm.first_failure().empty()) return absl::OkStatus();
  return absl::UnavailableError(
      absl::StrCat("not all bots came to play: ", swarm.first_failure()));
}

absl::Status MeasureLoad(const Subject& subject,
                         const ServiceBenchOptions& options, int streams,
                         Rows& rows) {
  ARENA_ASSIGN_OR_RETURN(const Server server, subject.start());
  EndlessMatches matches(server);
  for (int i = 0; !subject.makes_matches && i + 1 < streams; i += 2) {
    ARENA_RETURN_IF_ERROR(
        matches.Create(absl::StrCat("pair-", i), absl::StrCat("pair-", i + 1)));
  }
  BotSwarm swarm(
      {.address = server.address, .bots = streams, .name_prefix = "pair"});
  ARENA_RETURN_IF_ERROR(Check(swarm, swarm.Await(
                                         [&](const SwarmCounts& counts) {
                                           return counts.matches_started ==
                                                  static_cast<uint64_t>(
                                                      streams);
                                         },
                                         kPatience)));
  absl::SleepFor(kWarmUp);
  const absl::Time began = absl::Now();
  const absl::Duration cpu = CpuTimeOf(server.process->pid());
  const uint64_t answered = swarm.counts().prompts_answered;
  absl::SleepFor(options.window);
  const double decisions =
      static_cast<double>(swarm.counts().prompts_answered - answered);
  const absl::Duration used = CpuTimeOf(server.process->pid()) - cpu;
  const absl::Duration elapsed = absl::Now() - began;
  const std::string what = absl::StrCat(streams, " streams, ");
  rows.Add(
      subject.name,
      {.what = what + "processor time of a decision",
       .unit = "us",
       .budget = streams == 100 ? std::optional(AtMost(1.4)) : std::nullopt},
      absl::ToDoubleMicroseconds(used) / decisions);
  rows.Add(
      subject.name,
      {.what = what + "decisions",
       .unit = "1/s",
       .budget = streams >= 100 && streams <= 5000 ? std::optional(AtLeast(0.8))
                                                   : std::nullopt},
      decisions / absl::ToDoubleSeconds(elapsed));
  return Check(swarm, true);
}

absl::Status MeasureMemory(const Subject& subject,
                           const ServiceBenchOptions& options, Rows& rows) {
  ARENA_ASSIGN_OR_RETURN(const Server server, subject.start());
  const auto connect = [&](int bots, const char* prefix) {
    return std::make_unique<BotSwarm>(SwarmOptions{
        .address = server.address, .bots = bots, .name_prefix = prefix});
  };
  // The first streams pay for shared things such as caches and threads.
  const auto first = connect(options.idle_streams, "first");
  ARENA_RETURN_IF_ERROR(Check(*first, first->AwaitWelcomes(kPatience)));
  const int64_t before = MemoryOf(server.process->pid());
  const auto idle = connect(options.idle_streams, "idle");
  ARENA_RETURN_IF_ERROR(Check(*idle, idle->AwaitWelcomes(kPatience)));
  rows.Add(subject.name,
           {.what = "memory of an idle stream",
            .unit = "bytes",
            .budget = AtMost(1.2)},
           static_cast<double>(MemoryOf(server.process->pid()) - before) /
               options.idle_streams);
  return absl::OkStatus();
}

// ---- The servers ----

// Records the conversation that the echo will repeat.
absl::Status RecordMatch(const Subject& referee, const std::string& path) {
  ARENA_ASSIGN_OR_RETURN(const Server server, referee.start());
  EndlessMatches matches(server);
  ARENA_RETURN_IF_ERROR(matches.Create("both", "both"));
  std::ofstream file(path, std::ios::binary);
  SerialBot bot(server.address, "both",
                [&](const auto& response) { RecordResponse(response, file); });
  return bot.Play(kRecordedDecisions).status();
}

std::vector<Subject> SubjectsOf(const ServiceBenchOptions& options,
                                const std::string& recorded) {
  std::vector<Subject> subjects;
  subjects.push_back({.name = "echo",
                      .start =
                          [arena = options.arena, recorded] {
                            return StartServer({arena, "bench", "service",
                                                "--echo", "127.0.0.1:0",
                                                "--recorded", recorded});
                          },
                      .makes_matches = true});
  const auto add = [&](const char* name, const std::string& program,
                       const std::string& store) {
    subjects.push_back(RefereeSubject(
        name, {.program = program, .folder = options.folder, .store = store}));
  };
  add("referee", options.referee, "");
  if (!options.other_referee.empty()) {
    add("other-referee", options.other_referee, "");
  }
  if (!options.store.empty()) add("postgresql", options.referee, options.store);
  return subjects;
}

absl::Status MeasureRound(const Subject& subject,
                          const ServiceBenchOptions& options, Rows& rows) {
  for (const bool has_both_seats : {true, false}) {
    ARENA_RETURN_IF_ERROR(
        MeasureSerial(subject, options, has_both_seats, rows));
  }
  for (const int streams : options.streams) {
    ARENA_RETURN_IF_ERROR(MeasureLoad(subject, options, streams, rows));
  }
  return MeasureMemory(subject, options, rows);
}

}  // namespace

absl::StatusOr<std::vector<Measurement>> BenchService(
    const ServiceBenchOptions& options) {
  int most = 2 * options.idle_streams;
  for (const int streams : options.streams) most = std::max(most, streams);
  ARENA_RETURN_IF_ERROR(CheckFileLimit(most));
  const std::string recorded = options.folder + "/recorded";
  const std::vector<Subject> subjects = SubjectsOf(options, recorded);
  ARENA_RETURN_IF_ERROR(RecordMatch(subjects[1], recorded));
  Rows rows;
  for (int round = 0; round < options.rounds; ++round) {
    for (const Subject& subject : subjects) {
      ARENA_RETURN_IF_ERROR(MeasureRound(subject, options, rows));
    }
  }
  return rows.Against(subjects[0].name);
}

}  // namespace arena::bench
