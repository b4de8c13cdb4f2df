// The options of an Ordago match: their names and meanings.
#ifndef ARENA_GAMES_ORDAGO_ORDAGO_OPTIONS_H_
#define ARENA_GAMES_ORDAGO_ORDAGO_OPTIONS_H_

#include <array>
#include <cstdint>

#include "absl/status/statusor.h"
#include "arena/games/base/options.h"

namespace arena::ordago {

// With amounts up to this, the bids fit into a list of legal actions.
inline constexpr int kMaxAmount = 2000;
inline constexpr int kMaxRounds = 1000;
inline constexpr int kMaxCodes = 64;

inline constexpr std::array<OptionSpec, 29> kOptions = {
    kTextPreset,
    IntOption("set_target", 1, 1000, "30", "points that win a set at once"),
    IntOption("sets_to_win", 1, 100, "3", "sets that win the match"),
    ChoiceOption("first_dealer", "random|0|1|2|3", "random",
                 "the place that deals first"),
    ChoiceOption("dealer_after_set", "rotate|loser|random", "rotate",
                 "who deals after a set; loser: the first place of the team "
                 "that lost it, in the order of the last hand"),
    ChoiceOption("discard_order", "sequential|simultaneous", "sequential",
                 "whether cards are thrown away one place after the other"),
    IntOption("max_exchange_rounds", 0, kMaxRounds, "10",
              "exchanges after which betting starts without asking"),
    IntOption("min_bid", 1, kMaxAmount, "2", "the lowest first bid"),
    IntOption("min_raise", 1, kMaxAmount, "2",
              "how much higher than the last bid a raise must be"),
    IntOption("max_bid", 1, kMaxAmount, "100",
              "the highest amount, at least min_bid"),
    BoolOption("pass_is_final", "true",
               "whether a place that passed on a bid is out of this bet"),
    ChoiceOption("response", "seat_by_seat|first_seat_decides", "seat_by_seat",
                 "whether both places of a team answer a bid, or only the one "
                 "after the bidder"),
    ChoiceOption("decline_value", "previous|always_one", "previous",
                 "what a declined bid is worth: the amount before it, or 1"),
    BoolOption("bonus_after_decline", "true",
               "whether the bidders of a declined bet get its bonus points"),
    BoolOption("reveal_after_declined_set", "false",
               "whether hands are shown when a declined bid ends a set"),
    IntOption("solo_bonus", 0, 9, "1",
              "three seats: the soloist's points at the deal and at every "
              "exchange"),
    BoolOption("solo_bonus_wins", "true",
               "whether these points can win a set by themselves"),
    IntOption("punto_point", 0, 1, "0",
              "points for the best hand of Game if there is no bid and no 31"),
    ChoiceOption("points_31", "3|5", "3",
                 "bonus for 31 in Game: 3, or 5 because 31 is more than 30"),
    ChoiceOption("signs", "official|full|off", "official",
                 "signs to the partner; full: private codes as well"),
    ChoiceOption("sign_window", "after_deal|none", "after_deal",
                 "whether all may sign at once after the deal and exchanges"),
    BoolOption("sign_attach", "true",
               "whether a sign may go with every decision"),
    ChoiceOption("sign_truth", "exact|at_least", "exact",
                 "how the signs of kings and aces are meant"),
    ChoiceOption("bad_sign", "strict|free", "strict",
                 "whether sign s1 needs a hand without any other sign"),
    ChoiceOption("sign_visibility", "partner|noticed|all", "partner",
                 "who receives a sign; noticed: sometimes also opponents"),
    IntOption("notice_permille", 0, 1000, "500",
              "chance in 1000 that an opponent notices a sign"),
    IntOption("sign_budget", 0, 1000, "0",
              "how many signs a seat may give in a hand; 0 is any number"),
    IntOption("private_codes", 1, kMaxCodes, "16",
              "how many private codes, and codes of table talk, there are"),
    ChoiceOption("table_talk", "off|public_codes", "off",
                 "whether a public code may go with every decision"),
};

// The values of preset=text; README.md, "The original text".
inline constexpr std::array kText = {
    PresetValue{"max_exchange_rounds", "1000"},
    PresetValue{"max_bid", "2000"},
    PresetValue{"points_31", "5"},
    PresetValue{"signs", "full"},
    PresetValue{"bad_sign", "free"},
    PresetValue{"sign_visibility", "noticed"},
    PresetValue{"table_talk", "public_codes"},
};

enum class AfterSet : uint8_t { kRotate, kLoser, kRandom };
enum class SignsMode : uint8_t { kOff, kOfficial, kFull };
enum class Visibility : uint8_t { kPartner, kNoticed, kAll };

// The options as the rules use them.
struct Rules {
  static constexpr uint8_t kRandomDealer = 4;

  // INVALID_ARGUMENT if seats and options do not go together.
  static absl::StatusOr<Rules> From(int seats, const GameOptions& options);

  int16_t set_target = 0;
  int16_t max_exchange_rounds = 0;
  int16_t min_bid = 0;
  int16_t min_raise = 0;
  int16_t max_bid = 0;
  int16_t notice_permille = 0;
  int16_t sign_budget = 0;
  uint8_t sets_to_win = 0;
  uint8_t seats = 0;
  uint8_t first_dealer = kRandomDealer;
  uint8_t solo_bonus = 0;
  uint8_t punto_point = 0;
  uint8_t points_31 = 0;
  uint8_t private_codes = 0;
  AfterSet dealer_after_set = AfterSet::kRotate;
  SignsMode signs = SignsMode::kOff;
  Visibility visibility = Visibility::kPartner;
  bool simultaneous_discards = false;
  bool pass_is_final = false;
  bool first_seat_decides = false;
  bool declined_is_one = false;
  bool bonus_after_decline = false;
  bool reveal_after_declined_set = false;
  bool solo_bonus_wins = false;
  bool sign_window = false;
  bool sign_attach = false;
  bool signs_at_least = false;
  bool bad_sign_free = false;
  bool table_talk = false;

  friend bool operator==(const Rules&, const Rules&) = default;
};

// The longest match with these options, in plies.
int64_t LongestMatch(const Rules& rules);

}  // namespace arena::ordago

#endif  // ARENA_GAMES_ORDAGO_ORDAGO_OPTIONS_H_
