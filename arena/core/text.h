// Makes text of other people harmless before anybody reads it.
#ifndef ARENA_CORE_TEXT_H_
#define ARENA_CORE_TEXT_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace arena {

// The text with escapes for everything that a terminal would obey instead of
// show. Control characters except tab and newline, and characters that change
// the direction of writing or end lines, become JSON escapes such as \u001b.
// Bytes that are not UTF-8 become escapes such as \x9b.
std::string Printable(absl::string_view text);

// The text with U+FFFD in place of each byte that is not UTF-8, so that it fits
// into any message. For the output of strangers' programs.
std::string ValidUtf8(absl::string_view text);

// A value as an error message quotes it: the whole text, or its beginning and
// "...".
std::string Shortened(absl::string_view text);

// An enumerator as people read it: "late" for "FAULT_KIND_LATE" and the prefix
// "FAULT_KIND_"; "unknown" for "", the name of an enumerator that only a newer
// program knows.
std::string EnumWord(absl::string_view enumerator, absl::string_view prefix);

// INVALID_ARGUMENT unless the name has 1 to 64 characters, only letters, digits
// and `signs`. `field` is the name's place, for the message.
absl::Status CheckName(absl::string_view field, absl::string_view name,
                       absl::string_view signs = "._-");

// INVALID_ARGUMENT unless the text is one line of at most `most` bytes, without
// tabs and characters that Printable escapes. `field` is its place, for the
// message.
absl::Status CheckText(absl::string_view field, absl::string_view text,
                       size_t most);

}  // namespace arena

#endif  // ARENA_CORE_TEXT_H_
