// Where commands take records from: files, folders of files, or a referee.
#ifndef ARENA_CLI_RECORD_SOURCE_H_
#define ARENA_CLI_RECORD_SOURCE_H_

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/cli/referee_channel.h"
#include "arena/record/export.h"
#include "arena/record/record.h"

namespace arena::cli {

struct RecordFlags {
  std::vector<std::string> names;
  // With an address, names are ids of matches. Without one they are files or
  // folders, and only a name that is none of these is looked for at the referee
  // of ARENA_ADDRESS.
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
  // UNAVAILABLE if there is no referee at the address and one is needed;
  // NOT_FOUND for a folder without records.
  static absl::StatusOr<RecordSource> Open(const RecordFlags& flags);

  // Names of single records.
  const std::vector<std::string>& names() const { return names_; }
  FoundRecord Find(const std::string& name) const;

 private:
  // Takes the name as that of a file or folder.
  absl::Status AddFiles(const std::string& name);
  FoundRecord Fetch(const std::string& id) const;

  std::vector<std::string> names_;
  // Names that are ids of matches.
  std::set<std::string> ids_;
  // Null if there are no ids.
  std::shared_ptr<grpc::Channel> channel_;
};

// Plays the record again. Errors begin with its name.
absl::StatusOr<Record> ReadFound(const std::string& name,
                                 const FoundRecord& found);

}  // namespace arena::cli

#endif  // ARENA_CLI_RECORD_SOURCE_H_
