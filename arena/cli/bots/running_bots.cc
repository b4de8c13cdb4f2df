#include "arena/cli/bots/running_bots.h"

#include <filesystem>
#include <fstream>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/clock.h"
#include "arena/cli/base/output.h"
#include "arena/cli/bots/crash_report.h"
#include "arena/core/check.h"
#include "arena/match/entry.h"
#include "arena/record/file.h"

namespace arena::cli {
namespace {

// Bots that are asked to end first finish their matches, unless they are asked
// again.
constexpr absl::Duration kBeforeAsking = absl::Milliseconds(700);
constexpr absl::Duration kBotStopTimeout = absl::Seconds(2);
// The most ends of a process while no match is over. After that the process is
// taken to play no match.
constexpr int kMostIdleEnds = 5;
// The most ends of a program's processes without a decision. After that the
// program is taken to make none.
constexpr int kMostFruitlessEnds = 5;
// The file in a process's folder that holds the token of its session.
constexpr char kSession[] = "/session";

// The pause between reports about a bot that does not come back. A report ends
// only one decision, and other bots need not wait for the next decision.
constexpr absl::Duration kReportAgain = absl::Seconds(1);

void TellPeople(absl::string_view line) {
  PrintToStderr(absl::StrCat("arena: ", line, "\n"));
}

// The token of the session of a process; empty if it has none.
std::string SessionIn(const std::string& folder) {
  std::string session;
  std::ifstream(folder + kSession) >> session;
  return session;
}

// Advice about a known error in a bot's output; empty if there is none.
std::string HintFor(const std::string& lines) {
  if (!absl::StrContains(lines, "No module named 'pentathlon'")) return "";
  return "\nThis Python does not have the SDK. `sdk/python/install "
         "build/python-venv` makes one that has it: start the bot with "
         "build/python-venv/bin/python. If a script starts the bot, name the "
         "environment: --readable build/python-venv.";
}

// "3 faults: 2 late, 1 illegal".
std::string KindsText(const std::vector<BotFault>& faults) {
  std::map<std::string, int> kinds;
  for (const BotFault& fault : faults) {
    ++kinds[FaultName(fault.kind)];
  }
  return absl::StrCat(
      faults.size(), faults.size() == 1 ? " fault: " : " faults: ",
      absl::StrJoin(kinds, ", ", [](std::string* out, const auto& kind) {
        absl::StrAppend(out, kind.second, " ", kind.first);
      }));
}

}  // namespace

std::string RunningBot::FileName() const {
  return instance_.empty() ? spec_.name
                           : absl::StrCat(spec_.name, "@", instance_);
}

absl::StatusOr<std::string> RunningBot::Folder() const {
  return surroundings_.folders->FolderOf(FileName());
}

absl::Status RunningBot::Start() { return Launch(); }

bool RunningBot::MayBeRenewed(bool has_decided) const {
  return surroundings_.one_match && Ended() &&
         process_->EndText() == "exit status 0" &&
         (has_decided || idle_ends_ < kMostIdleEnds);
}

absl::Status RunningBot::Renew() {
  ++idle_ends_;
  // The next match belongs to another session.
  ARENA_ASSIGN_OR_RETURN(const std::string folder, Folder());
  std::error_code ignored;
  std::filesystem::remove(folder + kSession, ignored);
  return Launch();
}

std::optional<bool> RunningBot::ReportEnd() const {
  const absl::StatusOr<std::string> folder = Folder();
  return ReportCrash({.address = surroundings_.address,
                      .token = token_,
                      .tls_ca = surroundings_.tls_ca},
                     spec_.name, instance_,
                     folder.ok() ? SessionIn(*folder) : "");
}

void RunningBot::StandIn() {
  if (stand_in_ != nullptr) return;
  const absl::StatusOr<std::string> folder = Folder();
  stand_in_ = std::make_unique<cli::StandIn>(StandInPlan{
      .referee = {.address = surroundings_.address,
                  .token = token_,
                  .tls_ca = surroundings_.tls_ca},
      .bot = spec_.name,
      .instance = instance_,
      .one_match = surroundings_.one_match,
      .session = folder.ok() ? SessionIn(*folder) : "",
      .next_token = [tokens = surroundings_.tokens, instance = instance_,
                     token = token_]() -> absl::StatusOr<std::string> {
        if (tokens == nullptr) return token;
        return tokens->Renew(instance);
      }});
}

absl::Status RunningBot::RenewToken() {
  if (surroundings_.tokens == nullptr) return absl::OkStatus();
  absl::StatusOr<std::string> token = surroundings_.tokens->Renew(instance_);
  // A referee that comes back has forgotten that this one was used.
  const bool gone = absl::IsUnavailable(token.status());
  if (gone && !token_.empty()) return absl::OkStatus();
  ARENA_RETURN_IF_ERROR(token.status());
  token_ = *std::move(token);
  return absl::OkStatus();
}

absl::Status RunningBot::ClearFolder() const {
  ARENA_ASSIGN_OR_RETURN(const std::string folder, Folder());
  const std::string session = SessionIn(folder);
  std::error_code error;
  std::filesystem::remove_all(folder, error);
  if (error) {
    return absl::UnavailableError(
        absl::StrCat("cannot remove ", folder, ": ", error.message()));
  }
  ARENA_RETURN_IF_ERROR(Folder().status());
  // Otherwise the bot could have written anything there.
  if (!session.empty() && surroundings_.tokens->IsSession(session)) {
    std::ofstream(folder + kSession) << session << "\n";
  }
  return absl::OkStatus();
}

std::vector<std::pair<std::string, std::string>> RunningBot::Variables(
    const std::string& folder) const {
  std::vector<std::pair<std::string, std::string>> variables = {
      {"ARENA_BOT_NAME", spec_.name},
      {"ARENA_TOKEN_FILE", folder + kSession},
      {"ARENA_MAX_MATCHES", absl::StrCat(surroundings_.at_once)}};
  if (!token_.empty()) variables.emplace_back("ARENA_TOKEN", token_);
  if (!surroundings_.tls_ca.empty()) {
    variables.emplace_back("ARENA_TLS_CA", surroundings_.tls_ca);
  }
  if (!instance_.empty()) variables.emplace_back("ARENA_INSTANCE", instance_);
  if (surroundings_.one_match)
    variables.emplace_back("ARENA_ONE_MATCH", "true");
  return variables;
}

absl::Status RunningBot::Launch() {
  ARENA_RETURN_IF_ERROR(RenewToken());
  if (sealed()) ARENA_RETURN_IF_ERROR(ClearFolder());
  ARENA_ASSIGN_OR_RETURN(const std::string folder, Folder());
  if (log_ == nullptr && !surroundings_.logs.empty()) {
    ARENA_ASSIGN_OR_RETURN(
        log_, OutputLog::Open(
                  absl::StrCat(surroundings_.logs, "/", FileName(), ".log")));
  }
  const auto on_line = [name = FileName(), show = surroundings_.show_output,
                        recent = recent_,
                        log = log_.get()](const std::string& line) {
    recent->AddLine(line);
    if (log != nullptr) log->AddLine(line);
    if (show) PrintToStderr(absl::StrCat("[", name, "] ", line, "\n"));
  };
  ARENA_ASSIGN_OR_RETURN(process_,
                         surroundings_.sandbox->Start(
                             {.name = FileName(),
                              .command = spec_.command,
                              .variables = Variables(folder),
                              .address = surroundings_.address,
                              .socket_folder = surroundings_.socket_folder,
                              .own_folder = folder,
                              .leaves_nothing = sealed(),
                              .on_line = on_line}));
  return absl::OkStatus();
}

std::string RunningBot::Describe() const {
  return absl::StrCat("the bot ", spec_.name, " (",
                      absl::StrJoin(spec_.command, " "), ")");
}

std::string RunningBot::EndText() const {
  return absl::StrCat(Describe(), " has ended with ", process_->EndText());
}

std::string RunningBot::Quoted(const std::string& when,
                               const std::string& lines) const {
  const std::string more =
      log_ == nullptr ? "" : absl::StrCat(" (more in ", log_->path(), ")");
  return absl::StrCat("; it printed ", when, more, ":\n", lines);
}

std::string RunningBot::LossText() const {
  const int at_once = surroundings_.at_once;
  if (at_once == 1 || surroundings_.one_match) return "";
  return absl::StrCat(
      " It may play ", at_once,
      " matches at once, and gets the fault in each match under way.");
}

std::string RunningBot::SaidText() const {
  if (Ended()) process_->FinishReading();
  const std::string lines = recent_->Last();
  return absl::StrCat(lines.empty() ? "; it has printed nothing"
                                    : Quoted("last", lines) + HintFor(lines),
                      surroundings_.sandbox->DeniedText());
}

std::string RunningBot::SaidAtFaultText(const std::string& match_id) const {
  const std::string lines = recent_->AtFaultIn(match_id);
  return lines.empty() ? "" : Quoted("at the first one", lines);
}

RunningBots::~RunningBots() {
  const absl::Time now = absl::Now();
  for (const RunningBot& bot : bots_) bot.process().Terminate();
  for (const RunningBot& bot : bots_) {
    if (!bot.process().Wait(now + kBeforeAsking)) bot.process().Terminate();
  }
  for (const RunningBot& bot : bots_) {
    if (bot.process().Wait(now + kBotStopTimeout)) continue;
    bot.process().Kill();
    bot.process().Wait(absl::InfiniteFuture());
  }
}

absl::Status RunningBots::Start(const BotSpec& spec,
                                const BotSurroundings& surroundings) {
  for (int number = 1; number <= surroundings.processes; ++number) {
    const bool alone = surroundings.processes == 1;
    RunningBot bot(spec, alone ? "" : absl::StrCat(number), surroundings);
    ARENA_RETURN_IF_ERROR(bot.Start());
    bots_.push_back(std::move(bot));
  }
  return absl::OkStatus();
}

bool RunningBots::AnyEnded() const {
  return absl::c_any_of(bots_, [this](const RunningBot& bot) {
    return bot.Ended() && !HasGivenUp(bot.name());
  });
}

absl::Status RunningBots::Revive() {
  absl::Status status;
  for (RunningBot& bot : bots_) {
    Program& program = programs_[bot.name()];
    if (!bot.Ended()) continue;
    if (program.given_up && stands_in_) {
      bot.StandIn();
    } else if (program.given_up) {
      ReportAgain(bot, program);
    } else {
      status.Update(Revive(bot, program));
    }
  }
  return status;
}

void RunningBots::ReportAgain(const RunningBot& bot, Program& program) {
  const absl::Time now = absl::Now();
  if (now < program.next_report) return;
  program.next_report = now + kReportAgain;
  bot.ReportEnd();
}

absl::Status RunningBots::Revive(RunningBot& bot, Program& program) {
  const std::optional<bool> played = bot.ReportEnd();
  if (bot.MayBeRenewed(played.value_or(false))) return bot.Renew();
  const bool first = program.ends++ == 0;
  program.fruitless_ends =
      played.value_or(false) ? 0 : program.fruitless_ends + 1;
  if (first) {
    TellPeople(absl::StrCat(bot.EndText(), bot.SaidText(),
                            "\nIt is started again.", bot.LossText()));
  }
  if (program.fruitless_ends < kMostFruitlessEnds) return bot.Start();
  program.given_up = true;
  return absl::AbortedError(absl::StrCat(
      bot.EndText(), " for the ", kMostFruitlessEnds, "th time in a row",
      played.has_value() ? " without a decision"
                         : ", and the referee cannot be told of it"));
}

void RunningBots::NoteProgress() {
  for (RunningBot& bot : bots_) bot.NoteProgress();
}

bool RunningBots::HasGivenUp(const std::string& name) const {
  const auto program = programs_.find(name);
  return program != programs_.end() && program->second.given_up;
}

std::string RunningBots::SaidAtFaultText(const std::string& name,
                                         const BotFault& fault) const {
  std::string said;
  for (const RunningBot& bot : bots_) {
    if (bot.name() != name) continue;
    // Only the output tells which process had the match.
    std::string at_fault = bot.SaidAtFaultText(fault.match_id);
    if (!at_fault.empty()) return at_fault;
    if (said.empty()) said = bot.SaidText();
  }
  return said;
}

void RunningBots::TellFaults(
    const std::map<std::string, std::vector<BotFault>>& faults) const {
  std::set<std::string> told;
  for (const RunningBot& bot : bots_) {
    if (!told.insert(bot.name()).second) continue;
    const auto program = programs_.find(bot.name());
    const int ends = program == programs_.end() ? 0 : program->second.ends;
    if (ends > 1) {
      TellPeople(absl::StrCat(bot.Describe(), " has ended ", ends,
                              " times by itself"));
    }
    const auto of_bot = faults.find(bot.name());
    if (of_bot == faults.end()) continue;
    // The first end of a process was reported at once, with its output.
    const auto shown =
        absl::c_find_if(of_bot->second, [](const BotFault& fault) {
          return fault.kind != v1::FAULT_KIND_CRASHED;
        });
    const std::string said = shown == of_bot->second.end()
                                 ? ""
                                 : SaidAtFaultText(bot.name(), *shown);
    TellPeople(
        absl::StrCat(bot.Describe(), " had ", KindsText(of_bot->second), said));
  }
}

absl::Status RunningBots::WhyWaiting(const std::set<std::string>& connected,
                                     absl::Duration timeout,
                                     const std::string& waits_for) const {
  for (const RunningBot& bot : bots_) {
    if (connected.contains(bot.name())) continue;
    if (bot.Ended()) {
      return absl::AbortedError(absl::StrCat(bot.EndText(), bot.SaidText()));
    }
    return absl::DeadlineExceededError(
        absl::StrCat(bot.Describe(), " has not connected within ",
                     absl::FormatDuration(timeout),
                     " (--connect-timeout); expected it to dial ARENA_ADDRESS "
                     "with ARENA_TOKEN, as "
                     "ARENA_BOT_NAME",
                     bot.SaidText()));
  }
  return absl::DeadlineExceededError(absl::StrCat(
      "the next match has not begun within ", absl::FormatDuration(timeout),
      " (--connect-timeout), although all bots were connected; ",
      waits_for.empty() ? "one of them does not play this game, or has left"
                        : waits_for));
}

}  // namespace arena::cli
