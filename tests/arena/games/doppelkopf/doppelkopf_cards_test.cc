// Cards of Doppelkopf: hands, trumps, legal cards and winners of tricks.
#include "arena/games/doppelkopf/doppelkopf_cards.h"

#include "tests/arena/games/doppelkopf/doppelkopf_notation.h"

namespace arena::doppelkopf {
namespace {

// ---- Tricks: vectors T ----

struct TrickCase {
  const char* id;
  Contract contract;
  const char* options;
  const char* cards;
  int winner;
  int augen;
  bool last = false;
};
void PrintTo(const TrickCase& c, std::ostream* out) { *out << c.cards; }

constexpr Contract kNormal = Contract::kNormal;

constexpr TrickCase kTricks[] = {
    {"T1", kNormal, "deck=48", "CA C9 CT CK", 0, 25},
    {"T2", kNormal, "", "CK CA C9 CA", 1, 26},
    {"T3", kNormal, "", "SA S9 DK SK", 2, 19},
    {"T4", kNormal, "", "SA D9 CJ DA", 2, 24},
    {"T5", kNormal, "", "HA HT HK H9", 1, 25},
    {"T6a", kNormal, "dulle_order=first", "HT CQ HT DA", 0, 34},
    {"T6b", kNormal, "dulle_order=second", "HT CQ HT DA", 2, 34},
    {"T6c", kNormal, "dulle_order=second_except_last", "HT CQ HT DA", 0, 34,
     true},
    {"T6d", kNormal, "dulle_order=second", "HT CQ HT DA", 2, 34, true},
    {"T6e", kNormal, "dulle_order=second_except_last", "HT CQ HT DA", 2, 34},
    {"T7", kNormal, "", "SQ SQ HQ CQ", 3, 12},
    {"T8", kNormal, "", "SQ SQ HQ DQ", 0, 12},
    {"T9", kNormal, "", "DK SA CT DT", 3, 35},
    {"T10", kNormal, "", "C9 SA HA C9", 0, 22},
    {"T11", Contract::kQueens, "", "HQ HT DQ CQ", 3, 19},
    {"T12", Contract::kQueens, "", "HK HT HA HJ", 2, 27},
    {"T13", Contract::kJacks, "", "DA DT DQ CJ", 3, 26},
    {"T14", Contract::kFleshless, "", "CQ CK SA C9", 1, 18},
    {"T15", Contract::kHearts, "", "HA DA H9 HT", 3, 32},
    {"T16", Contract::kClubs, "", "DA DK C9 DT", 2, 25},
    {"T17", kNormal, "", "SA ST SA HA", 0, 43},
    {"T18", kNormal, "dulle=off", "HT HA H9 HK", 1, 25},
    {"T19", kNormal, "", "C9 S9 H9 C9", 0, 0},
    {"T20", Contract::kFleshless, "", "HT HK HQ HA", 3, 28},
    {"T21", kNormal, "deck=40", "DJ HJ CJ CJ", 2, 8},
    {"T22", kNormal, "dulle_order=second", "SK HT CQ HT", 3, 27},
    {"T23", Contract::kQueens, "", "CQ CJ HT CQ", 0, 18},
};

class DoppelkopfTrickTest : public ::testing::TestWithParam<TrickCase> {};

TEST_P(DoppelkopfTrickTest, HasThatWinner) {
  const TrickCase& c = GetParam();
  EXPECT_EQ(WinningPosition(c.contract, CardsIn(c.cards), c.last,
                            RulesWith(c.options)),
            c.winner);
}

TEST_P(DoppelkopfTrickTest, CountsThatMuch) {
  EXPECT_EQ(AugenOf(CardsIn(GetParam().cards)), GetParam().augen);
}

INSTANTIATE_TEST_SUITE_P(Vectors, DoppelkopfTrickTest,
                         ::testing::ValuesIn(kTricks), NamedById());

TEST(DoppelkopfCardsTest, TheWinnerSitsAfterTheLeader) {
  const Trick trick = {{}, 3, false};
  EXPECT_EQ(trick.SeatAt(0), 3);
  EXPECT_EQ(trick.SeatAt(1), 0);
}

TEST(DoppelkopfCardsTest, AnIncompleteTrickHasABestCard) {
  const Rules rules;
  EXPECT_EQ(WinningPosition(kNormal, CardsIn("SA D9"), false, rules), 1);
  EXPECT_EQ(WinningPosition(kNormal, CardsIn("SA"), false, rules), 0);
}

TEST(DoppelkopfCardsTest, TheSecondDulleOnlyWinsWhereItIsTheHighestTrump) {
  const Rules rules = RulesWith("dulle_order=second");
  const std::vector<Card> cards = CardsIn("HT HK HT H9");
  EXPECT_EQ(WinningPosition(Contract::kSpades, cards, false, rules), 2);
  EXPECT_EQ(WinningPosition(Contract::kQueens, cards, false, rules), 0);
}

TEST(DoppelkopfCardsTest, WithoutDulleTheTenRanksBelowTheAceOfAHeartsSolo) {
  const Rules rules = RulesWith("dulle=off");
  EXPECT_EQ(
      WinningPosition(Contract::kHearts, CardsIn("HK HT HA HT"), false, rules),
      2);
}

// ---- Orders (1.1 and 1.3) ----

// Each card beats the next one, whichever is played first. The earlier of two
// equal cards wins.
void ExpectFalling(Contract contract, const std::string& falling,
                   const Rules& rules) {
  const std::vector<Card> cards = CardsIn(falling);
  for (size_t i = 0; i < cards.size(); ++i) {
    for (size_t j = 0; j < cards.size(); ++j) {
      EXPECT_EQ(Beats(contract, cards[i], cards[j], false, rules), i < j)
          << CardText(cards[i]) << " on " << CardText(cards[j]) << " in "
          << ContractText(contract);
    }
  }
}

TEST(DoppelkopfCardsTest, TrumpsOfTheNormalGameFallInOrder) {
  for (const Contract contract : {kNormal, Contract::kMarriage,
                                  Contract::kPoverty, Contract::kDiamonds}) {
    ExpectFalling(contract, "HT CQ SQ HQ DQ CJ SJ HJ DJ DA DT DK D9", Rules());
  }
}

TEST(DoppelkopfCardsTest, TrumpsOfSuitSolosFallInOrder) {
  const std::string high = "HT CQ SQ HQ DQ CJ SJ HJ DJ ";
  ExpectFalling(Contract::kClubs, high + "CA CT CK C9", Rules());
  ExpectFalling(Contract::kSpades, high + "SA ST SK S9", Rules());
  ExpectFalling(Contract::kHearts, high + "HA HK H9", Rules());
}

TEST(DoppelkopfCardsTest, TrumpsOfQueensAndJacksFallInOrder) {
  ExpectFalling(Contract::kQueens, "CQ SQ HQ DQ", Rules());
  ExpectFalling(Contract::kJacks, "CJ SJ HJ DJ", Rules());
}

TEST(DoppelkopfCardsTest, PlainSuitsFallInOrder) {
  ExpectFalling(kNormal, "HA HK H9", Rules());
  ExpectFalling(kNormal, "SA ST SK S9", Rules());
  ExpectFalling(Contract::kQueens, "HA HT HK HJ H9", Rules());
  ExpectFalling(Contract::kJacks, "DA DT DK DQ D9", Rules());
  ExpectFalling(Contract::kFleshless, "CA CT CK CQ CJ C9", Rules());
}

TEST(DoppelkopfCardsTest, APlainCardNeverBeatsAnotherSuit) {
  EXPECT_FALSE(Beats(kNormal, *ParseCard("SA"), *ParseCard("C9"), false, {}));
}

// ---- Legal cards: vectors L ----

struct LegalCase {
  const char* id;
  Contract contract;
  const char* led;
  const char* hand;
  const char* legal;
};
void PrintTo(const LegalCase& c, std::ostream* out) { *out << c.hand; }

constexpr LegalCase kLegal[] = {
    {"L1", kNormal, "SA", "S9 SQ HK", "S9"},
    {"L2", kNormal, "D9", "HT CA", "HT"},
    {"L3", kNormal, "HK", "HT HA", "HA"},
    {"L4", kNormal, "HK", "HT CA", "HT CA"},
    {"L5", Contract::kFleshless, "HK", "HT CA", "HT"},
    {"L6", kNormal, "CQ", "CA SK H9", "CA SK H9"},
    {"L7", Contract::kQueens, "CT", "CQ CA C9", "CA C9"},
    {"L8", Contract::kClubs, "D9", "DA HK", "DA"},
    {"X9", kNormal, "SK", "S9 SQ", "S9"},
};

class DoppelkopfLegalTest : public ::testing::TestWithParam<LegalCase> {};

TEST_P(DoppelkopfLegalTest, OnlyTheseServe) {
  const LegalCase& c = GetParam();
  EXPECT_EQ(SetText(LegalCards(c.contract, HandOf(c.hand), ParseCard(c.led),
                               RulesWith(""))),
            SetText(SetIn(c.legal)));
}

INSTANTIATE_TEST_SUITE_P(Vectors, DoppelkopfLegalTest,
                         ::testing::ValuesIn(kLegal), NamedById());

TEST(DoppelkopfCardsTest, EveryCardMayBeLed) {
  EXPECT_EQ(LegalCards(kNormal, HandOf("CA SQ"), std::nullopt, Rules()),
            SetIn("CA SQ"));
}

// ---- Text ----

TEST(DoppelkopfCardsTest, CardNamesReadBack) {
  for (Card card = 0; card < kCardTypes; ++card) {
    EXPECT_EQ(ParseCard(CardText(card)), card);
  }
}

TEST(DoppelkopfCardsTest, WhatIsNoCardHasNoName) {
  EXPECT_EQ(CardText(kCardTypes), "?");
  for (const char* text : {"", "C", "CX", "XQ", "CQ ", "QC"}) {
    EXPECT_EQ(ParseCard(text), std::nullopt) << text;
  }
}

TEST(DoppelkopfCardsTest, SpecialCardsHaveTheirNames) {
  EXPECT_EQ(CardText(kOld), "CQ");
  EXPECT_EQ(CardText(kDulle), "HT");
  EXPECT_EQ(CardText(kFox), "DA");
  EXPECT_EQ(CardText(kKarlchen), "CJ");
}

// ---- Hands ----

TEST(DoppelkopfHandTest, CountsCopies) {
  const Cards hand = HandOf("CQ CQ DA");
  EXPECT_EQ(hand.count(kOld), 2);
  EXPECT_EQ(hand.count(kFox), 1);
  EXPECT_EQ(hand.count(kDulle), 0);
  EXPECT_EQ(hand.size(), 3);
  EXPECT_EQ(SetText(hand.pairs()), "CQ");
}

TEST(DoppelkopfHandTest, RemovesOneCopyAtATime) {
  Cards hand = HandOf("CQ CQ DA");
  hand.Remove(kOld);
  EXPECT_EQ(hand, HandOf("CQ DA"));
  hand.Remove(kOld);
  EXPECT_EQ(hand, HandOf("DA"));
}

TEST(DoppelkopfHandTest, SumsAndDifferencesCountCopies) {
  // The hands hold every possible pair of counts.
  const Cards more = HandOf("C9 C9 CJ CJ CQ CQ CK CT");
  const Cards less = HandOf("C9 C9 CJ CK");
  EXPECT_EQ(more - less, HandOf("CJ CQ CQ CT"));
  EXPECT_EQ(less + HandOf("CJ CQ CQ CT"), more);
}

TEST(DoppelkopfHandTest, IncludesWhatItHasOftenEnough) {
  const Cards hand = HandOf("CQ DA DA");
  EXPECT_TRUE(hand.Includes(HandOf("CQ DA DA")));
  EXPECT_TRUE(hand.Includes(HandOf("DA")));
  EXPECT_FALSE(hand.Includes(HandOf("CQ CQ")));
  EXPECT_FALSE(hand.Includes(HandOf("HT")));
}

TEST(DoppelkopfHandTest, APartKeepsCopies) {
  EXPECT_EQ(HandOf("CQ DA DA HT").In(SuitSet(kDiamondsSuit)), HandOf("DA DA"));
}

// ---- Choices that a hand allows ----

TEST(DoppelkopfHandTest, APoorHandHasThreeTrumpsAtMost) {
  const Rules rules = RulesWith("poverty=on");
  EXPECT_TRUE(MayDeclarePoverty(HandOf("CQ DA D9 CA CA SA"), rules));
  EXPECT_FALSE(MayDeclarePoverty(HandOf("CQ DA D9 HT CA SA"), rules));
  EXPECT_FALSE(MayDeclarePoverty(HandOf("CQ DA D9 CA CA SA"), Rules()));
}

TEST(DoppelkopfHandTest, FoxesMayBeFreeInAPoorHand) {
  const Rules rules = RulesWith("poverty=on,poverty_fox_free=on");
  EXPECT_TRUE(MayDeclarePoverty(HandOf("CQ DA DA D9 HT CA"), rules));
  EXPECT_FALSE(MayDeclarePoverty(HandOf("CQ DA DA D9 HT SQ"), rules));
}

TEST(DoppelkopfHandTest, NothingIsDealtAgainByDefault) {
  EXPECT_FALSE(
      MayDemandRedeal(HandOf("C9 C9 S9 S9 H9 H9 CK CK SK SK HK HK"), Rules()));
}

TEST(DoppelkopfHandTest, FiveNinesAreDealtAgain) {
  const Rules rules = RulesWith("redeal_nines=on");
  EXPECT_TRUE(MayDemandRedeal(HandOf("C9 C9 S9 D9 H9"), rules));
  EXPECT_FALSE(MayDemandRedeal(HandOf("C9 C9 S9 D9 HK"), rules));
}

TEST(DoppelkopfHandTest, FiveOrSixKingsAreDealtAgain) {
  const Cards five = HandOf("CK CK SK DK HK");
  EXPECT_TRUE(MayDemandRedeal(five, RulesWith("redeal_kings=5")));
  EXPECT_FALSE(MayDemandRedeal(five, RulesWith("redeal_kings=6")));
  EXPECT_TRUE(MayDemandRedeal(HandOf("CK CK SK DK HK HK"),
                              RulesWith("redeal_kings=6")));
}

TEST(DoppelkopfHandTest, ThreeTrumpsAreDealtAgain) {
  const Rules rules = RulesWith("redeal_trumps=on");
  EXPECT_TRUE(MayDemandRedeal(HandOf("HT HT D9 CA"), rules));
  EXPECT_FALSE(MayDemandRedeal(HandOf("HT HT D9 DA"), rules));
}

TEST(DoppelkopfHandTest, NoTrumpAboveTheFoxIsDealtAgain) {
  const Rules rules = RulesWith("redeal_low_trumps=on");
  EXPECT_TRUE(MayDemandRedeal(HandOf("DA DA DT DK D9 CA"), rules));
  EXPECT_FALSE(MayDemandRedeal(HandOf("DA DJ CA"), rules));
  EXPECT_FALSE(MayDemandRedeal(HandOf("DA HT CA"), rules));
}

TEST(DoppelkopfHandTest, SevenTensAndAcesAreDealtAgain) {
  const Rules rules = RulesWith("redeal_full=on");
  EXPECT_TRUE(MayDemandRedeal(HandOf("CA CA CT HT HT DA DT"), rules));
  EXPECT_FALSE(MayDemandRedeal(HandOf("CA CA CT HT HT DA DK"), rules));
}

}  // namespace
}  // namespace arena::doppelkopf
