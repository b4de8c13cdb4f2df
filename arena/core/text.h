// Makes text that comes from others harmless before anybody reads it.
#ifndef ARENA_CORE_TEXT_H_
#define ARENA_CORE_TEXT_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace arena {

// The text with escapes for everything that a terminal would obey instead of
// show: control characters except tab and newline, and the signs that turn the
// direction of writing or end lines, become \u001b and the like, which JSON
// understands; bytes that are not UTF-8 become \x9b and the like.
std::string Printable(absl::string_view text);

// The text with U+FFFD in place of each byte that is not UTF-8, so that it fits
// into any message. For what strangers' programs print.
std::string ValidUtf8(absl::string_view text);

// How an error message quotes a value of any length: the whole text, or its
// beginning and "...".
std::string Shortened(absl::string_view text);

// An enumerator as people read it: "late" for "FAULT_KIND_LATE" and the prefix
// "FAULT_KIND_"; "unknown" for "", where only a newer program knows the name.
std::string EnumWord(absl::string_view enumerator, absl::string_view prefix);

// INVALID_ARGUMENT unless the name has 1 to 64 characters, only letters, digits
// and `signs`. `field` is the name's place, for the message.
absl::Status CheckName(absl::string_view field, absl::string_view name,
                       absl::string_view signs = "._-");

// INVALID_ARGUMENT unless the text is one line of at most `most` bytes, without
// tabs and what Printable escapes. `field` is its place, for the message.
absl::Status CheckText(absl::string_view field, absl::string_view text,
                       size_t most);

}  // namespace arena

#endif  // ARENA_CORE_TEXT_H_
