// Matches with bots that are programs, through a private referee.
#include <map>
#include <memory>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "arena/cli/base/bot_sessions.h"
#include "arena/cli/base/match_id.h"
#include "arena/cli/base/output.h"
#include "arena/cli/base/referee_channel.h"
#include "arena/cli/bots/bot_tokens.h"
#include "arena/cli/bots/folder_output.h"
#include "arena/cli/bots/private_referee.h"
#include "arena/cli/bots/running_bots.h"
#include "arena/cli/bots/submitted_bots.h"
#include "arena/cli/play/series.h"
#include "arena/core/check.h"
#include "arena/process/signal_waiter.h"
#include "arena/v1/match_service.grpc.pb.h"

namespace arena::cli {
namespace {

// The pauses between two questions whether a match is over: short at first, so
// that short matches are not held up, then longer and longer.
constexpr absl::Duration kFirstPause = absl::Milliseconds(1);
constexpr absl::Duration kLongestPause = absl::Milliseconds(50);
// The duration of a match after which a line says that no clock ends it.
constexpr absl::Duration kLongMatch = absl::Seconds(30);
constexpr char kUntimedHint[] =
    "; with --clock none the match waits for a hanging bot without end";
// The longest wait for the output of such a bot in a match.
constexpr absl::Duration kLongestWaitForReport = absl::Seconds(3);

v1::CreateMatchRequest RequestFor(const SeriesPlan& plan, int number) {
  v1::CreateMatchRequest request;
  request.set_game(plan.setup.game->info->name);
  const auto& options = plan.setup.options.given();
  request.mutable_options()->insert(options.begin(), options.end());
  for (const BotSpec& bot : plan.bots) {
    *request.add_seats() = bot.Seat();
  }
  ClockToMessage(plan.clock, *request.mutable_clock());
  request.set_max_faults(plan.max_faults);
  request.set_isolation(plan.isolation);
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
        stub_(v1::MatchService::NewStub(channel_)),
        starts_(plan.bots),
        output_(plan.bots, plan.show_output, plan.bot_logs) {}

  // Creates all matches at once. The referee begins each match when its bots
  // have room.
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
      // The times of faults are in the record.
      const bool wanted = plan_.records || match.result().faults_size() > 0;
      if (wanted && !match.record_sha256().empty()) {
        ARENA_ASSIGN_OR_RETURN(played.record,
                               FetchRecord(channel_, match.match_id()));
      }
      bots_.NoteProgress();
      ARENA_RETURN_IF_ERROR(on_match(number, played));
      for (const v1::Fault& fault : played.result.faults()) {
        faults_[plan_.bots[fault.seat()].name].push_back(
            {match.match_id(), fault.kind()});
      }
    }
    bots_.TellFaults(faults_);
    TellFaultsOfFolders();
    return output_.Finish(channel_, signals_);
  }

 private:
  // Tells the faults of bots in folders, with each bot's output in the match of
  // its first fault.
  void TellFaultsOfFolders() const {
    for (const auto& [name, faults] : faults_) {
      const auto bot = absl::c_find_if(plan_.bots, [&](const BotSpec& spec) {
        return spec.name == name && spec.submitted();
      });
      if (bot == plan_.bots.end()) continue;
      // The report comes when the process has ended, soon after its match.
      std::string said;
      const absl::Time deadline = absl::Now() + kLongestWaitForReport;
      while (said.empty() && absl::Now() < deadline &&
             signals_.Wait(kLongestPause).ok()) {
        said = SaidInMatch(channel_, name, faults[0].match_id);
      }
      PrintMessage(absl::StrCat(
          "the bot ", name, " (", bot->folder, ") had ", faults.size(),
          faults.size() == 1 ? " fault; " : " faults; ", said));
    }
  }

