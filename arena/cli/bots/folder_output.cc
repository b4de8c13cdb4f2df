#include "arena/cli/bots/folder_output.h"

#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "arena/cli/base/output.h"
#include "arena/cli/base/referee_channel.h"
#include "arena/core/check.h"
#include "arena/v1/bot_service.grpc.pb.h"

namespace arena::cli {
namespace {

constexpr absl::Duration kAskAgain = absl::Seconds(1);
// The time that the processes of the last matches may take to end.
constexpr absl::Duration kLastReports = absl::Seconds(3);
constexpr uint32_t kReportsOnPage = 100;

// Tells one report of a bot from the others.
std::string KeyOf(const v1::SeatReport& report) {
  return absl::StrCat(report.match_id(), "/", report.seat(), "/",
                      report.time().seconds(), "/", report.time().nanos());
}

absl::Time TimeOf(const v1::SeatReport& report) {
  return absl::FromUnixSeconds(report.time().seconds()) +
         absl::Nanoseconds(report.time().nanos());
}

}  // namespace

FolderOutput::FolderOutput(absl::Span<const BotSpec> bots, bool show,
                           std::string logs)
    : show_(show), logs_(std::move(logs)) {
  if (!show_ && logs_.empty()) return;
  std::set<std::string> names;
  for (const BotSpec& bot : bots) {
    if (!bot.submitted() || !names.insert(bot.name).second) continue;
    bots_.push_back({.name = bot.name, .log = nullptr, .newest = ""});
  }
}

absl::Status FolderOutput::Update(
    const std::shared_ptr<grpc::Channel>& channel) {
  if (absl::Now() < next_) return absl::OkStatus();
  next_ = absl::Now() + kAskAgain;
  return PassOn(channel).status();
}

absl::Status FolderOutput::Finish(const std::shared_ptr<grpc::Channel>& channel,
                                  const SignalWaiter& signals) {
  if (bots_.empty()) return absl::OkStatus();
  // A process ends soon after its match: when nothing has come for a while, all
  // have ended.
  absl::Time quiet = absl::Now() + kLastReports;
  while (absl::Now() < quiet && signals.Wait(kAskAgain / 5).ok()) {
    ARENA_ASSIGN_OR_RETURN(const bool any, PassOn(channel));
    if (any) quiet = absl::Now() + kAskAgain;
  }
  return absl::OkStatus();
}

absl::StatusOr<bool> FolderOutput::PassOn(
    const std::shared_ptr<grpc::Channel>& channel) {
  bool any = false;
  for (Bot& bot : bots_) {
    ARENA_ASSIGN_OR_RETURN(const bool some, PassOn(channel, bot));
    any |= some;
  }
  return any;
}

absl::StatusOr<bool> FolderOutput::PassOn(
    const std::shared_ptr<grpc::Channel>& channel, Bot& bot) {
  v1::ListSeatReportsRequest request;
  request.set_bot(bot.name);
  request.set_page_size(kReportsOnPage);
  const auto stub = v1::BotService::NewStub(channel);
  // Newest first.
  std::vector<v1::SeatReport> reports;
  ARENA_RETURN_IF_ERROR(ForEachPage(
      *stub, &v1::BotService::Stub::ListSeatReports, request,
      [&](const v1::ListSeatReportsResponse& page) {
        for (const v1::SeatReport& report : page.reports()) {
          if (KeyOf(report) == bot.newest || TimeOf(report) < start_) {
            return false;
          }
          reports.push_back(report);
        }
        return true;
      }));
  if (reports.empty()) return false;
  bot.newest = KeyOf(reports.front());
  for (auto report = reports.rbegin(); report != reports.rend(); ++report) {
    ARENA_RETURN_IF_ERROR(Print(bot, *report));
  }
  return true;
}

absl::Status FolderOutput::Print(Bot& bot, const v1::SeatReport& report) {
  if (bot.log == nullptr && !logs_.empty()) {
    ARENA_ASSIGN_OR_RETURN(
        bot.log, OutputLog::Open(absl::StrCat(logs_, "/", bot.name, ".log")));
  }
  for (absl::string_view line :
       absl::StrSplit(report.output(), '\n', absl::SkipEmpty())) {
    if (bot.log != nullptr) bot.log->AddLine(line);
    if (show_) PrintToStderr(absl::StrCat("[", bot.name, "] ", line, "\n"));
  }
  return absl::OkStatus();
}

}  // namespace arena::cli
