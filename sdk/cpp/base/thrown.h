// What the code of a bot threw, in words.
#ifndef SDK_CPP_BASE_THROWN_H_
#define SDK_CPP_BASE_THROWN_H_

#include <functional>
#include <optional>
#include <string>

namespace pentathlon {

struct Thrown {
  // "std::out_of_range".
  std::string name;
  // ": what it says", or nothing.
  std::string words;
};

// Returns what `call` threw, if it did.
std::optional<Thrown> Catch(const std::function<void()>& call);

}  // namespace pentathlon

#endif  // SDK_CPP_BASE_THROWN_H_
