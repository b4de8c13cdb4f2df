// Texts of others for a log or a terminal. Not for bots.
#ifndef SDK_CPP_BASE_PRINTABLE_H_
#define SDK_CPP_BASE_PRINTABLE_H_

#include <string>

namespace pentathlon {

// The text with escapes such as \u001b for what a terminal would obey instead
// of show: control characters except tab and line feed, and the signs that turn
// the direction of writing. Bytes that are not UTF-8 become \x9b and the like.
// What follows a line feed is indented, so that no text passes for a line of
// its own.
std::string Printable(const std::string& text);

}  // namespace pentathlon

#endif  // SDK_CPP_BASE_PRINTABLE_H_
