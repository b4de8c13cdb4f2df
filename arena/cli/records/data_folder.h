// The matches in the folder of a referee's --data.
#ifndef ARENA_CLI_RECORDS_DATA_FOLDER_H_
#define ARENA_CLI_RECORDS_DATA_FOLDER_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/process/temporary_folder.h"
#include "arena/record/export.h"

namespace arena::cli {

// A match of a referee.
struct DataMatch {
  std::string match_id;
  // A copy of its record; empty if there is none to show.
  std::string file;
  // What the record does not know.
  ExportNames names;
  // As FoundRecord::missing, and the same as a sentence.
  std::string missing;
  std::string why;
};

struct DataMatches {
  std::vector<DataMatch> matches;
  // Where the copies are.
  std::shared_ptr<TemporaryFolder> folder;
};

// Whether the folder is that of a referee, or a backup of one.
bool IsDataFolder(const std::string& folder);

// Lets the referee's program copy the records that may be shown: it alone knows
// how they are kept, and which of them are sealed. A referee may be using the
// folder. UNAVAILABLE with what the program said if it cannot.
absl::StatusOr<DataMatches> ReadDataFolder(const std::string& folder);

}  // namespace arena::cli

#endif  // ARENA_CLI_RECORDS_DATA_FOLDER_H_
