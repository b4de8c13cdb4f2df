#include "referee/store/dialect.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"

namespace arena::referee {
namespace {

absl::string_view Piece(const Dialect& dialect, absl::string_view name) {
  const std::pair<absl::string_view, absl::string_view> pieces[] = {
      {"key", dialect.key},
      {"int", dialect.integer},
      {"text", dialect.text},
      {"bytes", dialect.bytes},
      {"table", dialect.table},
      {"keyed table", dialect.keyed_table},
      {"texts", dialect.texts},
      {"for share", dialect.for_share},
      {"for update", dialect.for_update},
      {"skip locked", dialect.skip_locked},
  };
  for (const auto& [known, piece] : pieces) {
    if (known == name) return piece;
  }
  ARENA_CHECK(false, std::string(name));
  return "";
}

}  // namespace

std::string Dialect::Fill(absl::string_view statement) const {
  std::string filled;
  while (true) {
    const size_t open = statement.find('{');
    absl::StrAppend(&filled, statement.substr(0, open));
    if (open == absl::string_view::npos) return filled;
    const size_t close = statement.find('}', open);
    ARENA_CHECK(close != absl::string_view::npos, std::string(statement));
    absl::StrAppend(&filled,
                    Piece(*this, statement.substr(open + 1, close - open - 1)));
    statement.remove_prefix(close + 1);
  }
}

}  // namespace arena::referee
