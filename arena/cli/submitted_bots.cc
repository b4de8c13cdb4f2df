#include "arena/cli/submitted_bots.h"

#include <algorithm>
#include <set>
#include <thread>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "arena/cli/output.h"
#include "arena/cli/referee_channel.h"
#include "arena/cli/version_upload.h"
#include "arena/core/check.h"
#include "arena/v1/bot_service.grpc.pb.h"

namespace arena::cli {
namespace {

constexpr absl::Duration kBotsLook = absl::Milliseconds(20);
// A version whose processes end so often before they have a match never starts.
constexpr int kVainStarts = 3;
constexpr absl::Duration kCheckAgain = absl::Seconds(1);
// Of a match. They must be able to play at the same time, even if they have to
// share the cores.
constexpr int kMostSeats = 4;

// Registers the bot as one of an author of its own, so that bots may meet.
absl::Status Register(v1::BotService::Stub& stub, const std::string& bot) {
  v1::RegisterBotRequest request;
  request.set_name(bot);
  request.set_author(bot);
  const absl::Status status =
      Call(stub, &v1::BotService::Stub::RegisterBot, request).status();
  return absl::IsAlreadyExists(status) ? absl::OkStatus() : status;
}

absl::StatusOr<v1::ListSeatReportsResponse> ReportsOf(
    const std::shared_ptr<grpc::Channel>& channel,
    const v1::ListSeatReportsRequest& request) {
  const auto stub = v1::BotService::NewStub(channel);
  return Call(*stub, &v1::BotService::Stub::ListSeatReports, request);
}

std::string EndText(const v1::SeatReport& report) {
  std::string text = absl::StrCat("its process has ended with ", report.ended_with());
  if (report.output().empty()) return text;
  return absl::StrCat(text, "; it printed last:\n", report.output());
}

}  // namespace

std::vector<std::string> RunnerArguments(absl::Span<const BotSpec> bots,
                                         SandboxWish sandbox, int at_once) {
  const bool any = absl::c_any_of(
      bots, [](const BotSpec& bot) { return bot.submitted(); });
  if (!any) return {};
  const int cores = static_cast<int>(std::thread::hardware_concurrency());
  std::vector<std::string> arguments = {
      "--runners", "1", "--no-validation", "--runner-seats",
      absl::StrCat(std::max(cores, kMostSeats * at_once))};
  if (sandbox == SandboxWish::kNever) {
    arguments.insert(arguments.end(), {"--runner-sandbox", "none"});
  }
  return arguments;
}

absl::Status SubmitFolders(absl::Span<const BotSpec> bots,
                           const std::shared_ptr<grpc::Channel>& channel,
                           const SignalWaiter& signals) {
  const auto stub = v1::BotService::NewStub(channel);
  std::set<std::string> folders;
  std::vector<v1::SubmittedVersion> versions;
  for (const BotSpec& bot : bots) {
    if (!bot.submitted() || !folders.insert(bot.folder).second) continue;
    ARENA_RETURN_IF_ERROR(Register(*stub, bot.name));
    VersionUpload upload;
    upload.bot = bot.name;
    ARENA_ASSIGN_OR_RETURN(upload.archive, ReadArchive(bot.folder));
    ARENA_ASSIGN_OR_RETURN(v1::SubmittedVersion version,
                           Upload(channel, upload));
    versions.push_back(std::move(version));
  }
  for (v1::SubmittedVersion& version : versions) {
    const auto tell = [](const v1::SubmittedVersion& now) {
      if (now.state() != v1::SubmittedVersion::STATE_BUILDING) return;
      PrintMessage(
          absl::StrCat("building ", now.bot(), " ", now.version(), "\n"));
    };
    ARENA_ASSIGN_OR_RETURN(
        version, AwaitVersion(channel, std::move(version),
                              [&] { return signals.Wait(kBotsLook); }, tell));
    if (version.state() == v1::SubmittedVersion::STATE_ACTIVE) continue;
    return absl::FailedPreconditionError(FailureText(version));
  }
  return absl::OkStatus();
}

absl::Status StartWatch::Check(const std::shared_ptr<grpc::Channel>& channel) {
  if (absl::Now() < next_) return absl::OkStatus();
  next_ = absl::Now() + kCheckAgain;
  for (const BotSpec& bot : bots_) {
    if (!bot.submitted()) continue;
    v1::ListSeatReportsRequest request;
    request.set_bot(bot.name);
    request.set_page_size(kVainStarts);
    ARENA_ASSIGN_OR_RETURN(const v1::ListSeatReportsResponse page,
                           ReportsOf(channel, request));
    const auto vain = absl::c_count_if(page.reports(), [](const auto& report) {
      return report.match_id().empty() && report.ended_with() != "stopped";
    });
    if (vain < kVainStarts) continue;
    return absl::FailedPreconditionError(
        absl::StrCat("the bot ", bot.name, " (", bot.folder,
                     ") does not come to its matches: ",
                     EndText(page.reports(0))));
  }
  return absl::OkStatus();
}

std::string SaidInMatch(const std::shared_ptr<grpc::Channel>& channel,
                        const std::string& bot, const std::string& match_id) {
  v1::ListSeatReportsRequest request;
  request.set_bot(bot);
  request.set_match_id(match_id);
  const auto page = ReportsOf(channel, request);
  if (!page.ok() || page->reports().empty()) return "";
  return EndText(page->reports(0));
}

}  // namespace arena::cli
