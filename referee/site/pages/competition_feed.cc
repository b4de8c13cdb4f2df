// The results of a competition as a feed (Atom, RFC 4287).
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "arena/v1/competition_service.pb.h"
#include "arena/v1/match_service.pb.h"
#include "referee/site/answer.h"
#include "referee/site/pages/pages.h"
#include "referee/site/visit.h"
#include "referee/site/words.h"

namespace arena::referee {
namespace {

constexpr int kEntries = 30;

std::string AtomTime(const google::protobuf::Timestamp& time) {
  return absl::FormatTime("%Y-%m-%dT%H:%M:%SZ", ToTime(time),
                          absl::UTCTimeZone());
}

// An id that stays the same, at any address of the referee.
std::string IdOf(absl::string_view kind, absl::string_view name) {
  return absl::StrCat("tag:pentathlon,2026:", kind, "/", AddressPart(name));
}

Html Entry(const v1::Match& match, bool spoilers) {
  std::string title = PlainLine(PlayersText(match));
  if (spoilers) absl::StrAppend(&title, ": ", PlainLine(ResultText(match)));
  return Element(
      "entry",
      {Element("id", {IdOf("match", match.match_id())}),
       Element("title", {title}),
       Element("updated", {AtomTime(match.end_time())}),
       Element(
           "link",
           {{"href", absl::StrCat("/match/", AddressPart(match.match_id()))}},
           {})});
}

std::string Feed(const v1::Competition& competition,
                 const v1::ListMatchesResponse& matches, bool spoilers) {
  const std::string& name = competition.spec().name();
  const std::string address = absl::StrCat("/competition/", AddressPart(name));
  Html entries;
  for (const v1::Match& match : matches.matches()) {
    entries += Entry(match, spoilers);
  }
  const auto& updated = matches.matches_size() > 0
                            ? matches.matches(0).end_time()
                            : competition.create_time();
  return absl::StrCat(
      "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n",
      Element("feed", {{"xmlns", "http://www.w3.org/2005/Atom"}},
              {Element("id", {IdOf("competition", name)}),
               Element("title", {absl::StrCat(PlainLine(name), ", results")}),
               Element("author", {Element("name", {"Pentathlon"})}),
               Element("updated", {AtomTime(updated)}),
               Element("link", {{"href", address}}, {}),
               Element("link",
                       {{"rel", "self"},
                        {"href", absl::StrCat(address, "/feed.atom")}},
                       {}),
               entries})
          .markup(),
      "\n");
}

}  // namespace

net::awaitable<SiteAnswer> CompetitionFeed(SiteRequest& request) {
  v1::GetCompetitionRequest named;
  named.set_name(request.name());
  const auto got = co_await request.referee.Ask<v1::GetCompetitionResponse>(
      "CompetitionService/GetCompetition", named);
  if (!got.ok()) co_return got.status();
  v1::ListMatchesRequest latest;
  latest.set_competition(request.name());
  latest.set_state(v1::Match::STATE_FINISHED);
  latest.set_page_size(kEntries);
  const auto matches = co_await request.referee.Ask<v1::ListMatchesResponse>(
      "MatchService/ListMatches", latest);
  if (!matches.ok()) co_return matches.status();
  const Visit& visit = request.visit;
  co_return Answer(
      visit, 200, "application/atom+xml; charset=utf-8",
      Feed(got->competition(), *matches, visit.Asked("spoilers") != "0"),
      visit.has_token() ? Keep::kNever : Keep::kAsk);
}

}  // namespace arena::referee
