#include "arena/cli/base/game_flags.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/cli/base/output.h"
#include "arena/command_line/values.h"
#include "arena/competition/report/standings_words.h"
#include "arena/core/check.h"
#include "arena/games/registry.h"

namespace arena::cli {

CLI::Validator GameNames() {
  std::vector<std::string> names;
  for (const Game& game : AllGames()) names.push_back(game.info->name);
  return command_line::Known(names);
}

namespace {

// As many seats as some game has.
CLI::Validator SeatNumbers() {
  int least = kMaxSeats;
  int most = 0;
  for (const Game& game : AllGames()) {
    least = std::min(least, game.info->min_seats);
    most = std::max(most, game.info->max_seats);
  }
  return command_line::WholeNumber(least, most);
}

}  // namespace

void AddGameFlags(CLI::App& command, GameFlags& flags) {
  command.add_option("--game,-g", flags.game, "The game; see `arena games`")
      ->required()
      ->check(GameNames());
  command
      .add_option("--options,-o", flags.options,
                  "Options as name=value,name=value; see `arena rules GAME`")
      ->allow_extra_args(false);
  command.add_option("--seats", flags.seats, "Number of seats")
      ->check(SeatNumbers());
}

absl::StatusOr<Setup> ReadGameFlags(const GameFlags& flags, int default_seats) {
  ARENA_ASSIGN_OR_RETURN(const Game* game, FindGame(flags.game));
  ARENA_ASSIGN_OR_RETURN(GameOptions options,
                         GameOptions::Parse(game->info->options,
                                            absl::StrJoin(flags.options, ",")));
  int seats = flags.seats;
  if (seats == 0) seats = default_seats;
  if (seats == 0) seats = game->info->default_seats;
  ARENA_RETURN_IF_ERROR(CheckSeats(*game->info, seats));
  // Only the game can tell whether seats and options are compatible.
  ARENA_RETURN_IF_ERROR(game->create(seats, options).status());
  return Setup{game, std::move(options), seats};
}

absl::StatusOr<Seed> ReadSeed(const std::optional<std::string>& text) {
  return text.has_value() ? ParseSeed(*text) : SystemSeed();
}

absl::StatusOr<Seed> ReadSecretSeed(const std::optional<std::string>& text) {
  ARENA_ASSIGN_OR_RETURN(const Seed seed, ReadSeed(text));
  if (!text.has_value() || ToHex(seed) == absl::AsciiStrToLower(*text)) {
    return seed;
  }
  TellGuessable();
  return SystemSeed();
}

void TellGuessable() {
  PrintMessage(
      "bots could guess the seed that was given, and with it all deals; "
      "another one is drawn (64 hexadecimal digits are taken as they are)");
}

void TellRemembered() {
  PrintMessage(competition::kDealsCaution);
}

}  // namespace arena::cli
