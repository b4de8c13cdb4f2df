// The arguments by which commands name records.
#ifndef ARENA_CLI_RECORDS_RECORD_FLAGS_H_
#define ARENA_CLI_RECORDS_RECORD_FLAGS_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "arena/cli/base/command.h"
#include "arena/cli/records/record_source.h"
#include "arena/record/record.h"

namespace CLI {
class App;
}  // namespace CLI

namespace arena::cli {

// Adds a command that reads one record or several. `source` must outlive it.
CLI::App& AddRecordCommand(Commands& commands, const std::string& name,
                           const std::string& summary,
                           const std::string& example, bool several,
                           RecordFlags& source);

// More decisions than any match has.
inline constexpr uint32_t kMostDecisions = 1'000'000;

// A record, and the bytes of its file.
struct ReadBytes {
  std::string bytes;
  Record record;
};

// The record of a command that reads one record. INVALID_ARGUMENT for a folder
// with several records; other errors begin with the record's name.
absl::StatusOr<ReadBytes> ReadOnlyRecord(const RecordFlags& flags);

}  // namespace arena::cli

#endif  // ARENA_CLI_RECORDS_RECORD_FLAGS_H_
