#include "tests/arena/viewer/record_of_game.h"

#include "tests/arena/record/random_match.h"

namespace arena::testing {

Record RecordOfGame(const std::string& name, const std::string& options) {
  const Game& game = **FindGame(name);
  return RandomRecord({.game = &game,
                       .seats = game.info->default_seats,
                       .options = options,
                       .announcement_every = 3,
                       .max_milliseconds = 30,
                       .cancel_after = 200});
}

}  // namespace arena::testing
