// The arguments by which commands name records.
#ifndef ARENA_CLI_RECORDS_RECORD_FLAGS_H_
#define ARENA_CLI_RECORDS_RECORD_FLAGS_H_

#include <string>

#include "absl/status/statusor.h"
#include "arena/cli/base/command.h"
#include "arena/cli/records/record_source.h"

namespace CLI {
class App;
}  // namespace CLI

namespace arena::cli {

// Adds a command that reads one record or several. `source` must outlive it.
CLI::App& AddRecordCommand(Commands& commands, const std::string& name,
                           const std::string& summary,
                           const std::string& example, bool several,
                           RecordFlags& source);

// The name of the record, for a command that reads one record. INVALID_ARGUMENT
// for a folder with several records.
absl::StatusOr<std::string> OnlyName(const RecordFlags& flags,
                                     const RecordSource& source);

}  // namespace arena::cli

#endif  // ARENA_CLI_RECORDS_RECORD_FLAGS_H_
