// arena export: matches in forms for other programs.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/cli/base/command.h"
#include "arena/cli/base/output.h"
#include "arena/cli/records/record_flags.h"
#include "arena/cli/records/record_source.h"
#include "arena/cli/records/table_export.h"
#include "arena/command_line/standard_streams.h"
#include "arena/command_line/values.h"
#include "arena/core/check.h"
#include "arena/record/export.h"
#include "arena/record/file.h"

namespace arena::cli {
namespace {

using command_line::HasOutputFailed;

struct ExportFlags {
  RecordFlags source;
  std::string format = "jsonl";
  std::string output;
  std::string tables;
};

// ---- Plies ----

absl::StatusOr<std::string> ExportOne(const ExportFlags& flags,
                                      const std::string& name,
                                      const FoundRecord& found) {
  ARENA_ASSIGN_OR_RETURN(const Record record, ReadFound(name, found));
  return flags.format == "jsonl"
             ? ExportJsonLines(record, AllGames(), found.names)
             : ExportNotation(record);
}

// Reports unreadable records, and exports all others.
absl::StatusOr<int> ExportPlies(const ExportFlags& flags,
                                const RecordSource& source) {
  int exit_status = kSuccess;
  std::string all;
  const auto total = static_cast<int64_t>(source.names().size());
  Progress progress("records");
  for (int64_t i = 0; i < total && !HasOutputFailed(); ++i) {
    progress.Update(i, total);
    const std::string& name = source.names()[static_cast<size_t>(i)];
    const FoundRecord found = source.Find(name);
    if (found.passed_over) {
      PrintMessage(absl::StrCat("left out: ", found.bytes.status().message()));
      continue;
    }
    const absl::StatusOr<std::string> text = ExportOne(flags, name, found);
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

// ---- Flags ----

// Checks that form and format go together.
absl::Status CheckForm(const ExportFlags& flags) {
  const bool tables = !flags.tables.empty();
  if (flags.format == "parquet") {
    return absl::InvalidArgumentError(absl::StrCat(
        "this program writes no Parquet. The Python package makes it of the "
        "same tables: python3 -m pentathlon.records export ",
        absl::StrJoin(flags.source.names, " "), " --tables ",
        tables ? flags.tables : "FOLDER",
        " --format parquet (to install it: pip install "
        "PATH/sdk/python'[parquet]', where PATH is a checkout of Pentathlon)"));
  }
  if (flags.format == "csv" && !tables) {
    return absl::InvalidArgumentError(
        "csv is a format of tables; name a new folder for them, e.g. --tables "
        "data");
  }
  if (flags.format == "notation" && tables) {
    return absl::InvalidArgumentError(
        "tables have the format csv or jsonl; for the notation leave --tables "
        "out");
  }
  return absl::OkStatus();
}

absl::StatusOr<int> RunExport(const ExportFlags& flags) {
  ARENA_RETURN_IF_ERROR(CheckForm(flags));
  ARENA_ASSIGN_OR_RETURN(const RecordSource source,
                         RecordSource::Open(flags.source));
  if (flags.tables.empty()) return ExportPlies(flags, source);
  return ExportTables(
      source,
      flags.format == "csv" ? TableFormat::kCsv : TableFormat::kJsonLines,
      flags.tables);
}

}  // namespace

void AddExportCommand(Commands& commands) {
  const auto flags = std::make_shared<ExportFlags>();
  CLI::App& command = AddRecordCommand(
      commands, "export",
      "Writes matches for other programs, as plies or as tables",
      "arena export records/ -o matches.jsonl\n"
      "         arena export match.record --format notation\n"
      "         arena export records/ --tables data --format csv\n"
      "         arena export ./arena-data --tables data",
      /*several=*/true, flags->source);
  command
      .add_option("--format", flags->format,
                  "jsonl (an object a line: a ply, or a row of a table), "
                  "notation (plies for people), csv (tables), or parquet "
                  "(tables; tells how the Python package writes them)")
      ->check(command_line::OneOf({"jsonl", "notation", "csv", "parquet"}))
      ->capture_default_str();
  CLI::Option* const output =
      command.add_option("-o,--output", flags->output,
                         "The file to write; standard output if absent");
  command
      .add_option(
          "--tables", flags->tables,
          "Write the tables matches, seats, decisions and deals to this "
          "folder, which must be new or empty, in place of plies. Its "
          "export.json and arena/record/README.md tell the columns. They "
          "contain all hands and the seeds, as records do")
      ->excludes(output);
  commands.OnChosen(command, [flags] { return RunExport(*flags); });
}

}  // namespace arena::cli
