// Columns of text that fit a width.
#ifndef ARENA_COMPETITION_REPORT_TEXT_TABLE_H_
#define ARENA_COMPETITION_REPORT_TEXT_TABLE_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace arena::competition {

enum class ColumnKind {
  // All cells are aligned to the right.
  kFigures,
  // All cells are aligned to the left, and are cut if nothing else helps.
  kNames,
  // Numbers are aligned to the right, all other cells to the left.
  kMixed,
};

// A column. If there is no room, columns of the highest `rank` are left out
// first; rank 0 always stays.
struct TextColumn {
  std::string title;
  std::vector<std::string> cells;
  int rank = 0;
  ColumnKind kind = ColumnKind::kFigures;
};

// The titles and all rows, columns two spaces apart, in lines of at most
// `width` characters. Requires: all columns have equally many cells.
std::string TextTable(std::vector<TextColumn> columns, int width);

// The number of characters of UTF-8.
int WidthOf(absl::string_view text);
// At most `width` characters; the last is an ellipsis if the text was cut.
std::string CutTo(absl::string_view text, int width);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_REPORT_TEXT_TABLE_H_
