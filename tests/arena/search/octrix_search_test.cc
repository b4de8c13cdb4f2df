// The ends of deals in Octrix, and what trees learn about them.
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "arena/search/octrix_tree.h"
#include "arena/search/searchers.h"
#include "arena/search/win_share.h"
#include "tests/arena/games/octrix/octrix_fixture.h"

namespace arena::octrix {
namespace {

// ---- An independent solution ----

double ValueOf(const State& state);

// The mean of what two sides get who answer the mean of what they have seen.
double FictitiousPlay(const std::vector<std::vector<double>>& payoff) {
  static constexpr int kRounds = 20'000;
  std::vector<double> rows(payoff.size());
  std::vector<double> columns(payoff[0].size());
  double least = 0;
  double most = 1;
  size_t row = 0;
  size_t column = 0;
  for (int round = 1; round <= kRounds; ++round) {
    for (size_t i = 0; i < rows.size(); ++i) rows[i] += payoff[i][column];
    for (size_t i = 0; i < columns.size(); ++i) columns[i] += payoff[row][i];
    row = std::max_element(rows.begin(), rows.end()) - rows.begin();
    column = std::min_element(columns.begin(), columns.end()) - columns.begin();
    most = std::min(most, rows[row] / round);
    least = std::max(least, columns[column] / round);
  }
  return (least + most) / 2;
}

// What the seat that acts first gets for the cards of both.
std::vector<std::vector<double>> PayoffsIn(const State& state) {
  const Seat own = state.ToAct().first();
  SeatSet others = state.ToAct();
  others.erase(own);
  std::vector<std::vector<double>> payoffs;
  for (const Action action : Legal(state, own)) {
    payoffs.emplace_back();
    for (const Action other : Legal(state, others.first())) {
      State next = state;
      next.Apply(Ply{{own, action}, {others.first(), other}});
      const double value = ValueOf(next);
      payoffs.back().push_back(own % 2 == 0 ? value : 1 - value);
    }
  }
  return payoffs;
}

// The share of side 0 in a match of one deal.
double ValueOf(const State& state) {
  if (state.node() == Node::kTerminal) {
    const SeatRanks ranks = state.Ranks();
    return ranks[0] == ranks[1] ? 0.5 : ranks[0] == 1 ? 1 : 0;
  }
  const double value = FictitiousPlay(PayoffsIn(state));
  return state.ToAct().first() % 2 == 0 ? value : 1 - value;
}

// ---- Positions ----

constexpr absl::string_view kOneDeal = "max_deals=1";

// The example of two players in the rules, with so many tricks played.
State TwoSeats(int tricks) {
  static const std::vector<std::string> kTricks = {"C8 S7", "S8 D7", "H1 S1",
                                                   "D4 C1", "S5 H2", "H6 D2"};
  State state =
      Dealt({"H1 D4 S5 H6 H7 H8 S8 C8", "S1 C1 H2 D2 H3 S6 D7 S7"}, kOneDeal);
  for (int i = 0; i < tricks; ++i) PlayTrick(state, kTricks[i]);
  return state;
}

// A deal between two sides, with so many tricks played at random.
State AnyEnd(int seats, int tricks, const std::string& seed) {
  State state = NewMatch(
      seats, seats == 2 ? "max_deals=1" : "max_deals=1,variant=partners");
  Rng rng(seed);
  DealAny(state, &rng);
  while (state.tricks_played() < tricks) PlayLegal(state, rng);
  return state;
}

MixedStrategy SolutionOf(const State& state, Seat seat) {
  const GameOptions options =
      GameOptions::Parse(State::kInfo.options, state.seats() == 2
                                                   ? "max_deals=1"
                                                   : "max_deals=1,variant="
                                                     "partners")
          .value();
  const DealValues values(state, options);
  return EndSolver(values).StrategyOf(state, seat);
}

Action ChoiceIn(const State& state, Seat seat, int64_t plies,
                const std::string& seed, absl::string_view options) {
  Rng rng(seed);
  return kOctrixSearch
      .searcher(state.seats(),
                GameOptions::Parse(State::kInfo.options, options).value(),
                plies)
      ->Choose(seat, Legal(state, seat), Seen(state, seat), rng);
}

// ---- Ends ----

// Seat 0 takes trick 7 in any case, and leads by 10 to 9. Seat 1 plays S6, so
// that the last trick goes to its H3, the lower card.
TEST(OctrixEndsTest, TheLastTwoTricksByHand) {
  const State state = TwoSeats(6);
  const MixedStrategy strategy = SolutionOf(state, 1);
  EXPECT_EQ(strategy.value, 0.5);
  EXPECT_EQ(strategy.chances[1], 1);  // H3 S6
}

TEST(OctrixEndsTest, EndsOfTwoSeatsHaveTheValueOfAnIndependentSolution) {
  for (int i = 0; i < 20; ++i) {
    const State state = AnyEnd(2, 5, std::to_string(i));
    EXPECT_NEAR(SolutionOf(state, 0).value, ValueOf(state), 0.01) << i;
    EXPECT_NEAR(SolutionOf(state, 1).value, 1 - ValueOf(state), 0.01) << i;
  }
}

TEST(OctrixEndsTest, EndsOfPartnersHaveTheValueOfAnIndependentSolution) {
  for (int i = 0; i < 20; ++i) {
    const State state = AnyEnd(4, 6, std::to_string(i));
    const Seat seat = state.ToAct().first();
    const double value = SolutionOf(state, seat).value;
    EXPECT_NEAR(seat % 2 == 0 ? value : 1 - value, ValueOf(state), 0.01) << i;
  }
}

TEST(OctrixEndsTest, SharesOfAMatchThatGoesOnGrowWithTheTotals) {
  State state = AtTotals({40, 60, 50}, "first_dealer=0");
  const GameOptions options =
      GameOptions::Parse(State::kInfo.options, "").value();
  DealAny(state);
  const DealValues values(state, options);
  State end = state;
  PlayDeal(end, AlwaysHighest);
  ASSERT_TRUE(values.HasEnded(end));
  const Shares shares = values.Of(end);
  EXPECT_NEAR(shares[0] + shares[1] + shares[2], 1, 1e-9);
  const SeatScores totals = end.Returns();
  for (const auto& [a, b] : {std::pair(0, 1), std::pair(1, 2)}) {
    EXPECT_EQ(totals[a] > totals[b], shares[a] > shares[b]) << a << b;
  }
}

// ---- Choices ----

// A position in which both sides must mix two cards.
State Mixed() {
  for (int i = 0;; ++i) {
    const State state = AnyEnd(2, 6, std::to_string(i));
    const double chance = SolutionOf(state, 0).chances[0];
    if (chance > 0.3 && chance < 0.7) return state;
  }
}

TEST(OctrixSearcherTest, DrawsFromTheMixedStrategy) {
  const State state = Mixed();
  const Action first = Legal(state, 0)[0];
  int chosen = 0;
  for (int i = 0; i < 400; ++i) {
    chosen +=
        ChoiceIn(state, 0, 6'000, std::to_string(i), kOneDeal) == first ? 1 : 0;
  }
  EXPECT_NEAR(chosen / 400.0, SolutionOf(state, 0).chances[0], 0.1);
}

TEST(OctrixTreeTest, RegretMatchingTendsToTheMixedStrategy) {
  const State state = Mixed();
  const GameOptions options =
      GameOptions::Parse(State::kInfo.options, kOneDeal).value();
  const DealValues values(state, options);
  int chosen = 0;
  for (int i = 0; i < 200; ++i) {
    Rng rng(std::to_string(i));
    Tree<RegretNode> tree(state, values, rng);
    chosen += tree.Choose(0, 5'000) == 0 ? 1 : 0;
  }
  EXPECT_NEAR(chosen / 200.0, SolutionOf(state, 0).chances[0], 0.15);
}

// In how many of the others' replies each card of seat 0 wins alone.
std::vector<int> WinsOfCards(const State& state) {
  std::vector<int> wins;
  for (const Action action : Legal(state, 0)) {
    wins.push_back(0);
    AnyPly(state, [&](const Ply& ply) {
      if (ply[0].action != action) return false;
      State next = state;
      next.Apply(ply);
      wins.back() += WinShareOf(next.Ranks(), 0, 3) == 1 ? 1 : 0;
      return false;
    });
  }
  return wins;
}

// Three seats before the last free trick: one card wins against everything, the
// other card against nothing.
TEST(OctrixTreeTest, BoundsFindTheCardThatWins) {
  static constexpr int kReplies = 4;
  int found = 0;
  for (int i = 0; found < 5; ++i) {
    State state = NewMatch(3, kOneDeal);
    Rng rng(std::to_string(i));
    DealAny(state, &rng);
    while (state.tricks_played() < 6) PlayLegal(state, rng);
    const std::vector<int> wins = WinsOfCards(state);
    if (wins[0] + wins[1] != kReplies || wins[0] * wins[1] != 0) continue;
    ++found;
    const size_t winning = wins[0] > 0 ? 0 : 1;
    EXPECT_EQ(ChoiceIn(state, 0, 6'000, "x", kOneDeal),
              Legal(state, 0)[winning])
        << i;
  }
}

}  // namespace
}  // namespace arena::octrix
