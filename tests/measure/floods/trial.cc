#include "tests/measure/floods/trial.h"

#include <fstream>
#include <functional>
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "arena/bench/bot_swarm.h"
#include "arena/bench/subject.h"
#include "arena/core/check.h"
#include "arena/core/mutex.h"
#include "arena/process/process.h"

namespace arena::floods {
namespace {

// Returns a figure of /proc/PID/status in bytes. VmRSS is the memory that the
// process has in RAM; VmHWM is its maximum since ForgetPeak.
int64_t MemoryOf(pid_t pid, const std::string& figure) {
  std::ifstream status(absl::StrCat("/proc/", pid, "/status"));
  std::string word;
  int64_t kilobytes = 0;
  while (status >> word) {
    if (word == figure + ":") status >> kilobytes;
  }
  return kilobytes * 1024;
}

void ForgetPeak(pid_t pid) {
  std::ofstream(absl::StrCat("/proc/", pid, "/clear_refs")) << "5";
}

// The decision times of honest bots, in two parts. Thread-safe.
class Times {
 public:
  void Add(std::chrono::nanoseconds time) {
    MutexLock lock(mutex_);
    times_.push_back(std::chrono::duration<double, std::micro>(time).count());
  }
  std::vector<double> Take() {
    MutexLock lock(mutex_);
    return std::exchange(times_, {});
  }

 private:
  Mutex mutex_;
  std::vector<double> times_ ABSL_GUARDED_BY(mutex_);
};

// Starts the flood in a process of its own. The honest bots and the flood share
// nothing but the machine's processors.
absl::StatusOr<std::unique_ptr<Process>> StartFlood(const Flood& flood,
                                                    const Target& target,
                                                    absl::Duration time) {
  return Process::Start(
      {.command = {"/proc/self/exe", "--flood", flood.name, target.address,
                   absl::FormatDuration(time), target.ca},
       .ready_prefix = "sent "});
}

// ---- The parts of a trial ----

bench::SwarmOptions BotsOf(const Target& target, int bots,
                           const std::string& prefix) {
  bench::SwarmOptions options;
  options.address = target.address;
  options.credentials = CredentialsFor(target);
  options.bots = bots;
  options.name_prefix = prefix;
  return options;
}

// Returns how long it takes until a new bot is welcome.
absl::Duration AwaitService(const Target& target) {
  const absl::Time began = absl::Now();
  while (absl::Now() < began + kPatience) {
    bench::BotSwarm newcomer(BotsOf(target, 1, "late"));
    newcomer.Await(
        [](const auto& now) { return now.welcomed + now.streams_failed > 0; },
        absl::ToChronoMilliseconds(began + kPatience - absl::Now()));
    if (newcomer.counts().welcomed > 0) return absl::Now() - began;
    absl::SleepFor(absl::Milliseconds(500));
  }
  return kPatience;
}

// All honest bots of a trial.
class HonestField {
 public:
  HonestField(const OpenDoor& door, absl::Duration pace)
      : matches_(door.referee) {
    for (const HonestBots& some : door.honest) {
      for (int i = 0; i < some.bots; ++i) {
        names_.push_back(absl::StrCat(some.prefix, "-", i));
      }
      bench::SwarmOptions options = BotsOf(some.target, some.bots, some.prefix);
      options.pace = absl::ToChronoMicroseconds(pace);
      options.on_ack = [this](std::chrono::nanoseconds time) {
        times_.Add(time);
      };
      swarms_.push_back(std::make_unique<bench::BotSwarm>(options));
    }
  }

  // Begins a match for each two bots.
  absl::Status BeginMatches() {
    for (size_t i = 0; i + 1 < names_.size(); i += 2) {
      ARENA_RETURN_IF_ERROR(matches_.Create(names_[i], names_[i + 1]));
    }
    const bool all = Await(
        [](const bench::SwarmCounts& now) { return now.matches_started; });
    if (all) return absl::OkStatus();
    std::string why;
    for (const auto& swarm : swarms_) why += swarm->first_failure();
    return absl::UnavailableError(absl::StrCat("not all bots play: ", why));
  }
  // Returns the times since the last call of this function.
  std::vector<double> TakeTimes() { return times_.Take(); }
  // Faults are told at the end of a match.
  void EndMatches(Outcome& outcome) {
    for (const auto& swarm : swarms_) {
      outcome.lost += static_cast<int64_t>(swarm->counts().streams_failed);
    }
    matches_.Cancel();
    Await([](const bench::SwarmCounts& now) {
      return now.matches_ended + now.streams_failed;
    });
    for (const auto& swarm : swarms_) {
      outcome.faults += static_cast<int64_t>(swarm->counts().faults);
    }
  }

 private:
  // Waits until the count of all bots together is high enough.
  bool Await(const std::function<uint64_t(const bench::SwarmCounts&)>& count) {
    const absl::Time deadline = absl::Now() + kPatience;
    const uint64_t all = names_.size() / swarms_.size();
    for (const auto& swarm : swarms_) {
      if (!swarm->Await([&](const auto& now) { return count(now) >= all; },
                        absl::ToChronoMilliseconds(deadline - absl::Now()))) {
        return false;
      }
    }
    return true;
  }

  bench::EndlessMatches matches_;
  std::vector<std::string> names_;
  Times times_;
  std::vector<std::unique_ptr<bench::BotSwarm>> swarms_;
};

// Lets the bots play alone, and then beside the flood.
absl::Status FloodAndMeasure(const Flood& flood, const TrialOptions& options,
                             const OpenDoor& door, HonestField& honest,
                             Outcome& outcome) {
  absl::SleepFor(options.alone);
  outcome.alone = honest.TakeTimes();
  for (const Watched& one : door.watched) {
    ForgetPeak(one.pid);
    outcome.growth[one.name] = -MemoryOf(one.pid, "VmRSS");
  }
  ARENA_ASSIGN_OR_RETURN(const auto strangers,
                         StartFlood(flood, door.target, options.flooded));
  ARENA_ASSIGN_OR_RETURN(
      const std::string sent,
      strangers->AwaitReady(absl::Now() + options.flooded + absl::Minutes(1)));
  outcome.flooded = honest.TakeTimes();
  outcome.sent = std::stoll(sent);
  outcome.served_after = AwaitService(door.late);
  for (const Watched& one : door.watched) {
    outcome.growth[one.name] += MemoryOf(one.pid, "VmHWM");
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Outcome> RunTrial(const Door& door, const Flood& flood,
                                 const TrialOptions& options) {
  ARENA_ASSIGN_OR_RETURN(const OpenDoor open, door.open(flood, options.bots));
  HonestField honest(open, options.pace);
  ARENA_RETURN_IF_ERROR(honest.BeginMatches());
  Outcome outcome;
  ARENA_RETURN_IF_ERROR(FloodAndMeasure(flood, options, open, honest, outcome));
  honest.EndMatches(outcome);
  return outcome;
}

}  // namespace arena::floods
