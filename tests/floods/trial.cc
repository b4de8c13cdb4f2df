#include "tests/floods/trial.h"

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <fstream>
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "absl/time/clock.h"
#include "arena/cli/bench/bot_swarm.h"
#include "arena/cli/bench/subject.h"
#include "arena/core/check.h"
#include "arena/core/mutex.h"
#include "arena/process/process.h"
#include "arena/process/temporary_folder.h"
#include "tests/floods/wire.h"

namespace arena::floods {
namespace {

constexpr char kProxy[] = "/usr/sbin/haproxy";

// The most memory that a process has had in RAM, in bytes.
int64_t PeakMemoryOf(pid_t pid) {
  std::ifstream status(absl::StrCat("/proc/", pid, "/status"));
  std::string word;
  int64_t kilobytes = 0;
  while (status >> word) {
    if (word == "VmHWM:") status >> kilobytes;
  }
  return kilobytes * 1024;
}

// The times of honest bots, in two parts. Thread-safe.
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

// ---- The programs ----

absl::StatusOr<bench::Server> StartReferee(const std::string& folder,
                                           const Flood& flood, bool proxy) {
  std::vector<std::string> command;
  if (flood.files > 0) {
    command = {"/usr/bin/prlimit",
               absl::StrCat("--nofile=", flood.files, ":", flood.files)};
  }
  command.insert(command.end(),
                 {PROGRAMS "/referee", "--data", folder + "/data", "--listen",
                  "127.0.0.1:0", "--log-level", "warning", "--drain", "0s"});
  // No tokens: it is harder for the referee if strangers may do what bots may.
  if (proxy) command.insert(command.end(), {"--forwarded", "--insecure"});
  return bench::StartServer(std::move(command));
}

// Makes a certificate for 127.0.0.1, and beside it a file with its key, too.
absl::Status MakeCertificate(const std::string& folder) {
  ARENA_ASSIGN_OR_RETURN(
      const auto openssl,
      Process::Start({.command = {
                          "/usr/bin/openssl", "req", "-x509", "-newkey",
                          "rsa:2048", "-nodes", "-keyout", folder + "/key",
                          "-out", folder + "/cert", "-subj", "/CN=arena",
                          "-addext", "subjectAltName=IP:127.0.0.1"}}));
  openssl->Wait();
  std::ofstream(folder + "/both") << std::ifstream(folder + "/cert").rdbuf()
                                  << std::ifstream(folder + "/key").rdbuf();
  return absl::OkStatus();
}

// A port of 127.0.0.1 that no program had a moment ago.
int FreePort() {
  const int free = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  bind(free, reinterpret_cast<sockaddr*>(&address), size);
  getsockname(free, reinterpret_cast<sockaddr*>(&address), &size);
  close(free);
  return ntohs(address.sin_port);
}

struct Proxy {
  std::unique_ptr<Process> process;
  Target target;
};

// HAProxy must be told its port.
absl::StatusOr<Proxy> StartProxy(const std::string& folder,
                                 const std::string& referee) {
  ARENA_RETURN_IF_ERROR(MakeCertificate(folder));
  const std::string address = absl::StrCat("127.0.0.1:", FreePort());
  Proxy proxy;
  proxy.target = {.address = address, .ca = folder + "/cert"};
  ARENA_ASSIGN_OR_RETURN(
      proxy.process,
      Process::Start({.command = {kProxy, "-db", "-f",
                                  SOURCE_DIR "/docker/haproxy.cfg"},
                      .variables = {{"ARENA_BIND", address},
                                    {"ARENA_CERT", folder + "/both"},
                                    {"ARENA_REFEREE", referee}}}));
  const absl::Time patience = absl::Now() + kPatience;
  while (!Wire(address, /*tls=*/true).open() && absl::Now() < patience) {
    absl::SleepFor(absl::Milliseconds(10));
  }
  return proxy;
}

// A process of its own, so that it takes no time from the honest bots but what
// the machine's processors give it.
absl::StatusOr<std::unique_ptr<Process>> StartFlood(const Flood& flood,
                                                    const Target& target,
                                                    absl::Duration time) {
  return Process::Start(
      {.command = {"/proc/self/exe", "--flood", flood.name, target.address,
                   absl::FormatDuration(time), target.ca},
       .ready_prefix = "sent "});
}

// ---- The parts of a trial ----

bench::SwarmOptions BotsOf(const Target& target, int bots) {
  bench::SwarmOptions options;
  options.address = target.address;
  options.credentials = CredentialsFor(target);
  options.bots = bots;
  return options;
}

// How long it takes until a new bot is welcome.
absl::Duration AwaitService(const Target& target) {
  const absl::Time began = absl::Now();
  bench::SwarmOptions late = BotsOf(target, 1);
  late.name_prefix = "late";
  while (absl::Now() < began + kPatience) {
    bench::BotSwarm newcomer(late);
    newcomer.Await(
        [](const auto& now) { return now.welcomed + now.streams_failed > 0; },
        absl::ToChronoMilliseconds(began + kPatience - absl::Now()));
    if (newcomer.counts().welcomed > 0) return absl::Now() - began;
    absl::SleepFor(absl::Milliseconds(500));
  }
  return kPatience;
}

// The bots play alone, and then beside the flood.
absl::Status FloodAndMeasure(const Flood& flood, const TrialOptions& options,
                             const Target& target, Times& times,
                             Outcome& outcome) {
  absl::SleepFor(options.alone);
  outcome.alone = times.Take();
  ARENA_ASSIGN_OR_RETURN(const auto strangers,
                         StartFlood(flood, target, options.flooded));
  ARENA_ASSIGN_OR_RETURN(
      const std::string sent,
      strangers->AwaitReady(absl::Now() + options.flooded + absl::Minutes(1)));
  outcome.flooded = times.Take();
  outcome.sent = std::stoll(sent);
  outcome.served_after = AwaitService(target);
  return absl::OkStatus();
}

absl::Status PlayThrough(const Flood& flood, const TrialOptions& options,
                         const bench::Server& referee, const Target& target,
                         Outcome& outcome) {
  bench::EndlessMatches matches(referee);
  for (int i = 0; i + 1 < options.bots; i += 2) {
    ARENA_RETURN_IF_ERROR(matches.Create(absl::StrCat("swarm-", i),
                                         absl::StrCat("swarm-", i + 1)));
  }
  Times times;
  bench::SwarmOptions honest = BotsOf(target, options.bots);
  honest.pace = absl::ToChronoMicroseconds(options.pace);
  honest.on_ack = [&](std::chrono::nanoseconds time) { times.Add(time); };
  bench::BotSwarm bots(honest);
  const auto all = static_cast<uint64_t>(options.bots);
  const auto patience = absl::ToChronoMilliseconds(kPatience);
  if (!bots.Await([&](const auto& now) { return now.matches_started == all; },
                  patience)) {
    return absl::UnavailableError(
        absl::StrCat("not all bots play: ", bots.first_failure()));
  }
  ARENA_RETURN_IF_ERROR(
      FloodAndMeasure(flood, options, target, times, outcome));
  outcome.lost = static_cast<int64_t>(bots.counts().streams_failed);
  // The end of a match tells its faults.
  matches.Cancel();
  bots.Await(
      [&](const auto& now) {
        return now.matches_ended + now.streams_failed >= all;
      },
      patience);
  outcome.faults = static_cast<int64_t>(bots.counts().faults);
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Outcome> RunTrial(const Flood& flood,
                                 const TrialOptions& options) {
  ARENA_ASSIGN_OR_RETURN(const auto folder, TemporaryFolder::Create());
  ARENA_ASSIGN_OR_RETURN(const bench::Server referee,
                         StartReferee(folder->path(), flood, options.proxy));
  Proxy proxy{.process = nullptr, .target = {.address = referee.address}};
  if (options.proxy) {
    ARENA_ASSIGN_OR_RETURN(proxy, StartProxy(folder->path(), referee.address));
  }
  Outcome outcome;
  ARENA_RETURN_IF_ERROR(
      PlayThrough(flood, options, referee, proxy.target, outcome));
  outcome.memory = PeakMemoryOf(referee.process->pid());
  if (options.proxy) outcome.proxy_memory = PeakMemoryOf(proxy.process->pid());
  return outcome;
}

bool HasProxy() { return access(kProxy, X_OK) == 0; }

}  // namespace arena::floods
