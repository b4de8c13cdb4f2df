#include "referee/processes/validation_plan.h"

#include <map>
#include <optional>
#include <set>

#include "absl/algorithm/container.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "arena/core/check.h"
#include "arena/games/registry.h"
#include "referee/sessions/repertoire.h"

namespace arena::referee {
namespace {

// The game, seats and options of a match.
struct Setting {
  const Game* game = nullptr;
  int seats = 0;
  std::map<std::string, std::string> options;
  // The entry of bot.toml to which the setting belongs.
  v1::GameSupport promise;
};

bool Meets(const v1::OptionConstraint& constraint, const std::string& value) {
  if (!constraint.values().empty()) {
    return absl::c_linear_search(constraint.values(), value);
  }
  int64_t number = 0;
  if (!absl::SimpleAtoi(value, &number)) return true;
  return (!constraint.has_min() || number >= constraint.min()) &&
         (!constraint.has_max() || number <= constraint.max());
}

// A value that the constraint allows.
std::string ValueFor(const v1::OptionConstraint& constraint) {
  if (!constraint.values().empty()) return constraint.values(0);
  return absl::StrCat(constraint.has_min() ? constraint.min()
                                           : constraint.max());
}

// The options on which the bot insists, if the game's defaults are different.
std::map<std::string, std::string> OptionsFor(const Game& game, int seats,
                                              const v1::GameSupport& plays) {
  std::map<std::string, std::string> options;
  const auto defaults = GameOptions::FromMap(game.info->options, {});
  if (!defaults.ok() || !game.create(seats, *defaults).ok()) return options;
  const auto in_effect = game.options_in_effect(seats, *defaults);
  for (const v1::OptionConstraint& constraint : plays.options()) {
    const auto present = in_effect.find(constraint.name());
    if (present != in_effect.end() && Meets(constraint, present->second)) {
      continue;
    }
    options[constraint.name()] = ValueFor(constraint);
  }
  return options;
}

template <typename Plays>
absl::StatusOr<std::vector<Setting>> SettingsOf(const Plays& promised) {
  ARENA_ASSIGN_OR_RETURN(const Repertoire repertoire,
                         Repertoire::Of({promised.begin(), promised.end()}));
  std::vector<Setting> settings;
  for (const v1::GameSupport& plays : repertoire.accepted()) {
    ARENA_ASSIGN_OR_RETURN(const Game* const game, FindGame(plays.game()));
    for (int seats = game->info->min_seats; seats <= game->info->max_seats;
         ++seats) {
      if (!plays.seats().empty() &&
          !absl::c_linear_search(plays.seats(), seats)) {
        continue;
      }
      settings.push_back({game, seats, OptionsFor(*game, seats, plays), plays});
    }
  }
  return settings;
}

v1::CreateMatchRequest RequestFor(const v1::SubmittedVersion& version,
                                  const Setting& setting, int seat) {
  v1::CreateMatchRequest request;
  request.set_game(setting.game->info->name);
  request.mutable_options()->insert(setting.options.begin(),
                                    setting.options.end());
  for (int i = 0; i < setting.seats; ++i) {
    v1::SeatSpec& spec = *request.add_seats();
    if (i == seat) {
      spec.set_bot(version.bot());
      spec.set_version(version.version());
    } else {
      spec.set_built_in(setting.game->has_greedy() ? "greedy" : "random");
    }
  }
  request.set_label(
      absl::StrCat("validation of ", version.bot(), " ", version.version()));
  request.set_isolation(v1::ISOLATION_MATCHES);
  return request;
}

// Nothing if there is no such match.
std::optional<MatchKind> KindWith(const Setting& setting,
                                  const std::string& option,
                                  const std::string& value) {
  std::map<std::string, std::string> given = setting.options;
  if (!option.empty()) given[option] = value;
  const auto options = GameOptions::FromMap(setting.game->info->options, given);
  if (!options.ok() || !setting.game->create(setting.seats, *options).ok()) {
    return std::nullopt;
  }
  return MatchKind{
      .game = std::string(setting.game->info->name),
      .seats = setting.seats,
      .options = setting.game->options_in_effect(setting.seats, *options)};
}

// Values that stand for all values of an option.
std::set<std::string> ValuesOf(const OptionSpec& option,
                               const v1::GameSupport& promise) {
  std::set<std::string> values = {option.default_value};
  if (option.kind == OptionKind::kBool) values.insert({"true", "false"});
  if (option.kind == OptionKind::kInt) {
    values.insert({absl::StrCat(option.min), absl::StrCat(option.max)});
  }
  if (option.kind == OptionKind::kChoice) {
    const std::vector<std::string> choices =
        absl::StrSplit(option.choices, '|');
    values.insert(choices.begin(), choices.end());
  }
  for (const v1::OptionConstraint& constraint : promise.options()) {
    if (constraint.name() != option.name) continue;
    values.insert(constraint.values().begin(), constraint.values().end());
    if (constraint.has_min()) values.insert(absl::StrCat(constraint.min()));
    if (constraint.has_max()) values.insert(absl::StrCat(constraint.max()));
  }
  return values;
}

absl::Status Broken(const std::string& what, const Repertoire& plays) {
  return absl::InvalidArgumentError(absl::StrCat(
      "bot.toml promises ", what,
      ", and the Hello of the program does not have that: it plays ",
      absl::StrJoin(plays.accepted(), ", ",
                    [](std::string* out, const v1::GameSupport& game) {
                      absl::StrAppend(out, game.game());
                    }),
      "; let `games` in bot.toml and Hello.plays say the same"));
}

// Checks one option after the other, with the rest as promised.
absl::Status CheckOptions(const Setting& setting, const Repertoire& promised,
                          const Repertoire& plays) {
  for (const OptionSpec& option : setting.game->info->options) {
    for (const std::string& value : ValuesOf(option, setting.promise)) {
      const auto kind = KindWith(setting, option.name, value);
      if (!kind.has_value() || !promised.Plays(*kind)) continue;
      if (plays.Plays(*kind)) continue;
      return Broken(absl::StrCat(kind->game, " with ", kind->seats,
                                 " seats and ", option.name, "=", value),
                    plays);
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckKeepsPromise(absl::Span<const v1::GameSupport> promised,
                               const Repertoire& plays) {
  ARENA_ASSIGN_OR_RETURN(const std::vector<Setting> settings,
                         SettingsOf(promised));
  for (const Setting& setting : settings) {
    Repertoire::List entry;
    *entry.Add() = setting.promise;
    ARENA_ASSIGN_OR_RETURN(const Repertoire of_entry, Repertoire::Of(entry));
    const auto kind = KindWith(setting, "", "");
    if (!kind.has_value() || !of_entry.Plays(*kind)) continue;
    if (!plays.Plays(*kind)) return Broken(plays.Missing(*kind), plays);
    ARENA_RETURN_IF_ERROR(CheckOptions(setting, of_entry, plays));
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<v1::CreateMatchRequest>> ValidationMatches(
    const v1::SubmittedVersion& version) {
  ARENA_ASSIGN_OR_RETURN(const std::vector<Setting> settings,
                         SettingsOf(version.plays()));
  std::vector<v1::CreateMatchRequest> matches;
  int most_seats = 0;
  for (const Setting& setting : settings) {
    most_seats = std::max(most_seats, setting.seats);
  }
  for (int seat = 0; seat < most_seats; ++seat) {
    for (const Setting& setting : settings) {
      if (seat >= setting.seats) continue;
      if (matches.size() == kMostValidationMatches) return matches;
      matches.push_back(RequestFor(version, setting, seat));
    }
  }
  return matches;
}

}  // namespace arena::referee
