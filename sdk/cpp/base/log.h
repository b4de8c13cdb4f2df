// What an SDK reports, and to whom.
#ifndef SDK_CPP_BASE_LOG_H_
#define SDK_CPP_BASE_LOG_H_

#include <functional>
#include <string>

namespace pentathlon {

// The text with escapes such as \u001b for what a terminal would obey instead
// of show: control characters except tab and line feed, and the signs that turn
// the direction of writing. Bytes that are not UTF-8 become \x9b and the like.
// What follows a line feed is indented, so that no text passes for a line of
// its own.
std::string Printable(const std::string& text);

// How much a line matters, from least to most.
enum class LogLevel { kDebug, kInfo, kWarning, kError };

// Gets each line, without a line feed. Called from any thread. sdk/LOG.md
// lists the lines.
using Log = std::function<void(LogLevel level, const std::string& line)>;

// The log of a program: lines of `least` and above go to stderr as
// "2026-01-31T18:00:00.123Z WARNING line", in UTC.
Log LogToStderr(LogLevel least);

}  // namespace pentathlon

#endif  // SDK_CPP_BASE_LOG_H_
