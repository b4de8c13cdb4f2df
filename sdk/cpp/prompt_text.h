// A prompt as text that a person reads; the Python SDK writes the same.
#ifndef SDK_CPP_PROMPT_TEXT_H_
#define SDK_CPP_PROMPT_TEXT_H_

#include <ostream>

#include "sdk/cpp/bot.h"

namespace pentathlon {

// Writes the position as `arena replay --seat` prints it, the possible actions,
// each in the form that Choice::Text takes, and the time left: `std::cerr <<
// prompt << "\n"`. The referee makes these texts from what the seat may know.
// With Options::text off only the bare fields are written. Never writes the
// private seed.
std::ostream& operator<<(std::ostream& out, const Prompt& prompt);

}  // namespace pentathlon

#endif  // SDK_CPP_PROMPT_TEXT_H_
