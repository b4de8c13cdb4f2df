// The rules and the messages of each game as text, put into the program when it
// is built.
#ifndef ARENA_CLI_GAME_READMES_H_
#define ARENA_CLI_GAME_READMES_H_

#include "absl/strings/string_view.h"

namespace arena::cli {

// arena/games/<game>/README.md; empty if there is none.
absl::string_view GameReadme(absl::string_view game);
// proto/arena/v1/<game>.proto; empty if there is none.
absl::string_view GameProto(absl::string_view game);

}  // namespace arena::cli

#endif  // ARENA_CLI_GAME_READMES_H_
