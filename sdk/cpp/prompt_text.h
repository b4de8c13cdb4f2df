// A prompt as text that a person reads; the Python SDK writes the same.
#ifndef SDK_CPP_PROMPT_TEXT_H_
#define SDK_CPP_PROMPT_TEXT_H_

#include <ostream>

#include "sdk/cpp/bot.h"

namespace pentathlon {

// Writes what the seat knows, what it may do and the time left, with cards and
// squares in the game's notation: `std::cerr << prompt << "\n"`. It tells
// nothing that the prompt does not have, and never the private seed.
std::ostream& operator<<(std::ostream& out, const Prompt& prompt);

}  // namespace pentathlon

#endif  // SDK_CPP_PROMPT_TEXT_H_
