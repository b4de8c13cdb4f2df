#include "arena/cli/competitions/tournament_run.h"

#include <memory>
#include <optional>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/clock.h"
#include "arena/cli/base/bot_sessions.h"
#include "arena/cli/base/output.h"
#include "arena/cli/base/referee_channel.h"
#include "arena/cli/bots/bot_folders.h"
#include "arena/cli/bots/bot_tokens.h"
#include "arena/cli/bots/folder_output.h"
#include "arena/cli/bots/private_referee.h"
#include "arena/cli/bots/running_bots.h"
#include "arena/cli/bots/submitted_bots.h"
#include "arena/cli/competitions/competition_changes.h"
#include "arena/cli/competitions/competition_follower.h"
#include "arena/cli/competitions/reader_link.h"
#include "arena/cli/competitions/tournament_bots.h"
#include "arena/cli/play/record_folder.h"
#include "arena/core/check.h"
#include "arena/process/signal_waiter.h"
#include "arena/process/temporary_folder.h"
#include "arena/v1/match_service.grpc.pb.h"

namespace arena::cli {
namespace {

constexpr absl::Duration kLookAgain = absl::Milliseconds(200);
// The time between two messages to the referee that the tournament is still
// run.
constexpr absl::Duration kTellAgain = absl::Seconds(2);
// The number of renewals between two looks at the events: a process that has
// played its one match is soon followed by the next process.
constexpr int kRenewalsBetween = 10;
// Matches of all events that may be unfinished at once.
constexpr int kMaxMatches = 1000000;
// The most starts of the referee. After that the referee is taken to die
// always.
constexpr int kMostStarts = 5;

// Whether the referee has ended, and may come back.
bool IsGone(const absl::Status& status) {
  return absl::IsUnavailable(status) || absl::IsCancelled(status);
}

// One tournament. Not thread-safe.
class Tournament {
 public:
  Tournament(const TournamentPlan& plan, std::vector<CompetitionData>& events)
      : plan_(plan),
        starts_(plan.folders),
        output_(plan.folders, plan.show_output, BotLogs()),
        events_(events) {}

  absl::Status Begin() {
    ARENA_RETURN_IF_ERROR(OpenRecords());
    RefereeFlags referee = plan_.referee;
    if (referee.address.empty()) {
      ARENA_RETURN_IF_ERROR(StartReferee());
      referee = referee_->flags();
    }
    ARENA_ASSIGN_OR_RETURN(channel_, ConnectTo(referee));
    if (referee_ == nullptr) ARENA_RETURN_IF_ERROR(CheckBots());
    ARENA_RETURN_IF_ERROR(TellReader());
    ARENA_RETURN_IF_ERROR(SubmitFolders(plan_.folders, channel_, signals_));
    client_.emplace(channel_);
    matches_ = v1::MatchService::NewStub(channel_);
    ARENA_RETURN_IF_ERROR(ChangeTo(*client_, plan_.events, plan_.yes));
    for (const v1::CompetitionSpec& spec : plan_.events) {
      ARENA_ASSIGN_OR_RETURN(
          v1::Competition competition,
          referee_ == nullptr ? client_->RunAnew(spec) : client_->Run(spec));
      CompetitionData& event = events_.emplace_back();
      event.competition = std::move(competition);
      followers_.push_back(
          std::make_unique<CompetitionFollower>(*client_, spec.name()));
    }
    TellWhatWasThere(events_);
    return StartBots(referee.address);
  }

  // Checks that all processes are alive, and updates the events. Returns true
  // when all events are over.
  absl::StatusOr<bool> Look() {
    for (int i = 0; i < kRenewalsBetween; ++i) {
      ARENA_RETURN_IF_ERROR(signals_.Wait(kLookAgain / kRenewalsBetween));
      ARENA_RETURN_IF_ERROR(ReviveBots());
    }
    ARENA_RETURN_IF_ERROR(ReviveReferee());
    TellStillRun();
    const absl::StatusOr<bool> over = LookAtEvents();
    if (!IsGone(over.status())) {
      if (gone_since_ != absl::InfiniteFuture()) {
        PrintMessage("the referee is back");
      }
      gone_since_ = absl::InfiniteFuture();
      return over;
    }
    // A referee that was started here is restarted by the next Look().
    if (referee_ != nullptr) return false;
    ARENA_RETURN_IF_ERROR(WaitForReferee(over.status()));
    return false;
  }

  // Stops the events at the referee until the tournament is run again.
  void Interrupt() {
    for (size_t i = 0; i < events_.size(); ++i) {
      if (IsOver(events_[i].competition)) continue;
      // A referee that has gone or is silent notices the end by itself.
      if (!client_->Interrupt(plan_.events[i]).ok()) return;
    }
  }

