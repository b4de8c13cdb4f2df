// arena replay, verify, export: reading the records of finished matches.
#include <algorithm>
#include <memory>
#include <optional>

#include "absl/strings/str_cat.h"
#include "arena/cli/command.h"
#include "arena/cli/output.h"
#include "arena/cli/record_flags.h"
#include "arena/cli/record_source.h"
#include "arena/command_line/values.h"
#include "arena/core/action.h"
#include "arena/core/check.h"
#include "arena/record/export.h"
#include "arena/record/file.h"
#include "arena/record/record.h"
#include "arena/record/replay.h"
#include "arena/record/verify.h"

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
};

absl::StatusOr<int> RunReplay(const ReplayFlags& flags) {
  ARENA_ASSIGN_OR_RETURN(const RecordSource source,
                         RecordSource::Open(flags.source));
  ARENA_ASSIGN_OR_RETURN(const std::string name,
                         OnlyName(flags.source, source));
  ARENA_ASSIGN_OR_RETURN(const Record record,
                         ReadFound(name, source.Find(name)));
  PlaythroughStyle style;
  if (flags.seat.has_value()) style.view = *flags.seat;
  if (flags.spectator) style.view = kSpectator;
  style.position_every = flags.every;
  style.decision = flags.decision;
  ARENA_ASSIGN_OR_RETURN(const std::string text, Playthrough(record, style));
  PrintText(text);
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
  command
      .add_option("--decision,-d", flags->decision,
                  "Print only this decision: the position, what could be "
                  "chosen, and what was")
      ->check(command_line::WholeNumber(1, kMostDecisions))
      ->excludes(every);
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

// ---- export ----

struct ExportFlags {
  RecordFlags source;
  std::string format = "jsonl";
  std::string output;
};

absl::StatusOr<std::string> ExportOne(const ExportFlags& flags,
                                      const RecordSource& source,
                                      const std::string& name) {
  const FoundRecord found = source.Find(name);
  ARENA_ASSIGN_OR_RETURN(const Record record, ReadFound(name, found));
  return flags.format == "jsonl"
             ? ExportJsonLines(record, AllGames(), found.names)
             : ExportNotation(record);
}

// A record that cannot be read is told, and the others are exported.
absl::StatusOr<int> RunExport(const ExportFlags& flags) {
  ARENA_ASSIGN_OR_RETURN(const RecordSource source,
                         RecordSource::Open(flags.source));
  int exit_status = kSuccess;
  std::string all;
  const auto total = static_cast<int64_t>(source.names().size());
  Progress progress("records");
  for (int64_t i = 0; i < total; ++i) {
    progress.Update(i, total);
    const absl::StatusOr<std::string> text =
        ExportOne(flags, source, source.names()[i]);
    if (!text.ok()) {
      PrintError(text.status());
      exit_status = std::max(exit_status, ExitStatusOf(text.status()));
    } else if (flags.output.empty()) {
      Print(*text);
    } else {
      all += *text;
    }
  }
  if (!flags.output.empty() && (exit_status == kSuccess || !all.empty())) {
    ARENA_RETURN_IF_ERROR(WriteFileAtomically(flags.output, all));
  }
  return exit_status;
}

void AddExport(Commands& commands) {
  const auto flags = std::make_shared<ExportFlags>();
  CLI::App& command = AddRecordCommand(
      commands, "export", "Writes matches in a form for other programs",
      "arena export records/ --format jsonl -o matches.jsonl",
      /*several=*/true, flags->source);
  command
      .add_option("--format", flags->format,
                  "jsonl (an object per ply) or notation (for people)")
      ->check(command_line::OneOf({"jsonl", "notation"}))
      ->capture_default_str();
  command.add_option("-o,--output", flags->output,
                     "The file to write; standard output if absent");
  commands.OnChosen(command, [flags] { return RunExport(*flags); });
}

}  // namespace

void AddRecordCommands(Commands& commands) {
  AddReplay(commands);
  AddVerify(commands);
  AddExport(commands);
  AddPromptsCommand(commands);
}

}  // namespace arena::cli
