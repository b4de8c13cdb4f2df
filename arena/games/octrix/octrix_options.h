// The options of an Octrix match: their names and meanings.
#ifndef ARENA_GAMES_OCTRIX_OCTRIX_OPTIONS_H_
#define ARENA_GAMES_OCTRIX_OCTRIX_OPTIONS_H_

#include <array>
#include <cstdint>

#include "absl/status/statusor.h"
#include "arena/games/base/action.h"
#include "arena/games/base/options.h"
#include "arena/games/octrix/octrix_cards.h"

namespace arena::octrix {

inline constexpr int kMaxDeals = 100000;

inline constexpr std::array<OptionSpec, 12> kOptions = {
    kTextPreset,
    ChoiceOption("variant", "solo2|solo3|solo4|partners", "solo4",
                 "who plays against whom; if absent, each seat plays for "
                 "itself, whatever the number of seats"),
    IntOption("target", 1, 10000, "88", "points that end the match"),
    ChoiceOption("finish", "deal_end|immediate", "deal_end",
                 "when the target counts: after a deal, or at once"),
    ChoiceOption("tie", "extra_deal|shared", "extra_deal",
                 "deal_end: what follows when the leaders at the target are "
                 "level"),
    IntOption("max_deals", 1, kMaxDeals, "100",
              "deals after which the highest total wins"),
    ChoiceOption("first_dealer", "random|0|1|2|3", "random",
                 "the seat that deals first"),
    BoolOption("rotate_dealer", "true",
               "whether the next seat clockwise deals the next deal"),
    ChoiceOption("duplicate", "off|cyclic", "off",
                 "cyclic: every distribution is played once in every rotation "
                 "of the seats"),
    BoolOption("show_unused", "true",
               "whether observations list the cards that are in no hand"),
    BoolOption("auto_last_trick", "true",
               "whether the eighth trick is played without asking"),
    ChoiceOption("colour_rule", "colour|suit", "colour",
                 "what is compared for the next mode; suit is experimental"),
};

// The values of preset=text; README.md, "The original text".
inline constexpr std::array kText = {PresetValue{"finish", "immediate"}};

// The options as the rules use them.
struct Rules {
  static constexpr uint8_t kRandomDealer = kMostSeats;

  // INVALID_ARGUMENT if seats and options do not go together.
  static absl::StatusOr<Rules> From(int seats, const GameOptions& options);
  // See HasResolve in games/base/abilities.h.
  static GameOptions Resolve(int seats, GameOptions options);

  int32_t max_deals = 0;
  int16_t target = 0;
  uint8_t seats = 0;
  uint8_t sides = 0;
  uint8_t first_dealer = kRandomDealer;
  bool partners = false;
  bool immediate = false;
  bool share_ties = false;
  bool rotate_dealer = false;
  bool duplicate = false;
  bool show_unused = false;
  bool auto_last_trick = false;
  ColourRule colour_rule = ColourRule::kColour;

  friend bool operator==(const Rules&, const Rules&) = default;
};

}  // namespace arena::octrix

#endif  // ARENA_GAMES_OCTRIX_OCTRIX_OPTIONS_H_
