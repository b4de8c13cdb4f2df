#include "arena/match/bot_name.h"

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/core/text.h"
#include "arena/match/player.h"

namespace arena {

absl::Status CheckBotName(absl::string_view field, absl::string_view name) {
  ARENA_RETURN_IF_ERROR(CheckName(field, name));
  if (name[0] == '.' || name[0] == '-') {
    return absl::InvalidArgumentError(
        absl::StrCat(field, " is \"", name,
                     "\"; expected a name that begins with a letter, a digit "
                     "or _: other names look like paths or flags"));
  }
  const std::string lower = absl::AsciiStrToLower(name);
  if (absl::c_linear_search(BuiltInNames(), lower)) {
    return absl::InvalidArgumentError(
        absl::StrCat(field, " is \"", name,
                     "\", which is reserved for the built-in player: "
                     "for that one write built-in:",
                     lower, " on the command line, built_in = \"", lower,
                     "\" in a tournament file; a bot has another name"));
  }
  if (lower == "admin" || lower == "referee") {
    return absl::InvalidArgumentError(
        absl::StrCat(field, " is \"", name,
                     "\", which is reserved; expected another name"));
  }
  return absl::OkStatus();
}

}  // namespace arena
