#include "arena/match/local.h"

#include <memory>
#include <utility>

#include "arena/core/check.h"

namespace arena {

Question QuestionFor(const BuiltInPlayer& player, Seat seat,
                     const Table& table) {
  Question question{.seat = seat,
                    .decision = table.decision(),
                    .legal = table.Legal(seat),
                    .observation = {}};
  if (player.wants_observation()) {
    table.state()->ObservationFor(seat, question.observation);
  }
  return question;
}

absl::StatusOr<Table> PlayLocally(const TableConfig& config,
                                  const std::vector<std::string>& names) {
  ARENA_ASSIGN_OR_RETURN(Table table, Table::Create(config));
  std::vector<std::unique_ptr<BuiltInPlayer>> players;
  for (Seat seat = 0; seat < config.seats; ++seat) {
    ARENA_ASSIGN_OR_RETURN(
        std::unique_ptr<BuiltInPlayer> player,
        MakeBuiltIn(names[seat], *config.game, config.seats, config.options,
                    BuiltInSeed(config.seed, seat)));
    players.push_back(std::move(player));
  }
  while (!table.over()) {
    std::optional<MatchEntry> entry = table.FollowsByItself();
    if (!entry.has_value()) {
      const Seat seat = table.Owing().first();
      BuiltInPlayer& player = *players[seat];
      entry =
          MatchEntry{.kind = EntryKind::kChoice,
                     .seat = seat,
                     .action = player.Choose(QuestionFor(player, seat, table))};
    }
    ARENA_RETURN_IF_ERROR(table.Play(*entry).status());
  }
  return table;
}

}  // namespace arena
