// Matches with bots that are programs, through a private referee.
#include <cstdio>
#include <memory>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/clock.h"
#include "arena/cli/private_referee.h"
#include "arena/cli/process.h"
#include "arena/cli/referee_channel.h"
#include "arena/cli/series.h"
#include "arena/core/check.h"
#include "arena/v1/match_service.grpc.pb.h"

namespace arena::cli {
namespace {

constexpr absl::Duration kStopTimeout = absl::Seconds(2);
// How often to ask whether a match is over: soon at first, so that short
// matches are not held up, then less and less often.
constexpr absl::Duration kFirstPause = absl::Milliseconds(1);
constexpr absl::Duration kLongestPause = absl::Milliseconds(50);

struct RunningBot {
  const BotSpec* spec;
  std::unique_ptr<Process> process;
};

// The programs of a series. Not thread-safe.
class RunningBots {
 public:
  ~RunningBots() {
    for (RunningBot& bot : bots_) bot.process->Terminate();
    const absl::Time deadline = absl::Now() + kStopTimeout;
    for (RunningBot& bot : bots_) bot.process->WaitOrKill(deadline);
  }

  absl::Status Start(const SeriesPlan& plan, const PrivateReferee& referee) {
    for (const BotSpec& spec : plan.bots) {
      if (spec.built_in()) continue;
      ProcessSpec process;
      process.command = spec.command;
      process.variables = {
          {"ARENA_ADDRESS", referee.address()},
          {"ARENA_BOT_NAME", spec.name},
          {"ARENA_TOKEN_FILE",
           absl::StrCat(referee.folder(), "/", spec.name, ".token")},
          {"ARENA_MAX_MATCHES", absl::StrCat(plan.at_once)}};
      if (plan.show_output) {
        process.on_line = [name = spec.name](const std::string& line) {
          std::fprintf(stderr, "[%s] %s\n", name.c_str(), line.c_str());
        };
      }
      RunningBot bot = {&spec, nullptr};
      ARENA_ASSIGN_OR_RETURN(bot.process, Process::Start(process));
      bots_.push_back(std::move(bot));
    }
    return absl::OkStatus();
  }

  // The first one that has ended, if any.
  RunningBot* Ended() {
    const auto it = absl::c_find_if(
        bots_, [](RunningBot& bot) { return bot.process->Ended(); });
    return it == bots_.end() ? nullptr : &*it;
  }

  // Why no match begins, with what the bots that are missing have said.
  absl::Status WhyWaiting(const PrivateReferee& referee,
                          absl::Duration timeout) {
    const std::set<std::string> connected = referee.connected();
    for (RunningBot& bot : bots_) {
      if (connected.contains(bot.spec->name)) continue;
      return absl::DeadlineExceededError(absl::StrCat(
          Describe(bot), " has not connected as \"", bot.spec->name,
          "\" within ", absl::FormatDuration(timeout),
          "; a bot dials ARENA_ADDRESS and calls itself ARENA_BOT_NAME",
          Strangers(connected), Said(bot)));
    }
    return absl::DeadlineExceededError(absl::StrCat(
        "the next match has not begun within ", absl::FormatDuration(timeout),
        ", although all bots were connected; one of them does not play this "
        "game, or has left"));
  }

  static absl::Status EndedEarly(RunningBot& bot) {
    return absl::AbortedError(
        absl::StrCat(Describe(bot), " has ended with ", bot.process->EndText(),
                     " before its matches were over", Said(bot)));
  }

 private:
  static std::string Describe(const RunningBot& bot) {
    return absl::StrCat("the bot \"", absl::StrJoin(bot.spec->command, " "),
                        "\"");
  }
  static std::string Said(RunningBot& bot) {
    const std::string lines = bot.process->LastLines();
    if (lines.empty()) return "; it has printed nothing";
    return absl::StrCat("; it printed last:\n", lines);
  }
  // Bots that are here under names that nobody waits for.
  std::string Strangers(const std::set<std::string>& connected) const {
    std::vector<std::string> names;
    for (const std::string& name : connected) {
      if (absl::c_none_of(bots_, [&](const RunningBot& bot) {
            return bot.spec->name == name;
          })) {
        names.push_back(name);
      }
    }
    if (names.empty()) return "";
    return absl::StrCat(
        " (connected under other names: ", absl::StrJoin(names, ", "), ")");
  }

