#include "arena/cli/check/folder_check.h"

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/cli/base/referee_channel.h"
#include "arena/cli/base/version_upload.h"
#include "arena/cli/bots/folder_output.h"
#include "arena/cli/bots/private_referee.h"
#include "arena/cli/bots/submitted_bots.h"
#include "arena/core/check.h"

namespace arena::cli {
namespace {

using Grade = CheckOutcome::Grade;
using Failure = v1::VersionFailure;

// More matches than a validation has.
constexpr int kMostMatches = 100;

// The steps of a version, in this order.
struct Step {
  Failure::Phase phase;
  const char* name;
  const char* seen;
  const char* advice;
};
constexpr Step kSteps[] = {
    {Failure::PHASE_BUILD, "builds", "its build has ended well",
     "the commands of `build` in bot.toml run in the folder, without network; "
     "what they need beside the system comes from --offer RUNTIME=FOLDER"},
    {Failure::PHASE_START, "starts, and says what bot.toml promises",
     "its Hello has all that bot.toml promises",
     "`run` in bot.toml starts the program, which connects to ARENA_ADDRESS; "
     "its Hello.plays has all `games` of bot.toml; what it needs beside the "
     "system comes from --offer RUNTIME=FOLDER"},
    {Failure::PHASE_VALIDATION, "plays its games",
     "no fault, although its stream was lost, messages came twice or were of a "
     "later release, and the referee stopped",
     "`arena check-bot -- COMMAND` tries each disturbance alone"},
};

std::string PromiseText(const v1::SubmittedVersion& version) {
  return absl::StrCat(
      version.bot(), " ", version.version(), "; plays ",
      absl::StrJoin(version.plays(), ", ",
                    [](std::string* out, const v1::GameSupport& game) {
                      absl::StrAppend(out, game.game());
                    }));
}

}  // namespace

absl::Status CheckBotFolder(const CheckPlan& plan, const SignalWaiter& signals,
                            const OnOutcome& on_outcome) {
  const std::vector<BotSpec> bots = {plan.bot};
  ARENA_ASSIGN_OR_RETURN(const auto sandbox, BotSandbox::Open(plan.sandbox));
  ARENA_ASSIGN_OR_RETURN(
      const auto referee,
      PrivateReferee::Start(
          kMostMatches, "",
          RunnerArguments(bots, sandbox->has_walls(), plan.offers,
                          /*at_once=*/1, /*validates=*/true)));
  ARENA_ASSIGN_OR_RETURN(const auto channel, ConnectTo(referee->flags()));
  FolderOutput output(bots, plan.show_output, /*logs=*/"");
  ARENA_ASSIGN_OR_RETURN(const std::vector<v1::SubmittedVersion> versions,
                         TryFolders(bots, channel, signals));
  const v1::SubmittedVersion& version = versions.front();
  ARENA_RETURN_IF_ERROR(output.Finish(channel, signals));
  on_outcome("is handed over", {Grade::kPassed, PromiseText(version)});
  for (const Step& step : kSteps) {
    if (version.failure().phase() == step.phase) {
      const std::string failure = FailureText(version);
      on_outcome(step.name,
                 {Grade::kFailed,
                  std::string(absl::StripTrailingAsciiWhitespace(failure)),
                  step.advice});
      break;
    }
    on_outcome(step.name, {Grade::kPassed, step.seen});
  }
  return absl::OkStatus();
}

}  // namespace arena::cli
