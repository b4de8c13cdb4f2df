// The differences between the default rules of a game and its original text,
// with reasons.
#ifndef ARENA_GAMES_TEXT_READINGS_H_
#define ARENA_GAMES_TEXT_READINGS_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "arena/games/base/any_state.h"

namespace arena {

// An option whose default differs from the text.
struct TextReading {
  std::string option;
  std::string default_value;
  std::string text_value;
  // From the game's README, "The original text"; empty if it has no row with
  // just this option and these values.
  std::string why;
};

// The sentences of "Readings that no option changes" in the game's README: where
// the text is silent, contradicts itself, or is played in another way. Without
// line feeds and bullets.
std::vector<std::string> FixedReadings(absl::string_view readme);

// Compares the options in effect with those of preset=text, ascending by name.
// Empty for a game without that preset.
std::vector<TextReading> TextReadings(const Game& game,
                                      absl::string_view readme);

}  // namespace arena

#endif  // ARENA_GAMES_TEXT_READINGS_H_
