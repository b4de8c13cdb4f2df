#include "referee/paging.h"

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "arena/core/text.h"

namespace arena::referee {

absl::StatusOr<int> PageSize(uint32_t asked, const PageSizes& sizes) {
  if (asked == 0) return static_cast<int>(sizes.if_absent);
  if (asked <= sizes.largest) return static_cast<int>(asked);
  return absl::InvalidArgumentError(
      absl::StrCat("page_size is ", asked, "; expected at most ", sizes.largest,
                   ", or 0 for ", sizes.if_absent));
}

absl::StatusOr<int64_t> PageToken(const std::string& token) {
  int64_t number = 0;
  if (token.empty() || (absl::SimpleAtoi(token, &number) && number >= 0)) {
    return number;
  }
  return absl::InvalidArgumentError(
      absl::StrCat("page_token is \"", Shortened(token),
                   "\"; expected one from an earlier response, or none"));
}

}  // namespace arena::referee
