// The settings of a match.
#ifndef ARENA_MATCH_MATCH_SETTINGS_H_
#define ARENA_MATCH_MATCH_SETTINGS_H_

#include <optional>
#include <string>
#include <vector>

#include "arena/match/clock.h"
#include "arena/match/table.h"
#include "arena/v1/player.pb.h"

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
  // Versions and languages of the players, by seat; none for a match without a
  // referee. They stand in the record.
  std::vector<v1::PlayerInfo> player_infos = {};
  // Whether bots learn the names of the other bots only after the match.
  bool anonymous = false;
};

}  // namespace arena

#endif  // ARENA_MATCH_MATCH_SETTINGS_H_
