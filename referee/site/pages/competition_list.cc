#include "referee/site/pages/competition_list.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "arena/competition/planning/formats.h"
#include "arena/competition/report/standings_words.h"
#include "arena/html/table.h"
#include "referee/site/pages/pages.h"
#include "referee/site/visit.h"
#include "referee/site/words.h"

namespace arena::referee {
namespace {

Html CompetitionRow(const v1::Competition& competition) {
  const v1::CompetitionSpec& spec = competition.spec();
  return Element(
      "tr", {Cell(CompetitionLink(spec.name())), Cell(GameLink(spec.game())),
             Cell(competition::StateName(competition)),
             Cell(ProgressText(competition.progress())),
             Cell(competition::FormatOf(spec).name),
             NumberCell(absl::StrCat(spec.entrants_size())),
             Cell(TimeHtml(competition.create_time()))});
}

Page CompetitionListPage(const v1::ListCompetitionsResponse& response) {
  Html more;
  if (!response.next_page_token().empty()) {
    more = Element("p",
                   {Link(absl::StrCat("/competitions?page=",
                                      AddressPart(response.next_page_token())),
                         "Older competitions")});
  }
  return {
      .title = "Competitions",
      .description = "All competitions of this arena, newest first.",
      .body = Joined(
          {Element("h1", {"Competitions"}),
           Card("Under way", CompetitionTable(response.competitions(), true)),
           Card("Over", CompetitionTable(response.competitions(), false)),
           more}),
      .section = "/competitions",
      .method = "CompetitionService/ListCompetitions",
      .live = true};
}

}  // namespace

bool IsUnderWay(const v1::Competition& competition) {
  return competition.state() == v1::Competition::STATE_RUNNING ||
         competition.state() == v1::Competition::STATE_STOPPED;
}

std::string ProgressText(const v1::Progress& progress) {
  if (progress.matches_total() == 0) {
    return absl::StrCat(progress.matches_over(), " matches");
  }
  return absl::StrCat(progress.matches_over(), " of ", progress.matches_total(),
                      " matches");
}

Html CompetitionTable(
    const google::protobuf::RepeatedPtrField<v1::Competition>& competitions,
    bool running) {
  Html rows;
  for (const v1::Competition& competition : competitions) {
    if (IsUnderWay(competition) == running) rows += CompetitionRow(competition);
  }
  if (rows.empty()) return Element("p", {"There are none."});
  return ScrollingTable(
      running ? "Competitions under way" : "Competitions that are over",
      Joined({Column("Name"), Column("Game"), Column("State"),
              Column("Progress"), Column("Format"), NumberColumn("Entrants"),
              Column("Since")}),
      rows);
}

net::awaitable<SiteAnswer> CompetitionsPage(SiteRequest& request) {
  v1::ListCompetitionsRequest asked;
  asked.set_page_token(request.visit.Asked("page"));
  const auto response =
      co_await request.referee.Ask<v1::ListCompetitionsResponse>(
          "CompetitionService/ListCompetitions", asked);
  if (!response.ok()) co_return response.status();
  co_return CompetitionListPage(*response);
}

}  // namespace arena::referee
