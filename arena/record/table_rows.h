// The rows of one match in the four tables of tables.h.
#ifndef ARENA_RECORD_TABLE_ROWS_H_
#define ARENA_RECORD_TABLE_ROWS_H_

#include <array>
#include <cstddef>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "arena/record/export.h"
#include "arena/record/record.h"
#include "arena/record/tables.h"

namespace arena {

// Takes the rows of a match, of each table in the order of its key.
using RowSink = absl::FunctionRef<void(RecordTable table, TableRow row)>;

// Plays the record once. `facts` adds facts that the record does not contain;
// `facts.match` is the key of a match without an id. Errors as for
// Replay::Create.
absl::Status MakeTableRows(const Record& record, const ExportNames& facts,
                           absl::Span<const Game> games, RowSink sink);

// The same rows as text, by table, without heads.
struct TableTexts {
  std::array<std::string, kRecordTables> text;
  // The number of rows, by table.
  std::array<size_t, kRecordTables> rows = {};
};
absl::StatusOr<TableTexts> TableTextsOf(
    const Record& record, const ExportNames& facts, TableFormat format,
    absl::Span<const Game> games = AllGames());

}  // namespace arena

#endif  // ARENA_RECORD_TABLE_ROWS_H_
