#include "referee/competitions/competition_results.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "referee/access/replies.h"

namespace arena::referee {
namespace {

constexpr PageSizes kPages = {.if_absent = 1000, .largest = 10000};

}  // namespace

absl::StatusOr<v1::ListResultsResponse> ReadResults(
    Store& store, const v1::ListResultsRequest& request) {
  const std::string list = ListOf(request);
  ARENA_ASSIGN_OR_RETURN(const int limit,
                         PageSize(request.page_size(), kPages));
  ARENA_ASSIGN_OR_RETURN(int64_t last,
                         ReadPageNumber(list, request.page_token()));
  ARENA_ASSIGN_OR_RETURN(ResultPage page, store.competitions().ReadResults(
                                              request.name(), last, limit + 1));
  v1::ListResultsResponse response;
  PageRoom room(limit);
  for (v1::CompetitionMatch& match : page.matches) {
    if (!room.Take(match)) break;
    *response.add_matches() = std::move(match);
    // Results are numbered without gaps.
    ++last;
  }
  response.set_cursor(ResultCursor(request.name(), last));
  if (last < page.last) response.set_next_page_token(response.cursor());
  return response;
}

std::string ResultCursor(const std::string& competition, int64_t number) {
  v1::ListResultsRequest request;
  request.set_name(competition);
  return MakePageToken(ListOf(request), absl::StrCat(number));
}

}  // namespace arena::referee
