#include "arena/bench/competition_bench.h"

#include <grpcpp/client_context.h>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "arena/bench/bot_swarm.h"
#include "arena/bench/subject.h"
#include "arena/competition/course/scheduler.h"
#include "arena/competition/planning/spec_form.h"
#include "arena/core/check.h"
#include "arena/core/rng.h"
#include "arena/rpc/grpc_status.h"
#include "arena/v1/competition_service.grpc.pb.h"
#include "arena/v1/match_service.grpc.pb.h"

namespace arena::bench {
namespace {

constexpr std::chrono::minutes kEndPatience(30);
// More sets than any round robin of this benchmark has.
constexpr int kManySets = 1000000;
constexpr int kSeatsOfAMatch = 2;

// The name is new even in a store that still has earlier runs.
v1::CompetitionSpec SpecFor(const CompetitionBenchOptions& options, int round) {
  v1::CompetitionSpec spec;
  spec.set_name(absl::StrCat("bench-", options.pace.count(), "-", round));
  spec.set_game(options.game);
  spec.set_seats(kSeatsOfAMatch);
  spec.set_format(v1::FORMAT_ROUND_ROBIN);
  spec.set_sets(static_cast<uint32_t>(options.sets));
  spec.set_seed(std::string(sizeof(Seed), 'b'));
  spec.set_deals(v1::DEALS_DUPLICATE);
  for (int i = 0; i < options.bots; ++i) {
    v1::Entrant& entrant = *spec.add_entrants();
    entrant.set_name(absl::StrCat("swarm-", i));
    entrant.add_players()->set_bot(entrant.name());
  }
  return spec;
}

// All matches of a round robin are known in advance.
absl::StatusOr<std::vector<v1::CreateMatchRequest>> RequestsFor(
    v1::CompetitionSpec spec) {
  spec.set_concurrent_sets(kManySets);
  ARENA_ASSIGN_OR_RETURN(competition::Scheduler scheduler,
                         competition::Scheduler::Create(std::move(spec)));
  ARENA_ASSIGN_OR_RETURN(const std::vector<competition::PlannedMatch> planned,
                         scheduler.Next(kManySets));
  std::vector<v1::CreateMatchRequest> requests;
  for (const competition::PlannedMatch& match : planned) {
    v1::CreateMatchRequest& request = requests.emplace_back();
    request.set_game(scheduler.spec().game());
    request.set_max_faults(scheduler.spec().max_faults());
    request.set_seed(match.seed.data(), match.seed.size());
    for (v1::SeatSpec& seat : competition::PlayersBySeat(
             scheduler.spec(), scheduler.form(), match.entrants)) {
      *request.add_seats() = std::move(seat);
    }
  }
  return requests;
}

absl::Status AskForMatches(
    const Server& server, const std::vector<v1::CreateMatchRequest>& requests) {
  const auto stub = v1::MatchService::NewStub(ChannelTo(server));
  for (const v1::CreateMatchRequest& request : requests) {
    grpc::ClientContext context;
    v1::CreateMatchResponse response;
    ARENA_RETURN_IF_ERROR(
        FromGrpc(stub->CreateMatch(&context, request, &response)));
  }
  return absl::OkStatus();
}

absl::Status AskForCompetition(const Server& server,
                               const v1::CompetitionSpec& spec) {
  grpc::ClientContext context;
  v1::CreateCompetitionRequest request;
  *request.mutable_spec() = spec;
  v1::CreateCompetitionResponse response;
  return FromGrpc(v1::CompetitionService::NewStub(ChannelTo(server))
                    ->CreateCompetition(&context, request, &response));
}

// Seconds until all matches that `ask` requests are over.
absl::StatusOr<double> Time(
    const CompetitionBenchOptions& options, const Subject& subject,
    size_t matches, const std::function<absl::Status(const Server&)>& ask) {
  ARENA_ASSIGN_OR_RETURN(const Server server, subject.start());
  BotSwarm swarm({.address = server.address,
                  .bots = options.bots,
                  .max_matches = static_cast<uint32_t>(options.at_once),
                  .pace = options.pace});
  if (!swarm.AwaitWelcomes(kEndPatience)) {
    return absl::UnavailableError(swarm.first_failure());
  }
  const absl::Time began = absl::Now();
  ARENA_RETURN_IF_ERROR(ask(server));
  const bool over = swarm.Await(
      [&](const SwarmCounts& counts) {
        return counts.matches_ended == matches * kSeatsOfAMatch;
      },
      kEndPatience);
  const absl::Time ended = absl::Now();
  if (over) return absl::ToDoubleSeconds(ended - began);
  return absl::UnavailableError(
      absl::StrCat("matches did not end: ", swarm.first_failure()));
}

struct Times {
  std::vector<double> competition;
  std::vector<double> matches;
};

absl::StatusOr<Times> TimeBoth(const CompetitionBenchOptions& options,
                               const Subject& subject) {
  Times seconds;
  for (int round = 0; round < options.rounds; ++round) {
    const v1::CompetitionSpec spec = SpecFor(options, round);
    ARENA_ASSIGN_OR_RETURN(const auto requests, RequestsFor(spec));
    ARENA_ASSIGN_OR_RETURN(
        seconds.matches.emplace_back(),
        Time(options, subject, requests.size(), [&](const Server& server) {
          return AskForMatches(server, requests);
        }));
    ARENA_ASSIGN_OR_RETURN(
        seconds.competition.emplace_back(),
        Time(options, subject, requests.size(), [&](const Server& server) {
          return AskForCompetition(server, spec);
        }));
  }
  return seconds;
}

}  // namespace

absl::StatusOr<std::vector<Measurement>> BenchCompetition(
    const CompetitionBenchOptions& options) {
  const Subject subject =
      RefereeSubject("competition", {.program = options.referee,
                                     .folder = options.folder,
                                     .store = options.store});
  ARENA_ASSIGN_OR_RETURN(const Times paced, TimeBoth(options, subject));
  CompetitionBenchOptions at_once = options;
  at_once.pace = {};
  ARENA_ASSIGN_OR_RETURN(Times fast, TimeBoth(at_once, subject));
  ARENA_ASSIGN_OR_RETURN(const auto requests, RequestsFor(SpecFor(options, 0)));
  const auto count = static_cast<double>(requests.size());
  for (double& seconds : fast.competition) seconds = count / seconds;
  for (double& seconds : fast.matches) seconds = count / seconds;
  return std::vector<Measurement>{
      Measured(absl::StrCat("a competition of ", count,
                            " matches, against the matches alone, ",
                            options.pace.count(), " us a decision"),
               "s", paced.competition, paced.matches,
               Budget{Budget::Kind::kAtMost, 1.05}),
      Measured("matches of a competition, against matches alone, bots that "
               "answer at once",
               "1/s", fast.competition, fast.matches)};
}

}  // namespace arena::bench
