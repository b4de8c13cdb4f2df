#include <string>
#include <utility>

#include "arena/core/check.h"
#include "arena/games/registry.h"
#include "arena/rulebook/game_message.h"
#include "arena/v1/catalogue_service.pb.h"
#include "referee/access/replies.h"
#include "referee/services/services.h"

namespace arena::referee {
namespace {

absl::StatusOr<v1::ListGamesResponse> ListGamesPage(
    const v1::ListGamesRequest& request) {
  const std::string list = ListOf(request);
  ARENA_ASSIGN_OR_RETURN(const int size, PageSize(request.page_size()));
  ARENA_ASSIGN_OR_RETURN(const std::string behind,
                         ReadPageToken(list, request.page_token()));
  v1::ListGamesResponse page;
  PageRoom room(size);
  for (const Game& game : AllGames()) {
    if (game.info->name <= behind) continue;
    v1::Game message = rulebook::GameMessage(game);
    if (!room.Take(message)) {
      page.set_next_page_token(
          MakePageToken(list, page.games().rbegin()->name()));
      break;
    }
    *page.add_games() = std::move(message);
  }
  return page;
}

}  // namespace

std::vector<Method> CatalogueMethods() {
  // Open to all, because it is the same in every referee of a build.
  return {Unary("CatalogueService.ListGames", kEverybody,
                [](const Call&, const v1::ListGamesRequest& request,
                   const Reply<v1::ListGamesResponse>& reply) {
                  reply(ListGamesPage(request));
                })};
}

}  // namespace arena::referee
