#include "arena/games/registry.h"

#include <initializer_list>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/core/suggestion.h"
#include "arena/core/text.h"
#include "arena/games/base/game_of.h"
#include "arena/games/doppelkopf/doppelkopf.h"
#include "arena/games/octrix/octrix.h"
#include "arena/games/ordago/ordago.h"
#include "arena/games/ordo/ordo.h"
#include "arena/games/seconds/seconds.h"

namespace arena {
namespace {

constexpr std::initializer_list<Game> kGames = {
    GameOf<doppelkopf::State>(), GameOf<octrix::State>(),
    GameOf<ordago::State>(),     GameOf<ordo::State>(),
    GameOf<seconds::State>(),
};

}  // namespace

absl::Span<const Game> AllGames() { return {kGames.begin(), kGames.size()}; }

absl::StatusOr<const Game*> FindGame(absl::string_view name) {
  for (const Game& game : AllGames()) {
    if (name == game.info->name) return &game;
  }
  std::vector<std::string> names;
  for (const Game& game : AllGames()) names.push_back(game.info->name);
  return absl::NotFoundError(
      absl::StrCat("no game \"", Shortened(name), "\"",
                   DidYouMean(name, names), "; the games are: ",
                   absl::StrJoin(names, ", ")));
}

absl::Status CheckSeats(const GameInfo& info, int seats) {
  if (seats >= info.min_seats && seats <= info.max_seats) {
    return absl::OkStatus();
  }
  const std::string range =
      info.min_seats == info.max_seats
          ? absl::StrCat(info.min_seats)
          : absl::StrCat(info.min_seats, " to ", info.max_seats);
  return absl::InvalidArgumentError(absl::StrCat(info.name, " is played with ",
                                                 range, " seats, not ", seats));
}

}  // namespace arena
