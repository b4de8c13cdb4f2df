#include "arena/competition/planning/spec_form.h"

#include <map>
#include <string>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/games/registry.h"

namespace arena::competition {
namespace {

// The status with the name of the field before its message.
absl::Status WrongForm(absl::string_view field, const absl::Status& status) {
  return absl::InvalidArgumentError(
      absl::StrCat(field, ": ", status.message()));
}

// Sides by their first seat.
std::vector<std::vector<Seat>> SidesOf(const AnyState& state, int seats) {
  std::vector<std::vector<Seat>> sides;
  std::map<int, size_t> side_of_team;
  for (Seat seat = 0; seat < seats; ++seat) {
    const auto [side, added] =
        side_of_team.emplace(state->TeamOf(seat), sides.size());
    if (added) sides.emplace_back();
    sides[side->second].push_back(seat);
  }
  return sides;
}

}  // namespace

bool GameForm::partnerships() const {
  return absl::c_all_of(sides,
                        [](const auto& side) { return side.size() == 2; });
}

absl::StatusOr<GameForm> FormOf(const v1::CompetitionSpec& spec) {
  const absl::StatusOr<const Game*> game = FindGame(spec.game());
  if (!game.ok()) return WrongForm("game", game.status());
  const GameInfo& info = *(*game)->info;
  absl::StatusOr<GameOptions> options = GameOptions::FromMap(
      info.options, {spec.options().begin(), spec.options().end()});
  if (!options.ok()) return WrongForm("options", options.status());
  const int seats =
      spec.seats() == 0 ? info.default_seats : static_cast<int>(spec.seats());
  const absl::Status possible = CheckSeats(info, seats);
  if (!possible.ok()) return WrongForm("seats", possible);
  const absl::StatusOr<AnyState> state = (*game)->create(seats, *options);
  if (!state.ok()) return WrongForm("options", state.status());
  return GameForm{*game, seats, *std::move(options), SidesOf(*state, seats)};
}

std::vector<v1::SeatSpec> PlayersBySeat(const v1::CompetitionSpec& spec,
                                        const GameForm& form,
                                        absl::Span<const uint32_t> entrants) {
  ARENA_CHECK(static_cast<int>(entrants.size()) == form.seats, entrants.size(),
              " entrants, ", form.seats, " seats");
  std::vector<v1::SeatSpec> players(entrants.size());
  for (const std::vector<Seat>& side : form.sides) {
    for (size_t place = 0; place < side.size(); ++place) {
      const Seat seat = side[place];
      const v1::Entrant& entrant =
          spec.entrants(static_cast<int>(entrants[seat]));
      const bool pair = entrant.players_size() == 2;
      players[seat] = entrant.players(pair ? static_cast<int>(place) : 0);
    }
  }
  return players;
}

}  // namespace arena::competition
