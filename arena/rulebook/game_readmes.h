// The rules and the messages of each game as text, put into the program when it
// is built.
#ifndef ARENA_RULEBOOK_GAME_READMES_H_
#define ARENA_RULEBOOK_GAME_READMES_H_

#include "absl/strings/string_view.h"

namespace arena::rulebook {

// arena/games/<game>/README.md; empty if there is none.
absl::string_view GameReadme(absl::string_view game);
// proto/arena/v1/<game>.proto; empty if there is none.
absl::string_view GameProto(absl::string_view game);

}  // namespace arena::rulebook

#endif  // ARENA_RULEBOOK_GAME_READMES_H_
