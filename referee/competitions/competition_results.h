// The results of a competition, page by page.
#ifndef REFEREE_COMPETITIONS_COMPETITION_RESULTS_H_
#define REFEREE_COMPETITIONS_COMPETITION_RESULTS_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "arena/v1/competition_service.pb.h"
#include "referee/store/store.h"

namespace arena::referee {

// A page of results. INVALID_ARGUMENT if the token or cursor is not one of this
// competition, or the page too large; NOT_FOUND; DATA_LOSS names a match whose
// result is damaged.
absl::StatusOr<v1::ListResultsResponse> ReadResults(
    Store& store, const v1::ListResultsRequest& request);

// The cursor behind the result of this number.
std::string ResultCursor(const std::string& competition, int64_t number);

}  // namespace arena::referee

#endif  // REFEREE_COMPETITIONS_COMPETITION_RESULTS_H_
