// A folder that keeps the records of matches.
#ifndef ARENA_CLI_PLAY_RECORD_FOLDER_H_
#define ARENA_CLI_PLAY_RECORD_FOLDER_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "arena/cli/base/competition_client.h"

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

  // ALREADY_EXISTS if the folder has records of a competition of that name.
  absl::Status CheckNoneOf(const std::string& competition) const;

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

// Keeps the records of a competition as its matches end. The referee shows the
// record of a match when its whole set is over, because the matches of a set
// share their deals. Not thread-safe.
class RecordCollector {
 public:
  RecordCollector(RecordFolder folder, std::string competition)
      : folder_(std::move(folder)), competition_(std::move(competition)) {}

  // Keeps the records that can be read by now. Takes the same competition in
  // every call, with all its results so far. Errors as Keep.
  absl::Status Update(const std::shared_ptr<grpc::Channel>& channel,
                      const CompetitionData& data);

 private:
  const RecordFolder folder_;
  const std::string competition_;
  // Results that have been taken.
  size_t seen_ = 0;
  // Matches whose records have not been read, by set.
  std::map<uint32_t, std::vector<v1::CompetitionMatch>> waiting_;
};

}  // namespace arena::cli

#endif  // ARENA_CLI_PLAY_RECORD_FOLDER_H_
