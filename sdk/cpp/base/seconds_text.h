// Times as the SDK prints them. Not for bots.
#ifndef SDK_CPP_BASE_SECONDS_TEXT_H_
#define SDK_CPP_BASE_SECONDS_TEXT_H_

#include <chrono>
#include <cstdio>
#include <string>

namespace pentathlon {

// "1.250 s".
inline std::string SecondsText(std::chrono::duration<double> time) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.3f s", time.count());
  return text;
}

// "60 s", "0.5 s".
inline std::string ShortSeconds(std::chrono::duration<double> time) {
  char text[32];
  std::snprintf(text, sizeof(text), "%g s", time.count());
  return text;
}

}  // namespace pentathlon

#endif  // SDK_CPP_BASE_SECONDS_TEXT_H_
