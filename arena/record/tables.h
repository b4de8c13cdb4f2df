// Matches as rows of four tables, for people who compute with them. README.md
// documents every column.
#ifndef ARENA_RECORD_TABLES_H_
#define ARENA_RECORD_TABLES_H_

#include <array>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace arena {

// ---- What tables there are ----

// The four tables, in the order in which RecordTables lists them.
enum class RecordTable { kMatches, kSeats, kDecisions, kDeals };
inline constexpr size_t kRecordTables = 4;

enum class ColumnType { kText, kInteger, kBoolean, kTime };
// "text", "integer", "boolean", "time".
const char* ColumnTypeName(ColumnType type);

struct TableColumn {
  const char* name;
  ColumnType type;
  // Whether a row may have no value.
  bool optional;
  // Meaning, unit and range, without a full stop.
  const char* about;
};

struct TableSpec {
  // Also the name of the table's file, without the ending.
  const char* name;
  // The meaning of a row.
  const char* about;
  // The number of first columns that identify a row.
  int key_columns;
  absl::Span<const TableColumn> columns;
};

// Columns are only added, at the end of a table.
absl::Span<const TableSpec> RecordTables();

// ---- Rows ----

// No value; a boolean; a number; text, or a time, e.g. "2026-01-31T18:00:00Z".
using TableCell = std::variant<std::monostate, bool, int64_t, std::string>;
using TableRow = std::vector<TableCell>;

enum class TableFormat { kCsv, kJsonLines };

// The line with the names of the columns; empty for kJsonLines.
std::string TableHead(const TableSpec& table, TableFormat format);

// Appends a row as a line of text, or, as quoted cells may have line ends, of
// CSV. Requires: one cell for each column, of its type.
//
// JSON: one object with all columns in their order; no value is null.
// CSV: RFC 4180, lines end with CR LF; no value is an empty cell, empty text is
// "". A text that a spreadsheet could take for a formula, because it begins with
// = + - @ or a control character, gets an apostrophe before it.
void AppendTableRow(const TableSpec& table, TableFormat format,
                    const TableRow& row, std::string& out);

}  // namespace arena

#endif  // ARENA_RECORD_TABLES_H_
