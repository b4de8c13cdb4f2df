#include "arena/bench/restart_bench.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "arena/bench/bot_swarm.h"
#include "arena/bench/subject.h"
#include "arena/core/check.h"

namespace arena::bench {
namespace {

constexpr int kBots = 8;
constexpr absl::Duration kPlayPatience = absl::Minutes(20);

// Plays until every match has options.plies plies: a decision has at least one.
absl::Status PlayOn(const Server& server, const RestartBenchOptions& options) {
  EndlessMatches matches(server);
  for (int i = 0; i < options.matches; ++i) {
    ARENA_RETURN_IF_ERROR(
        matches.Create(absl::StrCat("swarm-", i % kBots),
                       absl::StrCat("swarm-", (i + 1) % kBots)));
  }
  matches.Leave();
  const BotSwarm swarm({.address = server.address,
                        .bots = kBots,
                        .max_matches = 4096,
                        .last_decision = options.plies});
  const absl::Time deadline = absl::Now() + kPlayPatience;
  const uint64_t goal = uint64_t{2} * static_cast<uint64_t>(options.matches);
  while (swarm.counts().prompts_left_open < goal) {
    if (absl::Now() > deadline || !swarm.first_failure().empty()) {
      return absl::UnavailableError(
          absl::StrCat("the bots did not play on: ", swarm.first_failure()));
    }
    absl::SleepFor(absl::Milliseconds(50));
  }
  return absl::OkStatus();
}

absl::StatusOr<double> SecondsToStart(const Subject& subject) {
  const absl::Time began = absl::Now();
  const absl::StatusOr<Server> server = subject.start();
  const absl::Time listens = absl::Now();
  ARENA_RETURN_IF_ERROR(server.status());
  return absl::ToDoubleSeconds(listens - began);
}

}  // namespace

absl::StatusOr<Measurement> BenchRestart(const RestartBenchOptions& options) {
  RefereeOptions referee = {.program = options.referee,
                            .folder = options.folder};
  const Subject empty = RefereeSubject("empty", referee);
  referee.keeps_data = true;
  const Subject crashed = RefereeSubject("crashed", referee);
  {
    ARENA_ASSIGN_OR_RETURN(const Server server, crashed.start());
    const absl::Status played = PlayOn(server, options);
    // Ends the referee as a crash would.
    server.process->WaitOrKill(absl::InfinitePast());
    ARENA_RETURN_IF_ERROR(played);
  }
  std::vector<double> restarts, starts;
  for (int round = 0; round < options.rounds; ++round) {
    ARENA_ASSIGN_OR_RETURN(restarts.emplace_back(), SecondsToStart(crashed));
    ARENA_ASSIGN_OR_RETURN(starts.emplace_back(), SecondsToStart(empty));
  }
  return Measured(absl::StrCat("start with ", options.matches, " matches of ",
                               options.plies, " decisions, against none"),
                  "s", restarts, starts);
}

}  // namespace arena::bench
