// The checks of `arena check-bot`. Each check plays a match in which something
// goes wrong on purpose, and judges the bot's reaction.
#include "arena/cli/check/bot_check.h"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/clock.h"
#include "arena/cli/base/output.h"
#include "arena/cli/bots/private_referee.h"
#include "arena/cli/check/check_match.h"
#include "arena/cli/check/check_subject.h"
#include "arena/cli/check/transcript_summary.h"
#include "arena/core/check.h"
#include "arena/games/registry.h"

namespace arena::cli {
namespace {

using check::Said;
using mischief::Mischief;
using Grade = CheckOutcome::Grade;

// The time in which a bot should end after it was asked to end, or refused.
constexpr absl::Duration kToEnd = absl::Seconds(10);
// Long enough for a bot to find that no referee is there.
constexpr absl::Duration kAbsence = absl::Milliseconds(500);

// The problem of a match, if any: the end of the program, a fault, or an error
// of the referee about the bot.
std::optional<CheckOutcome> Trouble(const CheckSubject& subject,
                                    const CheckMatchEnd& end,
                                    const std::string& advice) {
  if (!end.problem.empty()) {
    return CheckOutcome{Grade::kFailed, end.problem, advice};
  }
  const v1::MatchResult& result = end.match.result();
  if (result.faults_size() > 0) {
    return CheckOutcome{
        Grade::kFailed,
        absl::StrCat("the match ended with faults: ", FaultsText(result),
                     subject.table.bot().SaidText()),
        advice};
  }
  if (result.termination() == v1::TERMINATION_CANCELLED) {
    return CheckOutcome{
        Grade::kFailed,
        absl::StrCat("the bot declined the match: ", result.reason()),
        "say in Hello.plays which games, numbers of seats and "
        "options the bot plays; it is offered no others"};
  }
  const std::string told = TranscriptSummary(end.said).HarmlessErrors();
  if (!told.empty()) {
    return CheckOutcome{Grade::kFailed,
                        absl::StrCat("the referee told the bot: ", told),
                        advice};
  }
  return std::nullopt;
}

using CheckFunction =
    std::function<absl::StatusOr<CheckOutcome>(const CheckSubject& subject)>;

// A match with mischief that a bot must survive without a fault.
CheckFunction BearsIt(std::function<std::unique_ptr<Mischief>()> mischief,
                      std::string advice) {
  return [=](const CheckSubject& subject) -> absl::StatusOr<CheckOutcome> {
    ARENA_ASSIGN_OR_RETURN(const CheckMatchEnd end,
                           subject.table.Play(subject.AnyMatch(), mischief()));
    if (auto trouble = Trouble(subject, end, advice)) return *trouble;
    return CheckOutcome{Grade::kPassed, TranscriptSummary(end.said).Summary()};
  };
}

// The same, but the bot must come back to its session.
CheckFunction ComesBack(std::function<std::unique_ptr<Mischief>()> mischief) {
  return [=](const CheckSubject& subject) -> absl::StatusOr<CheckOutcome> {
    const std::string advice =
        "when the stream ends, dial again after a short pause and put the "
        "session_token of the last Welcome into Hello.resume_token, with the "
        "same name and instance; answer MatchStart with Ready again, and "
        "repeat "
        "an act that was not acknowledged";
    ARENA_ASSIGN_OR_RETURN(const CheckMatchEnd end,
                           subject.table.Play(subject.AnyMatch(), mischief()));
    if (auto trouble = Trouble(subject, end, advice)) return *trouble;
    return CheckOutcome{Grade::kPassed,
                        TranscriptSummary(end.said).ReturnText()};
  };
}

absl::StatusOr<CheckOutcome> PlaysGame(const CheckSubject& subject,
                                       const Game& game, int seats) {
  CheckMatch match = {.game = game.info->name, .seats = seats};
  std::vector<Said> all;
  // In every seat once.
  for (int seat = 0; seat < seats; ++seat) {
    match.of_bot = {seat};
    ARENA_ASSIGN_OR_RETURN(
        const CheckMatchEnd end,
        subject.table.Play(match, std::make_unique<Mischief>()));
    const std::string advice =
        end.problem.empty()
            ? "answer every Prompt of kind MUST with an Act that quotes its "
              "decision and names one of its actions; a Prompt of kind MAY "
              "needs no answer"
        : subject.table.bot().running()
            ? "answer sooner, or give a match more time with --timeout"
            : "run until the referee ends the stream or SIGTERM comes";
    if (auto trouble = Trouble(subject, end, advice)) {
      trouble->seen = absl::StrCat("seat ", seat, ": ", trouble->seen);
      return *trouble;
    }
    all.insert(all.end(), end.said.begin(), end.said.end());
  }
  return CheckOutcome{Grade::kPassed, TranscriptSummary(all).Summary()};
}

absl::StatusOr<CheckOutcome> TakesTwoSeats(const CheckSubject& subject) {
  CheckMatch match = subject.AnyMatch();
  match.of_bot = {0, 1};
  ARENA_ASSIGN_OR_RETURN(
      const CheckMatchEnd end,
      subject.table.Play(match, std::make_unique<Mischief>()));
  if (auto trouble = Trouble(
          subject, end,
          "a session can hold several seats of a match: keep what belongs to a "
          "seat by match_id and seat, and name both in every answer")) {
    return *trouble;
  }
  return CheckOutcome{Grade::kPassed, TranscriptSummary(end.said).Summary()};
}

absl::StatusOr<CheckOutcome> AnswersPings(const CheckSubject& subject) {
  ARENA_ASSIGN_OR_RETURN(
      const CheckMatchEnd end,
      subject.table.Play(subject.AnyMatch(), mischief::PingAtPrompts()));
  const std::string advice =
      "answer every Ping with a Pong of the same nonce, also while the bot "
      "thinks: read the stream in another thread or task than the one that "
      "thinks";
  if (auto trouble = Trouble(subject, end, advice)) return *trouble;
  const TranscriptSummary heard(end.said);
  // The match may end before the last one is answered.
  if (heard.pings() > heard.pongs() + 1) {
    return CheckOutcome{Grade::kFailed,
                        absl::StrCat("of ", heard.pings(),
                                     " pings the bot "
                                     "answered ",
                                     heard.pongs()),
                        advice};
  }
  const absl::Duration slowest = heard.SlowestPong();
  if (slowest > absl::Seconds(5)) {
    return CheckOutcome{Grade::kWarned,
                        absl::StrCat("a ping was answered after ",
                                     absl::FormatDuration(slowest)),
                        advice};
  }
  return CheckOutcome{Grade::kPassed,
                      absl::StrCat(heard.pings(),
                                   " pings answered, the slowest "
                                   "after ",
                                   MillisecondsText(slowest))};
}

// The tries to interrupt a match. A quick bot may finish before the
// interruption.
constexpr int kTries = 10;

// A match during which the bot is interrupted; nothing if all matches were over
// too soon.
absl::StatusOr<std::optional<CheckMatchEnd>> PlayInterrupted(
    const CheckSubject& subject,
    const std::function<absl::Status()>& interrupt) {
  for (int i = 0; i < kTries; ++i) {
    bool interrupted = false;
    ARENA_ASSIGN_OR_RETURN(
        CheckMatchEnd end,
        subject.table.Play(subject.AnyMatch(), std::make_unique<Mischief>(),
                           [&](const std::vector<Said>& said) -> absl::Status {
                             if (interrupted ||
                                 TranscriptSummary(said).acts() < 2) {
                               return absl::OkStatus();
                             }
                             interrupted = true;
                             return interrupt();
                           }));
    if (interrupted || !end.problem.empty()) return {std::move(end)};
  }
  return std::nullopt;
}

CheckOutcome OverTooSoon() {
  return {Grade::kSkipped,
          absl::StrCat("of ", kTries, " matches each was over too soon")};
}

absl::StatusOr<CheckOutcome> ComesBackAfterKill(const CheckSubject& subject) {
  ARENA_ASSIGN_OR_RETURN(
      const std::optional<CheckMatchEnd> end, PlayInterrupted(subject, [&] {
        subject.table.bot().process().Kill();
        subject.table.bot().process().Wait(absl::InfiniteFuture());
        return subject.table.bot().StartAgain();
      }));
  if (!end.has_value()) return OverTooSoon();
  auto trouble = Trouble(
      subject, *end,
      "keep the session_token of each Welcome in the file that "
      "ARENA_TOKEN_FILE names, and begin with it as Hello.resume_token: then a "
      "process that is started again goes on with its matches");
  if (trouble.has_value()) {
    trouble->grade = Grade::kWarned;
    return *trouble;
  }
  return CheckOutcome{Grade::kPassed,
                      TranscriptSummary(end->said).ReturnText()};
}

absl::StatusOr<CheckOutcome> EndsOnSigterm(const CheckSubject& subject) {
  const std::string advice =
      "on SIGTERM send Leave, play the matches under way to their end, and "
      "exit "
      "with status 0 when the referee ends the stream";
  ARENA_ASSIGN_OR_RETURN(const std::optional<CheckMatchEnd> end,
                         PlayInterrupted(subject, [&] {
                           subject.table.bot().process().Terminate();
                           return absl::OkStatus();
                         }));
  if (!end.has_value()) return OverTooSoon();
  if (auto trouble = Trouble(subject, *end, advice)) {
    trouble->grade = Grade::kWarned;
    return *trouble;
  }
  sandbox::Sandboxed& process = subject.table.bot().process();
  if (!process.Wait(absl::Now() + kToEnd)) {
    return CheckOutcome{
        Grade::kWarned,
        absl::StrCat("the program runs on ", absl::FormatDuration(kToEnd),
                     " after its last match"),
        advice};
  }
  if (process.EndText() != "exit status 0") {
    return CheckOutcome{Grade::kWarned, subject.table.bot().EndText(), advice};
  }
  return CheckOutcome{Grade::kPassed,
                      "it played its match to the end and ended"};
}

absl::StatusOr<CheckOutcome> WaitsForReferee(const CheckSubject& subject) {
  // The address leads to the referee only later.
  const std::filesystem::path present =
      subject.table.address().substr(sizeof("unix:") - 1);
  const std::filesystem::path late = present.parent_path() / "late";
  const std::string address = absl::StrCat("unix:", late.string());
  const absl::Time begin = absl::Now();
  bool there = false;
  ARENA_ASSIGN_OR_RETURN(
      const std::vector<Said> said,
      subject.table.Watch(address, std::make_unique<Mischief>(),
                          [&](const std::vector<Said>& so_far) {
                            if (!there && absl::Now() > begin + kAbsence) {
                              there = true;
                              std::filesystem::create_symlink(
                                  present.filename(), late);
                            }
                            return TranscriptSummary(so_far).welcomes() > 0;
                          }));
  if (TranscriptSummary(said).welcomes() > 0) {
    return CheckOutcome{Grade::kPassed,
                        "it connected when the referee was there"};
  }
  return CheckOutcome{
      Grade::kWarned,
      subject.table.bot().running()
          ? "it did not connect when the referee was there"
          : subject.table.bot().EndText(),
      "dial again with pauses of 0.1 to 5 s, for a minute: a referee may be "
      "restarted, or start later than its bots"};
}

absl::StatusOr<CheckOutcome> KeepsShortClock(const CheckSubject& subject) {
  CheckMatch match = subject.AnyMatch();
  match.clock.allowance = absl::Milliseconds(100);
  match.clock.bank = absl::Seconds(2);
  ARENA_ASSIGN_OR_RETURN(
      const CheckMatchEnd end,
      subject.table.Play(match, std::make_unique<Mischief>()));
  auto trouble = Trouble(
      subject, end,
      "look at Prompt.allowance_left and bank_left: each decision has the "
      "allowance and what is left of the bank, network included");
  if (trouble.has_value()) {
    trouble->grade = Grade::kWarned;
    return *trouble;
  }
  return CheckOutcome{Grade::kPassed,
                      absl::StrCat("0.1 s a decision and a bank of 2 s; ",
                                   TranscriptSummary(end.said).Summary())};
}

absl::StatusOr<CheckOutcome> EndsWhenRefused(const CheckSubject& subject) {
  const absl::Time begin = absl::Now();
  ARENA_ASSIGN_OR_RETURN(
      const std::vector<Said> said,
      subject.table.Watch(subject.table.address(), mischief::RefuseHello(),
                          [&](const std::vector<Said>&) {
                            return absl::Now() > begin + kToEnd;
                          }));
  if (!subject.table.bot().running()) {
    return CheckOutcome{Grade::kPassed, "it ended"};
  }
  return CheckOutcome{
      Grade::kWarned,
      absl::StrCat("it runs on, and has said hello ",
                   TranscriptSummary(said).hellos(), " times in ",
                   absl::FormatDuration(kToEnd)),
      "a PlayError that is fatal ends the session, but for DRAINING and "
      "PONG_TIMEOUT: print its message and exit with status 1"};
}

struct NamedCheck {
  std::string name;
  CheckFunction check;
};

std::vector<NamedCheck> GeneralChecks() {
  return {
      {"takes two seats of a match", TakesTwoSeats},
      {"comes back after a lost prompt",
       ComesBack(mischief::LoseStreamAfterPrompt)},
      {"repeats an answer that was lost", ComesBack(mischief::LoseAnswer)},
      {"comes back before it was ready",
       ComesBack(mischief::LoseStreamAfterStart)},
      {"comes back after the referee has stopped", ComesBack(mischief::Drain)},
      {"bears messages that come twice",
       BearsIt(
           mischief::SayTwice,
           "a Prompt with the number of a decision that the bot has answered "
           "needs no other answer, and a MatchStart again gets a Ready")},
      {"bears a newer referee",
       BearsIt(mischief::SayNewThings,
               "ignore responses and fields that the bot does not know; "
               "generated messages keep unknown fields by themselves")},
      {"answers pings", AnswersPings},
      {"keeps a short clock", KeepsShortClock},
      {"comes back after SIGKILL", ComesBackAfterKill},
      {"ends after its match on SIGTERM", EndsOnSigterm},
      {"waits for a referee that is late", WaitsForReferee},
      {"ends when it is refused", EndsWhenRefused},
  };
}

std::string NameOfGameCheck(const Game& game, int seats) {
  return absl::StrCat("plays ", game.info->name, " of ", seats, " seats");
}

// The checks for the games that the bot offers.
std::vector<NamedCheck> GameChecks(const CheckSubject& subject) {
  std::vector<NamedCheck> checks;
  for (const Game& game : AllGames()) {
    for (int seats = game.info->min_seats; seats <= game.info->max_seats;
         ++seats) {
      if (!subject.Plays(game, seats)) continue;
      checks.push_back({NameOfGameCheck(game, seats),
                        [&game, seats](const CheckSubject& subject) {
                          return PlaysGame(subject, game, seats);
                        }});
    }
  }
  return checks;
}

// The first check, without which no other check is possible. Fills in the
// hello.
absl::StatusOr<CheckOutcome> Connects(CheckSubject& subject) {
  ARENA_ASSIGN_OR_RETURN(
      const std::vector<Said> said,
      subject.table.Watch(subject.table.address(), std::make_unique<Mischief>(),
                          [](const std::vector<Said>& so_far) {
                            return TranscriptSummary(so_far).welcomes() > 0;
                          }));
  const TranscriptSummary heard(said);
  const std::string advice =
      "with an SDK, call its main or run; without one, dial ARENA_ADDRESS "
      "(here "
      "a Unix socket) with the metadata \"authorization: Bearer\" and "
      "ARENA_TOKEN, open PlayService.Play, and say Hello with the name of "
      "ARENA_BOT_NAME and the games of the bot; a program that reads lines of "
      "JSON needs `arena bridge --` in front of it";
  if (heard.welcomes() == 0) {
    const std::string told = heard.AllErrors();
    return CheckOutcome{
        Grade::kFailed,
        !told.empty() ? absl::StrCat("the referee refused it: ", told)
        : subject.table.bot().running()
            ? absl::StrCat("it has not said a hello that the referee takes "
                           "within ",
                           absl::FormatDuration(subject.table.timeout()),
                           subject.table.bot().SaidText())
            : subject.table.bot().EndText(),
        advice};
  }
  subject.hello = heard.hello();
  if (subject.AnyGame() == nullptr) {
    return CheckOutcome{Grade::kFailed, "it plays no game of this release",
                        "name games of `arena games` in Hello.plays"};
  }
  const std::string games =
      absl::StrJoin(subject.hello.plays(), ", ",
                    [](std::string* out, const v1::GameSupport& plays) {
                      absl::StrAppend(out, plays.game());
                    });
  return CheckOutcome{
      Grade::kPassed,
      absl::StrCat(
          subject.hello.name(),
          subject.hello.version().empty() ? "" : " " + subject.hello.version(),
          subject.hello.language().empty() ? ""
                                           : ", in " + subject.hello.language(),
          "; plays ", games)};
}

}  // namespace

std::vector<std::string> CheckNames() {
  std::vector<std::string> names = {"connects"};
  for (const NamedCheck& check : GeneralChecks()) names.push_back(check.name);
  for (const Game& game : AllGames()) {
    for (int seats = game.info->min_seats; seats <= game.info->max_seats;
         ++seats) {
      names.push_back(NameOfGameCheck(game, seats));
    }
  }
  return names;
}

absl::Status CheckBot(const CheckPlan& plan, const SignalWaiter& signals,
                      const OnOutcome& on_outcome) {
  ARENA_ASSIGN_OR_RETURN(auto referee, PrivateReferee::Start(1));
  ARENA_ASSIGN_OR_RETURN(const auto channel, ConnectTo(referee->flags()));
  ARENA_ASSIGN_OR_RETURN(const auto sandbox, BotSandbox::Open(plan.sandbox));
  ARENA_ASSIGN_OR_RETURN(const SocketFolder folder, SocketFolder::Create());
  const std::string socket = absl::StrCat(folder.path(), "/referee");
  ARENA_ASSIGN_OR_RETURN(
      const auto meddler,
      check::Meddler::Open(
          socket, grpc::CreateChannel(referee->address(),
                                      grpc::InsecureChannelCredentials())));
  ARENA_ASSIGN_OR_RETURN(const auto bot,
                         CheckedBot::Open(plan.bot, channel, *sandbox,
                                          folder.path(), plan.show_output));
  CheckMatches table(channel, *meddler, absl::StrCat("unix:", socket), *bot,
                     plan.bot.name, signals, plan.timeout);
  CheckSubject subject = {table, {}};
  ARENA_ASSIGN_OR_RETURN(const CheckOutcome first, Connects(subject));
  on_outcome("connects", first);
  std::vector<NamedCheck> checks;
  if (first.grade != Grade::kFailed) {
    checks = GameChecks(subject);
    for (NamedCheck& check : GeneralChecks())
      checks.push_back(std::move(check));
  }
  for (const NamedCheck& check : checks) {
    const bool wanted = plan.only.empty() ||
                        absl::c_any_of(plan.only, [&](const std::string& word) {
                          return absl::StrContains(check.name, word);
                        });
    if (!wanted) continue;
    ARENA_RETURN_IF_ERROR(referee->Check());
    ARENA_ASSIGN_OR_RETURN(const CheckOutcome outcome, check.check(subject));
    on_outcome(check.name, outcome);
  }
  bot->Stop();
  return absl::OkStatus();
}

}  // namespace arena::cli
