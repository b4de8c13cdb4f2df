#include "arena/cli/records/record_source.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "arena/cli/base/match_id.h"
#include "arena/cli/base/output.h"
#include "arena/cli/base/program_path.h"
#include "arena/cli/base/referee_channel.h"
#include "arena/core/check.h"
#include "arena/process/process.h"
#include "arena/record/file.h"
#include "arena/v1/match_service.grpc.pb.h"
#include "arena/v1/replay_service.grpc.pb.h"

namespace arena::cli {
namespace {

namespace fs = std::filesystem;

// The records of a folder and of all folders in it, by name.
absl::StatusOr<std::vector<std::string>> RecordsIn(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code error;
  // Links to folders are not followed.
  for (fs::recursive_directory_iterator at(folder, error), end;
       !error && at != end; at.increment(error)) {
    const fs::path& path = at->path();
    std::error_code ignored;
    // Reading a pipe would wait.
    if ((path.extension() == ".record" || path.extension() == ".rec") &&
        at->is_regular_file(ignored)) {
      files.push_back(path.string());
    }
  }
  if (error) {
    return absl::PermissionDeniedError(absl::StrCat(
        "the folder ", folder, " cannot be read: ", error.message()));
  }
  if (files.empty()) {
    return absl::NotFoundError(
        absl::StrCat("the folder ", folder,
                     " has no records; expected files "
                     "that end in .record or .rec, or a referee's data"));
  }
  std::sort(files.begin(), files.end());
  return files;
}

bool Exists(const std::string& name) {
  std::error_code ignored;
  return fs::exists(name, ignored);
}

bool LooksLikeAnId(const std::string& name) {
  return !name.empty() && absl::c_all_of(name, [](unsigned char c) {
    return absl::ascii_isxdigit(c) || c == '-';
  });
}

// The address that the variable names; empty if it is not set.
std::string AddressOfVariable() {
  const char* const address = std::getenv("ARENA_ADDRESS");
  return address == nullptr ? "" : address;
}

absl::StatusOr<std::string> ReadRecordFile(const std::string& name) {
  absl::StatusOr<std::string> bytes = ReadFile(name);
  if (!absl::IsNotFound(bytes.status()) || !LooksLikeAnId(name)) return bytes;
  return absl::NotFoundError(
      absl::StrCat(bytes.status().message(),
                   "; for the id of a match, name its referee "
                   "with --address or ARENA_ADDRESS"));
}

// Only a match that is over has a record.
absl::Status CheckOver(const v1::Match& match) {
  const std::string id = match.match_id();
  switch (match.state()) {
    case v1::Match::STATE_PENDING:
      return absl::FailedPreconditionError(
          absl::StrCat("the match ", id,
                       " has not begun; its record is there when it is "
                       "over (`arena match show ",
                       id, "` tells what it waits for)"));
    case v1::Match::STATE_RUNNING:
      return absl::FailedPreconditionError(
          absl::StrCat("the match ", id,
                       " is still running; its record is there when it "
                       "is over (`arena match watch ",
                       id, "` shows it until then)"));
    case v1::Match::STATE_QUARANTINED:
      return absl::FailedPreconditionError(
          absl::StrCat("the match ", id,
                       " is quarantined and has no record; `arena match "
                       "show ",
                       id, "` tells why"));
    default:
      return absl::OkStatus();
  }
}

namespace fs = std::filesystem;

// The referee's database in its folder, see its README.
constexpr char kDatabase[] = "referee.sqlite";
// The list that the referee program writes beside the copies.
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

bool IsGoneForGood(absl::string_view missing) {
  return missing == "none" || missing == "removed";
}

RefereeFlags RefereeOf(const RecordFlags& flags) {
  RefereeFlags referee = flags.referee;
  if (referee.address.empty()) referee.address = AddressOfVariable();
  if (referee.address.empty()) referee.address = kDefaultAddress;
  return referee;
}

absl::Status RecordSource::AddFiles(const std::string& name) {
  std::error_code ignored;
  if (!fs::is_directory(name, ignored)) {
    names_.push_back(name);
    return absl::OkStatus();
  }
  if (IsDataFolder(name)) return AddData(name);
  ARENA_ASSIGN_OR_RETURN(std::vector<std::string> files, RecordsIn(name));
  absl::c_move(files, std::back_inserter(names_));
  return absl::OkStatus();
}

absl::Status RecordSource::AddData(const std::string& folder) {
  ARENA_ASSIGN_OR_RETURN(DataMatches data, ReadDataFolder(folder));
  if (data.matches.empty()) {
    return absl::NotFoundError(
        absl::StrCat("the referee of ", folder, " has no matches"));
  }
  copies_.push_back(std::move(data.folder));
  for (DataMatch& match : data.matches) {
    names_.push_back(match.match_id);
    data_matches_.emplace(match.match_id, std::move(match));
  }
  return absl::OkStatus();
}

absl::StatusOr<RecordSource> RecordSource::Open(const RecordFlags& flags) {
  RecordSource source;
  RefereeFlags referee = flags.referee;
  const bool all = !referee.address.empty();
  if (!all) referee.address = AddressOfVariable();
  for (const std::string& name : flags.names) {
    const bool is_id = all || (!referee.address.empty() && !Exists(name) &&
                               LooksLikeAnId(name));
    if (is_id) {
      source.ids_.insert(name);
      source.names_.push_back(name);
    } else {
      ARENA_RETURN_IF_ERROR(source.AddFiles(name));
    }
  }
  if (!source.ids_.empty()) {
    ARENA_ASSIGN_OR_RETURN(source.channel_, ConnectTo(referee));
  }
  return source;
}

FoundRecord RecordSource::Find(const std::string& name) const {
  if (ids_.contains(name)) return Fetch(name);
  FoundRecord found;
  const auto match = data_matches_.find(name);
  if (match == data_matches_.end()) {
    found.bytes = ReadRecordFile(name);
    found.names.match = fs::path(name).filename();
    found.names.file = name;
    return found;
  }
  found.names = match->second.names;
  found.missing = match->second.missing;
  if (found.missing.empty()) {
    found.bytes = ReadFile(match->second.file);
  } else {
    found.bytes = absl::FailedPreconditionError(match->second.why);
    found.passed_over = IsGoneForGood(found.missing);
  }
  return found;
}

FoundRecord RecordSource::Fetch(const std::string& id) const {
  FoundRecord found;
  const auto stub = v1::MatchService::NewStub(channel_);
  const absl::StatusOr<v1::GetMatchResponse> response = FindMatch(*stub, id);
  if (!response.ok()) {
    found.bytes = response.status();
    return found;
  }
  const v1::Match& match = response->match();
  const absl::Status over = CheckOver(match);
  if (!over.ok()) {
    found.missing = match.state() == v1::Match::STATE_QUARANTINED
                        ? "quarantined"
                        : "unfinished";
    found.bytes = over;
    return found;
  }
  found.bytes = FetchRecord(channel_, match.match_id());
  if (absl::IsFailedPrecondition(found.bytes.status())) {
    found.missing = "sealed";
  } else if (absl::IsNotFound(found.bytes.status())) {
    found.missing = "none";
  }
  if (match.has_create_time()) {
    found.names.created = TimeText(match.create_time());
  }
  if (match.has_start_time()) {
    found.names.started = TimeText(match.start_time());
  }
  if (match.has_end_time()) found.names.ended = TimeText(match.end_time());
  if (match.has_competition()) {
    const v1::CompetitionPlace& place = match.competition();
    ExportPlace& exported = found.names.place.emplace();
    exported.competition = place.competition();
    if (place.has_set()) {
      exported.set = place.set();
      exported.match = place.match();
      exported.attempt = place.attempt();
    }
  }
  return found;
}

std::vector<v1::DecisionNote> RecordSource::Notes(
    const std::string& name) const {
  std::vector<v1::DecisionNote> notes;
  if (!ids_.contains(name)) return notes;
  const auto matches = v1::MatchService::NewStub(channel_);
  const absl::StatusOr<v1::GetMatchResponse> found = FindMatch(*matches, name);
  if (!found.ok()) return notes;
  v1::ListNotesRequest request;
  request.set_match_id(found->match().match_id());
  // An error means that the caller may see no notes.
  const auto all = AllPages(*v1::ReplayService::NewStub(channel_),
                            &v1::ReplayService::Stub::ListNotes, request);
  if (all.ok()) notes.assign(all->notes().begin(), all->notes().end());
  return notes;
}

absl::StatusOr<Record> ReadFound(const std::string& name,
                                 const FoundRecord& found) {
  absl::Status status = found.bytes.status();
  if (status.ok()) {
    absl::StatusOr<Record> record = ReadRecord(*found.bytes);
    if (record.ok()) return record;
    status = record.status();
  }
  return absl::Status(status.code(),
                      absl::StrCat(name, ": ", status.message()));
}

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
