// Command lines as people write them.
#ifndef ARENA_CORE_COMMAND_WORDS_H_
#define ARENA_CORE_COMMAND_WORDS_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace arena {

// Splits "random,./bot.py --depth 3" at commas into commands, and commands into
// words, both outside of quotes. Quotes and backslashes work as in a shell, but
// nothing else does: no variables, no patterns. INVALID_ARGUMENT for a quote
// that does not end and for a command without words.
absl::StatusOr<std::vector<std::vector<std::string>>> SplitCommands(
    absl::string_view text);

// The same for one command, in which commas mean nothing.
absl::StatusOr<std::vector<std::string>> SplitWords(absl::string_view text);

}  // namespace arena

#endif  // ARENA_CORE_COMMAND_WORDS_H_
