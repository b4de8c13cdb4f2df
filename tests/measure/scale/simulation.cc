// Simulates an arena of many runners and submitted bots: real referees on a
// real PostgreSQL, with runners and bots in the same process. See README.md.
#include <grpcpp/grpcpp.h>
#include <spdlog/spdlog.h>
#include <time.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "arena/competition/course/scheduler.h"
#include "arena/competition/planning/spec.h"
#include "arena/core/check.h"
#include "arena/v1/competition_service.grpc.pb.h"
#include "arena/v1/match_service.grpc.pb.h"
#include "referee/competitions/readiness.h"
#include "referee/server.h"
#include "referee/store/open_store.h"
#include "tests/measure/scale/fake_runners.h"
#include "tests/measure/scale/gauges.h"
#include "tests/measure/scale/kept_folder.h"
#include "tests/measure/scale/population.h"
#include "tests/referee/store/postgres_server.h"

namespace arena::scale {
namespace {

struct Options {
  int bots = 10'000;
  int archive_bytes = 10'000;
  std::vector<int> runners = {10, 100, 1000};
  int seats = 4;
  int referees = 1;
  int think_ms = 160;
  int warm_up = 15;
  int seconds = 30;
  std::string game = "octrix";
  std::string folder;
};

// So many bots are submitted through the store as a referee does it.
constexpr int kSubmitted = 20;

double MillisecondsOf(absl::FunctionRef<void()> work) {
  const absl::Time began = absl::Now();
  work();
  return absl::ToDoubleMilliseconds(absl::Now() - began);
}

// Returns the time of this process. A busy machine changes it less than the
// clock time.
absl::Duration ProcessorTime() {
  timespec time = {};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return absl::DurationFromTimespec(time);
}

void Check(const absl::Status& status) {
  ARENA_CHECK(status.ok(), status.ToString());
}

// ---- The cost of a question in a large arena ----

void MeasureQuestions(const Options& options, referee::Store& store) {
  const auto tell = [](const char* what, absl::FunctionRef<void()> work) {
    // The first call prepares statements.
    work();
    constexpr int kTimes = 5;
    const absl::Duration before = ProcessorTime();
    const double all = MillisecondsOf([&] {
      for (int i = 0; i < kTimes; ++i) work();
    });
    const absl::Duration own = ProcessorTime() - before;
    std::printf("  %-54s %8.2f ms, %8.2f ms of its processor\n", what,
                all / kTimes, absl::ToDoubleMilliseconds(own) / kTimes);
  };
  std::printf("Questions to the store with %d bots\n", options.bots);
  referee::Versions& versions = store.versions();
  tell("all versions that can play",
       [&] { Check(versions.ReadPlayable().status()); });
  const int64_t last = versions.ReadPlayable()->last;
  tell("whether another version can play",
       [&] { Check(versions.ReadPlayable(last).status()); });
  tell("whether a version waits for its build",
       [&] { Check(versions.FindWork(16).status()); });
  tell("a page of the versions of a bot",
       [&] { Check(versions.List(NameOfBot(7), 50, 0).status()); });
  tell("whether a name differs from others by more than case",
       [&] { Check(store.bots().FindTwin(NameOfBot(7)).status()); });
  tell("the heartbeat of a referee",
       [&] { Check(store.referees().RenewLease(absl::Seconds(10))); });
  const auto spec =
      competition::Complete(LadderOf(options.bots, options.game, 64));
  Check(spec.status());
  std::printf("Planning among %d entrants (a specification of %zu bytes)\n",
              options.bots, spec->ByteSizeLong());
  tell("a ladder read again, without results",
       [&] { Check(competition::Scheduler::Create(*spec).status()); });
  auto scheduler = competition::Scheduler::Create(*spec);
  std::vector<competition::PlannedMatch> open;
  const double first = MillisecondsOf([&] {
    auto planned = scheduler->Next(64);
    Check(planned.status());
    open = *std::move(planned);
  });
  std::printf("  %-54s %8.2f ms\n", "the first 64 sets", first);
  size_t next = 0;
  constexpr int kResults = 200;
  const absl::Duration before = ProcessorTime();
  const double rest = MillisecondsOf([&] {
    for (int i = 0; i < kResults; ++i) {
      v1::CompetitionMatch over = open[next++].ToMessage();
      over.mutable_result()->set_termination(v1::TERMINATION_NORMAL);
      for (int seat = 0; seat < 2; ++seat) {
        over.mutable_result()->add_returns(seat == 0 ? 1 : -1);
        over.mutable_result()->add_ranks(seat + 1);
      }
      Check(scheduler->Add(over));
      const auto planned = scheduler->Next(64);
      Check(planned.status());
      open.insert(open.end(), planned->begin(), planned->end());
    }
  });
  const absl::Duration own = ProcessorTime() - before;
  std::printf("  %-54s %8.2f ms, %8.2f ms of its processor\n",
              "a result taken in and a set planned", rest / kResults,
              absl::ToDoubleMilliseconds(own) / kResults);
}

// ---- The load of runners ----

struct Referee {
  std::unique_ptr<referee::Server> server;
  std::string address;
};

Referee StartReferee(const Options& options, const std::string& store,
                     const std::string& name) {
  referee::ServerOptions server;
  server.store = store;
  server.name = name;
  server.listen = {absl::StrCat("unix:", options.folder, "/", name)};
  // The ladder comes with all its entrants in one request.
  server.host.limits.max_request_bytes = 16 << 20;
  server.host.on_failure = [](const absl::Status& status) {
    std::fprintf(stderr, "the referee failed: %s\n", status.ToString().c_str());
    std::_Exit(1);
  };
  auto started = referee::Server::Start(server);
  Check(started.status());
  return {*std::move(started), server.listen[0]};
}

// Asks the questions of people and bots now and then.
class Prober {
 public:
  explicit Prober(const std::string& address)
      : channel_(
            grpc::CreateChannel(address, grpc::InsecureChannelCredentials())),
        thread_([this] { Run(); }) {}
  ~Prober() {
    stopped_ = true;
    thread_.join();
  }
  Latency plan;
  Latency read;

