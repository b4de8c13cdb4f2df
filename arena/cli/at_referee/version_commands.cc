// arena bots submit, versions, rollback, log, runners: submitted bots, whose
// files a referee has.
#include <CLI/CLI.hpp>
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/clock.h"
#include "arena/cli/at_referee/bot_flags.h"
#include "arena/cli/at_referee/version_output.h"
#include "arena/cli/base/match_id.h"
#include "arena/cli/base/output.h"
#include "arena/cli/base/referee_channel.h"
#include "arena/cli/base/version_upload.h"
#include "arena/cli/records/record_source.h"
#include "arena/command_line/values.h"
#include "arena/record/replay.h"
#include "arena/v1/match_service.grpc.pb.h"
#include "arena/v1/runner_service.grpc.pb.h"

namespace arena::cli {
namespace {

constexpr absl::Duration kLook = absl::Milliseconds(200);
// A connected runner never lets a version wait longer.
constexpr absl::Duration kRunnerSilence = absl::Seconds(5);
constexpr int kMostReports = 1000;
// The most prompts of faults that are shown for one report.
constexpr int kMostPrompts = 3;

std::string NameOf(const v1::SubmittedVersion& version) {
  return absl::StrCat(version.bot(), " ", version.version());
}

// ---- submit ----

// Reports the progress of a version on stderr.
class Teller {
 public:
  void Tell(const v1::SubmittedVersion& version) {
    if (IsUnderWay(version)) {
      PrintToStderr(
          absl::StrCat(NameOf(version), ": ", StateWord(version), "\n"));
    }
    version_ = version;
    since_ = absl::Now();
  }
  // A version waits for a runner if no runner builds it.
  absl::Status Wait() {
    absl::SleepFor(kLook);
    const bool waits =
        version_.state() == v1::SubmittedVersion::STATE_UPLOADED &&
        absl::Now() - since_ > kRunnerSilence;
    if (!waits || std::exchange(told_, true)) return absl::OkStatus();
    PrintToStderr(absl::StrCat(
        NameOf(version_), " waits for a runner",
        version_.runtime().empty() ? "" : " that has " + version_.runtime(),
        "; `arena bots runners` lists those that are connected. The version is "
        "handed over: you may interrupt this\n"));
    return absl::OkStatus();
  }

