// What a match is before it begins.
#ifndef ARENA_MATCH_MATCH_SETTINGS_H_
#define ARENA_MATCH_MATCH_SETTINGS_H_

#include <optional>
#include <string>
#include <vector>

#include "arena/match/clock.h"
#include "arena/match/table.h"

namespace arena {

struct MatchSettings {
  std::string id;
  TableConfig table;
  // No limits if absent.
  std::optional<ClockSettings> clock;
  // Public names, by seat.
  std::vector<std::string> players;
  // For the bots' own logs.
  std::string label;
  // Whether other matches have the same deals, so that the end of this match
  // must not show the seed.
  bool sealed = false;
};

}  // namespace arena

#endif  // ARENA_MATCH_MATCH_SETTINGS_H_
