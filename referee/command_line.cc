#include "referee/command_line.h"

#include <CLI/CLI.hpp>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"
#include "arena/command_line/read_arguments.h"
#include "arena/command_line/values.h"
#include "arena/core/quantities.h"
#include "arena/submission/manifest.h"

namespace arena::referee {
namespace {

// Leases are renewed a few times before they run out, so they must not be
// short.
std::string CheckLease(const std::string& text) {
  const absl::StatusOr<absl::Duration> lease = ParseDuration(text);
  if (!lease.ok()) return std::string(lease.status().message());
  if (*lease >= absl::Seconds(3) && *lease <= absl::Hours(1)) return "";
  return "\"" + text + "\" is not a valid lease; expected 3s to 1h";
}

std::string CheckSha256(const std::string& text) {
  if (text.size() == 64 && absl::c_all_of(text, absl::ascii_isxdigit)) {
    return "";
  }
  return "\"" + text + "\" is no SHA-256; expected 64 hexadecimal digits";
}

// An origin of web pages, as browsers write it.
std::string CheckOrigin(const std::string& text) {
  absl::string_view host = text;
  const bool has_scheme = absl::ConsumePrefix(&host, "https://") ||
                          absl::ConsumePrefix(&host, "http://");
  const bool is_origin = has_scheme && !host.empty() &&
                         host.find_first_of("/?#@ ") == host.npos &&
                         absl::AsciiStrToLower(text) == text;
  if (text == "*" || is_origin) return "";
  return "\"" + text +
         "\" is no origin of pages; expected e.g. https://example.org, in "
         "small letters and without a path, or *";
}

std::string CheckSite(const std::string& text) {
  if (text != "*" && CheckOrigin(text).empty()) return "";
  return "\"" + text +
         "\" is no address of a site; expected e.g. https://example.org, in "
         "small letters and without a path";
}

// A number of days, such as 90d, or a duration.
absl::StatusOr<absl::Duration> ParseDays(const std::string& text) {
  absl::string_view number = text;
  uint32_t days = 0;
  if (absl::ConsumeSuffix(&number, "d") && absl::SimpleAtoi(number, &days)) {
    return days * absl::Hours(24);
  }
  return ParseDuration(text);
}

std::string CheckDays(const std::string& text) {
  const absl::StatusOr<absl::Duration> days = ParseDays(text);
  if (days.ok() && *days > absl::ZeroDuration()) return "";
  return "\"" + text + "\" is no time to keep records for; expected e.g. 90d";
}

CLI::Option* AddDuration(CLI::App& app, const char* name, absl::Duration& value,
                         const char* if_absent, const char* help) {
  value = ToDuration(if_absent);
  return app
      .add_option_function<std::string>(
          name, [&value](const std::string& text) { value = ToDuration(text); },
          help)
      ->default_str(if_absent)
      ->check(CheckDuration);
}

// The place of the referee's data and its shared store, or the address of a
// referee to ask instead of running one.
void AddStoreFlags(CLI::App& app, CommandLine& line) {
  ServerOptions& options = line.server;
  CLI::Option_group* const kept =
      app.add_option_group("The data, or a referee to ask, one of");
  kept->add_option("--data", options.data,
                   "Folder for all data of the referee; made if missing");
  CLI::Option* const store = kept->add_option(
      "--store", options.store,
      "sqlite:PATH or postgresql://...; several referees may share a "
      "PostgreSQL database, each with a --name");
  kept->add_option("--check-health", line.check_health,
                   "Ask the referee that listens at this address without TLS, "
                   "such as 127.0.0.1:5757 or unix:PATH, and exit with status "
                   "0 if it takes calls, 1 if not");
  kept->require_option(1);
  app.add_option("--name", options.name,
                 "Name of this referee among those that share a store")
      ->needs(store)
      ->capture_default_str();
  AddDuration(app, "--lease", options.host.lease, "10s",
              "Silence after which other referees take over this one's matches")
      ->needs(store)
      ->check(CheckLease);
  app.add_option("--advertise", options.advertise,
                 "host:port or unix:PATH of this referee, to which other "
                 "referees of the store send bots that are wanted here; port "
                 "0: the port of --listen")
      ->needs(store);
  AddDuration(app, "--check-time", options.check_time, "30s",
              "Most time for checking an SQLite database for damage at the "
              "start; 0s: no check");
  app.add_option_function<std::string>(
         "--keep-records",
         [&options](const std::string& text) {
           options.keep_records = *ParseDays(text);
         },
         "How long to keep the record of a match that is over, e.g. 90d; "
         "results stay. Without this flag records are kept for ever")
      ->check(CheckDays);
  app.add_flag("--power-loss-safe", options.power_loss_safe,
               "Flush the disk with every commit, so that acknowledged changes "
               "survive a power loss and not only a crash; costs latency");
}

// The addresses of the referee, and how it and its callers prove their
// identity.
void AddListenFlags(CLI::App& app, ServerOptions& options) {
  app.add_option("--listen", options.listen,
                 "host:port (port 0: any free port) or unix:PATH; may be "
                 "repeated")
      ->capture_default_str();
  app.add_option("--http", options.http,
                 "host:port or unix:PATH for the pages and for calls by plain "
                 "HTTP (Connect protocol), except of methods that take a "
                 "stream of requests; may be repeated");
  app.add_option("--http-origin", options.http_origins,
                 "A web site, such as https://example.org, whose pages may "
                 "call the addresses of --http, or * for all; may be repeated. "
                 "Without this flag only pages of the referee itself may call")
      ->check(CheckOrigin);
  app.add_option("--site", options.site,
                 "Address of the pages for links to them, such as "
                 "https://arena.example.org behind a proxy; default: the first "
                 "address of --http")
      ->check(CheckSite);
  app.add_flag("--insecure", options.insecure,
               "Demand neither TLS nor tokens on addresses that other machines "
               "can reach");
  app.add_flag("--tokens", options.tokens,
               "Every call needs a token; always on if other machines can "
               "reach an address, except with --insecure");
  app.add_flag("--public", options.open_to_public,
               "Callers without a token may read what is public: competitions, "
               "matches, records and bots; everything else needs a token");
  app.add_option_function<std::string>(
         "--admin-token-sha256",
         [&options](const std::string& text) {
           options.admin_sha256 = absl::HexStringToBytes(text);
         },
         "SHA-256 of an admin token that is valid while this referee runs, and "
         "is not stored: for programs that start a referee for themselves")
      ->check(CheckSha256);
  app.add_option("--tls-cert", options.tls.certificate,
                 "PEM file with the certificate and the chain above it, for "
                 "addresses that other machines can reach; read again when it "
                 "changes");
  app.add_option("--tls-key", options.tls.key,
                 "PEM file with the key of the certificate");
  app.add_flag("--tls-local", options.tls_local,
               "Use TLS on loopback addresses and Unix sockets, too");
  app.add_option("--metrics", options.metrics,
                 "host:port of a page for Prometheus, at /metrics");
}

void AddQuotaFlags(CLI::App& app, Quotas& quotas) {
  const auto quota = [&](const char* name, int& value, const char* help) {
    app.add_option(name, value, help)
        ->capture_default_str()
        ->check(command_line::WholeNumber(0));
  };
  quota("--quota-streams", quotas.max_streams,
        "Open streams of one spectator, of one author with its bots, or of one "
        "address without tokens (--public); 0: no limit");
  quota("--quota-calls", quotas.max_calls,
        "Calls per minute of one spectator, author or address, as for "
        "--quota-streams; 0: no limit");
  quota("--quota-matches", quotas.max_matches,
        "Unfinished matches that one author has created; 0: no limit");
  quota("--quota-entrants", quotas.max_entrants,
        "Entrants of one competition that one author has entered; 0: no limit");
  quota("--quota-bots", quotas.max_bots,
        "Bots that one author has registered; 0: no limit");
  quota("--quota-versions", quotas.max_versions,
        "Versions of one author's bots that wait, are built or are validated; "
        "0: no limit");
  app.add_option("--quota-archives", quotas.max_archive_bytes,
                 "Bytes of the archives of one author's bots; 0: no limit")
      ->capture_default_str()
      ->check(command_line::WholeNumber(0));
}

// Limits for callers before the referee knows who they are.
void AddPeerFlags(CLI::App& app, PeerLimits& limits) {
  const auto limit = [&](const char* name, int& value, const char* help) {
    app.add_option(name, value, help)
        ->capture_default_str()
        ->check(command_line::WholeNumber(1));
  };
  app.add_option("--max-connections", limits.max_connections,
                 "Most open connections; 0: as many as the limit of open files "
                 "allows, at most 20000")
      ->capture_default_str()
      ->check(command_line::WholeNumber(0));
  limit("--address-connections", limits.max_connections_of_address,
        "Open connections from one address that is not of this machine");
  limit("--address-streams", limits.max_streams_of_address,
        "Open streams from one address that is not of this machine");
  app.add_option("--address-refusals", limits.max_refusals,
                 "Refused calls per minute from one address that is not of "
                 "this machine; 0: no limit")
      ->capture_default_str()
      ->check(command_line::WholeNumber(0));
  limit("--connection-streams", limits.max_streams_of_connection,
        "Calls and streams under way on one connection; clients make further "
        "ones wait");
  AddDuration(app, "--hello-patience", limits.hello_patience, "10s",
              "How long a play stream may be open without hello");
  app.add_flag("--forwarded", limits.forwarded,
               "A proxy on this machine tells the address of each caller in "
               "x-forwarded-for; limits by address use this address");
}

void AddMatchFlags(CLI::App& app, ServerOptions& options) {
  app.add_option("--threads", options.threads, "Threads that run matches")
      ->capture_default_str()
      ->check(command_line::WholeNumber(1, 256));
  app.add_option("--max-matches", options.host.max_matches,
                 "Most unfinished matches; more are refused")
      ->capture_default_str()
      ->check(command_line::WholeNumber(1));
  ClockSettings& clock = options.host.default_clock;
  AddDuration(app, "--clock-start", clock.start_budget, "10s",
              "Default time for bots to get ready");
  AddDuration(app, "--clock-allowance", clock.allowance, "1s",
              "Default free time for each decision");
  AddDuration(app, "--clock-bank", clock.bank, "60s",
              "Default time of a seat beyond its allowances");
  AddDuration(app, "--clock-increment", clock.increment, "0s",
              "Default time added to the bank by each decision");
  AddDuration(app, "--resume-grace", options.host.limits.resume_grace, "2m",
              "How long matches wait for their bots after a restart");
  AddDuration(app, "--spectator-delay", options.spectator_delay, "0s",
              "Delay with which spectators see a match");
}

// The runners of submitted bots, and the resources of the bots.
void AddRunnerFlags(CLI::App& app, CommandLine& line) {
  CLI::Option* const runners =
      app.add_option("--runners", line.runners.runners,
                     "Runners to start on this machine, which build and run "
                     "submitted bots; 0: none")
          ->capture_default_str()
          ->check(command_line::WholeNumber(0, 256));
  app.add_option("--runner-seats", line.runners.seats,
                 "Processes of submitted bots that may play on this machine at "
                 "the same time; 0: as many as have cores of their own")
      ->capture_default_str()
      ->check(command_line::WholeNumber(0, 65536))
      ->needs(runners);
  app.add_option("--runner-sandbox", line.runners.sandbox,
                 "Sandbox of submitted bots: bubblewrap, oci or none")
      ->capture_default_str()
      ->check(command_line::OneOf({"bubblewrap", "oci", "none"}))
      ->needs(runners);
  app.add_option("--runner-offer", line.runners.offers,
                 "RUNTIME=FOLDER, as runner --offer; may be repeated")
      ->needs(runners);
  v1::Resources& seat = line.server.host.resources;
  const auto set = [&app](const char* name, uint32_t value, int64_t most,
                          const char* help, auto setter) {
    setter(value);
    app.add_option_function<uint32_t>(name, setter, help)
        ->default_str(std::to_string(value))
        ->check(command_line::WholeNumber(1, most));
  };
  set("--seat-cores", 1, 64, "Processor cores of a process of a submitted bot",
      [&seat, &line](uint32_t cores) {
        seat.set_cores(cores);
        line.runners.seat_cores = static_cast<int>(cores);
      });
  set("--seat-memory", submission::kUsualMemoryMib, 65536,
      "Memory of a process of a submitted bot, in MiB",
      [&seat](uint32_t mib) { seat.set_memory_mib(mib); });
  app.add_flag_callback(
      "--no-validation", [&line] { line.server.validate_versions = false; },
      "Let submitted versions play as soon as they are built: for programs "
      "that test bots");
  app.add_flag_callback(
      "--no-warm-start", [&line] { line.server.host.warm_start = false; },
      "Start a process of a submitted bot only when its match can begin, and "
      "not before");
  app.add_flag_callback(
      "--pondering", [&seat] { seat.set_pondering(true); },
      "Let submitted bots think while they owe no answer");
}

}  // namespace

std::variant<CommandLine, int> ReadCommandLine(int argc, char** argv) {
  CommandLine line;
  CLI::App app("Runs matches between bots: see README.md.", "referee");
  command_line::UseHelpPages(app);
  AddStoreFlags(app, line);
  AddListenFlags(app, line.server);
  CLI::Option* const token =
      app.add_option("--create-admin-token", line.new_admin,
                     "Print a new admin token for this owner, and exit");
  CLI::Option* const backup =
      app.add_option("--backup", line.backup,
                     "Copy all data to this folder, which must be new or "
                     "empty, and exit; a referee may be using the data")
          ->excludes(token);
  CLI::Option* const restore =
      app.add_option("--restore", line.restore,
                     "Copy this backup to the folder of --data, which must be "
                     "new or empty, and exit")
          ->excludes(token)
          ->excludes(backup);
  app.add_option("--copy-records", line.copy_records,
                 "Copy the records that may be shown to this folder, which "
                 "must be new or empty, and exit; a referee may be using the "
                 "data. Sealed records are not copied. `arena export` uses it")
      ->excludes(token)
      ->excludes(backup)
      ->excludes(restore);
  app.add_flag("--confined-bots", line.server.host.confined_bots,
               "A token of a bot is good for one session, and for nothing but "
               "playing: for programs that start the bots, and give a token "
               "to each process");
  AddQuotaFlags(app, line.server.host.quotas);
  AddPeerFlags(app, line.server.peers);
  AddMatchFlags(app, line.server);
  AddRunnerFlags(app, line);
  AddDuration(app, "--drain", line.drain, "30s",
              "How long the referee may run after SIGTERM; matches go on until "
              "5 s before the end of that time, and then stay in the journal");
  app.add_option("--log-level", line.log_level, "Lowest severity to print")
      ->capture_default_str()
      ->check(
          command_line::OneOf({"debug", "info", "warning", "error", "off"}));
  const std::optional<int> done = command_line::ReadArguments(app, argc, argv);
  if (done.has_value()) return *done;
  return line;
}

}  // namespace arena::referee
