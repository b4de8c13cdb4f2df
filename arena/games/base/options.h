// Options of a game: described once, and validated, listed and documented from
// that description.
#ifndef ARENA_GAMES_BASE_OPTIONS_H_
#define ARENA_GAMES_BASE_OPTIONS_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace arena {

enum class OptionKind { kBool, kInt, kChoice };

// The description of one option. Made by the three functions below.
struct OptionSpec {
  const char* name;
  OptionKind kind;
  const char* default_value;
  const char* meaning;
  int64_t min = 0;           // kInt
  int64_t max = 0;           // kInt
  const char* choices = "";  // kChoice: the values, separated by '|'

  // The allowed values as people read them: "true|false", "1..10000",
  // "high|low".
  std::string Allowed() const;
};

constexpr OptionSpec BoolOption(const char* name, const char* default_value,
                                const char* meaning) {
  return {name, OptionKind::kBool, default_value, meaning};
}
constexpr OptionSpec IntOption(const char* name, int64_t min, int64_t max,
                               const char* default_value, const char* meaning) {
  return {name, OptionKind::kInt, default_value, meaning, min, max};
}
constexpr OptionSpec ChoiceOption(const char* name, const char* choices,
                                  const char* default_value,
                                  const char* meaning) {
  return {name, OptionKind::kChoice, default_value, meaning, 0, 0, choices};
}

// Valid values for all options of one game. A value.
class GameOptions {
 public:
  // All defaults.
  explicit GameOptions(absl::Span<const OptionSpec> specs);

  // Reads "name=value,name=value"; the empty text means all defaults.
  // INVALID_ARGUMENT names the wrong option or value and what would be right.
  static absl::StatusOr<GameOptions> Parse(absl::Span<const OptionSpec> specs,
                                           absl::string_view text);
  static absl::StatusOr<GameOptions> FromMap(
      absl::Span<const OptionSpec> specs,
      const std::map<std::string, std::string>& values);

  // The value of an option. Requires: the game describes it, with this kind.
  bool Bool(absl::string_view name) const;
  int64_t Int(absl::string_view name) const;
  absl::string_view Choice(absl::string_view name) const;

  // Whether the value was given rather than left at its default.
  bool IsSet(absl::string_view name) const;
  // The values that were given, by name, in canonical spelling.
  const std::map<std::string, std::string>& given() const { return given_; }
  // Every option with its value, given or default, by name.
  std::map<std::string, std::string> values() const;
  // The given values as Parse reads them.
  std::string ToString() const;

  // Gives an option a value. Requires: the game allows that value.
  void Give(absl::string_view name, absl::string_view value);

 private:
  absl::Status Set(absl::string_view name, absl::string_view value);
  absl::string_view Value(absl::string_view name, OptionKind kind) const;

  absl::Span<const OptionSpec> specs_;
  std::map<std::string, std::string> given_;
};

// The value that a preset gives to one option.
struct PresetValue {
  const char* option;
  const char* value;
};

// The option of a game whose only preset is the original text of its rules,
// read literally.
inline constexpr OptionSpec kTextPreset = ChoiceOption(
    "preset", "default|text", "default",
    "text: the original rules read literally, for all options not given");

// The same options; if preset=text is chosen, options that are not given get
// the values of this preset. Requires: the game has kTextPreset.
GameOptions WithTextPreset(GameOptions options,
                           absl::Span<const PresetValue> text);

}  // namespace arena

#endif  // ARENA_GAMES_BASE_OPTIONS_H_