  void TellFaults() const {
    if (bots_ != nullptr) bots_->TellFaults(FaultsByBot(events_));
  }

 private:
  // Tells the referee that the tournament is still run. Errors are ignored,
  // because the streams of results report them.
  void TellStillRun() {
    const absl::Time now = absl::Now();
    if (now < next_tell_) return;
    next_tell_ = now + kTellAgain;
    for (size_t i = 0; i < events_.size(); ++i) {
      if (IsOver(events_[i].competition)) continue;
      if (!client_->Renew(plan_.events[i]).ok()) return;
    }
  }

  absl::Status TellReader() const {
    if (plan_.http.empty()) return absl::OkStatus();
    ARENA_ASSIGN_OR_RETURN(const std::string link,
                           ReaderLink(channel_, plan_.http));
    PrintMessage(absl::StrCat("to look on, open ", link));
    return absl::OkStatus();
  }

  std::string BotLogs() const {
    if (!plan_.bot_logs.empty() || plan_.data.empty()) return plan_.bot_logs;
    return plan_.data + "/bot-logs";
  }

  absl::Status StartBots(const std::string& address) {
    // Sessions outlive the programs, so that a tournament that goes on finds
    // its bots where they were.
    ARENA_ASSIGN_OR_RETURN(
        BotFolders folders,
        BotFolders::Open(plan_.data.empty() ? "" : plan_.data + "/bots"));
    folders_.emplace(std::move(folders));
    if (!plan_.programs.empty()) HideFromBots();
    bots_ = std::make_unique<RunningBots>(plan_.forfeits);
    for (const TournamentBot& bot : plan_.programs) {
      BotSurroundings surroundings =
          ProcessesFor(events_, bot.spec.name, bot.at_once);
      surroundings.address = address;
      surroundings.token = bot.token;
      surroundings.tls_ca = plan_.referee.tls_ca;
      if (referee_ != nullptr) {
        surroundings.tls_ca.clear();
        surroundings.socket_folder = referee_->socket_folder();
        ARENA_ASSIGN_OR_RETURN(surroundings.tokens,
                               ProcessTokens::Open(channel_, bot.spec.name));
      }
      surroundings.folders = &*folders_;
      surroundings.sandbox = plan_.sandbox.get();
      surroundings.show_output = plan_.show_output;
      surroundings.logs = BotLogs();
      ARENA_RETURN_IF_ERROR(bots_->Start(bot.spec, surroundings));
    }
    return absl::OkStatus();
  }

  // OK unless the referee refuses a bot, which would come again and again.
  absl::Status CheckBots() const {
    RefereeFlags as_bot = plan_.referee;
    for (const TournamentBot& bot : plan_.programs) {
      as_bot.token = bot.token;
      ARENA_RETURN_IF_ERROR(CheckMayPlay(as_bot, bot.spec.name));
    }
    return absl::OkStatus();
  }

  // Hides all files that no bot may read.
  void HideFromBots() {
    BotSandbox& sandbox = *plan_.sandbox;
    sandbox.Hide(folders_->path());
    if (referee_ != nullptr) sandbox.Hide(referee_->data());
    sandbox.HideOutput(plan_.record_dir);
    sandbox.HideOutput(BotLogs());
    for (const TournamentBot& bot : plan_.programs) {
      sandbox.Hide(bot.token_file);
    }
  }

  absl::Status StartReferee() {
    if (!plan_.data.empty()) {
      ARENA_RETURN_IF_ERROR(MakePrivateFolder(plan_.data));
    }
    std::vector<std::string> more = RunnerArguments(
        plan_.folders, plan_.sandbox != nullptr && plan_.sandbox->has_walls(),
        plan_.offers);
    if (!plan_.http.empty()) more.insert(more.end(), {"--http", plan_.http});
    ARENA_ASSIGN_OR_RETURN(
        referee_, PrivateReferee::Start(kMaxMatches, plan_.data, more));
    ++referee_starts_;
    return absl::OkStatus();
  }

  absl::Status ReviveReferee() {
    if (referee_ == nullptr) return absl::OkStatus();
    const absl::Status alive = referee_->Check();
    if (alive.ok()) return absl::OkStatus();
    if (referee_starts_ == kMostStarts) return alive;
    PrintMessage(absl::StrCat(alive.message(), "; it is started again"));
    ++referee_starts_;
    return referee_->Restart();
  }

