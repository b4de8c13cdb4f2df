#include "arena/cli/play/record_folder.h"

#include <unistd.h>

#include <filesystem>
#include <set>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/core/check.h"
#include "arena/match/entry.h"
#include "arena/record/file.h"

namespace arena::cli {

namespace fs = std::filesystem;

absl::Status CheckRecordFolder(const std::string& path) {
  if (fs::is_directory(path) && access(path.c_str(), W_OK) == 0) {
    return absl::OkStatus();
  }
  return absl::PermissionDeniedError(
      absl::StrCat("cannot write records to \"", path,
                   "\"; expected a folder that exists and may be written to"));
}

absl::Status MakeRecordFolder(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (!error) return CheckRecordFolder(path);
  return absl::PermissionDeniedError(absl::StrCat(
      "cannot create the folder \"", path, "\": ", error.message()));
}

absl::StatusOr<RecordFolder> RecordFolder::Open(const std::string& path) {
  ARENA_RETURN_IF_ERROR(MakeRecordFolder(path));
  return RecordFolder(path);
}

absl::Status RecordFolder::CheckNoneOf(const std::string& competition) const {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(path_, ignored)) {
    const std::string name = entry.path().filename();
    if (!absl::StartsWith(name, competition + "-") ||
        entry.path().extension() != ".record") {
      continue;
    }
    return absl::AlreadyExistsError(absl::StrCat(
        "\"", path_, "\" already has records of an earlier run, such as ", name,
        "; expected a folder without them"));
  }
  return absl::OkStatus();
}

absl::Status RecordFolder::Keep(
    const std::shared_ptr<grpc::Channel>& channel,
    const std::string& competition,
    absl::Span<const v1::CompetitionMatch> matches) const {
  for (const v1::CompetitionMatch& match : matches) {
    if (!HasResult(match.result().termination())) continue;
    ARENA_ASSIGN_OR_RETURN(const std::string record,
                           FetchRecord(channel, match.match_id()));
    ARENA_RETURN_IF_ERROR(
        Write(absl::StrFormat("%s-%05d-%d.record", competition, match.set(),
                              match.match()),
              record));
  }
  return absl::OkStatus();
}

absl::Status RecordCollector::Update(
    const std::shared_ptr<grpc::Channel>& channel,
    const CompetitionData& data) {
  std::set<uint32_t> sets;
  for (; seen_ < data.results.size(); ++seen_) {
    const v1::CompetitionMatch& match = data.results[seen_];
    waiting_[match.set()].push_back(match);
    sets.insert(match.set());
  }
  if (IsOver(data.competition)) {
    for (const auto& [set, matches] : waiting_) sets.insert(set);
  }
  for (const uint32_t set : sets) {
    const absl::Status kept =
        folder_.Keep(channel, competition_, waiting_[set]);
    // A match of the set is not over.
    if (absl::IsFailedPrecondition(kept)) continue;
    ARENA_RETURN_IF_ERROR(kept);
    waiting_.erase(set);
  }
  return absl::OkStatus();
}

absl::Status RecordFolder::Write(const std::string& name,
                                 absl::string_view record) const {
  const std::string file = fs::path(path_) / name;
  const absl::Status written = WriteNewFileAtomically(file, record);
  if (!absl::IsAlreadyExists(written)) return written;
  ARENA_ASSIGN_OR_RETURN(const std::string there, ReadFile(file));
  if (there == record) return absl::OkStatus();
  return absl::AlreadyExistsError(
      absl::StrCat("\"", file,
                   "\" is the record of another match; expected a folder "
                   "without records of another competition"));
}

}  // namespace arena::cli
