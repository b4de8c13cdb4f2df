// Text that comes from others: made harmless before anybody reads it.
#ifndef ARENA_CORE_TEXT_H_
#define ARENA_CORE_TEXT_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace arena {

// The text with everything that a terminal obeys instead of showing it escaped:
// control characters but tab and newline, and the signs that turn the direction
// of writing or end lines, as \u001b, which JSON understands; bytes that are
// not UTF-8 as \x9b.
std::string Printable(absl::string_view text);

// What an error message says of a value that may be of any length: the text, or
// its beginning and "...".
std::string Shortened(absl::string_view text);

// What people read of an enumerator: "late" of "FAULT_KIND_LATE" and the prefix
// "FAULT_KIND_"; "unknown" of none, where only a newer program has a name.
std::string EnumWord(absl::string_view enumerator, absl::string_view prefix);

// INVALID_ARGUMENT unless it is 1 to 64 letters, digits and `signs`; `field` is
// what holds it.
absl::Status CheckName(absl::string_view field, absl::string_view name,
                       absl::string_view signs = "._-");

// INVALID_ARGUMENT unless the text is at most `most` bytes in one line without
// such characters; `field` is what holds it.
absl::Status CheckText(absl::string_view field, absl::string_view text,
                       size_t most);

}  // namespace arena

#endif  // ARENA_CORE_TEXT_H_
