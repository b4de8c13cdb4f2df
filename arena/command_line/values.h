// Checks of the values of flags and arguments.
#ifndef ARENA_COMMAND_LINE_VALUES_H_
#define ARENA_COMMAND_LINE_VALUES_H_

#include <CLI/CLI.hpp>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace arena::command_line {

// The checks of CLI11 do the same, but speak of types, and know no typing
// errors. Help and completion show what is allowed.

// One of the names; of a wrong one the message says which was probably meant.
CLI::Validator OneOf(const std::vector<std::string>& names);
// Names for help and completion only: the value is checked where it is used.
CLI::Validator Known(const std::vector<std::string>& names);
// The same for names that are not all that is possible.
CLI::Validator Some(std::vector<std::string> names);

// In the help behind names that are not all.
inline constexpr char kMore[] = "...";

inline constexpr int64_t kNoMost = std::numeric_limits<int>::max();
CLI::Validator WholeNumber(int64_t least, int64_t most = kNoMost);
CLI::Validator Number(double least, double most);

// A flag that sets `value` to what belongs to one of the names.
template <typename T>
CLI::Option* AddChoice(CLI::App& command, const std::string& flag, T& value,
                       const std::vector<std::pair<std::string, T>>& choices,
                       const std::string& help) {
  std::vector<std::string> names;
  for (const auto& choice : choices) names.push_back(choice.first);
  const auto choose = [&value, choices](const std::string& name) {
    for (const auto& choice : choices) {
      if (choice.first == name) value = choice.second;
    }
  };
  return command.add_option_function<std::string>(flag, choose, help)
      ->check(OneOf(names));
}

}  // namespace arena::command_line

#endif  // ARENA_COMMAND_LINE_VALUES_H_