 private:
  v1::SubmittedVersion version_;
  absl::Time since_;
  bool told_ = false;
};

std::string WhatIsNext(const v1::SubmittedVersion& version) {
  const std::string& bot = version.bot();
  switch (version.state()) {
    case v1::SubmittedVersion::STATE_ACTIVE:
      return absl::StrCat(NameOf(version),
                          " is active: it plays wherever a match or a ladder "
                          "names ",
                          bot, ". `arena bots log ", bot,
                          "` tells what its processes did.\n");
    case v1::SubmittedVersion::STATE_INACTIVE:
      return absl::StrCat(NameOf(version), " can play; `arena bots activate ",
                          bot, " ", version.version(), "` lets it.\n");
    case v1::SubmittedVersion::STATE_RETIRED:
      return absl::StrCat(NameOf(version), " is retired.\n");
    case v1::SubmittedVersion::STATE_FAILED:
      return "";
    default:
      return absl::StrCat(NameOf(version),
                          " waits to be built; `arena bots "
                          "versions ",
                          bot, "` tells how far it is.\n");
  }
}

// The version that still plays for the bot after a new version has failed.
std::string WhatStays(const BotsFlags& flags,
                      const v1::SubmittedVersion& version) {
  v1::GetBotRequest request;
  request.set_name(version.bot());
  const auto bot = CallForBot(flags, &BotStub::GetBot, request);
  const bool none = !bot.ok() || bot->bot().active_version().empty();
  return none ? absl::StrCat("No submitted version plays for ", version.bot(),
                             ".\n")
              : absl::StrCat("Version ", bot->bot().active_version(),
                             " goes on playing for ", version.bot(), ".\n");
}

absl::StatusOr<int> RunSubmit(const BotsFlags& flags) {
  VersionUpload upload = {
      .bot = flags.name, .archive = "", .keep_inactive = flags.keep_inactive};
  ARENA_ASSIGN_OR_RETURN(upload.archive, ReadArchive(flags.path));
  ARENA_ASSIGN_OR_RETURN(const auto channel, ConnectTo(flags.referee));
  v1::SubmittedVersion version;
  {
    Progress progress("bytes");
    ARENA_ASSIGN_OR_RETURN(
        version, Upload(channel, upload, [&](int64_t done, int64_t total) {
          progress.Update(done, total);
        }));
  }
  if (!flags.no_wait) {
    Teller teller;
    ARENA_ASSIGN_OR_RETURN(
        version,
        AwaitVersion(
            channel, version, [&] { return teller.Wait(); },
            [&](const v1::SubmittedVersion& now) { teller.Tell(now); }));
  }
  const bool failed = version.state() == v1::SubmittedVersion::STATE_FAILED;
  v1::GetVersionResponse response;
  *response.mutable_version() = version;
  PrintEither(flags.json, response,
              failed ? VersionText(version) + WhatStays(flags, version)
                     : WhatIsNext(version));
  return failed ? kProblem : kSuccess;
}

// ---- versions, rollback ----

// The reason why the first pending match waits; empty if no match is pending.
std::string WhatMatchesWaitFor(const BotsFlags& flags,
                               const v1::SubmittedVersion& version) {
  const auto channel = ConnectTo(flags.referee);
  if (!channel.ok()) return "";
  const auto stub = v1::MatchService::NewStub(*channel);
  for (const std::string& id : version.validation_matches()) {
    const auto response = GetMatch(*stub, id);
    if (!response.ok()) return "";
    const v1::Match& match = response->match();
    if (match.state() != v1::Match::STATE_PENDING) continue;
    return absl::StrCat("match ", id, " waits",
                        match.waits_for().empty() ? "" : ": ",
                        match.waits_for());
  }
  return "";
}

// The reason why a version is in its state, or does not leave it.
std::string NoteOn(const BotsFlags& flags,
                   const v1::SubmittedVersion& version) {
  switch (version.state()) {
    case v1::SubmittedVersion::STATE_UPLOADED:
      return absl::StrCat(
          "waits for a runner that has ",
          version.runtime().empty() ? "images" : version.runtime(),
          " and is free");
    case v1::SubmittedVersion::STATE_VALIDATING:
      return WhatMatchesWaitFor(flags, version);
    default:
      return version.failure().reason();
  }
}

absl::StatusOr<int> RunVersions(const BotsFlags& flags) {
  v1::ListVersionsRequest request;
  request.set_bot(flags.name);
  request.set_page_size(kLargestPage);
  v1::ListVersionsResponse all;
  do {
    ARENA_ASSIGN_OR_RETURN(const v1::ListVersionsResponse page,
                           CallForBot(flags, &BotStub::ListVersions, request));
    all.MergeFrom(page);
    request.set_page_token(page.next_page_token());
  } while (!request.page_token().empty());
  all.clear_next_page_token();
  if (flags.json) return PrintResponse(/*as_json=*/true, all, "");
  Columns columns(
      {"version", "state", "since", "matches", "won", "faults", "note"});
  for (const v1::SubmittedVersion& version : all.versions()) {
    columns.AddRow(
        {version.version(), StateWord(version), TimeText(version.state_time()),
         absl::StrCat(version.matches()), absl::StrCat(version.wins()),
         absl::StrCat(version.faults()), NoteOn(flags, version)});
  }
  Print(all.versions().empty()
            ? absl::StrCat("No version of ", flags.name,
                           " was submitted; `arena bots submit DIR` hands one "
                           "over.\n")
            : columns.ToString());
  return kSuccess;
}

absl::StatusOr<int> RunRollback(const BotsFlags& flags) {
  v1::ActivateVersionRequest request;
  request.set_bot(flags.name);
  ARENA_ASSIGN_OR_RETURN(const v1::ActivateVersionResponse response,
                         CallForBot(flags, &BotStub::ActivateVersion, request));
  return PrintResponse(flags.json, response, VersionText(response.version()));
}

// ---- log ----

// The newest reports that the flags ask for.
absl::StatusOr<v1::ListSeatReportsResponse> FetchReports(
    const BotsFlags& flags) {
  v1::ListSeatReportsRequest request;
  request.set_bot(flags.name);
  request.set_version(flags.version);
  request.set_match_id(flags.match_id);
  request.set_only_failures(flags.only_failures);
  v1::ListSeatReportsResponse all;
  do {
    request.set_page_size(flags.reports - all.reports_size());
    ARENA_ASSIGN_OR_RETURN(
        const v1::ListSeatReportsResponse page,
        CallForBot(flags, &BotStub::ListSeatReports, request));
    all.MergeFrom(page);
    request.set_page_token(page.next_page_token());
  } while (!request.page_token().empty() && all.reports_size() < flags.reports);
  all.clear_next_page_token();
  return all;
}

// The decision of a fault as its seat saw it.
absl::StatusOr<std::string> PromptOf(const BotsFlags& flags,
                                     const v1::SeatReport& report,
                                     const v1::Fault& fault) {
  ARENA_ASSIGN_OR_RETURN(const RecordSource source,
                         RecordSource::Open({.names = {report.match_id()},
                                             .referee = flags.referee}));
  ARENA_ASSIGN_OR_RETURN(
      const Record record,
      ReadFound(report.match_id(), source.Find(report.match_id())));
  PlaythroughStyle style;
  style.view = static_cast<Seat>(report.seat());
  style.decision = fault.decision();
  return Playthrough(record, style);
}

std::string PromptsText(const BotsFlags& flags, const v1::SeatReport& report) {
  std::string text;
  int shown = 0;
  for (const v1::Fault& fault : report.faults()) {
    if (fault.decision() == 0 || ++shown > kMostPrompts) continue;
    const absl::StatusOr<std::string> prompt = PromptOf(flags, report, fault);
    absl::StrAppend(
        &text, "  What it was asked in decision ", fault.decision(), ":\n",
        prompt.ok()
            ? *prompt
            : absl::StrCat("(not shown: ", prompt.status().message(), ")"),
        "\n");
  }
  return text;
}

absl::StatusOr<int> RunLog(const BotsFlags& flags) {
  v1::GetVersionRequest request;
  request.set_bot(flags.name);
  request.set_version(flags.version);
  ARENA_ASSIGN_OR_RETURN(const v1::GetVersionResponse found,
                         CallForBot(flags, &BotStub::GetVersion, request));
  const v1::SubmittedVersion& version = found.version();
  if (flags.build_log) {
    PrintEither(flags.json, found,
                version.build_log().empty()
                    ? absl::StrCat("The build of ", NameOf(version),
                                   " has printed nothing.\n")
                    : version.build_log());
    return kSuccess;
  }
  ARENA_ASSIGN_OR_RETURN(const v1::ListSeatReportsResponse all,
                         FetchReports(flags));
  Json out = JsonOf(found);
  out.update(JsonOf(all));
  std::string text = VersionText(version);
  for (const v1::SeatReport& report : all.reports()) {
    absl::StrAppend(&text, "\n", SeatReportText(report));
    if (!flags.json) absl::StrAppend(&text, PromptsText(flags, report));
  }
  if (all.reports().empty()) {
    absl::StrAppend(&text, "\nNo process is reported",
                    flags.only_failures ? " that failed" : "",
                    "; a report appears when its match, and all matches with "
                    "the same deals, are over.\n");
  }
  PrintEither(flags.json, out, text);
  return kSuccess;
}

// ---- runners ----

absl::StatusOr<int> RunRunners(const BotsFlags& flags) {
  ARENA_ASSIGN_OR_RETURN(const auto stub,
                         StubFor<v1::RunnerService>(flags.referee));
  ARENA_ASSIGN_OR_RETURN(
      const v1::ListRunnersResponse response,
      Call(*stub, &v1::RunnerService::Stub::ListRunners, {}));
  Columns columns({"runner", "cores", "playing", "at once", "builds", "sandbox",
                   "state", "runtimes"});
  for (const v1::Runner& runner : response.runners()) {
    const v1::RunnerHello& hello = runner.hello();
    columns.AddRow({hello.name(), absl::StrCat(hello.cores()),
                    absl::StrCat(runner.playing()),
                    absl::StrCat(hello.max_playing()),
                    absl::StrCat(runner.builds()), hello.sandbox(),
                    runner.draining() ? "draining" : "ready",
                    absl::StrJoin(hello.runtimes(), ", ")});
  }
  PrintEither(flags.json, response,
              response.runners().empty()
                  ? "No runner is connected; `referee --runners 1` "
                    "starts one.\n"
                  : columns.ToString());
  return kSuccess;
}

// ---- Flags ----

void AddSubmit(Commands& commands, CLI::App& bots) {
  AddBotsCommand(
      commands, bots, "submit",
      "Hands over a version of a bot: a folder with bot.toml, or an archive of "
      "one. Waits until it is built and validated",
      "arena bots submit ./mybot", &RunSubmit,
      [](CLI::App& command, BotsFlags& flags) {
        command
            .add_option("PATH", flags.path,
                        "A folder with bot.toml, or a .tar.gz, .tar.zst or "
                        ".zip of its contents")
            ->required();
        command.add_option("--bot", flags.name,
                           "The bot that it must be a version of; if absent, "
                           "the name in bot.toml");
        command.add_flag(
            "--keep-inactive", flags.keep_inactive,
            "Validate the version, but let the active version go on playing");
        command.add_flag("--no-wait", flags.no_wait,
                         "Do not wait until it is built and validated");
      });
}

void AddLog(Commands& commands, CLI::App& bots) {
  AddBotsCommand(
      commands, bots, "log",
      "Shows the processes of a submitted bot: output, end, memory, time of "
      "decisions, faults with their prompts",
      "arena bots log mybot --failures", &RunLog,
      [](CLI::App& command, BotsFlags& flags) {
        AddBotName(command, flags);
        command.add_option("--version", flags.version,
                           "Only this version; if absent, all of them");
        command.add_option("--match", flags.match_id, "Only this match");
        command.add_flag("--failures", flags.only_failures,
                         "Only seats at fault, and processes that crashed");
        command
            .add_option("--last", flags.reports,
                        "At most this many, newest first")
            ->check(command_line::WholeNumber(1, kMostReports))
            ->capture_default_str();
        command.add_flag("--build", flags.build_log,
                         "Print the log of the build instead");
      });
}

}  // namespace

void AddVersionCommands(Commands& commands, CLI::App& bots) {
  AddSubmit(commands, bots);
  AddBotsCommand(commands, bots, "versions",
                 "Lists the versions of a bot that were submitted",
                 "arena bots versions mybot", &RunVersions, &AddBotName);
  AddBotsCommand(commands, bots, "rollback",
                 "Goes back to the version that was active before",
                 "arena bots rollback mybot", &RunRollback, &AddBotName);
  AddLog(commands, bots);
  AddBotsCommand(commands, bots, "runners",
                 "Lists the runners that are connected: they build and run "
                 "submitted bots",
                 "arena bots runners", &RunRunners,
                 [](CLI::App&, BotsFlags&) {});
}

}  // namespace arena::cli
