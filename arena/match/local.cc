#include "arena/match/local.h"

#include <deque>
#include <utility>

#include "arena/core/check.h"

namespace arena {
absl::StatusOr<Match> PlayLocally(const MatchSettings& settings,
                                  const std::vector<std::string>& names) {
  ARENA_ASSIGN_OR_RETURN(Match match, Match::Create(settings));
  const TableConfig& table = settings.table;
  std::vector<std::unique_ptr<BuiltInPlayer>> players;
  for (Seat seat = 0; seat < table.seats; ++seat) {
    ARENA_ASSIGN_OR_RETURN(
        std::unique_ptr<BuiltInPlayer> player,
        MakeBuiltIn(names[seat], *table.game, table.seats, table.options,
                    BuiltInSeed(table.seed, seat)));
    players.push_back(std::move(player));
  }
  const absl::Time now = absl::UnixEpoch();
  Effects effects;
  match.Begin(now);
  for (Seat seat = 0; seat < table.seats; ++seat) {
    match.Attach(seat, {}, now, effects);
  }
  effects.messages.clear();
  for (Seat seat = 0; seat < table.seats; ++seat) {
    match.Ready(seat, now, effects);
  }
  std::deque<Outgoing> due;
  while (true) {
    for (Outgoing& out : effects.messages) {
      if (out.message.has_prompt()) due.push_back(std::move(out));
    }
    effects = Effects();
    if (match.over() || due.empty()) break;
    const v1::Prompt& prompt = due.front().message.prompt();
    if (prompt.kind() == v1::DECISION_KIND_MUST) {
      const v1::Act act = players[due.front().seat]->Choose(prompt);
      match.Act(due.front().seat, act, now, effects);
    }
    due.pop_front();
  }
  ARENA_CHECK(match.over(), "a match of ", table.game->info->name, " stalled");
  return match;
}

}  // namespace arena
