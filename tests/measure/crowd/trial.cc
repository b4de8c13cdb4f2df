#include "tests/measure/crowd/trial.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "absl/time/clock.h"
#include "arena/bench/bot_swarm.h"
#include "arena/bench/subject.h"
#include "arena/core/check.h"
#include "arena/core/mutex.h"
#include "arena/core/secrets.h"
#include "arena/process/process.h"
#include "arena/process/temporary_folder.h"
#include "tests/testing/folders/folders.h"

namespace arena::crowd {
namespace {

// How long bots may wait for their matches, and spectators for their seats.
constexpr absl::Duration kPatience = absl::Minutes(2);

// ---- The referee ----

struct Referee {
  bench::Server server;
  std::string http;
  // The token of an admin.
  std::string token;
};

// Starts a referee that is open to the public, with its default limits.
absl::StatusOr<Referee> StartReferee(const std::string& folder) {
  Referee referee{.server = {}, .http = "", .token = RandomSecret()};
  const auto address = std::make_shared<std::string>();
  ARENA_ASSIGN_OR_RETURN(
      referee.server.process,
      Process::Start(
          {.command = {testing::InBuild("bin/referee"), "--data",
                       folder + "/data", "--listen", "127.0.0.1:0", "--http",
                       "127.0.0.1:0", "--public", "--log-level", "warning",
                       "--drain", "0s", "--admin-token-sha256",
                       absl::BytesToHexString(Sha256(referee.token))},
           .on_line =
               [address](const std::string& line) {
                 absl::string_view rest = line;
                 if (absl::ConsumePrefix(&rest, "listening ")) {
                   *address = std::string(rest);
                 }
               },
           .ready_prefix = "serving http://",
           .stop_timeout = absl::Minutes(1)}));
  ARENA_ASSIGN_OR_RETURN(referee.http, referee.server.process->AwaitReady(
                                           absl::Now() + kPatience));
  // The referee printed this address before it was ready.
  referee.server.address = *address;
  return referee;
}

// Returns the seconds of all processors that a process has used.
double ProcessorTimeOf(pid_t pid) {
  std::ifstream file(absl::StrCat("/proc/", pid, "/stat"));
  std::string text{std::istreambuf_iterator<char>(file), {}};
  // The program's name is in parentheses; utime and stime are the 12th and 13th
  // words after the name.
  std::istringstream rest(text.substr(text.rfind(')') + 1));
  std::string word;
  for (int i = 0; i < 11; ++i) rest >> word;
  double user = 0;
  double system = 0;
  rest >> user >> system;
  return (user + system) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

int64_t MemoryOf(pid_t pid) {
  std::ifstream status(absl::StrCat("/proc/", pid, "/status"));
  std::string word;
  int64_t kilobytes = 0;
  while (status >> word) {
    if (word == "VmRSS:") status >> kilobytes;
  }
  return kilobytes * 1024;
}

// ---- Honest bots ----

// Notes when acts were sent, by the steady clock in ns, and how long their
// acknowledgements took. Thread-safe.
class Acts {
 public:
  void Add(std::chrono::nanoseconds took) {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    MutexLock lock(mutex_);
    sent_.push_back((now - took).count());
    took_.push_back(std::chrono::duration<double, std::micro>(took).count());
  }
  std::vector<double> TakeTimes() {
    MutexLock lock(mutex_);
    sent_.clear();
    return std::exchange(took_, {});
  }
  std::vector<int64_t> TakeSent() {
    MutexLock lock(mutex_);
    took_.clear();
    return std::exchange(sent_, {});
  }

 private:
  Mutex mutex_;
  std::vector<int64_t> sent_ ABSL_GUARDED_BY(mutex_);
  std::vector<double> took_ ABSL_GUARDED_BY(mutex_);
};

// Bots that play each other in pairs for ever.
class Players {
 public:
  Players(const Referee& referee, const std::string& name, int bots,
          absl::Duration pace)
      : name_(name), matches_(referee.server, referee.token) {
    options_.address = referee.server.address;
    options_.token = referee.token;
    options_.name_prefix = name;
    options_.bots = bots;
    options_.pace = absl::ToChronoMicroseconds(pace);
    options_.on_ack = [this](std::chrono::nanoseconds took) {
      acts_.Add(took);
    };
  }

  absl::Status Begin() {
    for (int i = 0; i + 1 < options_.bots; i += 2) {
      ARENA_RETURN_IF_ERROR(matches_.Create(absl::StrCat(name_, "-", i),
                                            absl::StrCat(name_, "-", i + 1)));
    }
    swarm_ = std::make_unique<bench::BotSwarm>(options_);
    const auto all = static_cast<uint64_t>(options_.bots);
    const bool play = swarm_->Await(
        [&](const auto& now) { return now.matches_started == all; },
        absl::ToChronoMilliseconds(kPatience));
    if (play) return absl::OkStatus();
    return absl::UnavailableError(
        absl::StrCat("not all bots play: ", swarm_->first_failure()));
  }
  // Faults are told at the end of a match.
  void End(Outcome& outcome) {
    outcome.lost += static_cast<int64_t>(swarm_->counts().streams_failed);
    matches_.Cancel();
    const auto all = static_cast<uint64_t>(options_.bots);
    swarm_->Await(
        [&](const auto& now) {
          return now.matches_ended + now.streams_failed >= all;
        },
        absl::ToChronoMilliseconds(kPatience));
    outcome.faults += static_cast<int64_t>(swarm_->counts().faults);
  }

  Acts& acts() { return acts_; }
  const std::string& first_match() const { return matches_.match_ids()[0]; }

 private:
  const std::string name_;
  Acts acts_;
  bench::SwarmOptions options_;
  bench::EndlessMatches matches_;
  std::unique_ptr<bench::BotSwarm> swarm_;
};

// ---- The crowd ----

// The lines that the crowd's process prints. Thread-safe.
class Report {
 public:
  void Add(const std::string& line) {
    MutexLock lock(mutex_);
    lines_.push_back(line);
  }
  // Adds the report to the round. `sent` has the times of Acts in order.
  void Fill(const std::vector<int64_t>& sent, const TrialOptions& options,
            Round& round) {
    MutexLock lock(mutex_);
    for (const std::string& line : lines_) {
      std::istringstream words(line);
      std::string what;
      words >> what;
      if (what == "sum") {
        words >> round.messages >> round.missed >> round.cut >> round.joins;
      } else if (what == "step" && options.kind.manner == Manner::kRead) {
        AddStep(words, sent, round);
      }
    }
  }

 private:
  // The step follows from the last act that was sent before a spectator saw it.
  static void AddStep(std::istringstream& words,
                      const std::vector<int64_t>& sent, Round& round) {
    int64_t number = 0;
    int64_t first = 0;
    int64_t last = 0;
    words >> number >> first >> last;
    const auto behind = absl::c_upper_bound(sent, first);
    if (behind == sent.begin()) return;
    constexpr double kMillisecond = 1e6;
    round.last_arrivals.push_back(
        static_cast<double>(last - *std::prev(behind)) / kMillisecond);
  }

  Mutex mutex_;
  std::vector<std::string> lines_ ABSL_GUARDED_BY(mutex_);
};

absl::StatusOr<std::unique_ptr<Process>> StartCrowd(
    const TrialOptions& options, const Referee& referee,
    const std::string& match_id, const std::shared_ptr<Report>& report) {
  return Process::Start(
      {.command = {"/proc/self/exe", "--crowd", options.kind.name,
                   absl::StrCat(options.spectators), referee.http, match_id,
                   absl::FormatDuration(options.time)},
       .on_line = [report](const std::string& line) { report->Add(line); },
       .ready_prefix = "ready "});
}

// ---- Rounds ----

class Trial {
 public:
  Trial(const TrialOptions& options, const Referee& referee)
      : options_(options),
        referee_(referee),
        watched_(referee, "watched", 2, options.watched_pace),
        honest_(referee, "honest", options.bots, options.pace) {}

  absl::StatusOr<Outcome> Run() {
    ARENA_RETURN_IF_ERROR(watched_.Begin());
    ARENA_RETURN_IF_ERROR(honest_.Begin());
    Outcome outcome;
    for (int i = 0; i < options_.rounds; ++i) {
      ARENA_ASSIGN_OR_RETURN(Round round, Play());
      outcome.rounds.push_back(std::move(round));
    }
    honest_.End(outcome);
    watched_.End(outcome);
    return outcome;
  }

 private:
  void BeginStretch() {
    honest_.acts().TakeTimes();
    began_ = absl::Now();
    used_ = ProcessorTimeOf(pid());
  }
  Stretch EndStretch() {
    return {.decisions = honest_.acts().TakeTimes(),
            .processors = (ProcessorTimeOf(pid()) - used_) /
                          absl::ToDoubleSeconds(absl::Now() - began_),
            .memory = MemoryOf(pid())};
  }

  absl::StatusOr<Round> Play() {
    Round round;
    BeginStretch();
    absl::SleepFor(options_.time);
    round.alone = EndStretch();

    const auto report = std::make_shared<Report>();
    BeginStretch();
    ARENA_ASSIGN_OR_RETURN(
        const auto crowd,
        StartCrowd(options_, referee_, watched_.first_match(), report));
    ARENA_ASSIGN_OR_RETURN(const std::string seconds,
                           crowd->AwaitReady(absl::Now() + kPatience));
    round.seconds = std::stod(seconds);
    round.coming = EndStretch();

    BeginStretch();
    watched_.acts().TakeSent();
    absl::SleepFor(options_.time);
    round.beside = EndStretch();
    std::vector<int64_t> sent = watched_.acts().TakeSent();
    absl::c_sort(sent);
    crowd->Wait(absl::Now() + kPatience);
    crowd->FinishReading();
    report->Fill(sent, options_, round);
    return round;
  }

  pid_t pid() const { return referee_.server.process->pid(); }

  const TrialOptions options_;
  const Referee& referee_;
  Players watched_;
  Players honest_;
  absl::Time began_;
  double used_ = 0;
};

}  // namespace

absl::StatusOr<Outcome> RunTrial(const TrialOptions& options) {
  ARENA_ASSIGN_OR_RETURN(const auto folder, TemporaryFolder::Create());
  ARENA_ASSIGN_OR_RETURN(const Referee referee, StartReferee(folder->path()));
  return Trial(options, referee).Run();
}

}  // namespace arena::crowd
