// arena export --tables: a folder with the tables of many matches.
#ifndef ARENA_CLI_RECORDS_TABLE_EXPORT_H_
#define ARENA_CLI_RECORDS_TABLE_EXPORT_H_

#include <string>

#include "absl/status/statusor.h"
#include "arena/cli/records/record_source.h"
#include "arena/record/tables.h"

namespace arena::cli {

// Writes a file for each table, and export.json: the columns, the numbers of
// rows, and what was left out and why. Unreadable records are named and
// counted, and the other records are exported. Uses all processors.
//
// The folder is written as a whole, or not at all if there is nothing to
// export. Returns the exit status: kProblem if anything was left out, except
// copies of exported matches and matches without a record. ALREADY_EXISTS for a
// folder that is not empty.
absl::StatusOr<int> ExportTables(const RecordSource& source, TableFormat format,
                                 const std::string& folder);

}  // namespace arena::cli

#endif  // ARENA_CLI_RECORDS_TABLE_EXPORT_H_