  // Waits for the end of the match and returns it; an error if the match will
  // never end.
  absl::StatusOr<v1::Match> WaitFor(const std::string& id) {
    const absl::Time began = absl::Now();
    const absl::Time deadline = began + plan_.connect_timeout;
    absl::Duration pause = kFirstPause;
    while (true) {
      ARENA_RETURN_IF_ERROR(referee_.Check());
      // Looked at first: bots that have ended may have played all matches.
      const bool any_ended = bots_.AnyEnded();
      ARENA_ASSIGN_OR_RETURN(v1::GetMatchResponse response,
                             GetMatch(*stub_, id));
      v1::Match& match = *response.mutable_match();
      if (match.state() == v1::Match::STATE_FINISHED) return match;
      if (any_ended) ARENA_RETURN_IF_ERROR(bots_.Revive());
      ARENA_RETURN_IF_ERROR(starts_.Check(channel_));
      ARENA_RETURN_IF_ERROR(output_.Update(channel_));
      if (match.state() == v1::Match::STATE_PENDING && absl::Now() > deadline) {
        ARENA_ASSIGN_OR_RETURN(const auto connected, ConnectedBots(channel_));
        return bots_.WhyWaiting(connected, plan_.connect_timeout,
                                match.waits_for());
      }
      const bool untimed = plan_.clock.untimed;
      if (untimed && absl::Now() > began + kLongMatch) TellUntimed();
      const absl::Status stopped = signals_.Wait(pause);
      if (!stopped.ok()) {
        return absl::CancelledError(
            absl::StrCat(stopped.message(), untimed ? kUntimedHint : ""));
      }
      pause = std::min(2 * pause, kLongestPause);
    }
  }

  void TellUntimed() {
    if (std::exchange(told_untimed_, true)) return;
    PrintMessage(absl::StrCat("a match has lasted ",
                              absl::FormatDuration(kLongMatch), kUntimedHint));
  }

  const SeriesPlan& plan_;
  const SignalWaiter& signals_;
  PrivateReferee& referee_;
  RunningBots& bots_;
  const std::shared_ptr<grpc::Channel> channel_;
  const std::unique_ptr<v1::MatchService::Stub> stub_;
  std::vector<std::string> ids_;
  StartWatch starts_;
  FolderOutput output_;
  bool told_untimed_ = false;
  // By name of the bot.
  std::map<std::string, std::vector<BotFault>> faults_;
};

}  // namespace

absl::Status PlayWithPrograms(const SeriesPlan& plan, const OnMatch& on_match) {
  const SignalWaiter signals;
  ARENA_ASSIGN_OR_RETURN(
      const auto referee,
      PrivateReferee::Start(
          plan.matches, "",
          RunnerArguments(plan.bots, plan.sandbox->has_walls(), plan.offers,
                          plan.at_once)));
  ARENA_ASSIGN_OR_RETURN(const auto channel, ConnectTo(referee->flags()));
  ARENA_RETURN_IF_ERROR(SubmitFolders(plan.bots, channel, signals));
  ARENA_ASSIGN_OR_RETURN(const BotFolders folders, BotFolders::Open());
  plan.sandbox->Hide(referee->data());
  plan.sandbox->Hide(folders.path());
  // Stopped before the referee, so that no bot loses its referee.
  RunningBots bots;
  HostedSeries series(plan, signals, *referee, bots, channel);
  ARENA_RETURN_IF_ERROR(series.CreateMatches());
  // Each seat has its own program.
  const bool one_match = plan.isolation == v1::ISOLATION_MATCHES;
  for (const BotSpec& bot : plan.bots) {
    if (bot.built_in() || bot.submitted()) continue;
    ARENA_ASSIGN_OR_RETURN(auto tokens, ProcessTokens::Open(channel, bot.name));
    ARENA_RETURN_IF_ERROR(bots.Start(
        bot,
        {.address = referee->address(),
         .socket_folder = referee->socket_folder(),
         .tokens = std::move(tokens),
         .folders = &folders,
         .sandbox = plan.sandbox.get(),
         .at_once = plan.at_once,
         .processes = one_match ? std::min(plan.at_once + 1, plan.matches) : 1,
         .one_match = one_match,
         .show_output = plan.show_output,
         .logs = plan.bot_logs}));
  }
  return series.Follow(on_match);
}

}  // namespace arena::cli
