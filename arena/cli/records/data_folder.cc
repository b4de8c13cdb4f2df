#include "arena/cli/records/data_folder.h"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "arena/cli/base/program_path.h"
#include "arena/core/check.h"
#include "arena/process/process.h"
#include "arena/record/file.h"

namespace arena::cli {
namespace {

namespace fs = std::filesystem;

// What the referee keeps there, see its README.
constexpr char kDatabase[] = "referee.sqlite";
// What it writes beside the copies.
constexpr char kList[] = "matches.jsonl";

using Object = nlohmann::json;

ExportNames NamesOf(const Object& line) {
  ExportNames names;
  names.created = line.value("created", "");
  names.started = line.value("started", "");
  names.ended = line.value("ended", "");
  if (line.contains("competition")) {
    ExportPlace& place = names.place.emplace();
    place.competition = line.value("competition", "");
    if (line.contains("set")) {
      place.set = line.value("set", 0u);
      place.match = line.value("set_match", 0u);
      place.attempt = line.value("attempt", 0u);
    }
  }
  return names;
}

}  // namespace

bool IsDataFolder(const std::string& folder) {
  std::error_code ignored;
  return fs::is_regular_file(fs::path(folder) / kDatabase, ignored);
}

absl::StatusOr<DataMatches> ReadDataFolder(const std::string& folder) {
  ARENA_ASSIGN_OR_RETURN(const std::string program, ProgramBeside("referee"));
  DataMatches data;
  ARENA_ASSIGN_OR_RETURN(data.folder, TemporaryFolder::Create());
  const fs::path copies = fs::path(data.folder->path()) / "records";
  ProcessSpec spec;
  spec.command = {program, "--data", folder, "--copy-records", copies.string()};
  ARENA_ASSIGN_OR_RETURN(const auto process, Process::Start(std::move(spec)));
  process->Wait();
  process->FinishReading();
  if (process->EndText() != "exit status 0") {
    return absl::UnavailableError(
        absl::StrCat("the matches in ", folder,
                     " cannot be read: ", process->LastLines()));
  }
  ARENA_ASSIGN_OR_RETURN(const std::string list, ReadFile(copies / kList));
  for (const absl::string_view text :
       absl::StrSplit(list, '\n', absl::SkipEmpty())) {
    const Object line = Object::parse(text.begin(), text.end(), nullptr,
                                      /*allow_exceptions=*/false);
    if (!line.is_object()) {
      return absl::InternalError(absl::StrCat(
          "the referee's program wrote a line that is no object: ", text));
    }
    DataMatch& match = data.matches.emplace_back();
    match.match_id = line.value("match_id", "");
    const std::string file = line.value("record", "");
    if (!file.empty()) match.file = copies / file;
    match.names = NamesOf(line);
    match.missing = line.value("missing", "");
    match.why = line.value("why", "");
  }
  return data;
}

}  // namespace arena::cli
