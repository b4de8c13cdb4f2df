// The names that bots, people and requests may have.
#ifndef REFEREE_NAMES_H_
#define REFEREE_NAMES_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace arena::referee {

// INVALID_ARGUMENT unless it is 1 to 64 characters of [A-Za-z0-9._-]; `field`
// is what holds it.
absl::Status CheckName(absl::string_view field, absl::string_view name);

// INVALID_ARGUMENT unless a bot may be registered by that name: such a name
// that begins with a letter, digit or underscore and means nothing else here,
// as those of built-in players do.
absl::Status CheckBotName(absl::string_view field, absl::string_view name);

}  // namespace arena::referee

#endif  // REFEREE_NAMES_H_