  std::vector<RunningBot> bots_;
};

v1::CreateMatchRequest RequestFor(const SeriesPlan& plan, int number) {
  v1::CreateMatchRequest request;
  request.set_game(plan.setup.game->info->name);
  const auto& options = plan.setup.options.given();
  request.mutable_options()->insert(options.begin(), options.end());
  for (const BotSpec& bot : plan.bots) {
    v1::SeatSpec& seat = *request.add_seats();
    if (bot.built_in()) {
      seat.set_built_in(bot.name);
    } else {
      seat.set_bot(bot.name);
    }
  }
  ClockToMessage(plan.clock, *request.mutable_clock());
  request.set_max_faults(plan.max_faults);
  const Seed seed = SeedOfMatch(plan, number);
  request.set_seed(seed.data(), seed.size());
  return request;
}

// One series at one referee. Not thread-safe.
class HostedSeries {
 public:
  HostedSeries(const SeriesPlan& plan, const SignalWaiter& signals,
               PrivateReferee& referee, RunningBots& bots,
               std::shared_ptr<grpc::Channel> channel)
      : plan_(plan),
        signals_(signals),
        referee_(referee),
        bots_(bots),
        channel_(std::move(channel)),
        stub_(v1::MatchService::NewStub(channel_)) {}

  // All at once: the referee begins each as soon as its bots have room.
  absl::Status CreateMatches() {
    for (int number = 0; number < plan_.matches; ++number) {
      ARENA_ASSIGN_OR_RETURN(const v1::CreateMatchResponse response,
                             Call(*stub_, &v1::MatchService::Stub::CreateMatch,
                                  RequestFor(plan_, number)));
      ids_.push_back(response.match().match_id());
    }
    return absl::OkStatus();
  }

  absl::Status Follow(const OnMatch& on_match) {
    for (int number = 0; number < plan_.matches; ++number) {
      ARENA_ASSIGN_OR_RETURN(const v1::Match match, WaitFor(ids_[number]));
      PlayedMatch played;
      played.result = match.result();
      if (plan_.records && !match.record_id().empty()) {
        ARENA_ASSIGN_OR_RETURN(played.record,
                               FetchRecord(channel_, match.record_id()));
      }
      ARENA_RETURN_IF_ERROR(on_match(number, played));
    }
    return absl::OkStatus();
  }

 private:
  absl::StatusOr<v1::Match> Get(const std::string& id) {
    v1::GetMatchRequest request;
    request.set_match_id(id);
    ARENA_ASSIGN_OR_RETURN(
        v1::GetMatchResponse response,
        Call(*stub_, &v1::MatchService::Stub::GetMatch, request));
    return std::move(*response.mutable_match());
  }

  // The match when it is over; an error if that will never be.
  absl::StatusOr<v1::Match> WaitFor(const std::string& id) {
    const absl::Time deadline = absl::Now() + plan_.connect_timeout;
    absl::Duration pause = kFirstPause;
    while (true) {
      ARENA_RETURN_IF_ERROR(referee_.Check());
      // Looked for first: a bot that has ended may have played all before.
      RunningBot* const ended = bots_.Ended();
      ARENA_ASSIGN_OR_RETURN(v1::Match match, Get(id));
      if (match.state() == v1::Match::STATE_FINISHED) return match;
      if (ended != nullptr) return RunningBots::EndedEarly(*ended);
      if (match.state() == v1::Match::STATE_PENDING && absl::Now() > deadline) {
        return bots_.WhyWaiting(referee_, plan_.connect_timeout);
      }
      ARENA_RETURN_IF_ERROR(signals_.Wait(pause));
      pause = std::min(2 * pause, kLongestPause);
    }
  }

  const SeriesPlan& plan_;
  const SignalWaiter& signals_;
  PrivateReferee& referee_;
  RunningBots& bots_;
  const std::shared_ptr<grpc::Channel> channel_;
  const std::unique_ptr<v1::MatchService::Stub> stub_;
  std::vector<std::string> ids_;
};

}  // namespace

absl::Status PlayWithPrograms(const SeriesPlan& plan, const OnMatch& on_match) {
  const SignalWaiter signals;
  ARENA_ASSIGN_OR_RETURN(const auto referee,
                         PrivateReferee::Start(signals, plan.matches));
  ARENA_ASSIGN_OR_RETURN(auto channel,
                         ConnectTo({.address = referee->address()}));
  // Stopped before the referee, so that no bot sees it go.
  RunningBots bots;
  HostedSeries series(plan, signals, *referee, bots, std::move(channel));
  ARENA_RETURN_IF_ERROR(series.CreateMatches());
  ARENA_RETURN_IF_ERROR(bots.Start(plan, *referee));
  return series.Follow(on_match);
}

}  // namespace arena::cli
