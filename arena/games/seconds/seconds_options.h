// The options of a Seconds match: their names and meanings.
#ifndef ARENA_GAMES_SECONDS_SECONDS_OPTIONS_H_
#define ARENA_GAMES_SECONDS_SECONDS_OPTIONS_H_

#include <array>
#include <cstdint>

#include "absl/status/statusor.h"
#include "arena/games/base/options.h"
#include "arena/games/seconds/seconds_cards.h"

namespace arena::seconds {

inline constexpr int kMaxDeals = 8;

inline constexpr std::array<OptionSpec, 9> kOptions = {
    kTextPreset,
    IntOption("deals", 7, kMaxDeals, "8",
              "how many deals are played; 7 leaves out the eighth"),
    ChoiceOption("deal6_score", "three_per_trick|square", "three_per_trick",
                 "deal 6: three points per trick, or the square of the tricks"),
    ChoiceOption("deal8_score", "share12|literal_12_4_3", "share12",
                 "deal 8: one, two or three seats with exactly three tricks "
                 "get 12, 6, 4 points each, or 12, 4, 3"),
    ChoiceOption("tie_reading", "position|distinct", "position",
                 "when nobody follows suit: the second card in order of rank "
                 "takes the trick, or the second-highest different rank"),
    ChoiceOption("winner", "second|highest", "second",
                 "which total wins the match"),
    ChoiceOption("final_tie", "shared|distinct_totals", "shared",
                 "winner=second: the seats that win have the second of the "
                 "sorted totals, or the second-highest different total"),
    ChoiceOption("first_dealer", "seat0|random", "random",
                 "the seat that deals first and plays North"),
    BoolOption("auto_last_trick", "true",
               "whether the thirteenth trick is played without asking"),
};

// The values of preset=text; README.md, "The original text".
inline constexpr std::array kText = {
    PresetValue{"deal8_score", "literal_12_4_3"},
    PresetValue{"final_tie", "distinct_totals"},
};

enum class Deal6Score : uint8_t { kThreePerTrick, kSquare };
enum class Deal8Score : uint8_t { kShare12, kLiteral };
enum class Winner : uint8_t { kSecond, kHighest };
enum class FinalTie : uint8_t { kShared, kDistinctTotals };

// The options as the rules use them. Members start at the defaults.
struct Rules {
  // INVALID_ARGUMENT unless there are four seats.
  static absl::StatusOr<Rules> From(int seats, const GameOptions& options);

  uint8_t deals = kMaxDeals;
  Deal6Score deal6_score = Deal6Score::kThreePerTrick;
  Deal8Score deal8_score = Deal8Score::kShare12;
  TieReading tie_reading = TieReading::kPosition;
  Winner winner = Winner::kSecond;
  FinalTie final_tie = FinalTie::kShared;
  bool random_dealer = true;
  bool auto_last_trick = true;

  friend bool operator==(const Rules&, const Rules&) = default;
};

}  // namespace arena::seconds

#endif  // ARENA_GAMES_SECONDS_SECONDS_OPTIONS_H_