 private:
  void Run() {
    const auto competitions = v1::CompetitionService::NewStub(channel_);
    const auto matches = v1::MatchService::NewStub(channel_);
    while (!stopped_) {
      absl::SleepFor(absl::Milliseconds(100));
      absl::Time began = absl::Now();
      {
        grpc::ClientContext context;
        v1::GetCompetitionRequest request;
        request.set_name("no-such-competition");
        v1::GetCompetitionResponse response;
        competitions->GetCompetition(&context, request, &response);
      }
      plan.Add(absl::Now() - began);
      began = absl::Now();
      {
        grpc::ClientContext context;
        v1::ListMatchesRequest request;
        request.set_page_size(20);
        v1::ListMatchesResponse response;
        matches->ListMatches(&context, request, &response);
      }
      read.Add(absl::Now() - began);
    }
  }

  const std::shared_ptr<grpc::Channel> channel_;
  std::atomic<bool> stopped_ = false;
  std::thread thread_;
};

void PrintLoad(const Options& options, int runners, const Totals& before,
               const Totals& after, int64_t decisions, int64_t ended) {
  const double seconds = absl::ToDoubleSeconds(after.time - before.time);
  const double matches = static_cast<double>(ended) / 2;
  const auto per_match = [&](int64_t number) {
    return matches == 0 ? 0.0 : static_cast<double>(number) / matches;
  };
  const auto of = [&](const std::string& name) {
    const auto a = after.metrics.find(name);
    const auto b = before.metrics.find(name);
    return (a == after.metrics.end() ? 0 : a->second) -
           (b == before.metrics.end() ? 0 : b->second);
  };
  std::printf(
      "  %.1f matches/s, %.0f decisions/s, %.1f decisions a match, %.0f "
      "matches under way of %d that there are seats for\n",
      matches / seconds, static_cast<double>(decisions) / seconds,
      per_match(decisions), after.metrics.at("pentathlon_matches_running"),
      runners * options.seats / 2);
  std::printf(
      "  PostgreSQL: %.0f transactions/s, %.1f a match, %.1f KiB of log and "
      "%.1f KiB kept a match\n",
      static_cast<double>(after.transactions - before.transactions) / seconds,
      per_match(after.transactions - before.transactions),
      per_match(after.wal_bytes - before.wal_bytes) / 1024,
      per_match(after.database_bytes - before.database_bytes) / 1024);
  std::printf(
      "  processor: PostgreSQL %.2f cores (%.1f ms a match), referees with "
      "their bots %.2f (%.1f ms)\n",
      absl::ToDoubleSeconds(after.postgres_processor -
                            before.postgres_processor) /
          seconds,
      per_match(absl::ToInt64Microseconds(after.postgres_processor -
                                          before.postgres_processor)) /
          1000,
      absl::ToDoubleSeconds(after.own_processor - before.own_processor) /
          seconds,
      per_match(absl::ToInt64Microseconds(after.own_processor -
                                          before.own_processor)) /
          1000);
  for (const char* const lane : {"read", "write", "plan", "lease"}) {
    const std::string label = absl::StrCat(" ", lane);
    const double calls = of("pentathlon_store_calls_total" + label);
    if (calls == 0) continue;
    std::printf(
        "  lane %-5s works %5.1f %% of the time, %7.1f calls/s, %7.2f ms each, "
        "after waiting %8.2f ms\n",
        lane,
        100 * of("pentathlon_store_working_seconds_total" + label) / seconds /
            options.referees,
        calls / seconds,
        1000 * of("pentathlon_store_working_seconds_total" + label) / calls,
        1000 * of("pentathlon_store_waiting_seconds_total" + label) / calls);
  }
}

void CreateLadder(const Options& options, const std::string& address,
                  const std::string& name, int sets) {
  const auto stub = v1::CompetitionService::NewStub(
      grpc::CreateChannel(address, grpc::InsecureChannelCredentials()));
  v1::CreateCompetitionRequest request;
  *request.mutable_spec() = LadderOf(options.bots, options.game, sets);
  request.mutable_spec()->set_name(name);
  // The simulation does not control the clock of bots.
  request.mutable_spec()->mutable_clock()->set_untimed(true);
  v1::CreateCompetitionResponse response;
  grpc::ClientContext context;
  const grpc::Status status =
      stub->CreateCompetition(&context, request, &response);
  ARENA_CHECK(status.ok(), status.error_message());
}

void MeasureLoad(const Options& options, referee::PostgresServer& server,
                 const std::string& store, int runners) {
  std::printf("%d runners of %d seats, %d referee(s)\n", runners, options.seats,
              options.referees);
  std::vector<Referee> referees;
  std::vector<referee::MatchPipeline*> hosts;
  std::vector<referee::Metrics*> metrics;
  for (int i = 0; i < options.referees; ++i) {
    const double took = MillisecondsOf([&] {
      referees.push_back(
          StartReferee(options, store, absl::StrCat("r", runners, "-", i)));
    });
    std::printf("  a referee starts in %.0f ms\n", took);
    hosts.push_back(&referees.back().server->host());
    metrics.push_back(&referees.back().server->metrics());
  }
  FakeRunners fakes(hosts,
                    {.start_time = absl::Milliseconds(100),
                     .think_time = absl::Milliseconds(options.think_ms)});
  std::printf("  the runners connect in %.0f ms\n",
              MillisecondsOf([&] { fakes.Connect(runners, options.seats); }));
  std::printf("  the ladder is created in %.0f ms\n", MillisecondsOf([&] {
                CreateLadder(options, referees[0].address,
                             absl::StrCat("ladder-", runners),
                             runners * options.seats / 2);
              }));
  std::fflush(stdout);
  Prober prober(referees[0].address);
  absl::SleepFor(absl::Seconds(options.warm_up));
  for (Latency* latency : {&fakes.waits().match, &fakes.waits().act,
                           &fakes.waits().end, &prober.plan, &prober.read}) {
    latency->TakeText();
  }
  const Totals before = ReadTotals(server, metrics);
  const int64_t decisions = fakes.counts().decisions;
  const int64_t ended = fakes.counts().matches_ended;
  absl::SleepFor(absl::Seconds(options.seconds));
  const Totals after = ReadTotals(server, metrics);
  PrintLoad(options, runners, before, after,
            fakes.counts().decisions - decisions,
            fakes.counts().matches_ended - ended);
  const auto tell = [](const char* what, Latency& latency) {
    std::printf("  %-20s %s\n", what, latency.TakeText().c_str());
  };
  tell("act to its word", fakes.waits().act);
  tell("last act to result", fakes.waits().end);
  tell("hello to match", fakes.waits().match);
  tell("a competition shown", prober.plan);
  tell("a page of matches", prober.read);
  std::printf("%s", fakes.complaints().TakeText().c_str());
  std::fflush(stdout);
  // The bots hear nothing more, as if this process had ended.
  fakes.Stop();
  for (Referee& referee : referees) referee.server->Stop();
}

// Ends all matches under way, so that they are no load of the next measurement.
void EndEverything(referee::PostgresServer& server, const std::string& schema) {
  server.Execute(schema,
                 "UPDATE matches SET state = 3, result = '' WHERE state <> 3;"
                 " UPDATE competitions SET state = 3; DELETE FROM presence;"
                 " DELETE FROM journal");
}

void Simulate(const Options& options) {
  referee::PostgresServer server(
      {.folder = options.folder,
       .flags = {"-c", "fsync=on", "-c", "shared_buffers=256MB", "-c",
                 "max_wal_size=4GB", "-c", "max_connections=100"}});
  const std::string schema = server.NewSchema();
  const std::string url = server.Url(schema);
  {
    const auto store = referee::OpenStore(url, "population");
    Check(store.status());
    const int submitted = std::min(options.bots, kSubmitted);
    const Totals before = ReadTotals(server, {});
    Check(Submit(**store, submitted, options.archive_bytes));
    const Totals after = ReadTotals(server, {});
    std::printf(
        "%d bots are submitted in %.1f s: %.1f transactions and %.1f KiB of "
        "log each\n",
        submitted, absl::ToDoubleSeconds(after.time - before.time),
        static_cast<double>(after.transactions - before.transactions) /
            submitted,
        static_cast<double>(after.wal_bytes - before.wal_bytes) / 1024 /
            submitted);
    server.Execute(schema, MultiplySql(submitted, options.bots));
    std::fflush(stdout);
    server.Execute(schema, "VACUUM ANALYZE");
    MeasureQuestions(options, **store);
    std::fflush(stdout);
  }
  for (const int runners : options.runners) {
    MeasureLoad(options, server, url, runners);
    EndEverything(server, schema);
  }
}

int Main(int argc, char** argv) {
  Options options;
  bool smoke = false;
  bool verbose = false;
  std::string parent = std::filesystem::temp_directory_path();
  CLI::App app("Simulates an arena of many runners and submitted bots.");
  app.add_option("--bots", options.bots)->capture_default_str();
  app.add_option("--archive-bytes", options.archive_bytes)
      ->capture_default_str();
  app.add_option("--runners", options.runners)
      ->delimiter(',')
      ->capture_default_str();
  app.add_option("--seats", options.seats)->capture_default_str();
  app.add_option("--referees", options.referees)->capture_default_str();
  app.add_option("--think-ms", options.think_ms)->capture_default_str();
  app.add_option("--warm-up", options.warm_up)->capture_default_str();
  app.add_option("--seconds", options.seconds)->capture_default_str();
  app.add_option("--game", options.game)->capture_default_str();
  app.add_option("--folder", parent, "Where PostgreSQL's data are")
      ->capture_default_str();
  app.add_flag("--verbose", verbose, "Shows the referees' logs");
  app.add_flag("--smoke", smoke, "For a moment, and few");
  CLI11_PARSE(app, argc, argv);
  if (smoke) {
    options.bots = 20;
    options.runners = {2};
    options.think_ms = 5;
    options.warm_up = 1;
    options.seconds = 2;
  }
  spdlog::set_level(verbose ? spdlog::level::info : spdlog::level::err);
  return WorkInFolder(parent + "/simulation-XXXXXX",
                      [&](const std::string& folder) {
                        options.folder = folder;
                        Simulate(options);
                      });
}

}  // namespace
}  // namespace arena::scale

int main(int argc, char** argv) { return arena::scale::Main(argc, argv); }
