// arena replay and arena verify: reading the records of finished matches.
#include <memory>
#include <optional>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/cli/command.h"
#include "arena/cli/message_output.h"
#include "arena/cli/output.h"
#include "arena/cli/record_flags.h"
#include "arena/cli/record_source.h"
#include "arena/command_line/values.h"
#include "arena/core/action.h"
#include "arena/core/check.h"
#include "arena/record/file.h"
#include "arena/record/record.h"
#include "arena/record/replay.h"
#include "arena/record/step_replay.h"
#include "arena/record/verify.h"
#include "arena/viewer/match_document.h"
#include "arena/viewer/page.h"

namespace arena::cli {
namespace {

// ---- replay ----

// More than any match has.
constexpr uint32_t kMostDecisions = 1'000'000;

struct ReplayFlags {
  RecordFlags source;
  std::optional<int> seat;
  bool spectator = false;
  uint32_t every = 1;
  uint32_t decision = 0;
  std::string format = "text";
  std::string output;
  std::string html;
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

// Writes the page that shows the match.
absl::StatusOr<int> WritePage(const ReplayFlags& flags, const Record& record,
                              absl::string_view bytes) {
  ARENA_ASSIGN_OR_RETURN(const std::string document,
                         viewer::MatchDocument(record, bytes, ViewOf(flags)));
  const std::string title =
      absl::StrCat(record.header.game(), ": ",
                   absl::StrJoin(record.header.players(), " - "));
  ARENA_RETURN_IF_ERROR(WriteFileAtomically(
      flags.html, viewer::MatchPage(record.header.game(), title, document)));
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
  ARENA_ASSIGN_OR_RETURN(const RecordSource source,
                         RecordSource::Open(flags.source));
  ARENA_ASSIGN_OR_RETURN(const std::string name,
                         OnlyName(flags.source, source));
  const FoundRecord found = source.Find(name);
  ARENA_ASSIGN_OR_RETURN(const Record record, ReadFound(name, found));
  if (!flags.html.empty()) return WritePage(flags, record, *found.bytes);
  PlaythroughStyle style;
  style.view = ViewOf(flags);
  if (!text) return ReplaySteps(flags, record, style.view);
  style.position_every = flags.every;
  style.decision = flags.decision;
  ARENA_ASSIGN_OR_RETURN(const std::string played, Playthrough(record, style));
  PrintText(played);
  return kSuccess;
}

void AddReplay(Commands& commands) {
  const auto flags = std::make_shared<ReplayFlags>();
  CLI::App& command = AddRecordCommand(
      commands, "replay", "Prints a match ply by ply",
      "arena replay match.record --seat 1", /*several=*/false, flags->source);
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
                      "Print only this decision: the position, what could be "
                      "chosen, and what was")
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
  command
      .add_option("--html", flags->html,
                  "Write a page for the browser to this file, and print "
                  "nothing; it needs no network and no other file")
      ->excludes(every)
      ->excludes(decision)
      ->excludes(format)
      ->excludes(output);
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
    const absl::StatusOr<std::string> bytes = source.Find(name).bytes;
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
  AddExportCommand(commands);
  AddPromptsCommand(commands);
}

}  // namespace arena::cli
