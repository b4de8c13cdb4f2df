// Special points of single tricks of Doppelkopf.
#include "arena/games/doppelkopf/doppelkopf_scoring.h"
#include "tests/arena/games/doppelkopf/doppelkopf_notation.h"

namespace arena::doppelkopf {
namespace {

Trick TrickOf(const char* cards, Seat leader, bool last) {
  Trick trick;
  const std::vector<Card> list = CardsIn(cards);
  std::copy(list.begin(), list.end(), trick.cards.begin());
  trick.leader = static_cast<uint8_t>(leader);
  trick.last = last;
  return trick;
}

// The special points of a trick, as "Re: fox caught, fox caught".
std::string SpecialsText(const Trick& trick, SeatSet re, const Rules& rules) {
  ScoreItems items;
  AddSpecials(trick, re, rules, items);
  std::vector<std::string> lines;
  for (const ScoreItem& item : items) {
    lines.push_back(absl::StrCat(PartyText(item.party), " ", item.points, " ",
                                 ItemText(item)));
  }
  return absl::StrJoin(lines, ", ");
}

struct SpecialCase {
  const char* id;
  const char* cards;
  Seat leader;
  SeatSet re;
  bool last;
  const char* options;
  Seat winner;
  std::string points;
};
void PrintTo(const SpecialCase& c, std::ostream* out) { *out << c.cards; }

constexpr char kCaught[] = "sp_karlchen_caught=on";

const SpecialCase kSpecials[] = {
    {"P1", "SA ST SA HA", 0, Seats({0, 2}), false, "", 0, "Re 1 Doppelkopf"},
    {"P2", "SA D9 CJ DA", 0, Seats({0, 2}), false, "", 2, "Re 1 fox caught"},
    {"P3", "SA D9 CJ DA", 0, Seats({2, 3}), false, "", 2, ""},
    {"P4", "CJ SJ DA D9", 0, Seats({0, 2}), true, "", 0, "Re 1 Karlchen"},
    {"P4b", "CJ SJ DA D9", 0, Seats({0, 1}), true, "", 0,
     "Re 1 fox caught, Re 1 Karlchen"},
    {"P5", "CJ CQ D9 DK", 0, Seats({0, 2}), true, "", 1, ""},
    {"P5caught", "CJ CQ D9 DK", 0, Seats({0, 2}), true, kCaught, 1,
     "Kontra 1 Karlchen caught"},
    {"P5c", "CJ CQ D9 DK", 0, Seats({0, 1}), true, kCaught, 1, ""},
    {"P6", "CJ CJ DT D9", 0, Seats({0, 2}), true, kCaught, 0, "Re 1 Karlchen"},
    {"P7", "HT DA DT DA", 0, Seats({0, 2}), false, "", 0,
     "Re 1 Doppelkopf, Re 1 fox caught, Re 1 fox caught"},
    {"P8", "DA DT DK D9", 0, Seats({0, 2}), false, "", 0, ""},
    {"P9", "DA DA SK DT", 1, Seats({0, 2}), false, "", 1,
     "Kontra 1 fox caught"},
    {"P10", "CJ SJ DA D9", 0, Seats({0, 2}), false, kCaught, 0, ""},
    {"P11", "HT DA HT DA", 3, Seats({0, 3}), false, "dulle_order=second", 1,
     "Kontra 1 Doppelkopf, Kontra 1 fox caught"},
};

class DoppelkopfSpecialTest : public ::testing::TestWithParam<SpecialCase> {};

TEST_P(DoppelkopfSpecialTest, HasThatWinner) {
  const SpecialCase& c = GetParam();
  EXPECT_EQ(WinnerOf(Contract::kNormal, TrickOf(c.cards, c.leader, c.last),
                     RulesWith(c.options)),
            c.winner);
}

TEST_P(DoppelkopfSpecialTest, GivesThesePoints) {
  const SpecialCase& c = GetParam();
  EXPECT_EQ(SpecialsText(TrickOf(c.cards, c.leader, c.last), c.re,
                         RulesWith(c.options)),
            c.points);
}

INSTANTIATE_TEST_SUITE_P(Vectors, DoppelkopfSpecialTest,
                         ::testing::ValuesIn(kSpecials), NamedById());

// ---- Each special point can be switched off ----

struct SwitchCase {
  const char* id;
  const char* options;
  const char* cards;
};
void PrintTo(const SwitchCase& c, std::ostream* out) { *out << c.id; }

class DoppelkopfNoSpecialTest : public ::testing::TestWithParam<SwitchCase> {};

TEST_P(DoppelkopfNoSpecialTest, CountsNothing) {
  const SwitchCase& c = GetParam();
  const Trick trick = TrickOf(c.cards, 0, true);
  EXPECT_NE(SpecialsText(trick, Seats({0, 2}), RulesWith("")), "");
  EXPECT_EQ(SpecialsText(trick, Seats({0, 2}), RulesWith(c.options)), "");
}

constexpr SwitchCase kSwitches[] = {
    {"Doppelkopf", "sp_doppelkopf=off", "SA ST SA HA"},
    {"Fox", "sp_fox=off", "DJ DA D9 D9"},
    {"Karlchen", "sp_karlchen=off", "CJ SJ DK D9"},
};
INSTANTIATE_TEST_SUITE_P(Switches, DoppelkopfNoSpecialTest,
                         ::testing::ValuesIn(kSwitches), NamedById());

// ---- House extras ----

class DoppelkopfExtrasTest : public ::testing::Test {
 protected:
  // The special points of a trick that seat 0 led; seats 0 and 2 are Re.
  std::string Extras(const char* options, const char* cards,
                     bool last = false) {
    return SpecialsText(TrickOf(cards, 0, last), Seats({0, 2}),
                        RulesWith(options));
  }
};

TEST_F(DoppelkopfExtrasTest, AFoxWinsTheLastTrick) {
  EXPECT_EQ(Extras("sp_fox_last=on", "S9 DA SK SK", true),
            "Kontra 1 last trick won by a fox");
}

TEST_F(DoppelkopfExtrasTest, AFoxWinsAnEarlierTrickForNothing) {
  EXPECT_EQ(Extras("sp_fox_last=on", "S9 DA SK SK"), "");
}

TEST_F(DoppelkopfExtrasTest, AFoxThatLosesTheLastTrickIsNoExtra) {
  EXPECT_EQ(Extras("sp_fox_last=on,sp_fox=off", "S9 DA DJ SK", true), "");
}

TEST_F(DoppelkopfExtrasTest, FourPlainHeartsAreAHeartTrick) {
  EXPECT_EQ(Extras("sp_heart_trick=on", "HK HA HK H9"), "Kontra 1 heart trick");
}

TEST_F(DoppelkopfExtrasTest, ATrumpOfHeartsMakesNoHeartTrick) {
  EXPECT_EQ(Extras("sp_heart_trick=on", "HK HA HT H9"), "");
  EXPECT_EQ(Extras("sp_heart_trick=on", "HK HA HQ H9"), "");
}

TEST_F(DoppelkopfExtrasTest, WithoutDulleTheTenMakesAHeartTrick) {
  EXPECT_EQ(Extras("sp_heart_trick=on,dulle=off", "HK HA HT H9"),
            "Kontra 1 heart trick");
}

TEST_F(DoppelkopfExtrasTest, ADulleCatchesADulle) {
  EXPECT_EQ(Extras("sp_dulle=on", "HT HT D9 D9"), "Re 1 Dulle caught");
  EXPECT_EQ(Extras("sp_dulle=on,dulle_order=second", "HT HT D9 D9"),
            "Kontra 1 Dulle caught");
}

TEST_F(DoppelkopfExtrasTest, TheLastTrickHasItsOwnOrderOfDullen) {
  constexpr char kOrder[] = "sp_dulle=on,dulle_order=second_except_last";
  EXPECT_EQ(Extras(kOrder, "HT HT D9 D9"), "Kontra 1 Dulle caught");
  EXPECT_EQ(Extras(kOrder, "HT HT D9 D9", true), "Re 1 Dulle caught");
}

TEST_F(DoppelkopfExtrasTest, ADulleOfTheOwnPartyIsNotCaught) {
  EXPECT_EQ(Extras("sp_dulle=on", "HT D9 HT D9"), "");
}

TEST_F(DoppelkopfExtrasTest, TwoKarlchenCaughtAreOnePoint) {
  EXPECT_EQ(Extras(kCaught, "CJ CQ CJ D9", true), "Kontra 1 Karlchen caught");
}

TEST_F(DoppelkopfExtrasTest, ExtrasAreOffByDefault) {
  EXPECT_EQ(Extras("", "HK HA HK H9"), "");
  EXPECT_EQ(Extras("", "HT HT D9 D9"), "");
  EXPECT_EQ(Extras("", "S9 DA SK SK", true), "");
}

}  // namespace
}  // namespace arena::doppelkopf
