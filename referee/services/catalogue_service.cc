#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "arena/core/check.h"
#include "arena/games/registry.h"
#include "arena/v1/catalogue_service.pb.h"
#include "referee/access/replies.h"
#include "referee/services/services.h"

namespace arena::referee {
namespace {

v1::GameOption OptionMessage(const OptionSpec& spec) {
  v1::GameOption option;
  option.set_name(spec.name);
  option.set_default_value(spec.default_value);
  option.set_meaning(spec.meaning);
  switch (spec.kind) {
    case OptionKind::kBool:
      option.set_kind(v1::GameOption::KIND_BOOL);
      break;
    case OptionKind::kInt:
      option.set_kind(v1::GameOption::KIND_INT);
      option.set_min(static_cast<int32_t>(spec.min));
      option.set_max(static_cast<int32_t>(spec.max));
      break;
    case OptionKind::kChoice:
      option.set_kind(v1::GameOption::KIND_CHOICE);
      for (absl::string_view choice : absl::StrSplit(spec.choices, '|')) {
        option.add_choices(std::string(choice));
      }
      break;
  }
  return option;
}

void FillGame(const GameInfo& info, v1::Game& message) {
  message.set_name(info.name);
  message.set_summary(info.summary);
  message.set_rules_version(info.rules_version);
  for (int seats = info.min_seats; seats <= info.max_seats; ++seats) {
    message.add_seats(seats);
  }
  message.set_default_seats(info.default_seats);
  message.set_max_plies(info.max_plies);
  message.set_action_space_size(static_cast<uint32_t>(info.action_space));
  message.set_chance(info.chance);
  message.set_simultaneous(info.simultaneous);
  message.set_announcements(info.announcements);
  message.set_hidden(info.hidden);
  for (const OptionSpec& spec : info.options) {
    *message.add_options() = OptionMessage(spec);
  }
}

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
    v1::Game message;
    FillGame(*game.info, message);
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
