// Columns of text that fit a width.
#ifndef ARENA_COMPETITION_REPORT_TEXT_TABLE_H_
#define ARENA_COMPETITION_REPORT_TEXT_TABLE_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace arena::competition {

enum class ColumnKind {
  // All of it stands on the right.
  kFigures,
  // All of it stands on the left, and is cut if nothing else helps.
  kNames,
  // A cell that is a number stands on the right, any other one on the left.
  kMixed,
};

// A column. Those of the highest `rank` are left out first where there is no
// room; rank 0 always stays.
struct TextColumn {
  std::string title;
  std::vector<std::string> cells;
  int rank = 0;
  ColumnKind kind = ColumnKind::kFigures;
};

// The titles and all rows, columns two spaces apart, in lines of at most
// `width` characters. Requires: as many cells in every column.
std::string TextTable(std::vector<TextColumn> columns, int width);

// Characters of UTF-8.
int WidthOf(absl::string_view text);
// At most `width` characters; the last one is an ellipsis if some are missing.
std::string CutTo(absl::string_view text, int width);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_REPORT_TEXT_TABLE_H_
