// The names that bots may have.
#ifndef ARENA_MATCH_BOT_NAME_H_
#define ARENA_MATCH_BOT_NAME_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace arena {

// INVALID_ARGUMENT unless a bot may have the name. CheckName must accept the
// name, it must begin with a letter, digit or underscore, and it must not have
// another meaning, such as a built-in player.
absl::Status CheckBotName(absl::string_view field, absl::string_view name);

}  // namespace arena

#endif  // ARENA_MATCH_BOT_NAME_H_
