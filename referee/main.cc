// The referee: runs matches between bots that dial it.
#include <pthread.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

#include "absl/synchronization/mutex.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "arena/core/duration.h"
#include "referee/log.h"
#include "referee/server.h"

namespace {

// SIGTERM and SIGINT are waited for, in no thread but this one; SIGUSR1 is how
// the other threads say that the store has failed.
sigset_t BlockStopSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  return signals;
}

// Leases are renewed a few times before they run out, so they must not be
// short.
std::string CheckLease(const std::string& text) {
  const absl::StatusOr<absl::Duration> lease = arena::ParseDuration(text);
  if (!lease.ok()) return std::string(lease.status().message());
  if (*lease >= absl::Seconds(3) && *lease <= absl::Hours(1)) return "";
  return "\"" + text + "\" is no lease; expected one from 3s to 1h";
}

// Who may call, and how much.
void AddAccessFlags(CLI::App& app, arena::referee::ServerOptions& options) {
  app.add_flag("--insecure", options.insecure,
               "Allow addresses that other machines can reach to do without "
               "TLS and tokens");
  app.add_flag("--tokens", options.tokens,
               "Every call needs a token; always so with addresses that other "
               "machines can reach");
  app.add_option("--tls-cert", options.tls.certificate,
                 "PEM file with the certificate and the chain above it, for "
                 "addresses that other machines can reach; read again when "
                 "changed");
  app.add_option("--tls-key", options.tls.key,
                 "PEM file with the key of the certificate");
  app.add_flag("--tls-local", options.tls_local,
               "TLS on loopback addresses and Unix sockets, too");
  const auto quota = [&](const char* name, int& value, const char* help) {
    app.add_option(name, value, help)
        ->capture_default_str()
        ->check(CLI::NonNegativeNumber);
  };
  quota("--quota-streams", options.host.quotas.max_streams,
        "Streams at once of one spectator, or author with its bots; 0: no "
        "limit");
  quota("--quota-calls", options.host.quotas.max_calls,
        "Calls a minute of each; 0: no limit");
  quota("--quota-matches", options.host.quotas.max_matches,
        "Unfinished matches that one author has created; 0: no limit");
  quota("--quota-bots", options.host.quotas.max_bots,
        "Bots that one author has registered; 0: no limit");
}

// What it takes to end streams and threads when no match is waited for any
// more.
constexpr absl::Duration kStopTime = absl::Seconds(5);

// Ends the process at that time in any case: a thread may hang in a database
// that does not answer. What was acknowledged is safe without an orderly end.
void EndAfter(absl::Duration time) {
  std::thread([time] {
    absl::SleepFor(time);
    std::fprintf(stderr,
                 "referee: the store does not answer; ending without it\n");
    std::_Exit(1);
  }).detach();
}

