// All registered bots.
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/html/table.h"
#include "arena/v1/bot_service.pb.h"
#include "referee/site/pages/pages.h"
#include "referee/site/visit.h"
#include "referee/site/words.h"

namespace arena::referee {
namespace {

Html BotRow(const v1::Bot& bot) {
  return Element(
      "tr",
      {Cell(BotLink(bot.name())), Cell(ForeignText(bot.author())),
       Cell(bot.games().empty() ? "all" : absl::StrJoin(bot.games(), ", ")),
       NumberCell(absl::StrCat(bot.matches())),
       NumberCell(absl::StrCat(bot.fault_count())),
       Cell(bot.status() == v1::Bot::STATUS_ACTIVE    ? "active"
            : bot.status() == v1::Bot::STATUS_BENCHED ? "benched"
                                                      : "retired")});
}

Page BotListPage(const v1::ListBotsResponse& response) {
  Html rows;
  for (const v1::Bot& bot : response.bots()) rows += BotRow(bot);
  Html more;
  if (!response.next_page_token().empty()) {
    more = Element("p",
                   {Link(absl::StrCat("/bots?page=",
                                      AddressPart(response.next_page_token())),
                         "More bots")});
  }
  const Html table =
      rows.empty()
          ? Element("p", {"No bot is registered. Unregistered bots have pages, "
                          "too: matches link to them."})
          : ScrollingTable("Bots",
                           Joined({Column("Name"), Column("Author"),
                                   Column("Games"), NumberColumn("Matches"),
                                   NumberColumn("Faults"), Column("Status")}),
                           rows);
  return {.title = "Bots",
          .description = "The registered bots of this arena, by name.",
          .body = Joined({Element("h1", {"Bots"}),
                          Card("Registered", Joined({table, more}))}),
          .section = "/bots",
          .method = "BotService/ListBots"};
}

}  // namespace

net::awaitable<SiteAnswer> BotsPage(SiteRequest& request) {
  v1::ListBotsRequest asked;
  asked.set_page_token(request.visit.Asked("page"));
  const auto response = co_await request.referee.Ask<v1::ListBotsResponse>(
      "BotService/ListBots", asked);
  if (!response.ok()) co_return response.status();
  co_return BotListPage(*response);
}

}  // namespace arena::referee