  // Waits for a referee that others run. It may be started again, or another
  // referee may answer at the same address.
  absl::Status WaitForReferee(const absl::Status& why) {
    const absl::Time now = absl::Now();
    if (gone_since_ == absl::InfiniteFuture()) {
      gone_since_ = now;
      PrintMessage(absl::StrCat("the referee at ", plan_.referee.address,
                                " has gone (", why.message(),
                                "); waiting for it for up to ",
                                absl::FormatDuration(plan_.connect_timeout)));
    }
    if (now - gone_since_ < plan_.connect_timeout) return absl::OkStatus();
    return absl::UnavailableError(
        absl::StrCat("the referee at ", plan_.referee.address,
                     " has gone and is not back (", why.message(), ")"));
  }

  absl::Status ReviveBots() {
    const absl::Status status = bots_->Revive();
    if (!absl::IsAborted(status)) return status;
    if (plan_.forfeits && OthersCanPlay()) {
      PrintMessage(absl::StrCat(
          status.message(),
          ". It is not started again, and loses its remaining matches."));
      return absl::OkStatus();
    }
    given_up_.Update(status);
    // The error ends the tournament, and is reported then.
    return absl::OkStatus();
  }

  absl::Status Update() {
    for (size_t i = 0; i < events_.size(); ++i) {
      ARENA_RETURN_IF_ERROR(followers_[i]->Update(events_[i]));
      if (records_.empty()) continue;
      ARENA_RETURN_IF_ERROR(records_[i].Update(channel_, events_[i]));
    }
    return absl::OkStatus();
  }

  absl::Status OpenRecords() {
    if (plan_.record_dir.empty()) return absl::OkStatus();
    ARENA_ASSIGN_OR_RETURN(const RecordFolder folder,
                           RecordFolder::Open(plan_.record_dir));
    for (const v1::CompetitionSpec& spec : plan_.events) {
      ARENA_RETURN_IF_ERROR(folder.CheckNoneOf(spec.name()));
      records_.emplace_back(folder, spec.name());
    }
    return absl::OkStatus();
  }

  absl::StatusOr<bool> LookAtEvents() {
    ARENA_RETURN_IF_ERROR(Update());
    if (AreOver(events_)) {
      folders_->Forget();
      ARENA_RETURN_IF_ERROR(output_.Finish(channel_, signals_));
      return true;
    }
    ARENA_RETURN_IF_ERROR(output_.Update(channel_));
    ARENA_RETURN_IF_ERROR(starts_.Check(channel_));
    ARENA_RETURN_IF_ERROR(CheckBegun());
    ARENA_RETURN_IF_ERROR(CheckGoesOn());
    return false;
  }

  // Fails if no match begins in time. Without this check all would wait forever
  // for a bot that never comes. After a bot was given up, CheckGoesOn() checks
  // instead.
  absl::Status CheckBegun() {
    if (begun_ || !given_up_.ok() ||
        absl::Now() - start_ < plan_.connect_timeout) {
      return absl::OkStatus();
    }
    if (referee_ == nullptr) {
      TellWhoIsMissed();
      return absl::OkStatus();
    }
    begun_ = begun_ || SumOf(events_).matches_over() > 0;
    if (begun_) return absl::OkStatus();
    ARENA_ASSIGN_OR_RETURN(begun_, AnyMatchRuns());
    if (begun_) return absl::OkStatus();
    ARENA_ASSIGN_OR_RETURN(const std::string waits_for, WhatIsWaitedFor());
    ARENA_ASSIGN_OR_RETURN(const auto connected, ConnectedBots(channel_));
    return bots_->WhyWaiting(connected, plan_.connect_timeout, waits_for);
  }

  // Fails if all remaining matches wait for a bot that was given up.
  absl::Status CheckGoesOn() {
    const uint32_t over = SumOf(events_).matches_over();
    if (over != matches_over_) bots_->NoteProgress();
    matches_over_ = over;
    if (given_up_.ok()) return absl::OkStatus();
    ARENA_ASSIGN_OR_RETURN(const bool plays, AnyMatchRuns());
    return plays ? absl::OkStatus() : given_up_;
  }

  // Whether any event has two entrants whose bots all still play.
  bool OthersCanPlay() const {
    return absl::c_any_of(events_, [this](const CompetitionData& event) {
      const auto& entrants = event.competition.spec().entrants();
      return absl::c_count_if(entrants, [this](const v1::Entrant& entrant) {
               return absl::c_none_of(entrant.players(),
                                      [this](const v1::SeatSpec& player) {
                                        return bots_->HasGivenUp(player.bot());
                                      });
             }) >= 2;
    });
  }

  // The reason why the newest pending match waits.
  absl::StatusOr<std::string> WhatIsWaitedFor() {
    v1::ListMatchesRequest request;
    request.set_page_size(1);
    request.set_state(v1::Match::STATE_PENDING);
    ARENA_ASSIGN_OR_RETURN(
        const v1::ListMatchesResponse page,
        Call(*matches_, &v1::MatchService::Stub::ListMatches, request));
    return page.matches().empty() ? "" : page.matches(0).waits_for();
  }

