#include "arena/games/text_readings.h"

#include <map>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace arena {
namespace {

std::map<std::string, std::string> InEffect(const Game& game,
                                            const GameOptions& options) {
  return game.options_in_effect(game.info->default_seats, options);
}

// The last cell of the row that names this option and both its values.
std::string WhyOf(const TextReading& reading, absl::string_view readme) {
  const std::string row =
      absl::StrCat("| `", reading.option, "` | ", reading.default_value, " | ",
                   reading.text_value, " | ");
  for (absl::string_view line : absl::StrSplit(readme, '\n')) {
    if (!absl::ConsumePrefix(&line, row)) continue;
    return std::string(absl::StripSuffix(line, " |"));
  }
  return "";
}

}  // namespace

std::vector<std::string> FixedReadings(absl::string_view readme) {
  std::vector<std::string> readings;
  bool inside = false;
  for (absl::string_view line : absl::StrSplit(readme, '\n')) {
    if (line == "Readings that no option changes:") {
      inside = true;
    } else if (inside && absl::ConsumePrefix(&line, "- ")) {
      readings.emplace_back(line);
    } else if (inside && absl::ConsumePrefix(&line, "  ")) {
      absl::StrAppend(&readings.back(), " ", line);
    } else if (!line.empty()) {
      inside = false;
    }
  }
  return readings;
}

std::vector<TextReading> TextReadings(const Game& game,
                                      absl::string_view readme) {
  std::vector<TextReading> readings;
  const absl::StatusOr<GameOptions> text =
      GameOptions::Parse(game.info->options, "preset=text");
  if (!text.ok()) return readings;
  const auto by_default = InEffect(game, GameOptions(game.info->options));
  for (const auto& [name, value] : InEffect(game, *text)) {
    if (name == "preset" || by_default.at(name) == value) continue;
    TextReading reading = {name, by_default.at(name), value, ""};
    reading.why = WhyOf(reading, readme);
    readings.push_back(std::move(reading));
  }
  return readings;
}

}  // namespace arena
