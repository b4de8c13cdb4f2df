// The sources of records: files, folders of files, or a referee.
#ifndef ARENA_CLI_RECORDS_RECORD_SOURCE_H_
#define ARENA_CLI_RECORDS_RECORD_SOURCE_H_

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/cli/base/referee_channel.h"
#include "arena/process/temporary_folder.h"
#include "arena/record/export.h"
#include "arena/record/record.h"
#include "arena/v1/replay_service.pb.h"

namespace arena::cli {

// A match in a referee's data.
struct DataMatch {
  std::string match_id;
  // A copy of the record; empty if no record can be shown.
  std::string file;
  // Names that the record does not contain.
  ExportNames names;
  // As FoundRecord::missing; and the same reason as a sentence.
  std::string missing;
  std::string why;
};

struct DataMatches {
  std::vector<DataMatch> matches;
  // The folder of the copies.
  std::shared_ptr<TemporaryFolder> folder;
};

// Whether the folder is a referee's data folder or a backup of one.
bool IsDataFolder(const std::string& folder);

// Lets the referee's program copy the records that may be shown. Only this
// program knows how records are kept and which records are sealed. A referee
// may be using the folder. UNAVAILABLE with the program's message if it fails.
absl::StatusOr<DataMatches> ReadDataFolder(const std::string& folder);

struct RecordFlags {
  std::vector<std::string> names;
  // With an address, names are ids of matches. Without an address, names are
  // files or folders, and any other name is looked for at the referee of
  // ARENA_ADDRESS.
  RefereeFlags referee = {.address = ""};
};

// The referee that the flags name, else the referee of ARENA_ADDRESS, else the
// default referee of all commands.
RefereeFlags RefereeOf(const RecordFlags& flags);

// A record, or the reason why there is none.
struct FoundRecord {
  absl::StatusOr<std::string> bytes;
  // Names of its match that the record does not contain.
  ExportNames names;
  // The reason if the match has no record to show, and therefore no bytes:
  // "sealed", "unfinished", "quarantined", "removed" or "none"; empty
  // otherwise.
  std::string missing = "";
  // Whether commands leave the match out instead of failing: the match was not
  // named but found in a referee's folder, and IsGoneForGood(missing).
  bool passed_over = false;
};

// Whether a match with this FoundRecord::missing will never have a record,
// because the match never began or the record was removed. So nothing is lost.
bool IsGoneForGood(absl::string_view missing);

// Reads records one by one.
class RecordSource {
 public:
  // Folders are searched with all folders in them. The folder of a referee's
  // --data stands for its matches: the referee's program copies the records
  // that may be shown to a temporary folder.
  //
  // UNAVAILABLE if there is no referee at the address and one is needed;
  // NOT_FOUND for a folder without records.
  static absl::StatusOr<RecordSource> Open(const RecordFlags& flags);

  // Names of single records: files, and ids of matches.
  const std::vector<std::string>& names() const { return names_; }
  // Thread-safe.
  FoundRecord Find(const std::string& name) const;
  // The notes of a match's bots that the referee shows to the caller; none for
  // a file.
  std::vector<v1::DecisionNote> Notes(const std::string& name) const;

 private:
  // Adds a file or a folder.
  absl::Status AddFiles(const std::string& name);
  // Adds the folder of a referee's --data.
  absl::Status AddData(const std::string& folder);
  FoundRecord Fetch(const std::string& id) const;

  std::vector<std::string> names_;
  // Names that are ids of matches at the referee that is called.
  std::set<std::string> ids_;
  // Matches of folders of referees, by id.
  std::map<std::string, DataMatch> data_matches_;
  // Where their records are.
  std::vector<std::shared_ptr<TemporaryFolder>> copies_;
  // Null if there are no ids.
  std::shared_ptr<grpc::Channel> channel_;
};

// Plays the record again. Errors begin with its name.
absl::StatusOr<Record> ReadFound(const std::string& name,
                                 const FoundRecord& found);

}  // namespace arena::cli

#endif  // ARENA_CLI_RECORDS_RECORD_SOURCE_H_
