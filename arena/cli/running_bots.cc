#include "arena/cli/running_bots.h"

#include <filesystem>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/clock.h"
#include "arena/cli/output.h"
#include "arena/core/check.h"
#include "arena/match/entry.h"
#include "arena/match/result.h"

namespace arena::cli {
namespace {

constexpr absl::Duration kBotStopTimeout = absl::Seconds(2);
// A process that ends this often while no match is over plays none.
constexpr int kMostIdleEnds = 5;

// "3 faults: 2 late, 1 illegal".
std::string KindsText(const std::vector<v1::Fault>& faults) {
  std::map<std::string, int> kinds;
  for (const v1::Fault& fault : faults) {
    ++kinds[FaultName(FromMessage(fault.kind()))];
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

absl::StatusOr<std::string> RunningBot::SessionFile() const {
  ARENA_ASSIGN_OR_RETURN(const std::string folder,
                         surroundings_.folders->FolderOf(FileName()));
  return folder + "/session";
}

absl::Status RunningBot::Start() {
  ++starts_;
  return Launch();
}

bool RunningBot::MayBeRenewed() const {
  return surroundings_.one_match && process_->Ended() &&
         process_->EndText() == "exit status 0" && idle_ends_ < kMostIdleEnds;
}

absl::Status RunningBot::Renew() {
  ++idle_ends_;
  // The next match belongs to another session.
  ARENA_ASSIGN_OR_RETURN(const std::string session, SessionFile());
  std::error_code ignored;
  std::filesystem::remove(session, ignored);
  return Launch();
}

absl::Status RunningBot::Launch() {
  ARENA_ASSIGN_OR_RETURN(const std::string session, SessionFile());
  ProcessSpec process;
  process.command = spec_.command;
  if (surroundings_.sandbox != nullptr) {
    const std::string own = std::filesystem::path(session).parent_path();
    process.command = surroundings_.sandbox->Wrap(spec_.command, own);
  }
  process.variables = {
      {"ARENA_ADDRESS", surroundings_.address},
      {"ARENA_BOT_NAME", spec_.name},
      {"ARENA_TOKEN_FILE", session},
      {"ARENA_MAX_MATCHES", absl::StrCat(surroundings_.at_once)}};
  if (!surroundings_.token.empty()) {
    process.variables.emplace_back("ARENA_TOKEN", surroundings_.token);
  }
  if (!surroundings_.tls_ca.empty()) {
    process.variables.emplace_back("ARENA_TLS_CA", surroundings_.tls_ca);
  }
  if (!instance_.empty()) {
    process.variables.emplace_back("ARENA_INSTANCE", instance_);
  }
  if (surroundings_.one_match) {
    process.variables.emplace_back("ARENA_ONE_MATCH", "true");
  }
  if (log_ == nullptr && !surroundings_.logs.empty()) {
    ARENA_ASSIGN_OR_RETURN(
        log_, OutputLog::Open(
                  absl::StrCat(surroundings_.logs, "/", FileName(), ".log")));
  }
  process.on_line = [name = FileName(), show = surroundings_.show_output,
                     log = log_.get()](const std::string& line) {
    if (log != nullptr) log->AddLine(line);
    if (show) PrintToStderr(absl::StrCat("[", name, "] ", line, "\n"));
  };
  ARENA_ASSIGN_OR_RETURN(process_, Process::Start(process));
  return absl::OkStatus();
}

std::string RunningBot::Describe() const {
  return absl::StrCat("the bot \"", absl::StrJoin(spec_.command, " "), "\"");
}

std::string RunningBot::EndText() const {
  const std::string end = process_->EndText();
  return absl::StrCat(
      Describe(), " has ended with ",
      surroundings_.sandbox == nullptr ? end : Sandbox::EndInside(end));
}

std::string RunningBot::SaidText() const {
  const std::string lines = process_->LastLines();
  if (lines.empty()) return "; it has printed nothing";
  const std::string more =
      log_ == nullptr ? "" : absl::StrCat(" (more in ", log_->path(), ")");
  return absl::StrCat("; it printed last", more, ":\n", lines);
}

RunningBots::~RunningBots() {
  for (const RunningBot& bot : bots_) bot.process().Terminate();
  const absl::Time deadline = absl::Now() + kBotStopTimeout;
  for (const RunningBot& bot : bots_) bot.process().WaitOrKill(deadline);
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

absl::Status RunningBots::Renew() {
  for (RunningBot& bot : bots_) {
    if (bot.MayBeRenewed()) ARENA_RETURN_IF_ERROR(bot.Renew());
  }
  return absl::OkStatus();
}

void RunningBots::NoteProgress() {
  for (RunningBot& bot : bots_) bot.NoteProgress();
}

RunningBot* RunningBots::Ended() {
  const auto it = absl::c_find_if(bots_, [](const RunningBot& bot) {
    return !bot.given_up() && bot.process().Ended() && !bot.MayBeRenewed();
  });
  return it == bots_.end() ? nullptr : &*it;
}

bool RunningBots::HasGivenUp(const std::string& name) const {
  return absl::c_any_of(bots_, [&](const RunningBot& bot) {
    return bot.given_up() && bot.name() == name;
  });
}

void RunningBots::TellFaults(
    const std::map<std::string, std::vector<v1::Fault>>& faults) const {
  std::set<std::string> told;
  for (const RunningBot& bot : bots_) {
    const auto of_bot = faults.find(bot.name());
    if (of_bot == faults.end() || !told.insert(bot.name()).second) continue;
    PrintToStderr(absl::StrCat("arena: ", bot.Describe(), " had ",
                               KindsText(of_bot->second), bot.SaidText(),
                               "\n"));
  }
}

absl::Status RunningBots::WhyWaiting(const std::set<std::string>& connected,
                                     absl::Duration timeout,
                                     const std::string& waits_for) const {
  for (const RunningBot& bot : bots_) {
    if (connected.contains(bot.name())) continue;
    return absl::DeadlineExceededError(
        absl::StrCat(bot.Describe(), " has not connected as \"", bot.name(),
                     "\" within ", absl::FormatDuration(timeout),
                     "; expected it to dial ARENA_ADDRESS with ARENA_TOKEN, as "
                     "ARENA_BOT_NAME",
                     bot.SaidText()));
  }
  return absl::DeadlineExceededError(absl::StrCat(
      "the next match has not begun within ", absl::FormatDuration(timeout),
      ", although all bots were connected; ",
      waits_for.empty() ? "one of them does not play this game, or has left"
                        : waits_for));
}

}  // namespace arena::cli