  // Whether a match of this tournament is played. Without limits of time, bots
  // may take as long as they like.
  absl::StatusOr<bool> AnyMatchRuns() {
    v1::ListMatchesRequest request;
    request.set_page_size(kLargestPage);
    request.set_state(v1::Match::STATE_RUNNING);
    bool any = false;
    ARENA_RETURN_IF_ERROR(ForEachPage(
        *matches_, &v1::MatchService::Stub::ListMatches, request,
        [&](const v1::ListMatchesResponse& page) {
          any = absl::c_any_of(page.matches(), [&](const v1::Match& match) {
            return IsPlayed(match);
          });
          return !any;
        }));
    return any;
  }

  // Without a clock, a match would wait forever for a bot that was given up.
  bool IsPlayed(const v1::Match& match) const {
    return absl::c_any_of(events_,
                          [&](const CompetitionData& event) {
                            return event.competition.spec().name() ==
                                   match.label();
                          }) &&
           absl::c_none_of(match.seats(), [&](const v1::SeatSpec& seat) {
             return bots_->HasGivenUp(seat.bot());
           });
  }

  // Names the missing bots. At a referee that others started, bots may come at
  // any time.
  void TellWhoIsMissed() {
    std::set<std::string> missed = plan_.awaited;
    for (const CompetitionData& event : events_) {
      for (const v1::CompetitionMatch& match : event.results) {
        for (const uint32_t entrant : match.entrants()) {
          for (const v1::SeatSpec& player :
               event.competition.spec().entrants(entrant).players()) {
            missed.erase(player.bot());
          }
        }
      }
    }
    begun_ = true;
    if (missed.empty()) return;
    PrintMessage(
        absl::StrCat("waiting for bots that have played no match yet: ",
                     absl::StrJoin(missed, ", "), "; each must connect to ",
                     plan_.referee.address, " under this name"));
  }

  const TournamentPlan& plan_;
  const SignalWaiter signals_;
  const absl::Time start_ = absl::Now();
  std::unique_ptr<PrivateReferee> referee_;
  int referee_starts_ = 0;
  std::optional<BotFolders> folders_;
  // Stopped before the referee, so that no bot loses its referee.
  std::unique_ptr<RunningBots> bots_;
  std::shared_ptr<grpc::Channel> channel_;
  std::optional<CompetitionClient> client_;
  std::unique_ptr<v1::MatchService::Stub> matches_;
  StartWatch starts_;
  FolderOutput output_;
  std::vector<CompetitionData>& events_;
  std::vector<std::unique_ptr<CompetitionFollower>> followers_;
  // By event; empty: none are kept.
  std::vector<RecordCollector> records_;
  bool begun_ = false;
  // The reason why some matches cannot be played.
  absl::Status given_up_;
  uint32_t matches_over_ = 0;
  absl::Time next_tell_ = start_ + kTellAgain;
  // The time at which the referee stopped answering.
  absl::Time gone_since_ = absl::InfiniteFuture();
};

absl::Status Play(Tournament& tournament,
                  const std::vector<CompetitionData>& events,
                  const OnProgress& on_progress) {
  ARENA_RETURN_IF_ERROR(tournament.Begin());
  while (true) {
    ARENA_ASSIGN_OR_RETURN(const bool over, tournament.Look());
    ARENA_ASSIGN_OR_RETURN(const bool go_on, on_progress(events));
    if (over || !go_on) return absl::OkStatus();
  }
}

}  // namespace

absl::Status OpenSandbox(const SandboxFlags& flags, TournamentPlan& plan) {
  if (plan.programs.empty() && plan.folders.empty()) return absl::OkStatus();
  ARENA_ASSIGN_OR_RETURN(plan.sandbox, BotSandbox::Open(flags));
  const std::string& address = plan.referee.address;
  if (!address.empty() && !absl::StartsWith(address, "unix:")) {
    plan.sandbox->OpenNetwork();
  }
  return absl::OkStatus();
}

absl::Status RunTournament(const TournamentPlan& plan,
                           std::vector<CompetitionData>& events,
                           const OnProgress& on_progress) {
  std::optional<Tournament> tournament(std::in_place, plan, events);
  const absl::Status end = Play(*tournament, events, on_progress);
  tournament->Interrupt();
  tournament->TellFaults();
  tournament.reset();
  if (plan.sandbox != nullptr) plan.sandbox->Close();
  return end;
}

}  // namespace arena::cli
