// The reports of an SDK.
#ifndef SDK_CPP_BASE_LOG_H_
#define SDK_CPP_BASE_LOG_H_

#include <functional>
#include <string>

namespace pentathlon {

// The importance of a line, ascending.
enum class LogLevel { kDebug, kInfo, kWarning, kError };

// Receives each line, without a line feed. Called from any thread. sdk/LOG.md
// lists the lines.
using Log = std::function<void(LogLevel level, const std::string& line)>;

// The log of a program: lines of `least` and above go to stderr as
// "2026-01-31T18:00:00.123Z WARNING line", in UTC. A line has escapes such as
// \u001b for characters that a terminal would obey instead of show: control
// characters except tab and line feed, and characters that change the direction
// of writing. Bytes that are not UTF-8 become \x9b and the like. The text after
// a line feed is indented, so that it cannot look like another line of the log.
Log LogToStderr(LogLevel least);

}  // namespace pentathlon

#endif  // SDK_CPP_BASE_LOG_H_
