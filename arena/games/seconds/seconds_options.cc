#include "arena/games/seconds/seconds_options.h"

#include "absl/strings/str_cat.h"

namespace arena::seconds {

absl::StatusOr<Rules> Rules::From(int seats, const GameOptions& given) {
  const GameOptions options = WithTextPreset(given, kText);
  if (seats != kSeats) {
    return absl::InvalidArgumentError(
        absl::StrCat("seconds is played with 4 seats, not ", seats));
  }
  Rules rules;
  rules.deals = static_cast<uint8_t>(options.Int("deals"));
  rules.deal6_score = options.Choice("deal6_score") == "square"
                          ? Deal6Score::kSquare
                          : Deal6Score::kThreePerTrick;
  rules.deal8_score = options.Choice("deal8_score") == "literal_12_4_3"
                          ? Deal8Score::kLiteral
                          : Deal8Score::kShare12;
  rules.tie_reading = options.Choice("tie_reading") == "distinct"
                          ? TieReading::kDistinct
                          : TieReading::kPosition;
  rules.winner = options.Choice("winner") == "highest" ? Winner::kHighest
                                                       : Winner::kSecond;
  rules.final_tie = options.Choice("final_tie") == "distinct_totals"
                        ? FinalTie::kDistinctTotals
                        : FinalTie::kShared;
  rules.random_dealer = options.Choice("first_dealer") == "random";
  rules.auto_last_trick = options.Bool("auto_last_trick");
  return rules;
}

}  // namespace arena::seconds
