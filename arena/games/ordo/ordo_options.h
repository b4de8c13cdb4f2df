// The options of Ordo, and the bounds that follow from them.
#ifndef ARENA_GAMES_ORDO_ORDO_OPTIONS_H_
#define ARENA_GAMES_ORDO_ORDO_OPTIONS_H_

#include <array>

#include "arena/games/base/options.h"

namespace arena::ordo {

inline constexpr int kMaxPieces = 20;
// Positions repeat only within the sideways plies since the last other ply;
// the options allow at most this many of these.
inline constexpr int kMaxReversible = 400;
// Enough for openings that never repeat, and few enough to keep the sides
// apart.
inline constexpr int kMaxOpeningPlies = 10;

inline constexpr std::array<OptionSpec, 6> kOptions = {
    kTextPreset,
    ChoiceOption("variant", "classic|x", "classic", "Classic Ordo or Ordo X"),
    IntOption("repetition", 0, 100, "3",
              "classic: draw when a position occurs this often; 0 is off"),
    IntOption("sideways_limit", 0, kMaxReversible, "60",
              "classic: draw after this many plies in a row without a capture "
              "or a change of row; 0 is off"),
    IntOption("max_plies", 0, kMaxReversible, "400",
              "classic: draw after this many plies; 0 is off"),
    IntOption("opening_plies", 0, kMaxOpeningPlies, "0",
              "plies that chance makes before the first decision, without "
              "captures or threats"),
};

// Plies of the longest match, possible only with max_plies=0: every ply that is
// not sideways...
inline constexpr int kMaxOtherPlies =
    2 * 110     // uses up rows that pieces are away from the row before goal,
    + 38 * 60   // which a reconnection by a run can give back,
    + 38 + 39;  // or is a reconnection or a capture;
inline constexpr int kMaxPlies =
    (kMaxOtherPlies + 1) * kMaxReversible;  // sideways plies between them

}  // namespace arena::ordo

#endif  // ARENA_GAMES_ORDO_ORDO_OPTIONS_H_
