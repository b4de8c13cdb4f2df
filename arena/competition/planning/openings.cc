#include "arena/competition/planning/openings.h"

#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "arena/competition/planning/spec_form.h"
#include "arena/games/registry.h"

namespace arena::competition {

bool HasOpenings(const Game& game) {
  return absl::c_any_of(game.info->options, [](const OptionSpec& option) {
    return absl::string_view(option.name) == kOpeningOption;
  });
}

void GiveOpenings(v1::CompetitionSpec& spec) {
  const absl::StatusOr<const Game*> game = FindGame(spec.game());
  if (!game.ok() || spec.options().contains(kOpeningOption)) return;
  if (!HasOpenings(**game)) return;
  v1::CompetitionSpec with = spec;
  (*with.mutable_options())[kOpeningOption] = absl::StrCat(kOpeningPlies);
  // Other options may leave no room for an opening.
  if (FormOf(with).ok()) spec = std::move(with);
}

int OpeningPlies(const v1::CompetitionSpec& spec) {
  const auto given = spec.options().find(kOpeningOption);
  int plies = 0;
  if (given == spec.options().end() ||
      !absl::SimpleAtoi(given->second, &plies)) {
    return 0;
  }
  return plies;
}

}  // namespace arena::competition
