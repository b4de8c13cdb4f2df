#include "arena/games/octrix/octrix_options.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"

namespace arena::octrix {
namespace {

// Whether the seats play in partnerships.
absl::StatusOr<bool> PartnersFor(int seats, const GameOptions& options) {
  if (!options.IsSet("variant")) return false;
  const absl::string_view variant = options.Choice("variant");
  const bool partners = variant == "partners";
  const int wanted = partners ? 4 : variant.back() - '0';
  if (wanted == seats) return partners;
  return absl::InvalidArgumentError(absl::StrCat("option variant=", variant,
                                                 " is played with ", wanted,
                                                 " seats, not ", seats));
}

}  // namespace

absl::StatusOr<Rules> Rules::From(int seats, const GameOptions& given) {
  const GameOptions options = WithTextPreset(given, kText);
  if (seats < 2 || seats > kMostSeats) {
    return absl::InvalidArgumentError(
        absl::StrCat("octrix is played with 2 to 4 seats, not ", seats));
  }
  Rules rules;
  ARENA_ASSIGN_OR_RETURN(rules.partners, PartnersFor(seats, options));
  rules.seats = static_cast<uint8_t>(seats);
  rules.sides = rules.partners ? 2 : rules.seats;
  const absl::string_view dealer = options.Choice("first_dealer");
  if (dealer != "random") {
    rules.first_dealer = static_cast<uint8_t>(dealer.front() - '0');
    if (rules.first_dealer >= seats) {
      return absl::InvalidArgumentError(absl::StrCat(
          "option first_dealer=", dealer, ": expected random or 0..", seats - 1,
          " with ", seats, " seats"));
    }
  }
  rules.target = static_cast<int16_t>(options.Int("target"));
  rules.max_deals = static_cast<int32_t>(options.Int("max_deals"));
  rules.immediate = options.Choice("finish") == "immediate";
  rules.share_ties = options.Choice("tie") == "shared";
  rules.rotate_dealer = options.Bool("rotate_dealer");
  rules.duplicate = options.Choice("duplicate") == "cyclic";
  rules.show_unused = options.Bool("show_unused");
  rules.auto_last_trick = options.Bool("auto_last_trick");
  rules.colour_rule = options.Choice("colour_rule") == "suit"
                          ? ColourRule::kSuit
                          : ColourRule::kColour;
  return rules;
}

GameOptions Rules::Resolve(int seats, GameOptions options) {
  if (!options.IsSet("variant")) {
    options.Give("variant", absl::StrCat("solo", seats));
  }
  return WithTextPreset(std::move(options), kText);
}

}  // namespace arena::octrix
