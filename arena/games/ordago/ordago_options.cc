#include "arena/games/ordago/ordago_options.h"

#include <algorithm>
#include <limits>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"

namespace arena::ordago {
namespace {

template <typename Enum>
Enum ChoiceOf(const GameOptions& options, const char* name,
              std::initializer_list<absl::string_view> values) {
  const auto* at =
      std::find(values.begin(), values.end(), options.Choice(name));
  return static_cast<Enum>(at - values.begin());
}

void ReadMatch(const GameOptions& options, Rules& rules) {
  const auto number = [&](const char* name) {
    return static_cast<int16_t>(options.Int(name));
  };
  rules.set_target = number("set_target");
  rules.sets_to_win = static_cast<uint8_t>(number("sets_to_win"));
  const absl::string_view dealer = options.Choice("first_dealer");
  if (dealer != "random") {
    rules.first_dealer = static_cast<uint8_t>(dealer.front() - '0');
  }
  rules.dealer_after_set = ChoiceOf<AfterSet>(options, "dealer_after_set",
                                              {"rotate", "loser", "random"});
  rules.simultaneous_discards =
      options.Choice("discard_order") == "simultaneous";
  rules.max_exchange_rounds = number("max_exchange_rounds");
  rules.solo_bonus = static_cast<uint8_t>(number("solo_bonus"));
  rules.solo_bonus_wins = options.Bool("solo_bonus_wins");
}

void ReadBets(const GameOptions& options, Rules& rules) {
  const auto number = [&](const char* name) {
    return static_cast<int16_t>(options.Int(name));
  };
  rules.min_bid = number("min_bid");
  rules.min_raise = number("min_raise");
  rules.max_bid = number("max_bid");
  rules.pass_is_final = options.Bool("pass_is_final");
  rules.first_seat_decides = options.Choice("response") == "first_seat_decides";
  rules.declined_is_one = options.Choice("decline_value") == "always_one";
  rules.bonus_after_decline = options.Bool("bonus_after_decline");
  rules.reveal_after_declined_set = options.Bool("reveal_after_declined_set");
  rules.punto_point = static_cast<uint8_t>(number("punto_point"));
  rules.points_31 = options.Choice("points_31") == "3" ? 3 : 5;
}

void ReadSigns(const GameOptions& options, Rules& rules) {
  rules.signs =
      ChoiceOf<SignsMode>(options, "signs", {"off", "official", "full"});
  rules.sign_window = options.Choice("sign_window") == "after_deal";
  rules.sign_attach = options.Bool("sign_attach");
  rules.signs_at_least = options.Choice("sign_truth") == "at_least";
  rules.bad_sign_free = options.Choice("bad_sign") == "free";
  rules.visibility = ChoiceOf<Visibility>(options, "sign_visibility",
                                          {"partner", "noticed", "all"});
  rules.notice_permille = static_cast<int16_t>(options.Int("notice_permille"));
  rules.sign_budget = static_cast<int16_t>(options.Int("sign_budget"));
  rules.private_codes = static_cast<uint8_t>(options.Int("private_codes"));
  rules.table_talk = options.Choice("table_talk") == "public_codes";
}

}  // namespace

absl::StatusOr<Rules> Rules::From(int seats, const GameOptions& given) {
  const GameOptions options = WithTextPreset(given, kText);
  if (seats != 3 && seats != 4) {
    return absl::InvalidArgumentError(
        absl::StrCat("ordago is played with 3 or 4 seats, not ", seats));
  }
  Rules rules;
  rules.seats = static_cast<uint8_t>(seats);
  ReadMatch(options, rules);
  ReadBets(options, rules);
  ReadSigns(options, rules);
  if (rules.max_bid < rules.min_bid) {
    return absl::InvalidArgumentError(
        absl::StrCat("option max_bid=", rules.max_bid,
                     ": expected at least min_bid, ", rules.min_bid));
  }
  if (seats == 3 && rules.solo_bonus_wins &&
      rules.solo_bonus >= rules.set_target) {
    return absl::InvalidArgumentError(absl::StrCat(
        "option set_target=", rules.set_target, ": expected more than ",
        "solo_bonus, ", rules.solo_bonus,
        ", with 3 seats, or the soloist wins every set at the deal"));
  }
  const int64_t longest = LongestMatch(rules);
  if (longest > std::numeric_limits<int32_t>::max()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "these options allow matches of ", longest, " plies: expected at most ",
        std::numeric_limits<int32_t>::max(),
        "; lower set_target, sets_to_win, max_exchange_rounds or max_bid"));
  }
  return rules;
}

int64_t LongestMatch(const Rules& rules) {
  // The plies of one place's decision: a sign and a code before it, and the
  // outcome of noticing after it.
  constexpr int64_t kDecision = 4;
  const int64_t bids = (rules.max_bid - rules.min_bid) / rules.min_raise + 1;
  const int64_t bet =
      kDecision * (3       // waits
                   + bids  // the bid and every raise
                   + 1     // ordago
                   + bids  // a pass before every raise, if it is not final
                   + 2);   // the last answers
  const int64_t round = kDecision * (4     // answers
                                     + 4   // discards
                                     + 1)  // signs
                        + 16;              // cards
  // The outcome of the last dealer's draw, the cards, signs, rounds and bets.
  const int64_t hand =
      1 + 16 + kDecision + round * rules.max_exchange_rounds + 4 * bet;
  // Every hand that does not end a set pays 2 points or more.
  const int64_t hands = rules.set_target;
  const int64_t sets = 2 * rules.sets_to_win - 1;
  return sets * hands * hand;
}

}  // namespace arena::ordago
