// The form of the game that a competition plays: its seats, and the seats that
// win together.
#ifndef ARENA_COMPETITION_PLANNING_SPEC_FORM_H_
#define ARENA_COMPETITION_PLANNING_SPEC_FORM_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "arena/games/base/any_state.h"
#include "arena/v1/competition.pb.h"

namespace arena::competition {

// A game with its options and seats. A value.
struct GameForm {
  const Game* game;
  int seats;
  GameOptions options;
  // The seats of each side, ascending; sides ordered by their first seat. A
  // side is a team of the game, usually a single seat.
  std::vector<std::vector<Seat>> sides;

  int side_count() const { return static_cast<int>(sides.size()); }
  // Whether every side is a partnership of two seats, which a pair can take.
  bool partnerships() const;
};

// The form that a specification asks for; `seats` 0 is the game's default. A
// fresh state, never the game's name, tells the sides. INVALID_ARGUMENT
// names the field that is wrong.
absl::StatusOr<GameForm> FormOf(const v1::CompetitionSpec& spec);

// The players of a match by seat, given its entrants by seat. The first player
// of a pair has the first seat of its side.
std::vector<v1::SeatSpec> PlayersBySeat(const v1::CompetitionSpec& spec,
                                        const GameForm& form,
                                        absl::Span<const uint32_t> entrants);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_PLANNING_SPEC_FORM_H_
