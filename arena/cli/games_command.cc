// arena games, arena rules: the games and their rules.
#include <CLI/CLI.hpp>
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/cli/base/command.h"
#include "arena/cli/base/match_flags.h"
#include "arena/cli/base/output.h"
#include "arena/command_line/terminal.h"
#include "arena/core/check.h"
#include "arena/games/registry.h"
#include "arena/games/text_readings.h"
#include "arena/match/player.h"
#include "arena/rulebook/game_message.h"
#include "arena/rulebook/game_readmes.h"
#include "arena/rulebook/observation_page.h"

namespace arena::cli {
namespace {

std::string SeatsText(const GameInfo& info) {
  if (info.min_seats == info.max_seats) return absl::StrCat(info.min_seats);
  return absl::StrCat(info.min_seats, "-", info.max_seats);
}

int ListGames(bool json) {
  v1::ListGamesResponse all;
  Columns columns({"game", "seats", "rules", "summary"});
  for (const Game& game : AllGames()) {
    const GameInfo& info = *game.info;
    *all.add_games() = rulebook::GameMessage(game);
    columns.AddRow({info.name, SeatsText(info),
                    absl::StrCat("v", info.rules_version), info.summary});
  }
  PrintEither(json, all, columns.ToFittingString());
  return kSuccess;
}

std::string Facts(const Game& game) {
  const GameInfo& info = *game.info;
  std::string text = absl::StrCat(
      info.name, ": ", info.summary, "\n\nrules version  ", info.rules_version,
      "\nseats          ", SeatsText(info), " (default ", info.default_seats,
      ")\nlongest match  ", info.max_plies, " plies\naction space   ",
      info.action_space, " numbers\n");
  const auto fact = [&](bool holds, const char* yes, const char* no) {
    absl::StrAppend(&text, "               ", holds ? yes : no, "\n");
  };
  fact(info.chance, "chance takes part", "no chance");
  fact(info.hidden, "seats have secrets", "everything is open");
  fact(info.simultaneous, "several seats may choose at once",
       "one seat chooses at a time");
  fact(info.announcements, "announcements out of turn are possible",
       "no announcements");
  absl::StrAppend(&text, "               built in: ", BuiltInList(), "\n");
  return text;
}

// The defaults that differ from the original text.
std::string TextReadingsTable(const Game& game, absl::string_view readme) {
  const std::vector<TextReading> readings = TextReadings(game, readme);
  if (readings.empty()) return "";
  Columns columns({"option", "default", "text", "why the default differs"});
  for (const TextReading& reading : readings) {
    columns.AddRow({reading.option, reading.default_value, reading.text_value,
                    reading.why});
  }
  return absl::StrCat(
      "\nWhere the defaults differ from the original text (preset=text):\n",
      columns.ToFittingString());
}

// The points in which play differs from the text with all options.
std::string FixedReadingsText(absl::string_view readme) {
  std::string text;
  for (const std::string& reading : FixedReadings(readme)) {
    absl::StrAppend(&text, "- ", reading, "\n");
  }
  if (text.empty()) return "";
  return "\nHow the original text is read, whatever the options:\n\n" + text;
}

absl::StatusOr<int> ShowRules(const std::string& name, bool text, bool json) {
  ARENA_ASSIGN_OR_RETURN(const Game* game, FindGame(name));
  const GameInfo& info = *game->info;
  const absl::string_view readme = rulebook::GameReadme(info.name);
  if (json) {
    Json differences = Json::array();
    for (const TextReading& reading : TextReadings(*game, readme)) {
      differences.push_back({{"option", reading.option},
                             {"default", reading.default_value},
                             {"text", reading.text_value},
                             {"why", reading.why}});
    }
    Json out = {{"game", JsonOf(rulebook::GameMessage(*game))},
                {"greedy", game->has_greedy()},
                {"differsFromText", std::move(differences)},
                {"readingsOfText", FixedReadings(readme)}};
    if (text) out["text"] = std::string(readme);
    PrintJson(out);
    return kSuccess;
  }
  if (text) {
    if (readme.empty()) {
      return absl::UnavailableError(
          absl::StrCat("the rules of ", info.name, " are not written yet"));
    }
    command_line::PrintMarkdown(readme);
    return kSuccess;
  }
  PrintText(Facts(*game));
  if (!info.options.empty()) {
    Columns columns({"option", "values", "default", "meaning"});
    for (const OptionSpec& spec : info.options) {
      columns.AddRow(
          {spec.name, spec.Allowed(), spec.default_value, spec.meaning});
    }
    Print("\n" + columns.ToFittingString());
  }
  Print(TextReadingsTable(*game, readme));
  command_line::PrintMarkdown(FixedReadingsText(readme));
  PrintText(absl::StrCat("\nRules in full: arena rules ", info.name,
                         " --text (arena/games/", info.name, "/README.md)\n"));
  return kSuccess;
}

absl::StatusOr<int> ShowObservation(const std::string& name) {
  ARENA_ASSIGN_OR_RETURN(const Game* game, FindGame(name));
  ARENA_ASSIGN_OR_RETURN(const std::string page,
                         rulebook::ObservationPage(*game));
  Print(page);
  return kSuccess;
}

}  // namespace

void AddGamesCommands(Commands& commands) {
  const auto json = std::make_shared<bool>(false);
  CLI::App& games =
      commands.Add("games", "Lists the games", "arena games --json");
  games.add_flag("--json", *json, "Print JSON, options included");
  commands.OnChosen(games, [json] { return ListGames(*json); });

  const auto name = std::make_shared<std::string>();
  const auto text = std::make_shared<bool>(false);
  CLI::App& rules = commands.Add("rules", "Shows a game's facts and options",
                                 "arena rules octrix --text");
  rules.add_option("GAME", *name, "The game; see `arena games`")
      ->required()
      ->check(GameNames());
  rules.add_flag("--text", *text, "Print the rules in full");
  rules.add_flag("--json", *json, "Print JSON");
  const auto observation = std::make_shared<bool>(false);
  rules
      .add_flag("--observation", *observation,
                "Print what a bot sees: fields, cards, a deal, a prompt")
      ->excludes("--text")
      ->excludes("--json");
  commands.OnChosen(rules, [name, text, json, observation] {
    return *observation ? ShowObservation(*name)
                        : ShowRules(*name, *text, *json);
  });
}

}  // namespace arena::cli
