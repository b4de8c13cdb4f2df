// Values that a preset gives to options which are left alone.
#ifndef ARENA_GAMES_BASE_PRESET_H_
#define ARENA_GAMES_BASE_PRESET_H_

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "arena/games/base/options.h"

namespace arena {

// What a preset makes of one option.
struct PresetValue {
  const char* option;
  const char* value;
};

// The option of a game whose only preset is the original text of its rules,
// read literally.
inline constexpr OptionSpec kTextPreset = ChoiceOption(
    "preset", "default|text", "default",
    "text: the original rules read literally, for all options not given");

// The same options with the values of preset=text for those that are not given,
// if this preset is chosen. Requires: the game has kTextPreset.
GameOptions WithTextPreset(GameOptions options,
                           absl::Span<const PresetValue> text);

}  // namespace arena

#endif  // ARENA_GAMES_BASE_PRESET_H_
