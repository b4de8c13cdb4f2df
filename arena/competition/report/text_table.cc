#include "arena/competition/report/text_table.h"

#include <algorithm>

#include "absl/algorithm/container.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "arena/core/check.h"

namespace arena::competition {
namespace {

constexpr int kGap = 2;
constexpr int kShortestName = 12;

int ColumnWidth(const TextColumn& column) {
  int width = WidthOf(column.title);
  for (const std::string& cell : column.cells) {
    width = std::max(width, WidthOf(cell));
  }
  return width;
}

int TableWidth(const std::vector<TextColumn>& columns) {
  int width = -kGap;
  for (const TextColumn& column : columns) width += ColumnWidth(column) + kGap;
  return width;
}

// Shortens names so that the table fits, but leaves a part of each.
void CutNames(std::vector<TextColumn>& columns, int width) {
  for (TextColumn& column : columns) {
    const int excess = TableWidth(columns) - width;
    if (column.kind != ColumnKind::kNames || excess <= 0) continue;
    const int left = std::max(kShortestName, ColumnWidth(column) - excess);
    for (std::string& cell : column.cells) cell = CutTo(cell, left);
  }
}

// Names are shortened before columns are left out.
std::vector<TextColumn> Fit(std::vector<TextColumn> columns, int width) {
  for (;;) {
    std::vector<TextColumn> cut = columns;
    CutNames(cut, width);
    const auto last = std::max_element(
        columns.begin(), columns.end(),
        [](const auto& a, const auto& b) { return a.rank < b.rank; });
    if (TableWidth(cut) <= width || last->rank == 0) return cut;
    columns.erase(last);
  }
}

bool StandsOnTheRight(ColumnKind kind, const std::string& cell) {
  double number;
  return kind == ColumnKind::kFigures ||
         (kind == ColumnKind::kMixed && absl::SimpleAtod(cell, &number));
}

void AppendCell(const TextColumn& column, const std::string& cell, int width,
                std::string& line) {
  const std::string padding(width - WidthOf(cell), ' ');
  const bool right = StandsOnTheRight(column.kind, cell);
  absl::StrAppend(&line, right ? padding : cell, right ? cell : padding,
                  std::string(kGap, ' '));
}

}  // namespace

int WidthOf(absl::string_view text) {
  return static_cast<int>(
      absl::c_count_if(text, [](char byte) { return (byte & 0xC0) != 0x80; }));
}

std::string CutTo(absl::string_view text, int width) {
  if (WidthOf(text) <= width) return std::string(text);
  size_t end = 0;
  for (int left = width; end < text.size(); ++end) {
    if ((text[end] & 0xC0) != 0x80 && --left == 0) break;
  }
  return absl::StrCat(text.substr(0, end), "…");
}

std::string TextTable(std::vector<TextColumn> columns, int width) {
  ARENA_CHECK(!columns.empty());
  columns = Fit(std::move(columns), width);
  std::vector<std::string> lines(columns.front().cells.size() + 1);
  for (const TextColumn& column : columns) {
    const int own_width = ColumnWidth(column);
    AppendCell(column, column.title, own_width, lines[0]);
    for (size_t row = 0; row < column.cells.size(); ++row) {
      AppendCell(column, column.cells[row], own_width, lines[row + 1]);
    }
  }
  std::string text;
  for (std::string& line : lines) {
    line.erase(line.find_last_not_of(' ') + 1);
    absl::StrAppend(&text, line, "\n");
  }
  return text;
}

}  // namespace arena::competition
