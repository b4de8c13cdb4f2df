// The names that bots may be registered by.
#ifndef REFEREE_BOT_NAME_H_
#define REFEREE_BOT_NAME_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace arena::referee {

// INVALID_ARGUMENT unless a bot may be registered by that name: one that
// CheckName takes, that begins with a letter, digit or underscore and means
// nothing else here, as those of built-in players do.
absl::Status CheckBotName(absl::string_view field, absl::string_view name);

}  // namespace arena::referee

#endif  // REFEREE_BOT_NAME_H_
