// The names under which bots may be registered.
#ifndef REFEREE_BOT_NAME_H_
#define REFEREE_BOT_NAME_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace arena::referee {

// INVALID_ARGUMENT unless a bot may be registered under that name: CheckName
// must accept it, it must begin with a letter, digit or underscore, and it must
// have no other meaning here, as the names of built-in players have.
absl::Status CheckBotName(absl::string_view field, absl::string_view name);

}  // namespace arena::referee

#endif  // REFEREE_BOT_NAME_H_
