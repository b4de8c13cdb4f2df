// The page of matches that share their deals: the shell that the viewer fills.
#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/match/entry.h"
#include "arena/v1/competition_service.pb.h"
#include "arena/viewer/match_set.h"
#include "referee/site/answer.h"
#include "referee/site/pages/pages.h"
#include "referee/site/words.h"

namespace arena::referee {
namespace {

// Results cannot be found by set, so all are read, so many at once.
constexpr uint32_t kResultsAtOnce = 1000;
constexpr int kMostPages = 50;

struct SetName {
  std::string competition;
  uint32_t number = 0;
};

absl::StatusOr<SetName> ReadSetName(const SiteRequest& request) {
  SetName set = {.competition = request.name()};
  if (!absl::SimpleAtoi(request.leaf(), &set.number)) {
    return absl::NotFoundError(absl::StrCat(
        "\"", request.leaf(), "\" is no number of a set; expected 0 or more"));
  }
  return set;
}

// The matches of the set that have a result, by their number in the set.
using Ids = std::map<uint32_t, std::string>;

void AddMatches(const v1::ListResultsResponse& page, uint32_t set, Ids& ids) {
  for (const v1::CompetitionMatch& match : page.matches()) {
    // A match that was played again has several attempts.
    if (match.set() != set || !HasResult(match.result().termination())) {
      continue;
    }
    ids[match.match()] = match.match_id();
  }
}

net::awaitable<absl::StatusOr<std::vector<std::string>>> FindMatches(
    SiteRequest& request, const SetName& set) {
  v1::ListResultsRequest asked;
  asked.set_name(set.competition);
  asked.set_page_size(kResultsAtOnce);
  Ids ids;
  for (int i = 0; i < kMostPages; ++i) {
    const auto page = co_await request.referee.Ask<v1::ListResultsResponse>(
        "CompetitionService/ListResults", asked);
    if (!page.ok()) co_return page.status();
    AddMatches(*page, set.number, ids);
    asked.set_page_token(page->next_page_token());
    if (page->next_page_token().empty()) break;
  }
  if (ids.empty()) {
    const absl::string_view where =
        asked.page_token().empty() ? "" : " among the first 50000 results";
    co_return absl::NotFoundError(absl::StrCat("No match of set ", set.number,
                                               " of ", set.competition,
                                               " has a result", where, "."));
  }
  std::vector<std::string> ordered;
  for (const auto& [number, id] : ids) ordered.push_back(id);
  co_return ordered;
}

std::string AddressOf(const std::string& match_id) {
  return absl::StrCat("/match/", AddressPart(match_id));
}

// For readers without scripts.
Html Links(const std::vector<std::string>& ids) {
  Html links;
  for (const std::string& id : ids) {
    links += Element("li", {Link(AddressOf(id), ForeignText(id))});
  }
  return Element("noscript",
                 {Element("p", {"The tables are drawn by a script, and scripts "
                                "are switched off. The matches:"}),
                  Element("ul", {links})});
}

// A page with some of the matches; a link asks for the others, from `from` on.
Page Shell(const SetName& set, const std::vector<std::string>& ids,
           size_t from) {
  std::vector<std::string> documents;
  const size_t end = std::min(from + viewer::kMostTables, ids.size());
  for (size_t i = from; i < end; ++i) {
    documents.push_back(absl::StrCat(AddressOf(ids[i]), "/document"));
  }
  Page page = {
      .title = absl::StrCat("Set ", set.number, " of ", set.competition),
      .description = absl::StrCat(
          "The matches of set ", set.number, " of ", set.competition,
          " side by side: the same deals, and the different decisions.")};
  page.body =
      Joined({LinksAround("This set",
                          Element("li", {CompetitionLink(set.competition)})),
              Links(ids)});
  page.section = "/competitions";
  page.viewer = true;
  page.module = "set_main.js";
  page.data = {{"data-documents", absl::StrJoin(documents, " ")}};
  if (end < ids.size()) {
    page.data.push_back(
        {"data-more", absl::StrCat("/set/", AddressPart(set.competition), "/",
                                   set.number, "?from=", end)});
  }
  return page;
}

}  // namespace

net::awaitable<SiteAnswer> SetPage(SiteRequest& request) {
  const absl::StatusOr<SetName> set = ReadSetName(request);
  if (!set.ok()) co_return set.status();
  const auto ids = co_await FindMatches(request, *set);
  if (!ids.ok()) co_return ids.status();
  if (ids->size() == 1) co_return SeeOther(AddressOf(ids->front()));
  size_t from = 0;
  const std::string asked = request.visit.Asked("from");
  if (!asked.empty() &&
      (!absl::SimpleAtoi(asked, &from) || from >= ids->size())) {
    co_return absl::InvalidArgumentError(
        absl::StrCat("from is \"", asked, "\"; expected 0 to ", ids->size() - 1,
                     ", a match of the set"));
  }
  co_return Shell(*set, *ids, from);
}

}  // namespace arena::referee
