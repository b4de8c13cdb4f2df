// Pages of methods that list something.
#ifndef REFEREE_PAGING_H_
#define REFEREE_PAGING_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"

namespace arena::referee {

struct PageSizes {
  uint32_t if_absent = 50;
  uint32_t largest = 1000;
};

// The size of a page, from a request's page_size; 0 stands for the default.
// INVALID_ARGUMENT if it is too large: a page shorter than requested would look
// like the last one.
absl::StatusOr<int> PageSize(uint32_t asked, const PageSizes& sizes = {});

// The value of a request's page_token if page tokens are numbers of the store;
// 0 for an empty token. INVALID_ARGUMENT if the token is not one of ours.
absl::StatusOr<int64_t> PageToken(const std::string& token);

}  // namespace arena::referee

#endif  // REFEREE_PAGING_H_
