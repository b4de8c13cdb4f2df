// Values of Doppelkopf as text, for tests.
#ifndef TESTS_ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_NOTATION_H_
#define TESTS_ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_NOTATION_H_

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "arena/games/doppelkopf/doppelkopf_cards.h"
#include "arena/games/doppelkopf/doppelkopf_options.h"

namespace arena::doppelkopf {

inline absl::StatusOr<Rules> TryRules(absl::string_view options) {
  ARENA_ASSIGN_OR_RETURN(const GameOptions parsed,
                         GameOptions::Parse(kOptions, options));
  return Rules::From(kSeats, parsed);
}
inline Rules RulesWith(absl::string_view options) {
  return TryRules(options).value();
}

// The cards of a text such as "CA C9".
inline std::vector<Card> CardsIn(absl::string_view text) {
  std::vector<Card> cards;
  for (absl::string_view name : absl::StrSplit(text, ' ', absl::SkipEmpty())) {
    cards.push_back(ParseCard(name).value());
  }
  return cards;
}
inline Cards HandOf(absl::string_view text) { return Cards(CardsIn(text)); }

inline CardSet SetIn(absl::string_view text) { return HandOf(text).types(); }
// The cards of a set as "C9 CA", in the order of the card types.
inline std::string SetText(CardSet set) {
  std::vector<std::string> names;
  for (; set != 0; set &= set - 1) names.push_back(CardText(LowestOf(set)));
  return absl::StrJoin(names, " ");
}

inline SeatSet Seats(std::initializer_list<Seat> seats) {
  SeatSet set;
  for (const Seat seat : seats) set.insert(seat);
  return set;
}

// Names the cases of a parameterised test by their `id`.
struct NamedById {
  template <typename Case>
  std::string operator()(const ::testing::TestParamInfo<Case>& info) const {
    return info.param.id;
  }
};

}  // namespace arena::doppelkopf

#endif  // TESTS_ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_NOTATION_H_
