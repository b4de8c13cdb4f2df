// The vectors of the rules: comparisons, bets, whole hands and sets. Place 0
// starts the first hand.
#include "gtest/gtest.h"
#include "tests/arena/games/ordago/ordago_fixture.h"

namespace arena::ordago {
namespace {

struct Comparison {
  Place winner;
  // The points of the hand in the bonus of its team.
  int bonus;
  friend bool operator==(const Comparison&, const Comparison&) = default;
};

void PrintTo(const Comparison& comparison, std::ostream* out) {
  *out << "place " << comparison.winner << ", bonus " << comparison.bonus;
}

Comparison Compare(Bet bet, const HandTexts& texts) {
  Hands hands;
  for (Place place = 0; place < kPlaces; ++place) {
    hands[place] = CardsOf(texts[place]);
  }
  const Place winner = BestPlace(bet, hands, 0);
  return {winner,
          BonusOf(bet, hands[winner]) + BonusOf(bet, hands[After(winner, 2)])};
}

// ---- 4.6 Comparisons ----

TEST(OrdagoVectorTest, Vector1BigIsDecidedByTheFourthCardAndTheFrontSeat) {
  EXPECT_EQ(Compare(Bet::kBig, {"KKJ4", "KQQQ", "KKJ5", "KKJ5"}),
            (Comparison{2, 0}));
}

TEST(OrdagoVectorTest, Vector2SmallIsReadFromTheLowestCardUp) {
  EXPECT_EQ(Compare(Bet::kSmall, {"AA47", "AAK4", "A554", "AA46"}),
            (Comparison{3, 0}));
}

TEST(OrdagoVectorTest, Vector3FourAlikeAreTwoPairs) {
  EXPECT_EQ(Compare(Bet::kPairs, {"QQQQ", "KKAA", "KKK7", "KK77"}),
            (Comparison{3, 6}));
}

TEST(OrdagoVectorTest, Vector4FourKingsBeatKingsAndQueens) {
  EXPECT_EQ(Compare(Bet::kPairs, {"KKQQ", "KKKK", "7654", "J7AA"}),
            (Comparison{1, 4}));
}

TEST(OrdagoVectorTest, Vector5WithoutPairsTheHighestHandWins) {
  EXPECT_EQ(Compare(Bet::kPairs, {"KQ7A", "KQJ4", "QJ76", "K765"}),
            (Comparison{1, 0}));
}

TEST(OrdagoVectorTest, Vector6CardsBesideAPairDoNotCount) {
  EXPECT_EQ(Compare(Bet::kPairs, {"77KA", "77QJ", "654A", "K654"}),
            (Comparison{0, 1}));
}

TEST(OrdagoVectorTest, Vector7TwoPairsBeatATriple) {
  EXPECT_EQ(Compare(Bet::kPairs, {"KK74", "QQQ6", "55AA", "J654"}),
            (Comparison{2, 4}));
}

TEST(OrdagoVectorTest, Vector8TheRoyalGameBeats31InFront) {
  EXPECT_EQ(Compare(Bet::kGame, {"KKKA", "777Q", "654A", "KQJ6"}),
            (Comparison{1, 5}));
}

TEST(OrdagoVectorTest, Vector9ThirtyTwoBeatsForty) {
  EXPECT_EQ(Compare(Bet::kGame, {"KQJ7", "KKKQ", "QJ66", "KQ64"}),
            (Comparison{2, 4}));
}

TEST(OrdagoVectorTest, Vector10Without31ThirtyIsBestAndBringsNothing) {
  EXPECT_EQ(Compare(Bet::kGame, {"KQ54", "KJ64", "7654", "AAAA"}),
            (Comparison{1, 0}));
}

TEST(OrdagoVectorTest, Vector11TheFirstOfTwo31Wins) {
  EXPECT_EQ(Compare(Bet::kGame, {"7654", "KJ74", "KQJA", "KK66"}),
            (Comparison{1, 5}));
}

// ---- 4.7 Bets ----

const HandTexts kAnyHands = {"KK74", "KQ6A", "KJ74", "Q65A"};

// The state of the first bet after these words, and the score.
std::string AfterWords(absl::string_view words) {
  State state = Betting(kAnyHands);
  Say(state, words);
  const BetResult& result = state.results()[0];
  const char* const names[] = {"open", "passed out", "concluded", "declined",
                               "showdown"};
  return absl::StrCat(names[static_cast<int>(result.status)], " ",
                      result.amount, ", ", ScoreText(state));
}

TEST(OrdagoVectorTest, Vector12FourWaitsPassOut) {
  EXPECT_EQ(AfterWords("0 wait, 1 wait, 2 wait, 3 wait"), "passed out 0, 0:0");
}

TEST(OrdagoVectorTest, Vector13ADeclinedFirstBidIsWorthOne) {
  EXPECT_EQ(AfterWords("0 bid 2, 1 pass, 3 pass"), "declined 1, 1:0");
}

TEST(OrdagoVectorTest, Vector14ADeclinedRaiseIsWorthTheBidBefore) {
  EXPECT_EQ(AfterWords("0 wait, 1 bid 2, 2 raise 5, 3 pass, 1 pass"),
            "declined 2, 2:0");
}

TEST(OrdagoVectorTest, Vector15WhoOnlyWaitedIsStillAsked) {
  EXPECT_EQ(AfterWords("0 wait, 1 bid 2, 2 raise 5, 3 pass, 1 raise 9, "
                       "2 pass, 0 pass"),
            "declined 5, 0:5");
}

TEST(OrdagoVectorTest, Vector16OnePartnerMayAcceptForBoth) {
  EXPECT_EQ(AfterWords("0 bid 2, 1 pass, 3 raise 6, 0 pass, 2 accept"),
            "concluded 6, 0:0");
}

TEST(OrdagoVectorTest, Vector17WhoPassedIsNotAskedAgain) {
  EXPECT_EQ(AfterWords("0 bid 2, 1 pass, 3 raise 4, 0 raise 8, 3 pass"),
            "declined 4, 4:0");
}

TEST(OrdagoVectorTest, Vector18ADeclinedFirstOrdagoIsWorthOne) {
  EXPECT_EQ(AfterWords("0 ordago, 1 pass, 3 pass"), "declined 1, 1:0");
}

TEST(OrdagoVectorTest, Vector19ADeclinedOrdagoIsWorthTheBidBefore) {
  EXPECT_EQ(AfterWords("0 bid 4, 1 ordago, 2 pass, 0 pass"), "declined 4, 0:4");
}

TEST(OrdagoVectorTest, Vector20AnAcceptedOrdagoIsTheSet) {
  State state = Betting(kAnyHands);
  Say(state, "0 bid 4, 1 raise 10, 2 ordago, 3 accept");
  EXPECT_EQ(SetsText(state), "1:0");
}

TEST(OrdagoVectorTest, Vector21AnAcceptanceEndsTheBet) {
  EXPECT_EQ(AfterWords("0 wait, 1 wait, 2 wait, 3 bid 2, 0 accept"),
            "concluded 2, 0:0");
}

// ---- 4.8 One complete hand ----

TEST(OrdagoVectorTest, Vector4_8OneCompleteHand) {
  State state = Betting({"KKAA", "654A", "J765", "KKQJ"});
  Say(state, "0 wait, 1 wait, 2 wait, 3 bid 2, 0 pass, 2 accept");
  Say(state, "0 bid 2, 1 raise 4, 2 pass, 0 accept");
  Say(state, "0 bid 5, 1 pass, 3 pass");
  EXPECT_EQ(ScoreText(state), "1:0");
  Say(state, "0 wait, 1 wait, 2 wait, 3 bid 2, 0 pass, 2 pass");
  EXPECT_EQ(ScoreText(state), "8:5");
}

// ---- 5 Sets ----

TEST(OrdagoVectorTest, Vector22ADeclinedBidMayEndTheSetDuringBetting) {
  State state = AtScore(28, 12, kAnyHands);
  Say(state, "0 keep, 0 wait, 1 bid 2, 2 raise 5, 3 pass, 1 pass");
  EXPECT_EQ(SetsText(state), "1:0");
  EXPECT_EQ(state.last_hand().results[1].status, BetStatus::kOpen);
}

TEST(OrdagoVectorTest, Vector23EvaluationStopsAtTheTarget) {
  // The best hands: place 2 for Big, place 1 for Small, place 2 for Pairs and
  // Game.
  State state = AtScore(28, 29, {"Q65A", "54AA", "KKQA", "QJ76"});
  Say(state, "0 keep");
  WaitToTheEnd(state);
  EXPECT_EQ(SetsText(state), "0:1");
  EXPECT_EQ(LastScore(state), "29:30");
}

TEST(OrdagoVectorTest, Vector24AnOrdagoDecidesWhateverTheScore) {
  State state = AtScore(3, 27, {"KK74", "54AA", "KQJ7", "64AA"});
  Say(state, "0 keep, 0 wait, 1 wait, 2 wait, 3 wait");
  Say(state, "0 ordago, 1 pass, 3 accept");
  EXPECT_EQ(SetsText(state), "0:1");
  EXPECT_EQ(LastScore(state), "3:27");
}

TEST(OrdagoVectorTest, Vector25AnOrdagoMakesOpenStakesLapse) {
  // Team 0 would win Big, and team 1 wins Small.
  State state = AtScore(10, 20, {"KKQ7", "54AA", "KQJ7", "K654"});
  Say(state, "0 keep, 0 bid 40, 1 accept");
  Say(state, "0 wait, 1 ordago, 2 accept");
  EXPECT_EQ(SetsText(state), "0:1");
  EXPECT_EQ(LastScore(state), "10:20");
}

TEST(OrdagoVectorTest, Vector26TheSolosPointAtTheDealWinsASet) {
  const State state = AtScore(29, 10, kAnyHands, "", 3);
  EXPECT_EQ(SetsText(state), "1:0");
  EXPECT_EQ(state.node(), Node::kChance);
}

TEST(OrdagoVectorTest, Vector27TheSoloGetsAPointForEveryExchange) {
  State state = AtScore(12, 0, kAnyHands, "", 3);
  for (int i = 0; i < 2; ++i) {
    Say(state, "0 swap, 1 swap, 2 swap, 3 swap");
    while (state.phase() == Phase::kDiscard) {
      const Seat seat = state.ToAct().first();
      Ply1(state, seat, LegalTexts(state, seat)[0]);
    }
    DealAny(state);
  }
  EXPECT_EQ(ScoreText(state), "15:0");
}

// ---- 7.3 Evaluation ----

TEST(OrdagoVectorTest, Vector7_3_1) {
  EXPECT_EQ(PointsOf({"KK74", "KQ6A", "KJ74", "Q65A"}), "8:1");
}
TEST(OrdagoVectorTest, Vector7_3_2) {
  EXPECT_EQ(PointsOf({"KQJ7", "7654", "54AA", "KKQA"}), "1:5");
}
TEST(OrdagoVectorTest, Vector7_3_3) {
  EXPECT_EQ(PointsOf({"KJ5A", "QJ5A", "KJ54", "KJ5A"}), "1:1");
}
TEST(OrdagoVectorTest, Vector7_3_4) {
  EXPECT_EQ(PointsOf({"K4AA", "QJ76", "54AA", "KQJ7"}), "3:5");
}
TEST(OrdagoVectorTest, Vector7_3_5) {
  EXPECT_EQ(PointsOf({"K74A", "K76A", "KQ6A", "K74A"}), "2:0");
}
TEST(OrdagoVectorTest, Vector7_3_6) {
  EXPECT_EQ(PointsOf({"KKAA", "654A", "J765", "KKQJ"}), "4:3");
}
TEST(OrdagoVectorTest, Vector7_3_7) {
  EXPECT_EQ(PointsOf({"QJ76", "KKQA", "K4AA", "654A"}), "1:5");
}
TEST(OrdagoVectorTest, Vector7_3_8) {
  EXPECT_EQ(PointsOf({"QJ5A", "KK74", "KJ5A", "K74A"}), "0:6");
}
TEST(OrdagoVectorTest, Vector7_3_9) {
  EXPECT_EQ(PointsOf({"Q65A", "K76A", "KJ74", "KJ74"}), "5:0");
}

// ---- 7.4 One complete set ----

struct HandOfSet {
  HandTexts hands;
  const char* score;
};

const std::array<HandOfSet, 10> kSet = {{
    {{"KKQJ", "QJ76", "654A", "KKAA"}, "3:4"},
    {{"KKQA", "KKQJ", "J765", "54AA"}, "6:8"},
    {{"K4AA", "KKQA", "KQJ7", "7654"}, "7:13"},
    {{"654A", "K4AA", "KKQJ", "QJ76"}, "11:14"},
    {{"J765", "654A", "KKAA", "KQJ7"}, "16:16"},
    {{"QJ76", "J765", "54AA", "KKQA"}, "17:21"},
    {{"KKQJ", "QJ76", "7654", "K4AA"}, "21:22"},
    {{"KKAA", "KKQJ", "J765", "654A"}, "25:25"},
    {{"54AA", "KKAA", "KQJ7", "7654"}, "28:29"},
    {{"654A", "54AA", "KKQA", "QJ76"}, "29:30"},
}};

TEST(OrdagoVectorTest, Vector7_4OneCompleteSet) {
  State state = NewMatch();
  for (size_t i = 0; i < kSet.size(); ++i) {
    EXPECT_EQ(state.start(), static_cast<Place>(i % kPlaces));
    Deal(state, kSet[i].hands);
    Ply1(state, state.SeatOf(state.start()), "keep");
    WaitToTheEnd(state);
    EXPECT_EQ(LastScore(state), kSet[i].score) << "hand " << i + 1;
  }
  EXPECT_EQ(SetsText(state), "0:1");
}

// ---- 7.5 Exchanges ----

// All four places swap. Each throws away its n lowest cards, and any cards
// follow.
void Exchange(State& state, int n) {
  for (int i = 0; i < kPlaces; ++i) {
    Ply1(state, state.ToAct().first(), "swap");
  }
  while (state.phase() == Phase::kDiscard) {
    const Seat seat = state.ToAct().first();
    Cards hand = state.hand(state.ActingPlace(seat));
    Cards discard = 0;
    for (int card = 0; card < n; ++card) {
      discard += One(LowestOf(hand));
      hand -= One(LowestOf(hand));
    }
    Ply1(state, seat, state.ActionToString(seat, DiscardOf(discard)));
  }
  DealAny(state);
}

std::string PilesOf(const State& state) {
  const v1::OrdagoObservation seen = Seen(state, 0);
  return absl::StrCat("stock ", seen.stock_size(), ", old ",
                      seen.old_discards(), ", rebuilt ", seen.rebuilds());
}

TEST(OrdagoVectorTest, Vector7_5FourCardsThreeTimes) {
  State state = Dealt(kAnyHands);
  Exchange(state, 4);
  EXPECT_EQ(PilesOf(state), "stock 8, old 16, rebuilt 0");
  Exchange(state, 4);
  EXPECT_EQ(PilesOf(state), "stock 8, old 16, rebuilt 1");
  Exchange(state, 4);
  EXPECT_EQ(PilesOf(state), "stock 8, old 16, rebuilt 2");
}

TEST(OrdagoVectorTest, Vector7_5OneCardSevenTimes) {
  State state = Dealt(kAnyHands);
  for (int i = 0; i < 6; ++i) Exchange(state, 1);
  EXPECT_EQ(PilesOf(state), "stock 0, old 24, rebuilt 0");
  Exchange(state, 1);
  EXPECT_EQ(PilesOf(state), "stock 20, old 4, rebuilt 1");
}

TEST(OrdagoVectorTest, Vector7_5TheFirstKeepEndsTheQuestions) {
  State state = Dealt(kAnyHands);
  Say(state, "0 keep");
  EXPECT_EQ(state.phase(), Phase::kBet);
  EXPECT_EQ(Seen(state, 1).swaps(), 0u);
}

TEST(OrdagoVectorTest, Vector7_5TheThirdKeepMeansNobodyExchanges) {
  State state = Dealt(kAnyHands);
  Say(state, "0 swap, 1 swap, 2 keep");
  EXPECT_EQ(state.phase(), Phase::kBet);
  EXPECT_EQ(Seen(state, 1).swaps(), 2u);
  EXPECT_EQ(Seen(state, 1).keeper(), 2u);
  EXPECT_EQ(state.hand(1), CardsOf("KQ6A"));
}

}  // namespace
}  // namespace arena::ordago
