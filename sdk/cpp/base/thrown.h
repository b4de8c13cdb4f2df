// Describes an exception of a bot's code.
#ifndef SDK_CPP_BASE_THROWN_H_
#define SDK_CPP_BASE_THROWN_H_

#include <functional>
#include <optional>
#include <string>

namespace pentathlon {

struct Thrown {
  // "std::out_of_range".
  std::string name;
  // ": " and the exception's message, or nothing.
  std::string words;
};

// Returns the exception that `call` threw, if any.
std::optional<Thrown> Catch(const std::function<void()>& call);

}  // namespace pentathlon

#endif  // SDK_CPP_BASE_THROWN_H_
