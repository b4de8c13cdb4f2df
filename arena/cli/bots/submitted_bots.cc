#include "arena/cli/bots/submitted_bots.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "arena/cli/base/output.h"
#include "arena/cli/base/referee_channel.h"
#include "arena/cli/base/version_upload.h"
#include "arena/core/check.h"
#include "arena/process/processors.h"
#include "arena/submission/manifest.h"
#include "arena/v1/bot_service.grpc.pb.h"
#include "arena/v1/runner_service.grpc.pb.h"

namespace arena::cli {
namespace {

constexpr absl::Duration kBotsLook = absl::Milliseconds(20);
// The most ends of a version's processes before a match. After that the version
// is taken never to start.
constexpr int kFruitlessStarts = 3;
constexpr absl::Duration kCheckAgain = absl::Seconds(1);
// The most seats of a match. The bots of all seats must be able to play at the
// same time, even if they have to share the cores.
constexpr int kMostSeats = 4;
constexpr char kOfferHint[] =
    "\nWhat bots need beside the system, such as an SDK, comes from "
    "--offer RUNTIME=FOLDER.";
// A runner of this machine connects soon.
constexpr absl::Duration kRunnerStart = absl::Seconds(30);

// Registers the bot with its own author, so that bots may meet.
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

std::string ReportEndText(const v1::SeatReport& report) {
  std::string text =
      absl::StrCat("its process has ended with ", report.ended_with());
  if (report.output().empty()) return text;
  return absl::StrCat(text, "; it printed last:\n", report.output());
}

// The mistake in an offer; empty if it is RUNTIME=FOLDER with an existing
// folder.
std::string OfferProblem(const std::string& text) {
  const std::pair<std::string, std::string> offer =
      absl::StrSplit(text, absl::MaxSplits('=', 1));
  if (offer.first.empty() || offer.second.empty()) {
    return absl::StrCat("\"", text,
                        "\" offers nothing; expected RUNTIME=FOLDER, "
                        "such as go=build/go-offer");
  }
  std::error_code ignored;
  if (std::filesystem::is_directory(offer.second, ignored)) return "";
  return absl::StrCat("there is no folder \"", offer.second, "\" to offer for ",
                      offer.first);
}

// Waits for the runner and returns its runtimes. UNAVAILABLE if the runner does
// not connect in time: a runner ends if an offer is wrong.
absl::StatusOr<std::vector<std::string>> RuntimesHere(
    const std::shared_ptr<grpc::Channel>& channel,
    const SignalWaiter& signals) {
  const auto stub = v1::RunnerService::NewStub(channel);
  const absl::Time deadline = absl::Now() + kRunnerStart;
  while (absl::Now() < deadline) {
    ARENA_ASSIGN_OR_RETURN(
        const v1::ListRunnersResponse response,
        Call(*stub, &v1::RunnerService::Stub::ListRunners, {}));
    if (response.runners_size() > 0) {
      const auto& runtimes = response.runners(0).hello().runtimes();
      return std::vector<std::string>(runtimes.begin(), runtimes.end());
    }
    ARENA_RETURN_IF_ERROR(signals.Wait(kBotsLook));
  }
  return absl::UnavailableError(absl::StrCat(
      "the runner for folders with bot.toml has not started within ",
      absl::FormatDuration(kRunnerStart),
      "; it needs the runtime of each --offer on this system, or in the bin of "
      "its FOLDER"));
}

// Refuses versions with a missing runtime, for which the referee would wait for
// ever.
absl::Status CheckRuntimes(absl::Span<const v1::SubmittedVersion> versions,
                           const std::shared_ptr<grpc::Channel>& channel,
                           const SignalWaiter& signals) {
  if (versions.empty()) return absl::OkStatus();
  ARENA_ASSIGN_OR_RETURN(const std::vector<std::string> here,
                         RuntimesHere(channel, signals));
  for (const v1::SubmittedVersion& version : versions) {
    // A bot with an image has no runtime.
    const std::string wanted =
        version.runtime().empty() ? "image" : version.runtime();
    if (absl::c_linear_search(here, wanted)) continue;
    const std::string text = absl::StrCat(
        "the bot.toml of ", version.bot(), " has the runtime ", wanted,
        ", which bots do not find here; they find ", absl::StrJoin(here, ", "));
    if (wanted == "image") return absl::FailedPreconditionError(text);
    return absl::FailedPreconditionError(absl::StrCat(
        text, ". --offer ", wanted, "=FOLDER gives it: `sample_bots/", wanted,
        "/prepare FOLDER` of Pentathlon makes the FOLDER"));
  }
  return absl::OkStatus();
}

}  // namespace

CLI::Option* AddOfferFlag(CLI::App& command, std::vector<std::string>& offers) {
  return command
      .add_option("--offer", offers,
                  "RUNTIME=FOLDER: what bots that are folders find beside the "
                  "system, as runner --offer; may be repeated")
      ->check(OfferProblem)
      ->allow_extra_args(false);
}

std::vector<std::string> RunnerArguments(absl::Span<const BotSpec> bots,
                                         bool has_sandbox,
                                         absl::Span<const std::string> offers,
                                         int at_once, bool validates) {
  const bool any =
      absl::c_any_of(bots, [](const BotSpec& bot) { return bot.submitted(); });
  if (!any) return {};
  const int cores = std::max<int>(1, OwnProcessors().size());
  int needed_cores = 1;
  uint32_t memory_mib = 0;
  for (const BotSpec& bot : bots) {
    if (!bot.submitted()) continue;
    const uint32_t asked = bot.needs.memory_mib();
    memory_mib =
        std::max(memory_mib, asked > 0 ? asked : submission::kUsualMemoryMib);
    needed_cores = std::max<int>(needed_cores, bot.needs.cores());
  }
  std::vector<std::string> arguments = {
      "--runners",      "1",
      "--runner-seats", absl::StrCat(std::max(cores, kMostSeats * at_once)),
      "--seat-cores",   absl::StrCat(needed_cores),
      "--seat-memory",  absl::StrCat(memory_mib)};
  if (!validates) arguments.push_back("--no-validation");
  if (!has_sandbox) {
    arguments.insert(arguments.end(), {"--runner-sandbox", "none"});
  }
  for (const std::string& offer : offers) {
    arguments.insert(arguments.end(), {"--runner-offer", offer});
  }
  return arguments;
}

absl::StatusOr<std::vector<v1::SubmittedVersion>> TryFolders(
    absl::Span<const BotSpec> bots,
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
  ARENA_RETURN_IF_ERROR(CheckRuntimes(versions, channel, signals));
  for (v1::SubmittedVersion& version : versions) {
    bool told = false;
    const auto tell = [&told](const v1::SubmittedVersion& now) {
      if (now.state() != v1::SubmittedVersion::STATE_BUILDING) return;
      if (std::exchange(told, true)) return;
      PrintMessage(absl::StrCat("building ", now.bot(), " ", now.version()));
    };
    ARENA_ASSIGN_OR_RETURN(version,
                           AwaitVersion(
                               channel, std::move(version),
                               [&] { return signals.Wait(kBotsLook); }, tell));
  }
  return versions;
}

absl::Status SubmitFolders(absl::Span<const BotSpec> bots,
                           const std::shared_ptr<grpc::Channel>& channel,
                           const SignalWaiter& signals) {
  ARENA_ASSIGN_OR_RETURN(const std::vector<v1::SubmittedVersion> versions,
                         TryFolders(bots, channel, signals));
  for (const v1::SubmittedVersion& version : versions) {
    if (version.state() == v1::SubmittedVersion::STATE_ACTIVE) continue;
    return absl::FailedPreconditionError(absl::StrCat(
        absl::StripTrailingAsciiWhitespace(FailureText(version)), kOfferHint));
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
    request.set_page_size(kFruitlessStarts);
    ARENA_ASSIGN_OR_RETURN(const v1::ListSeatReportsResponse page,
                           ReportsOf(channel, request));
    const auto fruitless =
        absl::c_count_if(page.reports(), [](const auto& report) {
          return report.match_id().empty() && report.ended_with() != "stopped";
        });
    if (fruitless < kFruitlessStarts) continue;
    return absl::FailedPreconditionError(absl::StrCat(
        "the bot ", bot.name, " (", bot.folder,
        ") does not come to its matches: ",
        absl::StripTrailingAsciiWhitespace(ReportEndText(page.reports(0))),
        kOfferHint));
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
  return ReportEndText(page->reports(0));
}

}  // namespace arena::cli
