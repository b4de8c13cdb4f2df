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

// These replace CLI11's checks, whose messages speak of types and suggest no
// correction. Help and completion show the allowed values.

// One of the names. The message about a wrong name suggests the nearest name.
CLI::Validator OneOf(const std::vector<std::string>& names);
// Names for help and completion only: the value is checked where it is used.
CLI::Validator Known(const std::vector<std::string>& names);
// The same, but other names are possible too.
CLI::Validator Some(std::vector<std::string> names);

// The end of such a list of names in the help.
inline constexpr char kMore[] = "...";

inline constexpr int64_t kNoMost = std::numeric_limits<int>::max();
CLI::Validator WholeNumber(int64_t least, int64_t most = kNoMost);
CLI::Validator Number(double least, double most);

// A flag that takes one of the names and sets `value` to the name's value.
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
