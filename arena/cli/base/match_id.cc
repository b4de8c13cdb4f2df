#include "arena/cli/base/match_id.h"

#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/cli/base/output.h"
#include "arena/cli/base/referee_channel.h"
#include "arena/core/check.h"
#include "arena/core/text.h"

namespace arena::cli {
namespace {

using MatchStub = v1::MatchService::Stub;

// The most candidates that a message names.
constexpr size_t kMostNamed = 8;

absl::StatusOr<std::vector<v1::Match>> MatchesThatBegin(
    MatchStub& stub, const std::string& beginning) {
  v1::ListMatchesRequest request;
  request.set_page_size(kLargestPage);
  std::vector<v1::Match> found;
  ARENA_RETURN_IF_ERROR(
      ForEachPage(stub, &MatchStub::ListMatches, request,
                  [&](v1::ListMatchesResponse page) {
                    for (v1::Match& match : *page.mutable_matches()) {
                      if (absl::StartsWith(match.match_id(), beginning)) {
                        found.push_back(std::move(match));
                      }
                    }
                    return found.size() <= kMostNamed;
                  }));
  return found;
}

absl::Status Ambiguous(const std::string& beginning,
                       std::vector<v1::Match> found) {
  const bool more = found.size() > kMostNamed;
  if (more) found.resize(kMostNamed);
  return absl::InvalidArgumentError(absl::StrCat(
      "\"", beginning, "\" is the beginning of several match ids; give more "
      "characters:\n",
      absl::StrJoin(found, "\n",
                    [](std::string* out, const v1::Match& match) {
                      absl::StrAppend(
                          out, "  ", match.match_id(), " ", match.game(), " ",
                          TimeOrDash(match.has_create_time(),
                                     match.create_time()));
                    }),
      more ? "\n  ..." : ""));
}

}  // namespace

absl::StatusOr<v1::GetMatchResponse> GetMatch(MatchStub& stub,
                                              const std::string& id) {
  v1::GetMatchRequest request;
  request.set_match_id(id);
  return Call(stub, &MatchStub::GetMatch, request);
}

absl::StatusOr<v1::GetMatchResponse> FindMatch(MatchStub& stub,
                                               const std::string& id) {
  absl::StatusOr<v1::GetMatchResponse> whole = GetMatch(stub, id);
  if (!absl::IsNotFound(whole.status())) return whole;
  if (id.size() < kShortestId) {
    return absl::InvalidArgumentError(
        absl::StrCat("no match has the id \"", id, "\"; expected a whole id, "
                     "or at least its first ", kShortestId, " characters"));
  }
  ARENA_ASSIGN_OR_RETURN(std::vector<v1::Match> found,
                         MatchesThatBegin(stub, id));
  if (found.size() == 1) {
    return GetMatch(stub, found[0].match_id());
  }
  if (!found.empty()) return Ambiguous(id, std::move(found));
  return absl::NotFoundError(
      absl::StrCat("no match has the id \"", Shortened(id),
                   "\", and no id begins with it; see `arena match list`"));
}

}  // namespace arena::cli
