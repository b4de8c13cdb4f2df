#include "referee/validation_plan.h"

#include <map>

#include "absl/algorithm/container.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/games/registry.h"
#include "referee/repertoire.h"

namespace arena::referee {
namespace {

// What a match is played with.
struct Setting {
  const Game* game = nullptr;
  int seats = 0;
  std::map<std::string, std::string> options;
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

// The options on which the bot insists, where the game's own ones are others.
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

absl::StatusOr<std::vector<Setting>> SettingsOf(
    const v1::SubmittedVersion& version) {
  ARENA_ASSIGN_OR_RETURN(const Repertoire repertoire,
                         Repertoire::Of(version.plays()));
  std::vector<Setting> settings;
  for (const v1::GameSupport& plays : repertoire.accepted()) {
    ARENA_ASSIGN_OR_RETURN(const Game* const game, FindGame(plays.game()));
    for (int seats = game->info->min_seats; seats <= game->info->max_seats;
         ++seats) {
      if (!plays.seats().empty() &&
          !absl::c_linear_search(plays.seats(), seats)) {
        continue;
      }
      settings.push_back({game, seats, OptionsFor(*game, seats, plays)});
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

}  // namespace

absl::StatusOr<std::vector<v1::CreateMatchRequest>> ValidationMatches(
    const v1::SubmittedVersion& version) {
  ARENA_ASSIGN_OR_RETURN(const std::vector<Setting> settings,
                         SettingsOf(version));
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
