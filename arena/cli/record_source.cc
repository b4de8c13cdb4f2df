#include "arena/cli/record_source.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "arena/cli/match_id.h"
#include "arena/cli/time_text.h"
#include "arena/core/check.h"
#include "arena/record/file.h"

namespace arena::cli {
namespace {

namespace fs = std::filesystem;

// The records of a folder, by name.
absl::StatusOr<std::vector<std::string>> RecordsIn(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const fs::path& path = entry.path();
    if (path.extension() == ".record" || path.extension() == ".rec") {
      files.push_back(path.string());
    }
  }
  if (error) {
    return absl::PermissionDeniedError(absl::StrCat(
        "the folder ", folder, " cannot be read: ", error.message()));
  }
  if (files.empty()) {
    return absl::NotFoundError(
        absl::StrCat("the folder ", folder, " has no records; expected files "
                     "that end in .record or .rec"));
  }
  std::sort(files.begin(), files.end());
  return files;
}

// People forget --address.
bool LooksLikeAnId(const std::string& name) {
  return name.size() >= kShortestId &&
         absl::c_all_of(name, [](unsigned char c) {
           return absl::ascii_isxdigit(c) || c == '-';
         });
}

absl::StatusOr<std::string> ReadRecordFile(const std::string& name) {
  absl::StatusOr<std::string> bytes = ReadFile(name);
  if (!absl::IsNotFound(bytes.status()) || !LooksLikeAnId(name)) return bytes;
  return absl::NotFoundError(absl::StrCat(
      bytes.status().message(),
      "; for the id of a match, name its referee with --address"));
}

}  // namespace

absl::StatusOr<RecordSource> RecordSource::Open(const RecordFlags& flags) {
  RecordSource source;
  if (!flags.referee.address.empty()) {
    ARENA_ASSIGN_OR_RETURN(source.channel_, ConnectTo(flags.referee));
    source.names_ = flags.names;
    return source;
  }
  for (const std::string& name : flags.names) {
    std::error_code ignored;
    if (!fs::is_directory(name, ignored)) {
      source.names_.push_back(name);
      continue;
    }
    ARENA_ASSIGN_OR_RETURN(std::vector<std::string> files, RecordsIn(name));
    absl::c_move(files, std::back_inserter(source.names_));
  }
  return source;
}

FoundRecord RecordSource::Find(const std::string& name) const {
  if (channel_ != nullptr) return Fetch(name);
  FoundRecord found;
  found.bytes = ReadRecordFile(name);
  found.names.match = fs::path(name).filename();
  return found;
}

FoundRecord RecordSource::Fetch(const std::string& id) const {
  FoundRecord found;
  const auto stub = v1::MatchService::NewStub(channel_);
  const absl::StatusOr<v1::Match> match = FindMatch(*stub, id);
  if (!match.ok()) {
    found.bytes = match.status();
    return found;
  }
  found.bytes = FetchRecord(channel_, match->match_id());
  if (match->has_create_time()) {
    found.names.created = TimeText(match->create_time());
  }
  if (match->has_start_time()) {
    found.names.started = TimeText(match->start_time());
  }
  if (match->has_end_time()) found.names.ended = TimeText(match->end_time());
  return found;
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

}  // namespace arena::cli
