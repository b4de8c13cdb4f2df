// arena replay and arena verify: reading the records of finished matches.
#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>

#include "absl/strings/str_cat.h"
#include "arena/cli/base/command.h"
#include "arena/cli/base/message_output.h"
#include "arena/cli/base/output.h"
#include "arena/cli/records/record_flags.h"
#include "arena/cli/records/record_source.h"
#include "arena/cli/records/replay_page.h"
#include "arena/command_line/values.h"
#include "arena/core/check.h"
#include "arena/games/base/action.h"
#include "arena/record/record.h"
#include "arena/record/replay.h"
#include "arena/record/verify.h"

namespace arena::cli {
namespace {

// ---- replay ----

struct ReplayFlags {
  RecordFlags source;
  std::optional<int> seat;
  bool spectator = false;
  uint32_t every = 1;
  uint32_t decision = 0;
  std::string format = "text";
  std::string output;
  std::string html;
  std::string followed;
  std::string set;
};

View ViewOf(const ReplayFlags& flags) {
  if (flags.spectator) return kSpectator;
  return flags.seat.has_value() ? View(*flags.seat) : kTableView;
}

// The steps as messages, for programs.
absl::StatusOr<int> ReplaySteps(const ReplayFlags& flags, const Record& record,
                                View view) {
  const MessageFlags form = {.binary = flags.format == "binary",
                             .output = flags.output};
  ARENA_RETURN_IF_ERROR(CheckMessageOutput(form));
  ARENA_ASSIGN_OR_RETURN(StepReplay replay, StepReplay::Create(record, view));
  std::string bytes;
  while (true) {
    ARENA_ASSIGN_OR_RETURN(const std::optional<v1::MatchStep> step,
                           replay.Next());
    if (!step.has_value()) break;
    AppendMessage(*step, form.binary, bytes);
  }
  ARENA_RETURN_IF_ERROR(WriteMessages(form, bytes));
  return kSuccess;
}

// The matches that the page shows.
absl::StatusOr<int> ReplayPage(const ReplayFlags& flags) {
  RecordFlags records = flags.source;
  if (!flags.set.empty()) {
    if (!records.names.empty()) {
      return absl::InvalidArgumentError(absl::StrCat(
          "--set names all matches of a set; expected no other record, not ",
          records.names[0]));
    }
    records.referee = RefereeOf(records);
    ARENA_ASSIGN_OR_RETURN(records.names,
                           MatchesOfSet(records.referee, flags.set));
  }
  ARENA_ASSIGN_OR_RETURN(const RecordSource source,
                         RecordSource::Open(records));
  ARENA_RETURN_IF_ERROR(WriteReplayPage(
      source, {.view = ViewOf(flags), .followed = flags.followed}, flags.html));
  return kSuccess;
}

absl::StatusOr<int> RunReplay(const ReplayFlags& flags) {
  const bool text = flags.format == "text";
  if (!text && (flags.decision != 0 || flags.every != 1)) {
    return absl::InvalidArgumentError(
        "--decision and --every are for --format text; the other formats have "
        "all steps");
  }
  if (text && !flags.output.empty()) {
    return absl::InvalidArgumentError(
        "--out is for --format json and binary; text goes to standard output");
  }
  if (flags.source.names.empty() && flags.set.empty()) {
    return absl::InvalidArgumentError(
        "there is no record; expected a file, or --set");
  }
  if (!flags.html.empty()) return ReplayPage(flags);
  if (flags.source.names.size() > 1) {
    return absl::InvalidArgumentError(
        absl::StrCat("there are ", flags.source.names.size(),
                     " records; expected one, or "
                     "--html for a page of several that share their deals"));
  }
  ARENA_ASSIGN_OR_RETURN(const ReadBytes read, ReadOnlyRecord(flags.source));
  const Record& record = read.record;
  PlaythroughStyle style;
  style.view = ViewOf(flags);
  if (!text) return ReplaySteps(flags, record, style.view);
  style.position_every = flags.every;
  style.decision = flags.decision;
  ARENA_ASSIGN_OR_RETURN(const std::string played, Playthrough(record, style));
  PrintText(played);
  return kSuccess;
}

// Adds the options of a page of several matches.
void AddSetOptions(CLI::App& command, CLI::Option* html, ReplayFlags& flags) {
  command
      .add_option("--follow", flags.followed,
                  "Show only what this player saw, in its seat of every match")
      ->needs(html)
      ->excludes(command.get_option("--seat"))
      ->excludes(command.get_option("--spectator"));
  command
      .add_option("--set", flags.set,
                  "Show the matches of this set of a competition of the "
                  "referee: COMPETITION/NUMBER, numbers from 0")
      ->needs(html);
}

void AddReplay(Commands& commands) {
  const auto flags = std::make_shared<ReplayFlags>();
  CLI::App& command = AddRecordCommand(
      commands, "replay", "Prints a match ply by ply",
      "arena replay match.record --seat 1", /*several=*/true, flags->source);
  // With --set no file is named.
  command.get_option("FILES")->required(false)->description(
      "A record file; with --html up to 12 that share their deals");
  CLI::Option* seat =
      command
          .add_option("--seat", flags->seat,
                      "Show only what this seat saw; everything if absent")
          ->check(command_line::WholeNumber(0, kMaxSeats - 1));
  command
      .add_flag("--spectator", flags->spectator,
                "Show only what spectators saw")
      ->excludes(seat);
  CLI::Option* every =
      command
          .add_option("--every", flags->every,
                      "Print the position only before every N-th decision")
          ->check(command_line::WholeNumber(1, kMostDecisions))
          ->capture_default_str();
  CLI::Option* decision =
      command
          .add_option("--decision,-d", flags->decision,
                      "Print only this decision: the position, the possible "
                      "choices, and the choice")
          ->check(command_line::WholeNumber(1, kMostDecisions))
          ->excludes(every);
  CLI::Option* format =
      command
          .add_option("--format", flags->format,
                      "text (for people), or the steps as MatchStep messages: "
                      "json (one object a line), binary (each message behind "
                      "its length as a varint)")
          ->check(command_line::OneOf({"text", "json", "binary"}))
          ->capture_default_str();
  CLI::Option* output = command.add_option(
      "-o,--out,--output", flags->output,
      "The file to write steps to; standard output if absent");
  CLI::Option* html =
      command
          .add_option("--html", flags->html,
                      "Write a page for the browser to this file, and print "
                      "nothing; it needs no network and no other file. Several "
                      "records that share their deals stand side by side")
          ->excludes(every)
          ->excludes(decision)
          ->excludes(format)
          ->excludes(output);
  AddSetOptions(command, html, *flags);
  commands.OnChosen(command, [flags] { return RunReplay(*flags); });
}

// ---- verify ----

struct VerifyFlags {
  RecordFlags source;
  bool json = false;
};

absl::StatusOr<int> RunVerify(const VerifyFlags& flags) {
  ARENA_ASSIGN_OR_RETURN(const RecordSource source,
                         RecordSource::Open(flags.source));
  int exit_status = kSuccess;
  Json out = Json::array();
  const auto total = static_cast<int64_t>(source.names().size());
  Progress progress("records");
  for (int64_t i = 0; i < total; ++i) {
    progress.Update(i, total);
    const std::string& name = source.names()[i];
    const FoundRecord found = source.Find(name);
    const absl::StatusOr<std::string>& bytes = found.bytes;
    if (found.passed_over) {
      PrintMessage(absl::StrCat("left out: ", bytes.status().message()));
      continue;
    }
    VerifyReport report;
    if (bytes.ok()) {
      report = VerifyRecord(*bytes);
    } else {
      report.status = bytes.status();
    }
    const std::string difference(report.status.message());
    // A record that cannot be read is worse than one that fails the check.
    if (!report.status.ok() && exit_status != kUsage) {
      exit_status = bytes.ok() ? kProblem : ExitStatusOf(bytes.status());
    }
    if (flags.json) {
      out.push_back({{"record", name},
                     {"ok", report.status.ok()},
                     {"plies", report.plies},
                     {"difference", difference}});
    } else if (report.status.ok()) {
      Print(absl::StrCat(name, ": ok, ", report.plies, " plies\n"));
    } else if (!bytes.ok()) {
      PrintText(absl::StrCat(name, ": not verified: ", difference, "\n"));
    } else {
      PrintText(absl::StrCat(name, ": FAILED after ", report.plies,
                             " plies: ", difference, "\n"));
    }
  }
  if (flags.json) PrintJson(out);
  return exit_status;
}

void AddVerify(Commands& commands) {
  const auto flags = std::make_shared<VerifyFlags>();
  CLI::App& command = AddRecordCommand(
      commands, "verify", "Plays records again and compares everything in them",
      "arena verify records/*.record", /*several=*/true, flags->source);
  command.add_flag("--json", flags->json, "Print JSON");
  commands.OnChosen(command, [flags] { return RunVerify(*flags); });
}

}  // namespace

void AddRecordCommands(Commands& commands) {
  AddReplay(commands);
  AddVerify(commands);
  AddAnalyseCommand(commands);
  AddExportCommand(commands);
  AddPromptsCommand(commands);
  AddRehearseCommand(commands);
}

}  // namespace arena::cli
