#include "arena/games/base/preset.h"

namespace arena {

GameOptions WithTextPreset(GameOptions options,
                           absl::Span<const PresetValue> text) {
  if (options.Choice("preset") != "text") return options;
  for (const PresetValue& of_text : text) {
    if (!options.IsSet(of_text.option)) {
      options.Give(of_text.option, of_text.value);
    }
  }
  return options;
}

}  // namespace arena
