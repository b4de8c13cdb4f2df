#include "arena/cli/base/match_flags.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "arena/cli/base/output.h"
#include "arena/command_line/values.h"
#include "arena/competition/report/standings_words.h"
#include "arena/core/check.h"
#include "arena/core/quantities.h"
#include "arena/games/registry.h"
#include "arena/match/isolation.h"

namespace arena::cli {
namespace {

// Nearly the longest that the protocol accepts, for bots in a debugger.
constexpr absl::Duration kNoLimit = absl::Hours(24 * 365);

// "1s+60s+0" as three durations; empty if the text has another form.
std::vector<absl::Duration> ReadParts(const std::string& text) {
  std::vector<absl::Duration> parts;
  for (const absl::string_view part : absl::StrSplit(text, '+')) {
    const absl::StatusOr<absl::Duration> duration = ParseDuration(part);
    if (!duration.ok()) return {};
    parts.push_back(*duration);
  }
  if (parts.size() > 3) return {};
  parts.resize(3);
  return parts;
}

}  // namespace

CLI::Validator GameNames() {
  std::vector<std::string> names;
  for (const Game& game : AllGames()) names.push_back(game.info->name);
  return command_line::Known(names);
}

namespace {

// Accepts a number of seats that at least one game allows.
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
      "bots could guess the given seed, and with it all deals, so a random "
      "seed is used (64 hexadecimal digits are used as given)");
}

void TellRemembered() { PrintMessage(competition::kDealsCaution); }

void AddClockFlags(CLI::App& command, ClockFlags& flags) {
  const std::string group = "Time control";
  command
      .add_option("--clock", flags.clock,
                  "ALLOWANCE[+BANK[+INCREMENT]]: free time for each decision, "
                  "extra time for the whole match, extra time gained by each "
                  "decision; or none. 1s+60s if absent")
      ->group(group);
  command
      .add_option("--start", flags.start,
                  "Time to set up for a match. 10s if absent")
      ->check(CheckDuration)
      ->group(group);
}

absl::StatusOr<ClockSettings> ReadClock(const ClockFlags& flags) {
  ClockSettings clock;
  if (flags.clock == "none") {
    clock.untimed = true;
    clock.start_budget = kNoLimit;
  } else if (!flags.clock.empty()) {
    const std::vector<absl::Duration> parts = ReadParts(flags.clock);
    if (parts.empty()) {
      return absl::InvalidArgumentError(absl::StrCat(
          "--clock is \"", flags.clock,
          "\"; expected ALLOWANCE[+BANK[+INCREMENT]], e.g. 1s+60s or "
          "500ms+10s+100ms, or none"));
    }
    clock.allowance = parts[0];
    clock.bank = parts[1];
    clock.increment = parts[2];
  }
  if (!flags.start.empty()) clock.start_budget = ToDuration(flags.start);
  // The check of what may be combined is in one place.
  v1::Clock message;
  ClockToMessage(clock, message);
  return ClockFromMessage(message);
}

CLI::Option* AddIsolationFlag(CLI::App& command, v1::Isolation& isolation) {
  return command
      .add_option_function<std::string>(
          "--isolation",
          [&isolation](const std::string& name) {
            isolation = *ParseIsolation(name);
          },
          "How much a process of a bot may see: none (everything its bot "
          "does), seats (one seat of a match) or matches (one match)")
      ->check(command_line::OneOf({"none", "seats", "matches"}));
}

}  // namespace arena::cli
