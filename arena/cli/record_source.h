// Where commands take records from: files, folders of files, or a referee.
#ifndef ARENA_CLI_RECORD_SOURCE_H_
#define ARENA_CLI_RECORD_SOURCE_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/cli/referee_channel.h"
#include "arena/record/export.h"
#include "arena/record/record.h"

namespace arena::cli {

struct RecordFlags {
  std::vector<std::string> names;
  // Without an address, names are files or folders; with one, they are ids of
  // matches.
  RefereeFlags referee = {.address = ""};
};

// A record as it was found, or why it was not.
struct FoundRecord {
  absl::StatusOr<std::string> bytes;
  // What the record does not know about its match.
  ExportNames names;
};

// Reads records one by one.
class RecordSource {
 public:
  // UNAVAILABLE if there is no referee at the address; NOT_FOUND for a folder
  // without records.
  static absl::StatusOr<RecordSource> Open(const RecordFlags& flags);

  // Names of single records.
  const std::vector<std::string>& names() const { return names_; }
  FoundRecord Find(const std::string& name) const;

 private:
  FoundRecord Fetch(const std::string& id) const;

  std::vector<std::string> names_;
  // Null: names are files.
  std::shared_ptr<grpc::Channel> channel_;
};

// Plays the record again. Errors begin with its name.
absl::StatusOr<Record> ReadFound(const std::string& name,
                                 const FoundRecord& found);

}  // namespace arena::cli

#endif  // ARENA_CLI_RECORD_SOURCE_H_
