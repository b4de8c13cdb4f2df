// arena replay, verify, export: reading the records of finished matches.
#include <memory>
#include <optional>

#include "absl/strings/str_cat.h"
#include "arena/cli/command.h"
#include "arena/cli/output.h"
#include "arena/cli/referee_channel.h"
#include "arena/core/check.h"
#include "arena/record/export.h"
#include "arena/record/file.h"
#include "arena/record/record.h"
#include "arena/record/replay.h"
#include "arena/record/verify.h"

namespace arena::cli {
namespace {

// Where records come from.
struct Source {
  std::vector<std::string> names;
  // Without an address, names are files; with one, they are ids of matches.
  RefereeFlags referee = {.address = ""};
};

CLI::App& AddRecordCommand(Commands& commands, const std::string& name,
                           const std::string& summary,
                           const std::string& example, bool several,
                           Source& source) {
  CLI::App& command = commands.Add(name, summary, example);
  CLI::Option* names =
      command
          .add_option(several ? "FILES" : "FILE", source.names,
                      several ? "Record files" : "A record file")
          ->required();
  if (!several) names->expected(1);
  // Not from the variable: names are files unless the flag is given.
  AddRefereeFlags(command, source.referee)
      ->envname("")
      ->description(
          "Take records from this referee, by match id, instead of files");
  return command;
}

// Reads records one by one.
class RecordReader {
 public:
  static absl::StatusOr<RecordReader> Open(const RefereeFlags& referee) {
    RecordReader reader;
    if (!referee.address.empty()) {
      ARENA_ASSIGN_OR_RETURN(reader.channel_, ConnectTo(referee));
    }
    return reader;
  }
  absl::StatusOr<std::string> Bytes(const std::string& name) const {
    return channel_ == nullptr ? ReadFile(name) : FetchRecord(channel_, name);
  }

 private:
  // Null: names are files.
  std::shared_ptr<grpc::Channel> channel_;
};

// An error about a record begins with the record's name.
absl::Status About(const std::string& name, const absl::Status& status) {
  return absl::Status(status.code(),
                      absl::StrCat(name, ": ", status.message()));
}

absl::StatusOr<Record> ReadOne(const Source& source) {
  const std::string& name = source.names[0];
  ARENA_ASSIGN_OR_RETURN(const RecordReader reader,
                         RecordReader::Open(source.referee));
  ARENA_ASSIGN_OR_RETURN(const std::string bytes, reader.Bytes(name));
  absl::StatusOr<Record> record = ReadRecord(bytes);
  if (!record.ok()) return About(name, record.status());
  return record;
}

// ---- replay ----

struct ReplayFlags {
  Source source;
  std::optional<int> seat;
  bool spectator = false;
  uint32_t every = 1;
};

absl::StatusOr<int> RunReplay(const ReplayFlags& flags) {
  ARENA_ASSIGN_OR_RETURN(const Record record, ReadOne(flags.source));
  PlaythroughStyle style;
  if (flags.seat.has_value()) style.view = *flags.seat;
  if (flags.spectator) style.view = kSpectator;
  style.position_every = flags.every;
  ARENA_ASSIGN_OR_RETURN(const std::string text, Playthrough(record, style));
  Print(text);
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
          ->check(CLI::NonNegativeNumber);
  command
      .add_flag("--spectator", flags->spectator,
                "Show only what spectators saw")
      ->excludes(seat);
  command
      .add_option("--every", flags->every,
                  "Print the position only before every N-th decision")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  commands.OnChosen(command, [flags] { return RunReplay(*flags); });
}

// ---- verify ----

struct VerifyFlags {
  Source source;
  bool json = false;
};

absl::StatusOr<int> RunVerify(const VerifyFlags& flags) {
  ARENA_ASSIGN_OR_RETURN(const RecordReader reader,
                         RecordReader::Open(flags.source.referee));
  int exit_status = kSuccess;
  Json out = Json::array();
  const auto total = static_cast<int64_t>(flags.source.names.size());
  Progress progress("records");
  for (int64_t i = 0; i < total; ++i) {
    progress.Update(i, total);
    const std::string& name = flags.source.names[i];
    const absl::StatusOr<std::string> bytes = reader.Bytes(name);
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
    } else {
      Print(absl::StrCat(name, ": FAILED after ", report.plies,
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
  Source source;
  std::string format = "jsonl";
  std::string output;
};

absl::StatusOr<int> RunExport(const ExportFlags& flags) {
  ARENA_ASSIGN_OR_RETURN(const Record record, ReadOne(flags.source));
  ARENA_ASSIGN_OR_RETURN(const std::string text, flags.format == "jsonl"
                                                     ? ExportJsonLines(record)
                                                     : ExportNotation(record));
  if (flags.output.empty()) {
    Print(text);
  } else {
    ARENA_RETURN_IF_ERROR(WriteFileAtomically(flags.output, text));
  }
  return kSuccess;
}

void AddExport(Commands& commands) {
  const auto flags = std::make_shared<ExportFlags>();
  CLI::App& command = AddRecordCommand(
      commands, "export", "Writes a match in a form for other programs",
      "arena export match.record --format jsonl -o match.jsonl",
      /*several=*/false, flags->source);
  command
      .add_option("--format", flags->format,
                  "jsonl (an object per ply) or notation (for people)")
      ->check(CLI::IsMember({"jsonl", "notation"}))
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
}

}  // namespace arena::cli
