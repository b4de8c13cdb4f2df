// A folder that keeps the records of matches.
#ifndef ARENA_CLI_RECORD_FOLDER_H_
#define ARENA_CLI_RECORD_FOLDER_H_

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "arena/cli/referee_channel.h"
#include "arena/v1/competition.pb.h"

namespace arena::cli {

// OK if records can be written into the folder. PERMISSION_DENIED names it.
absl::Status CheckRecordFolder(const std::string& path);
// Makes the folder first if it is not there.
absl::Status MakeRecordFolder(const std::string& path);

// The records of a competition. Overwrites nothing. A value.
class RecordFolder {
 public:
  // Errors as MakeRecordFolder.
  static absl::StatusOr<RecordFolder> Open(const std::string& path);

  // Fetches the records of matches that have a result, into files named
  // COMPETITION-SET-MATCH.record. A record that the folder has already is left
  // as it is; ALREADY_EXISTS if a file of that name holds something else.
  absl::Status Keep(const std::shared_ptr<grpc::Channel>& channel,
                    const std::string& competition,
                    absl::Span<const v1::CompetitionMatch> matches) const;

 private:
  explicit RecordFolder(std::string path) : path_(std::move(path)) {}
  absl::Status Write(const std::string& name, absl::string_view record) const;

  std::string path_;
};

}  // namespace arena::cli

#endif  // ARENA_CLI_RECORD_FOLDER_H_
