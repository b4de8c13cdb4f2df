// The combinations of seats and options with which a game is checked.
#include <map>
#include <set>
#include <utility>

#include "absl/strings/str_split.h"
#include "tests/testing/game_checks.h"

namespace arena {
namespace {

using Values = std::map<std::string, std::string>;

constexpr int kMixtures = 4;

std::vector<std::string> ValuesOf(const OptionSpec& option) {
  switch (option.kind) {
    case OptionKind::kBool:
      return {"false", "true"};
    case OptionKind::kInt:
      return {absl::StrCat(option.min), absl::StrCat(option.max)};
    case OptionKind::kChoice:
      return absl::StrSplit(option.choices, '|');
  }
  return {};
}

// The values of one option at a time, in pairs, and all at random.
std::vector<Values> Singles(const GameInfo& info) {
  std::vector<Values> all;
  for (const OptionSpec& option : info.options) {
    for (const std::string& value : ValuesOf(option)) {
      if (value != option.default_value) all.push_back({{option.name, value}});
    }
  }
  return all;
}

std::vector<Values> PairsWith(const GameInfo& info, const Values& single) {
  std::vector<Values> all;
  for (Values pair : Singles(info)) {
    pair.insert(single.begin(), single.end());
    if (pair.size() == 2) all.push_back(std::move(pair));
  }
  return all;
}

std::vector<Values> Mixtures(const GameInfo& info) {
  Rng rng(absl::StrCat("mixtures of ", info.name));
  std::vector<Values> all(kMixtures);
  for (Values& mixture : all) {
    for (const OptionSpec& option : info.options) {
      const std::vector<std::string> values = ValuesOf(option);
      mixture[option.name] =
          values[rng.Below(static_cast<uint32_t>(values.size()))];
    }
  }
  return all;
}

// The setup if the game accepts it, nothing if the game refuses it, or an
// error.
absl::StatusOr<std::vector<GameSetup>> Possible(const Game& game, int seats,
                                                const Values& values) {
  ARENA_ASSIGN_OR_RETURN(GameOptions options,
                         GameOptions::FromMap(game.info->options, values));
  GameSetup setup{&game, seats, std::move(options)};
  const absl::Status status = game.create(seats, setup.options).status();
  if (status.ok()) return std::vector<GameSetup>{setup};
  if (status.code() == absl::StatusCode::kInvalidArgument) {
    return std::vector<GameSetup>();
  }
  return Broken(setup.ToString(),
                ": expected a state or INVALID_ARGUMENT, not ",
                status.ToString());
}

// Appends the possible setups of all seat counts; returns their number.
absl::StatusOr<int> AddAllSeats(const Game& game, const Values& values,
                                std::vector<GameSetup>& setups) {
  int added = 0;
  for (int seats = game.info->min_seats; seats <= game.info->max_seats;
       ++seats) {
    ARENA_ASSIGN_OR_RETURN(const std::vector<GameSetup> possible,
                           Possible(game, seats, values));
    setups.insert(setups.end(), possible.begin(), possible.end());
    added += static_cast<int>(possible.size());
  }
  return added;
}

}  // namespace

absl::StatusOr<std::vector<GameSetup>> SetupsOf(const Game& game) {
  const GameInfo& info = *game.info;
  std::vector<GameSetup> setups;
  ARENA_ASSIGN_OR_RETURN(const int defaults, AddAllSeats(game, {}, setups));
  if (defaults != info.max_seats - info.min_seats + 1) {
    return Broken(info.name, ": the defaults are possible with ", defaults,
                  " seat counts, not with all of ", info.min_seats, "..",
                  info.max_seats);
  }
  for (const Values& single : Singles(info)) {
    ARENA_ASSIGN_OR_RETURN(int added, AddAllSeats(game, single, setups));
    // A value may need another option beside it.
    if (added == 0) {
      for (const Values& pair : PairsWith(info, single)) {
        ARENA_ASSIGN_OR_RETURN(const int more, AddAllSeats(game, pair, setups));
        added += more;
      }
    }
    if (added == 0) {
      return Broken(info.name, ": ", single.begin()->first, "=",
                    single.begin()->second, " is never possible");
    }
  }
  for (const Values& mixture : Mixtures(info)) {
    ARENA_RETURN_IF_ERROR(AddAllSeats(game, mixture, setups).status());
  }
  return setups;
}

}  // namespace arena