// Nothing but the token goes to stdout, so that a script can keep it.
int PrintAdminToken(const arena::referee::ServerOptions& options,
                    const std::string& owner) {
  spdlog::set_level(spdlog::level::off);
  const auto token = arena::referee::CreateAdminToken(options, owner);
  if (!token.ok()) {
    std::fprintf(stderr, "referee: %s\n",
                 std::string(token.status().message()).c_str());
    return 1;
  }
  std::printf("%s\n", token->c_str());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  // Debian's Abseil looks for deadlocks at every lock that is taken while
  // another one is held, which gRPC does all the time: 5 % of a decision.
  absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);

  arena::referee::ServerOptions options;
  std::string start = "10s", allowance = "1s", bank = "60s", increment = "0s";
  std::string grace = "2m", drain = "30s", level = "info", delay = "0s";
  std::string lease = "10s";
  std::string new_admin;

  CLI::App app("Runs matches between bots: see README.md.", "referee");
  CLI::Option_group* const kept =
      app.add_option_group("Where everything is kept, one of");
  kept->add_option("--data", options.data,
                   "Folder for matches, records and sessions; made if missing");
  CLI::Option* const store = kept->add_option(
      "--store", options.store,
      "sqlite:PATH or postgresql://...; several referees may share a "
      "PostgreSQL database, each with a --name");
  kept->require_option(1);
  app.add_option("--name", options.name,
                 "This referee among those that share a store")
      ->needs(store)
      ->capture_default_str();
  app.add_option("--lease", lease,
                 "Silence after which others take over its matches")
      ->needs(store)
      ->capture_default_str()
      ->check(CheckLease);
  app.add_option("--listen", options.listen,
                 "host:port or unix:PATH; may be repeated; port 0 takes any")
      ->capture_default_str();
  app.add_option("--advertise", options.advertise,
                 "host:port or unix:PATH under which bots at other referees of "
                 "the store are told to come here; port 0 is the one of "
                 "--listen")
      ->needs(store);
  AddAccessFlags(app, options);
  app.add_option("--create-admin-token", new_admin,
                 "Print a new admin token in this name, and end");
  app.add_option("--metrics", options.metrics,
                 "host:port of a page for Prometheus, at /metrics");
  app.add_option("--threads", options.threads, "Threads that run matches")
      ->capture_default_str()
      ->check(CLI::Range(1, 256));
  app.add_flag("--power-loss-safe", options.power_loss_safe,
               "Flush the disk with every commit: what was acknowledged then "
               "survives a power loss, not only a crash; costs latency");
  app.add_option("--max-matches", options.host.max_matches,
                 "Unfinished matches at once; more are refused")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  const auto duration = [&](const char* name, std::string& value,
                            const char* help) {
    app.add_option(name, value, help)
        ->capture_default_str()
        ->check(arena::CheckDuration);
  };
  duration("--clock-start", start, "Default time between start and ready");
  duration("--clock-allowance", allowance, "Default free time of a decision");
  duration("--clock-bank", bank, "Default time beyond the allowances");
  duration("--clock-increment", increment, "Default gain of a decision");
  duration("--resume-grace", grace,
           "How long matches wait for their bots after a restart");
  duration("--drain", drain,
           "How long matches may go on after SIGTERM before they are left in "
           "the journal");
  duration("--spectator-delay", delay,
           "How much later spectators see what happens in a match");
  app.add_option("--log-level", level, "Least severe lines to print")
      ->capture_default_str()
      ->check(CLI::IsMember({"debug", "info", "warning", "error", "off"}));
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    // Whatever is wrong with the arguments, the status is 2; help is not.
    return app.exit(error) == 0 ? 0 : 2;
  }

  options.host.default_clock = {
      arena::ToDuration(start), arena::ToDuration(allowance),
      arena::ToDuration(bank), arena::ToDuration(increment)};
  options.host.limits.resume_grace = arena::ToDuration(grace);
  options.spectator_delay = arena::ToDuration(delay);
  options.host.lease = arena::ToDuration(lease);
  if (!new_admin.empty()) return PrintAdminToken(options, new_admin);
  spdlog::set_level(spdlog::level::from_str(level));
  spdlog::flush_on(spdlog::level::info);

  const sigset_t signals = BlockStopSignals();
  std::atomic<bool> failed = false;
  options.host.on_failure = [&failed](const absl::Status& status) {
    std::fprintf(stderr,
                 "referee: the store has failed, unfinished matches stay as "
                 "they are: %s\n",
                 std::string(status.message()).c_str());
    failed = true;
    kill(getpid(), SIGUSR1);
  };
  auto server = arena::referee::Server::Start(options);
  if (!server.ok()) {
    std::fprintf(stderr, "referee: %s\n",
                 std::string(server.status().message()).c_str());
    return 1;
  }
  // A program that started this one reads where it listens.
  for (const std::string& address : (*server)->addresses()) {
    std::printf("listening %s\n", address.c_str());
  }
  std::fflush(stdout);
  int signal = 0;
  sigwait(&signals, &signal);
  const absl::Duration drain_time = arena::ToDuration(drain);
  EndAfter(kStopTime + (failed ? absl::ZeroDuration() : drain_time));
  if (!failed) (*server)->Drain(drain_time);
  (*server)->Stop();
  if (failed) return 1;
  arena::referee::Log("stopped", {});
  return 0;
}
