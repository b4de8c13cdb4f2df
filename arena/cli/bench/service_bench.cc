#include "arena/cli/bench/service_bench.h"

#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/cli/bench/bot_swarm.h"
#include "arena/cli/bench/process.h"
#include "arena/core/check.h"
#include "arena/v1/match_service.grpc.pb.h"
#include "arena/v1/play_service.grpc.pb.h"

namespace arena::bench {
namespace {

constexpr std::chrono::seconds kPatience(60);
constexpr int kLatencyDecisions = 5000;

// A server under test: the referee, or the echo.
struct Subject {
  std::function<absl::StatusOr<Process>(bool idle)> start;
  // Whether matches must be created; the echo makes its own.
  bool is_referee;
};

// A two-seat match that outlasts every measurement.
absl::Status CreateEndlessMatch(v1::MatchService::Stub& stub,
                                const std::string& first,
                                const std::string& second) {
  grpc::ClientContext context;
  v1::CreateMatchRequest request;
  request.set_game("octrix");
  (*request.mutable_options())["target"] = "10000";
  (*request.mutable_options())["max_deals"] = "100000";
  request.add_seats()->set_bot(first);
  if (second.empty()) {
    request.add_seats()->set_built_in("first");
  } else {
    request.add_seats()->set_bot(second);
  }
  v1::CreateMatchResponse response;
  const grpc::Status status = stub.CreateMatch(&context, request, &response);
  if (status.ok()) return absl::OkStatus();
  return absl::UnavailableError(
      absl::StrCat("cannot create a match: ", status.error_message()));
}

std::unique_ptr<v1::MatchService::Stub> MatchesOf(const Process& process) {
  return v1::MatchService::NewStub(grpc::CreateChannel(
      process.address(), grpc::InsecureChannelCredentials()));
}

struct Load {
  double decisions_per_second = 0;
  double cpu_microseconds = 0;  // of the server, per decision
};

absl::StatusOr<Load> MeasureLoad(const Subject& subject,
                                 const ServiceBenchOptions& options) {
  ARENA_ASSIGN_OR_RETURN(const Process process, subject.start(false));
  if (subject.is_referee) {
    const auto matches = MatchesOf(process);
    for (int i = 0; i + 1 < options.streams; i += 2) {
      ARENA_RETURN_IF_ERROR(CreateEndlessMatch(
          *matches, absl::StrCat("swarm-", i), absl::StrCat("swarm-", i + 1)));
    }
  }
  SwarmOptions swarm_options;
  swarm_options.address = process.address();
  swarm_options.bots = options.streams;
  BotSwarm swarm(swarm_options);
  const bool started = swarm.Await(
      [&](const SwarmCounts& counts) {
        return counts.matches_started == static_cast<uint64_t>(options.streams);
      },
      kPatience);
  if (!started) {
    return absl::UnavailableError(absl::StrCat(
        "the bots did not all start to play: ", swarm.first_failure()));
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  const absl::Time begin = absl::Now();
  const absl::Duration cpu = process.CpuTime();
  const uint64_t answered = swarm.counts().prompts_answered;
  std::this_thread::sleep_for(absl::ToChronoNanoseconds(options.window));
  const double decisions =
      static_cast<double>(swarm.counts().prompts_answered - answered);
  Load load;
  load.cpu_microseconds =
      absl::ToDoubleMicroseconds(process.CpuTime() - cpu) / decisions;
  load.decisions_per_second =
      decisions / absl::ToDoubleSeconds(absl::Now() - begin);
  if (!swarm.first_failure().empty()) {
    return absl::UnavailableError(
        absl::StrCat("a bot failed: ", swarm.first_failure()));
  }
  return load;
}

// Median microseconds from an act to the next prompt, for a serial bot.
absl::StatusOr<double> MeasureLatency(const Subject& subject) {
  ARENA_ASSIGN_OR_RETURN(const Process process, subject.start(false));
  if (subject.is_referee) {
    ARENA_RETURN_IF_ERROR(
        CreateEndlessMatch(*MatchesOf(process), "serial", ""));
  }
  const auto stub = v1::PlayService::NewStub(grpc::CreateChannel(
      process.address(), grpc::InsecureChannelCredentials()));
  grpc::ClientContext context;
  const auto stream = stub->Play(&context);
  v1::PlayRequest hello;
  hello.mutable_hello()->set_revision(1);
  hello.mutable_hello()->set_name("serial");
  stream->Write(hello);
  v1::PlayResponse response;
  v1::PlayRequest request;
  std::vector<double> latencies;
  absl::Time sent = absl::InfinitePast();
  while (static_cast<int>(latencies.size()) < kLatencyDecisions &&
         stream->Read(&response)) {
    request.Clear();
    if (response.has_match_start()) {
      request.mutable_ready()->set_match_id(response.match_start().match_id());
    } else if (response.has_prompt()) {
      const absl::Time now = absl::Now();
      if (sent != absl::InfinitePast()) {
        latencies.push_back(absl::ToDoubleMicroseconds(now - sent));
      }
      v1::Act& act = *request.mutable_act();
      act.set_match_id(response.prompt().match_id());
      act.set_decision(response.prompt().decision());
      act.set_index(0);
      sent = absl::Now();
    } else if (response.has_ping()) {
      request.mutable_pong()->set_nonce(response.ping().nonce());
    } else {
      continue;
    }
    stream->Write(request);
  }
  context.TryCancel();
  stream->Finish();
  if (latencies.empty()) {
    return absl::UnavailableError("the serial bot was never asked");
  }
  return Median(latencies);
}

// Bytes for each idle stream, every one on a connection of its own.
absl::StatusOr<double> MeasureMemory(const Subject& subject,
                                     const ServiceBenchOptions& options) {
  ARENA_ASSIGN_OR_RETURN(const Process process, subject.start(true));
  const auto connect = [&](int bots, const std::string& prefix) {
    SwarmOptions swarm;
    swarm.address = process.address();
    swarm.bots = bots;
    swarm.name_prefix = prefix;
    return std::make_unique<BotSwarm>(swarm);
  };
  // The first few pay for what all share.
  const auto first = connect(20, "first");
  if (!first->AwaitWelcomes(kPatience)) {
    return absl::UnavailableError("idle bots were not welcomed");
  }
  const int64_t before = process.Memory();
  const auto swarm = connect(options.streams, "idle");
  if (!swarm->AwaitWelcomes(kPatience)) {
    return absl::UnavailableError("idle bots were not welcomed");
  }
  return static_cast<double>(process.Memory() - before) / options.streams;
}

}  // namespace

absl::StatusOr<std::vector<Measurement>> BenchService(
    const ServiceBenchOptions& options) {
  int runs = 0;
  const Subject referee{
      [&](bool) {
        return Process::Start({options.referee, "--data",
                               absl::StrCat(options.folder, "/", ++runs),
                               "--listen", "127.0.0.1:0", "--log-level", "off",
                               "--clock-bank", "1h", "--drain", "0s"});
      },
      true};
  const Subject echo{[&](bool idle) {
                       std::vector<std::string> command = {
                           options.arena, "bench", "service", "--echo",
                           "127.0.0.1:0"};
                       if (idle) command.push_back("--idle");
                       return Process::Start(command);
                     },
                     false};
  // By round: the referee's figures, and the echo's.
  std::vector<double> rate, cpu, latency, memory;
  std::vector<double> echo_rate, echo_cpu, echo_latency, echo_memory;
  for (int round = 0; round < options.rounds; ++round) {
    ARENA_ASSIGN_OR_RETURN(const Load reference, MeasureLoad(echo, options));
    ARENA_ASSIGN_OR_RETURN(const Load load, MeasureLoad(referee, options));
    rate.push_back(load.decisions_per_second);
    cpu.push_back(load.cpu_microseconds);
    echo_rate.push_back(reference.decisions_per_second);
    echo_cpu.push_back(reference.cpu_microseconds);
    ARENA_ASSIGN_OR_RETURN(echo_latency.emplace_back(), MeasureLatency(echo));
    ARENA_ASSIGN_OR_RETURN(latency.emplace_back(), MeasureLatency(referee));
    ARENA_ASSIGN_OR_RETURN(echo_memory.emplace_back(),
                           MeasureMemory(echo, options));
    ARENA_ASSIGN_OR_RETURN(memory.emplace_back(),
                           MeasureMemory(referee, options));
  }
  const std::string streams = absl::StrCat(options.streams, " streams");
  return std::vector<Measurement>{
      Measured("decisions through the service, " + streams, "1/s", rate,
               echo_rate, Budget{Budget::Kind::kAtLeast, 0.6}),
      Measured("latency of a decision, 1 stream, p50", "us", latency,
               echo_latency, Budget{Budget::Kind::kAtMost, 1.3}),
      Measured("server processor time of a decision", "us", cpu, echo_cpu,
               Budget{Budget::Kind::kAtMost, 2}),
      Measured("server memory of an idle stream", "bytes", memory, echo_memory,
               Budget{Budget::Kind::kAtMost, 1.5})};
}

}  // namespace arena::bench
