// Signs that are given in Ordago, and hands that are believed in.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arena/search/ordago_beliefs.h"
#include "arena/search/searchers.h"
#include "tests/arena/games/ordago/ordago_fixture.h"

namespace arena::ordago {
namespace {

using ::testing::Each;

constexpr int kPlies = 20'000;

// The choice of the seat to act. Requires: the defaults, but for signs.
std::string ChoiceIn(const State& state, Seat seat,
                     absl::string_view options = "signs=off") {
  ActionList legal;
  state.LegalActions(seat, legal);
  v1::Observation observation;
  state.ObservationFor(seat, observation);
  Rng rng("choice");
  const Action choice =
      kOrdagoSearch
          .searcher(4, *GameOptions::Parse(State::kInfo.options, options),
                    kPlies)
          ->Choose(seat, legal, observation, rng);
  return state.ActionToString(seat, choice);
}

TEST(OrdagoSearcherTest, GivesTheRarestSign) {
  State state = NewMatch("signs=official");
  Deal(state, {"KKKA", "7654", "7654", "QJ76"});
  ASSERT_EQ(state.phase(), Phase::kWindow);
  EXPECT_EQ(ChoiceIn(state, 0, "signs=official"), "sign s9");
}

// ---- Beliefs ----

// The hands of a place in worlds that seat 0 believes in.
std::vector<Cards> HandsOf(Place place, const State& state) {
  const Beliefs beliefs(state, 0, Seen(state, 0));
  Rng rng("beliefs");
  std::vector<Cards> hands;
  for (int i = 0; i < 100; ++i) {
    hands.push_back(beliefs.Draw(rng).hand(place));
  }
  return hands;
}

double MeanKings(const std::vector<Cards>& hands) {
  double kings = 0;
  for (const Cards hand : hands) kings += CountOf(hand, kKing);
  return kings / static_cast<double>(hands.size());
}

TEST(OrdagoBeliefsTest, ABidPromisesKings) {
  State state = Betting({"7654", "KKQJ", "7654", "QJ76"});
  Say(state, "0 wait, 1 bid 2, 2 pass");
  EXPECT_GT(MeanKings(HandsOf(1, state)), 1.5);
  EXPECT_LT(MeanKings(HandsOf(2, state)), 1.5);
}

TEST(OrdagoBeliefsTest, OwnCardsAreKnown) {
  const State state = Betting({"7654", "KKQJ", "7654", "QJ76"});
  EXPECT_THAT(HandsOf(0, state), Each(CardsOf("7654")));
}

}  // namespace
}  // namespace arena::ordago
