#include "sdk/cpp/base/log.h"

#include <chrono>
#include <cstdio>
#include <ctime>

#include "sdk/cpp/base/printable.h"

namespace pentathlon {
namespace {

const char* NameOf(LogLevel level) {
  switch (level) {
    case LogLevel::kDebug:
      return "DEBUG";
    case LogLevel::kInfo:
      return "INFO";
    case LogLevel::kWarning:
      return "WARNING";
    case LogLevel::kError:
      return "ERROR";
  }
  return "ERROR";
}

// "2026-01-31T18:00:00.123Z".
std::string Now() {
  const auto now = std::chrono::system_clock::now();
  const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
  const auto milliseconds =
      std::chrono::duration_cast<std::chrono::milliseconds>(
          now.time_since_epoch())
          .count() %
      1000;
  std::tm utc = {};
  gmtime_r(&seconds, &utc);
  char date[32];
  std::strftime(date, sizeof(date), "%Y-%m-%dT%H:%M:%S", &utc);
  char text[64];
  std::snprintf(text, sizeof(text), "%s.%03dZ", date,
                static_cast<int>(milliseconds));
  return text;
}

}  // namespace

Log LogToStderr(LogLevel least) {
  return [least](LogLevel level, const std::string& line) {
    if (level < least) return;
    // In one call, so that the lines of several threads do not mix.
    std::fprintf(stderr, "%s %s %s\n", Now().c_str(), NameOf(level),
                 Printable(line).c_str());
  };
}

}  // namespace pentathlon
