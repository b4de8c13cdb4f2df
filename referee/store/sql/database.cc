#include "referee/store/sql/database.h"

#include "absl/strings/str_cat.h"

namespace arena::referee {

absl::Status CheckLimit(int limit) {
  if (limit >= 1) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("a page has at least 1 row, not ", limit));
}

}  // namespace arena::referee
