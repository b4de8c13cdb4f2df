// The bot that `arena check-bot` checks.
#ifndef ARENA_CLI_CHECK_CHECK_SUBJECT_H_
#define ARENA_CLI_CHECK_CHECK_SUBJECT_H_

#include "absl/algorithm/container.h"
#include "absl/time/time.h"
#include "arena/cli/check/check_match.h"
#include "arena/games/registry.h"
#include "arena/v1/play_service.pb.h"

namespace arena::cli {

// The data that the checks share.
struct CheckSubject {
  CheckMatches& table;
  // The hello of the first check; empty before this check.
  v1::Hello hello;

  // The game of the checks that need only one game; null if the bot plays no
  // game of this release.
  const Game* AnyGame() const {
    for (const v1::GameSupport& plays : hello.plays()) {
      const auto game = FindGame(plays.game());
      if (game.ok()) return *game;
    }
    return nullptr;
  }
  // The fewest seats with which the bot plays it.
  int SeatsOf(const Game& game) const {
    for (int seats = game.info->min_seats; seats <= game.info->max_seats;
         ++seats) {
      if (Plays(game, seats)) return seats;
    }
    return game.info->default_seats;
  }
  bool Plays(const Game& game, int seats) const {
    return absl::c_any_of(hello.plays(), [&](const v1::GameSupport& plays) {
      return plays.game() == game.info->name &&
             (plays.seats().empty() ||
              absl::c_linear_search(plays.seats(), seats));
    });
  }
  // The clock is short, so an absent bot soon loses on time.
  CheckMatch AnyMatch() const {
    const Game& game = *AnyGame();
    return {.game = game.info->name,
            .seats = SeatsOf(game),
            .clock = {.allowance = absl::Seconds(2), .bank = absl::Seconds(8)}};
  }
};

}  // namespace arena::cli

#endif  // ARENA_CLI_CHECK_CHECK_SUBJECT_H_
