// The referee's log lines: one event, then key=value pairs.
#ifndef REFEREE_BASE_LOG_H_
#define REFEREE_BASE_LOG_H_

#include <grpc/support/log.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/spdlog.h>

#include <initializer_list>
#include <memory>
#include <string>
#include <utility>

#include "absl/status/status.h"

namespace arena::referee {

// Call it before the first line. Times have the zone of all times that the
// programs print: UTC.
inline void OpenLog(const std::string& level) {
  spdlog::set_formatter(std::make_unique<spdlog::pattern_formatter>(
      "[%Y-%m-%dT%H:%M:%S.%eZ] [%^%l%$] %v", spdlog::pattern_time_type::utc));
  spdlog::set_level(spdlog::level::from_str(level));
  spdlog::flush_on(spdlog::level::info);
}

using LogFields = std::initializer_list<std::pair<const char*, std::string>>;

// Requires: no field tells a token or a hidden card.
inline std::string LogLine(const char* event, LogFields fields) {
  std::string line = event;
  for (const auto& [key, value] : fields) {
    line += ' ';
    line += key;
    line += '=';
    // Text chosen by bots and callers must not look like other fields or lines.
    for (const char c : value) {
      line += (c > ' ' && c < 127 && c != '=') ? c : '_';
    }
  }
  return line;
}

inline void Log(const char* event, LogFields fields) {
  spdlog::info(LogLine(event, fields));
}

inline void LogError(const char* event, LogFields fields,
                     const absl::Status& status) {
  spdlog::error("{} error=\"{}\"", LogLine(event, fields), status.ToString());
}

// Turns the lines of the gRPC library into lines for debugging: our own errors
// say the same in fewer words. Call it first.
inline void LogGrpcForDebugging() {
  gpr_set_log_function([](gpr_log_func_args* args) {
    spdlog::debug("grpc {}:{} {}", args->file, args->line, args->message);
  });
}

}  // namespace arena::referee

#endif  // REFEREE_BASE_LOG_H_
