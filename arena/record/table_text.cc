// Rows of tables as CSV and as JSON Lines.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "arena/core/check.h"
#include "arena/record/tables.h"

namespace arena {
namespace {

constexpr absl::string_view kLineEnd = "\r\n";

bool IsEmpty(const TableCell& cell) {
  return std::holds_alternative<std::monostate>(cell);
}

bool Fits(const TableColumn& column, const TableCell& cell) {
  if (IsEmpty(cell)) return column.optional;
  switch (column.type) {
    case ColumnType::kText:
    case ColumnType::kTime:
      return std::holds_alternative<std::string>(cell);
    case ColumnType::kInteger:
      return std::holds_alternative<int64_t>(cell);
    case ColumnType::kBoolean:
      return std::holds_alternative<bool>(cell);
  }
  return false;
}

// Numbers and booleans are the same in both formats.
std::string Plain(const TableCell& cell) {
  if (const bool* const truth = std::get_if<bool>(&cell)) {
    return *truth ? "true" : "false";
  }
  return absl::StrCat(std::get<int64_t>(cell));
}

// ---- JSON ----

void AppendJsonText(const std::string& text, std::string& out) {
  const auto plain = [](unsigned char c) {
    return c >= ' ' && c < 0x7f && c != '"' && c != '\\';
  };
  // Nearly all texts are plain.
  if (std::all_of(text.begin(), text.end(), plain)) {
    absl::StrAppend(&out, "\"", text, "\"");
  } else {
    out += nlohmann::json(text).dump(
        -1, ' ', false, nlohmann::json::error_handler_t::replace);
  }
}

void AppendJson(const TableSpec& table, const TableRow& row,
                std::string& out) {
  char separator = '{';
  for (size_t i = 0; i < row.size(); ++i) {
    out += separator;
    separator = ',';
    absl::StrAppend(&out, "\"", table.columns[i].name, "\":");
    if (IsEmpty(row[i])) {
      out += "null";
    } else if (const auto* const text = std::get_if<std::string>(&row[i])) {
      AppendJsonText(*text, out);
    } else {
      out += Plain(row[i]);
    }
  }
  out += "}\n";
}

// ---- CSV ----

// Whether a spreadsheet may read the text as a formula, or as an instruction to
// itself.
bool LooksLikeAFormula(const std::string& text) {
  if (text.empty()) return false;
  const unsigned char first = text.front();
  return first < ' ' || absl::string_view("=+-@").find(text.front()) !=
                            absl::string_view::npos;
}

void AppendCsvText(const std::string& text, std::string& out) {
  const absl::string_view apostrophe = LooksLikeAFormula(text) ? "'" : "";
  if (!text.empty() && text.find_first_of(",\"\r\n") == std::string::npos) {
    absl::StrAppend(&out, apostrophe, text);
  } else {
    absl::StrAppend(&out, "\"", apostrophe,
                    absl::StrReplaceAll(text, {{"\"", "\"\""}}), "\"");
  }
}

void AppendCsv(const TableRow& row, std::string& out) {
  for (size_t i = 0; i < row.size(); ++i) {
    if (i > 0) out += ',';
    if (IsEmpty(row[i])) continue;
    if (const auto* const text = std::get_if<std::string>(&row[i])) {
      AppendCsvText(*text, out);
    } else {
      out += Plain(row[i]);
    }
  }
  absl::StrAppend(&out, kLineEnd);
}

}  // namespace

std::string TableHead(const TableSpec& table, TableFormat format) {
  if (format == TableFormat::kJsonLines) return "";
  std::string head;
  for (const TableColumn& column : table.columns) {
    absl::StrAppend(&head, head.empty() ? "" : ",", column.name);
  }
  absl::StrAppend(&head, kLineEnd);
  return head;
}

void AppendTableRow(const TableSpec& table, TableFormat format,
                    const TableRow& row, std::string& out) {
  ARENA_CHECK(row.size() == table.columns.size(), table.name, row.size());
  for (size_t i = 0; i < row.size(); ++i) {
    ARENA_CHECK(Fits(table.columns[i], row[i]), table.name,
                table.columns[i].name);
  }
  if (format == TableFormat::kCsv) {
    AppendCsv(row, out);
  } else {
    AppendJson(table, row, out);
  }
}

}  // namespace arena
