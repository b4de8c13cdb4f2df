// arena bench runners: measures the cost of submitted bots, with some runners
// on this machine.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/time/clock.h"
#include "arena/cli/base/command.h"
#include "arena/cli/base/match_id.h"
#include "arena/cli/base/output.h"
#include "arena/cli/base/referee_channel.h"
#include "arena/cli/bots/bot_list.h"
#include "arena/cli/bots/private_referee.h"
#include "arena/cli/bots/submitted_bots.h"
#include "arena/command_line/values.h"
#include "arena/core/check.h"
#include "arena/match/clock.h"
#include "arena/process/signal_waiter.h"
#include "arena/v1/bot_service.grpc.pb.h"
#include "arena/v1/match_service.grpc.pb.h"

namespace arena::cli {
namespace {

constexpr absl::Duration kLook = absl::Milliseconds(5);

struct RunnersBenchFlags {
  std::vector<std::string> folders;
  std::vector<int> runners = {1, 2, 4};
  std::vector<std::string> offers;
  int seats = 2;
  int matches = 40;
  int rounds = 3;
  std::string game = "ordo";
  bool json = false;
};

// One way to run the matches.
struct Arrangement {
  int runners;
  bool warm;
};

// The times of one round of an arrangement.
struct Round {
  double matches_per_second = 0;
  // Medians over its processes.
  absl::Duration start;
  absl::Duration processor_time;
  int64_t memory = 0;
};

template <typename T>
T MedianOf(std::vector<T> values) {
  if (values.empty()) return T();
  std::sort(values.begin(), values.end());
  return values[(values.size() - 1) / 2];
}

v1::CreateMatchRequest RequestFor(const RunnersBenchFlags& flags,
                                  const BotSpec& bot, int number) {
  v1::CreateMatchRequest request;
  request.set_game(flags.game);
  *request.add_seats() = bot.Seat();
  request.add_seats()->set_built_in("random");
  request.set_seed(std::string(32, static_cast<char>(number)));
  request.set_isolation(v1::ISOLATION_MATCHES);
  return request;
}

// Creates all matches at once, and waits until they are over.
absl::StatusOr<absl::Duration> PlayAll(
    const RunnersBenchFlags& flags, const BotSpec& bot,
    const std::shared_ptr<grpc::Channel>& channel,
    const SignalWaiter& signals) {
  const auto stub = v1::MatchService::NewStub(channel);
  const absl::Time began = absl::Now();
  std::vector<std::string> ids;
  for (int i = 0; i < flags.matches; ++i) {
    ARENA_ASSIGN_OR_RETURN(const v1::CreateMatchResponse response,
                           Call(*stub, &v1::MatchService::Stub::CreateMatch,
                                RequestFor(flags, bot, i)));
    ids.push_back(response.match().match_id());
  }
  for (const std::string& id : ids) {
    while (true) {
      ARENA_ASSIGN_OR_RETURN(const v1::GetMatchResponse response,
                             GetMatch(*stub, id));
      if (response.match().result().faults_size() > 0) {
        return absl::AbortedError(
            absl::StrCat("match ", id, ": ", bot.name, " had a fault"));
      }
      if (response.match().state() == v1::Match::STATE_FINISHED) break;
      ARENA_RETURN_IF_ERROR(signals.Wait(kLook));
    }
  }
  return absl::Now() - began;
}

absl::Status AddReports(const std::shared_ptr<grpc::Channel>& channel,
                        const BotSpec& bot, Round& round) {
  const auto stub = v1::BotService::NewStub(channel);
  v1::ListSeatReportsRequest request;
  request.set_bot(bot.name);
  std::vector<absl::Duration> starts, processor_times;
  std::vector<int64_t> memories;
  ARENA_RETURN_IF_ERROR(ForEachPage(
      *stub, &v1::BotService::Stub::ListSeatReports, request,
      [&](const v1::ListSeatReportsResponse& page) {
        for (const v1::SeatReport& report : page.reports()) {
          if (report.match_id().empty()) continue;
          starts.push_back(FromMessage(report.start_time()));
          processor_times.push_back(
              FromMessage(report.usage().processor_time()));
          memories.push_back(
              static_cast<int64_t>(report.usage().peak_memory_kib()));
        }
        return true;
      }));
  round.start = MedianOf(std::move(starts));
  round.processor_time = MedianOf(std::move(processor_times));
  round.memory = MedianOf(std::move(memories));
  return absl::OkStatus();
}

absl::StatusOr<Round> Measure(const RunnersBenchFlags& flags,
                              const BotSpec& bot,
                              const Arrangement& arrangement,
                              const SignalWaiter& signals) {
  std::vector<std::string> more = {"--no-validation", "--runners",
                                   absl::StrCat(arrangement.runners),
                                   "--runner-seats", absl::StrCat(flags.seats)};
  if (!arrangement.warm) more.push_back("--no-warm-start");
  for (const std::string& offer : flags.offers) {
    more.insert(more.end(), {"--runner-offer", offer});
  }
  ARENA_ASSIGN_OR_RETURN(const auto referee,
                         PrivateReferee::Start(flags.matches, "", more));
  ARENA_ASSIGN_OR_RETURN(const auto channel, ConnectTo(referee->flags()));
  ARENA_RETURN_IF_ERROR(SubmitFolders({bot}, channel, signals));
  ARENA_ASSIGN_OR_RETURN(const absl::Duration time,
                         PlayAll(flags, bot, channel, signals));
  Round round;
  round.matches_per_second = flags.matches / absl::ToDoubleSeconds(time);
  ARENA_RETURN_IF_ERROR(AddReports(channel, bot, round));
  return round;
}

// The median of each figure.
Round Middle(const std::vector<Round>& rounds) {
  const auto middle = [&](auto figure) {
    std::vector<std::decay_t<decltype(figure(rounds[0]))>> figures;
    for (const Round& round : rounds) figures.push_back(figure(round));
    return MedianOf(std::move(figures));
  };
  return {.matches_per_second = middle(
              [](const Round& round) { return round.matches_per_second; }),
          .start = middle([](const Round& round) { return round.start; }),
          .processor_time =
              middle([](const Round& round) { return round.processor_time; }),
          .memory = middle([](const Round& round) { return round.memory; })};
}

absl::StatusOr<int> RunRunnersBench(const RunnersBenchFlags& flags) {
  if (flags.folders.empty()) return kSuccess;
  const SignalWaiter signals;
  std::vector<Arrangement> arrangements;
  for (const bool warm : {false, true}) {
    for (const int runners : flags.runners) {
      arrangements.push_back({runners, warm});
    }
  }
  Columns columns({"bot", "runners", "start", "matches/s", "ratio",
                   "seat s/match", "start ms", "processor ms", "MiB"});
  Json out = Json::array();
  for (const std::string& folder : flags.folders) {
    ARENA_ASSIGN_OR_RETURN(const BotSpec bot, ReadBotFolder(folder));
    std::vector<std::vector<Round>> rounds(arrangements.size());
    // In turn, so that disturbances of the machine affect all alike.
    for (int i = 0; i < flags.rounds; ++i) {
      for (size_t a = 0; a < arrangements.size(); ++a) {
        ARENA_ASSIGN_OR_RETURN(Round round,
                               Measure(flags, bot, arrangements[a], signals));
        rounds[a].push_back(round);
      }
    }
    const double reference = Middle(rounds[0]).matches_per_second;
    for (size_t a = 0; a < arrangements.size(); ++a) {
      const Round round = Middle(rounds[a]);
      const char* const start = arrangements[a].warm ? "before" : "when due";
      const double ratio = round.matches_per_second / reference;
      // Each runner has at least one seat.
      const int seats = std::max(flags.seats, arrangements[a].runners);
      const double cost = seats / round.matches_per_second;
      columns.AddRow(
          {bot.name, absl::StrCat(arrangements[a].runners), start,
           absl::StrFormat("%.1f", round.matches_per_second),
           absl::StrFormat("%.2f", ratio), absl::StrFormat("%.3f", cost),
           absl::StrFormat("%.0f", absl::ToDoubleMilliseconds(round.start)),
           absl::StrFormat("%.0f",
                           absl::ToDoubleMilliseconds(round.processor_time)),
           absl::StrCat(round.memory >> 10)});
      out.push_back(
          {{"bot", bot.name},
           {"runners", arrangements[a].runners},
           {"warmStart", arrangements[a].warm},
           {"matchesPerSecond", round.matches_per_second},
           {"ratio", ratio},
           {"seatSecondsPerMatch", cost},
           {"startSeconds", absl::ToDoubleSeconds(round.start)},
           {"processorSeconds", absl::ToDoubleSeconds(round.processor_time)},
           {"peakMemoryKib", round.memory}});
    }
  }
  PrintEither(flags.json, out, columns.ToString());
  return kSuccess;
}

}  // namespace

BenchPart AddBenchRunnersCommand(Commands& commands, CLI::App& bench) {
  const auto flags = std::make_shared<RunnersBenchFlags>();
  CLI::App& command = commands.AddBelow(
      bench, "runners",
      "Measures how many matches runners on this machine play, and what the "
      "start of a bot costs",
      "arena bench runners sample_bots/python --runners 1,2");
  command
      .add_option("FOLDER", flags->folders,
                  "Folders of bots, with bot.toml; they play the game in the "
                  "first seat, against random")
      ->required();
  command.add_option("--runners", flags->runners, "How many runners there are")
      ->delimiter(',')
      ->capture_default_str()
      ->check(command_line::WholeNumber(1, 64));
  command.add_option("--offer", flags->offers,
                     "RUNTIME=FOLDER, as runner --offer; may be repeated");
  const auto number = [&](const char* name, int& value, const char* help) {
    command.add_option(name, value, help)
        ->capture_default_str()
        ->check(command_line::WholeNumber(1, 10000));
  };
  number("--seats", flags->seats,
         "Processes that play at the same time, at all runners together");
  number("--matches", flags->matches, "Matches of a round");
  number("--rounds", flags->rounds, "How many rounds give a median");
  command.add_option("--game,-g", flags->game, "A game of two seats")
      ->capture_default_str();
  command.add_flag("--json", flags->json, "Print JSON");
  return {&command, [flags] { return RunRunnersBench(*flags); }};
}

}  // namespace arena::cli
