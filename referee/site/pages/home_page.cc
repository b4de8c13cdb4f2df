// The first page: matches and competitions under way, and those that have just
// ended.
#include "arena/html/table.h"
#include "arena/v1/competition_service.pb.h"
#include "arena/v1/match_service.pb.h"
#include "referee/site/answer.h"
#include "referee/site/pages/competition_list.h"
#include "referee/site/pages/match_table.h"
#include "referee/site/pages/pages.h"
#include "referee/site/visit.h"
#include "referee/site/words.h"

namespace arena::referee {
namespace {

constexpr int kLiveShown = 20;
constexpr int kResultsShown = 15;
constexpr int kCompetitionsShown = 20;

v1::ListMatchesRequest MatchesIn(v1::Match::State state, int most) {
  v1::ListMatchesRequest request;
  request.set_state(state);
  request.set_page_size(most);
  return request;
}

Page Home(const v1::ListCompetitionsResponse& competitions,
          const MatchList& live, const MatchList& latest, bool spoilers) {
  const Html hide = latest.empty() ? Html() : SpoilerLink("/", spoilers);
  Page page = {.title = "Bots compete at five games",
               .description =
                   "Competitions under way, live matches and the "
                   "latest results of this arena."};
  page.body = Joined(
      {Element("h1", {"Bots compete at five games"}),
       Card("Competitions under way",
            CompetitionTable(competitions.competitions(), /*running=*/true)),
       Card("Live matches", MatchTable(live, {.caption = "Live matches"})),
       Card("Latest results",
            Joined({MatchTable(latest, {.caption = "Latest results",
                                        .spoilers = spoilers}),
                    hide})),
       Card("Latest competitions", CompetitionTable(competitions.competitions(),
                                                    /*running=*/false))});
  page.method = "MatchService/ListMatches";
  page.live = true;
  return page;
}

}  // namespace

net::awaitable<SiteAnswer> HomePage(SiteRequest& request) {
  v1::ListCompetitionsRequest all;
  all.set_page_size(kCompetitionsShown);
  const auto competitions =
      co_await request.referee.Ask<v1::ListCompetitionsResponse>(
          "CompetitionService/ListCompetitions", all);
  if (!competitions.ok()) co_return competitions.status();
  const v1::ListMatchesRequest running =
      MatchesIn(v1::Match::STATE_RUNNING, kLiveShown);
  const auto live = co_await request.referee.Ask<v1::ListMatchesResponse>(
      "MatchService/ListMatches", running);
  if (!live.ok()) co_return live.status();
  const v1::ListMatchesRequest over =
      MatchesIn(v1::Match::STATE_FINISHED, kResultsShown);
  const auto latest = co_await request.referee.Ask<v1::ListMatchesResponse>(
      "MatchService/ListMatches", over);
  if (!latest.ok()) co_return latest.status();
  co_return Home(*competitions, live->matches(), latest->matches(),
                 request.visit.Asked("spoilers") != "0");
}

}  // namespace arena::referee
