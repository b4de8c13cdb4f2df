#include "arena/games/rules_registry.h"

#include <array>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/core/suggestion.h"
#include "arena/core/text.h"
#include "arena/games/all_games.h"
#include "arena/games/base/position_of.h"

namespace arena {
namespace {

template <typename... States>
constexpr std::array<GameRules, sizeof...(States)> RulesOfAll(
    StateList<States...> /*all*/) {
  return {RulesEntryOf<States>()...};
}

constexpr auto kRules = RulesOfAll(AllStates());

}  // namespace

absl::Span<const GameRules> AllRules() { return kRules; }

absl::StatusOr<const GameRules*> FindRules(absl::string_view name) {
  for (const GameRules& game : AllRules()) {
    if (name == game.info->name) return &game;
  }
  return NoSuchGame(name);
}

absl::Status NoSuchGame(absl::string_view name) {
  std::vector<std::string> names;
  for (const GameRules& game : AllRules()) names.push_back(game.info->name);
  return absl::NotFoundError(
      absl::StrCat("no game \"", Shortened(name), "\"", DidYouMean(name, names),
                   "; the games are: ", absl::StrJoin(names, ", ")));
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
