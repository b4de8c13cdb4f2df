// Scores of Doppelkopf: worked examples, and every pair of announcements with
// every number of Augen.
#include "arena/games/doppelkopf/doppelkopf_scoring.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <set>

#include "absl/strings/numbers.h"
#include "tests/arena/games/doppelkopf/doppelkopf_notation.h"

namespace arena::doppelkopf {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;

constexpr Level kNone = Level::kNone;
constexpr Level kCall = Level::kCall;
constexpr Level kNo90 = Level::kNo90;
constexpr Level kNo60 = Level::kNo60;
constexpr Level kNo30 = Level::kNo30;
constexpr Level kSchwarz = Level::kSchwarz;
constexpr Level kLevelList[] = {kNone, kCall, kNo90, kNo60, kNo30, kSchwarz};

constexpr std::optional<Party> kRe = Party::kRe;
constexpr std::optional<Party> kKontra = Party::kKontra;
constexpr std::optional<Party> kNoParty;

// The totals of a deal. A party without Augen has no trick here.
DealTotals Totals(Level re, Level kontra, int re_augen, bool solo = false) {
  const int kontra_augen = kAllAugen - re_augen;
  return {{re, re_augen, re_augen > 0 ? 6 : 0},
          {kontra, kontra_augen, kontra_augen > 0 ? 6 : 0},
          solo};
}

// Special points, e.g. for the reasons {kFox, kKarlchen}.
ScoreItems Specials(const std::vector<Reason>& re,
                    const std::vector<Reason>& kontra) {
  ScoreItems items;
  for (const Reason reason : re) {
    items.push_back({reason, Party::kRe, Party::kRe, 1});
  }
  for (const Reason reason : kontra) {
    items.push_back({reason, Party::kKontra, Party::kKontra, 1});
  }
  return items;
}

// ---- Vectors S ----

// Re's points minus Kontra's by group: a, b (with the points of doubling), c
// and d, e and f, special.
using Groups = std::array<int, 5>;

size_t GroupOf(Reason reason) {
  if (reason >= Reason::kAgainstOld) return 4;
  if (reason <= Reason::kNoTrick) return 0;
  if (reason == Reason::kCalled || reason == Reason::kDoubled) return 1;
  return reason <= Reason::kAnnouncedSchwarz ? 2 : 3;
}

Groups GroupsOf(const ScoreItems& items) {
  Groups groups = {};
  for (const ScoreItem& item : items) {
    groups[GroupOf(item.reason)] +=
        item.party == Party::kRe ? item.points : -item.points;
  }
  return groups;
}

struct ScoreCase {
  const char* id;
  Level re;
  Level kontra;
  int re_augen;
  const char* options;
  std::optional<Party> winner;
  Groups groups;
  std::array<int, kSeats> seats;
  bool solo = false;
  std::vector<Reason> re_specials = {};
  std::vector<Reason> kontra_specials = {};
  // The tricks of Kontra that hold no Augen.
  int kontra_empty_tricks = 0;
};
void PrintTo(const ScoreCase& c, std::ostream* out) { *out << c.id; }

const ScoreCase kScores[] = {
    {"S1", kNone, kNone, 121, "", kRe, {1, 0, 0, 0, 0}, {1, -1, 1, -1}},
    {"S2", kNone, kNone, 120, "", kKontra, {-1, 0, 0, 0, -1}, {-2, 2, -2, 2}},
    {"S3", kCall, kNone, 120, "", kKontra, {-1, -2, 0, 0, -1}, {-4, 4, -4, 4}},
    {"S4", kNone, kCall, 120, "", kRe, {1, 2, 0, 0, 0}, {3, -3, 3, -3}},
    {"S5", kCall, kCall, 120, "", kKontra, {-1, -4, 0, 0, -1}, {-6, 6, -6, 6}},
    {"S5s", kCall, kCall, 120, "tie_both_called=none", kNoParty, {}, {}},
    {"S6", kNo90, kNone, 155, "", kRe, {2, 2, 1, 0, 0}, {5, -5, 5, -5}},
    {"S7", kNone, kNo60, 90, "", kRe, {1, 2, 2, 1, 0}, {6, -6, 6, -6}},
    {"S8", kNo90, kNo90, 110, "", kNoParty, {0, 0, 0, -1, 0}, {-1, 1, -1, 1}},
    {"S8x", kNo90, kNo60, 110, "", kNoParty, {}, {}},
    {"S9", kNo90, kNone, 150, "", kKontra, {-1, -2, -1, 0, -1}, {-5, 5, -5, 5}},
    {"S9b", kNo90, kNone, 151, "", kRe, {2, 2, 1, 0, 0}, {5, -5, 5, -5}},
    {"S10",
     kNo60,
     kNone,
     165,
     "",
     kKontra,
     {-1, -2, -2, 0, -1},
     {-6, 6, -6, 6}},
    {"S11",
     kNo60,
     kNone,
     130,
     "",
     kKontra,
     {-1, -2, -2, -1, -1},
     {-7, 7, -7, 7}},
    {"S12", kNone, kCall, 80, "", kKontra, {-2, -2, 0, 0, -1}, {-5, 5, -5, 5}},
    {"S13", kSchwarz, kNone, 240, "", kRe, {5, 2, 4, 0, 0}, {11, -11, 11, -11}},
    {"S14",
     kSchwarz,
     kNone,
     240,
     "",
     kKontra,
     {-1, -2, -4, 0, -1},
     {-8, 8, -8, 8},
     false,
     {},
     {},
     1},
    {"S14s",
     kSchwarz,
     kNone,
     240,
     "schwarz_by=augen",
     kRe,
     {5, 2, 4, 0, 0},
     {11, -11, 11, -11},
     false,
     {},
     {},
     1},
    {"S15", kCall, kNo90, 100, "", kRe, {1, 4, 1, 0, 0}, {6, -6, 6, -6}},
    {"S15x", kCall, kNo90, 100, "plain_call_binding=strict", kNoParty, {}, {}},
    {"S16", kNo60, kNo90, 155, "", kNoParty, {1, 0, 0, 1, 0}, {2, -2, 2, -2}},
    {"S16x",
     kNo60,
     kNo90,
     155,
     "under_without_winner=off",
     kNoParty,
     {0, 0, 0, 1, 0},
     {1, -1, 1, -1}},
    {"S17", kNone, kNo30, 111, "", kRe, {1, 2, 3, 2, 0}, {8, -8, 8, -8}},
    {"S17x",
     kNone,
     kNo30,
     111,
     "miss_points=highest_only",
     kRe,
     {1, 2, 3, 1, 0},
     {7, -7, 7, -7}},
    {"S18",
     kNone,
     kNone,
     130,
     "",
     kRe,
     {1, 0, 0, 0, -1},
     {},
     false,
     {Reason::kFox},
     {Reason::kDoppelkopf, Reason::kKarlchen}},
    {"S19",
     kNone,
     kNone,
     121,
     "",
     kRe,
     {1, 0, 0, 0, -3},
     {-2, 2, -2, 2},
     false,
     {},
     {Reason::kDoppelkopf, Reason::kDoppelkopf, Reason::kFox}},
    {"S20", kCall, kNone, 140, "", kRe, {1, 2, 0, 0, 0}, {9, -3, -3, -3}, true},
    {"S21",
     kNone,
     kNone,
     119,
     "",
     kKontra,
     {-1, 0, 0, 0, 0},
     {-3, 1, 1, 1},
     true},
    {"S22",
     kNone,
     kNone,
     120,
     "",
     kKontra,
     {-1, 0, 0, 0, 0},
     {-3, 1, 1, 1},
     true},
    {"S22b",
     kNone,
     kCall,
     120,
     "",
     kRe,
     {1, 2, 0, 0, 0},
     {9, -3, -3, -3},
     true},
    {"S23",
     kNone,
     kNone,
     151,
     "",
     kRe,
     {2, 0, 0, 0, 0},
     {6, -2, -2, -2},
     true,
     {},
     {Reason::kFox}},
    {"S24",
     kNo90,
     kNo90,
     110,
     "",
     kNoParty,
     {0, 0, 0, -1, 0},
     {-3, 1, 1, 1},
     true},
    {"S25",
     kSchwarz,
     kSchwarz,
     240,
     "",
     kRe,
     {5, 4, 8, 4, 0},
     {63, -21, -21, -21},
     true},
    {"S26",
     kSchwarz,
     kSchwarz,
     0,
     "",
     kKontra,
     {-5, -4, -8, -4, -1},
     {-22, 22, -22, 22}},
    {"S27", kNo90, kCall, 155, "", kRe, {2, 4, 1, 0, 0}, {7, -7, 7, -7}},
    {"S27x",
     kNo90,
     kCall,
     155,
     "call_scoring=double",
     kRe,
     {2, 9, 1, 0, 0},
     {12, -12, 12, -12}},
    {"S16d",
     kNo60,
     kNo90,
     155,
     "call_scoring=double",
     kNoParty,
     {1, 0, 0, 1, 0},
     {2, -2, 2, -2}},
    {"S8d",
     kNo90,
     kNo90,
     110,
     "call_scoring=double",
     kNoParty,
     {0, 0, 0, -1, 0},
     {-1, 1, -1, 1}},
    {"S24d",
     kNo90,
     kNo90,
     110,
     "call_scoring=double",
     kNoParty,
     {0, 0, 0, -1, 0},
     {-3, 1, 1, 1},
     true},
    {"S28d",
     kCall,
     kCall,
     89,
     "call_scoring=double",
     kKontra,
     {-2, -6, 0, 0, -2},
     {-10, 10, -10, 10},
     false,
     {},
     {Reason::kFox}},
    {"S17d",
     kNone,
     kNo30,
     111,
     "call_scoring=double",
     kRe,
     {1, 6, 3, 2, 0},
     {12, -12, 12, -12}},
    {"S20d",
     kCall,
     kNone,
     140,
     "call_scoring=double",
     kRe,
     {1, 1, 0, 0, 0},
     {6, -2, -2, -2},
     true},
    {"S15d",
     kCall,
     kNo90,
     100,
     "call_scoring=double",
     kRe,
     {1, 6, 1, 0, 0},
     {8, -8, 8, -8}},
    {"S28",
     kCall,
     kCall,
     89,
     "",
     kKontra,
     {-2, -4, 0, 0, -2},
     {-8, 8, -8, 8},
     false,
     {},
     {Reason::kFox}},
    {"S29",
     kNo60,
     kNo90,
     59,
     "",
     kKontra,
     {-3, -4, -3, -2, -1},
     {-13, 13, -13, 13}},
    {"S30", kNone, kNone, 0, "", kKontra, {-5, 0, 0, 0, -1}, {-6, 6, -6, 6}},
    {"S31", kNone, kNone, 29, "", kKontra, {-4, 0, 0, 0, -1}, {-5, 5, -5, 5}},
    {"S32", kNo30, kNone, 211, "", kRe, {4, 2, 3, 0, 0}, {9, -9, 9, -9}},
    {"S33",
     kNo30,
     kNone,
     210,
     "",
     kKontra,
     {-1, -2, -3, 0, -1},
     {-7, 7, -7, 7}},
};

class DoppelkopfScoreTest : public ::testing::TestWithParam<ScoreCase> {
 protected:
  ScoreSheet Sheet() const {
    const ScoreCase& c = GetParam();
    DealTotals totals = Totals(c.re, c.kontra, c.re_augen, c.solo);
    totals.kontra.tricks += c.kontra_empty_tricks;
    return Score(totals, Specials(c.re_specials, c.kontra_specials),
                 RulesWith(c.options));
  }
};

TEST_P(DoppelkopfScoreTest, HasThatWinner) {
  EXPECT_EQ(Sheet().winner, GetParam().winner);
}

TEST_P(DoppelkopfScoreTest, HasThesePointsByGroup) {
  EXPECT_EQ(GroupsOf(Sheet().items), GetParam().groups);
}

TEST_P(DoppelkopfScoreTest, GivesTheSeatsThesePoints) {
  const SeatSet re = GetParam().solo ? Seats({0}) : Seats({0, 2});
  EXPECT_THAT(SeatPoints(Sheet().value, re),
              ::testing::ElementsAreArray(GetParam().seats));
}

INSTANTIATE_TEST_SUITE_P(Vectors, DoppelkopfScoreTest,
                         ::testing::ValuesIn(kScores), NamedById());

// ---- Sheets in words ----

std::vector<std::string> SheetText(const ScoreSheet& sheet) {
  std::vector<std::string> lines;
  for (const ScoreItem& item : sheet.items) {
    lines.push_back(absl::StrCat(PartyText(item.party), " ", item.points, " ",
                                 ItemText(item)));
  }
  return lines;
}

TEST(DoppelkopfSheetTest, TellsWhyTheWinnerGotItsPoints) {
  EXPECT_THAT(SheetText(Score(Totals(kNo90, kNone, 155), {}, Rules())),
              ElementsAre("Re 1 won", "Re 1 below 90", "Re 2 Re called",
                          "Re 1 keine 90 of Re"));
}

TEST(DoppelkopfSheetTest, TellsWhoseAnnouncementWasBroken) {
  EXPECT_THAT(SheetText(Score(Totals(kNone, kNo60, 90), {}, Rules())),
              ElementsAre("Re 1 won", "Re 2 Kontra called",
                          "Re 1 keine 90 of Kontra", "Re 1 keine 60 of Kontra",
                          "Re 1 90 against keine 60 of Kontra"));
}

TEST(DoppelkopfSheetTest, KeepsWhatWasReachedWhenNobodyWins) {
  EXPECT_THAT(SheetText(Score(Totals(kNo90, kNo90, 110), {}, Rules())),
              ElementsAre("Kontra 1 120 against keine 90 of Re"));
}

// The text lists no other points, so a party below 90 pays nothing for its few
// Augen.
TEST(DoppelkopfTextTest, NothingElseCountsWhenNobodyWins) {
  EXPECT_THAT(
      SheetText(Score(Totals(kNo60, kNo90, 155), {}, RulesWith("preset=text"))),
      ElementsAre("Re 2 120 against keine 90 of Kontra"));
}

TEST(DoppelkopfSheetTest, ListsSpecialPointsOfBothParties) {
  const ScoreItems specials = Specials({Reason::kFox}, {Reason::kKarlchen});
  EXPECT_THAT(SheetText(Score(Totals(kNone, kNone, 100), specials, Rules())),
              ElementsAre("Kontra 1 won", "Kontra 1 against the old",
                          "Re 1 fox caught", "Kontra 1 Karlchen"));
}

TEST(DoppelkopfSheetTest, DoublingIsOneLine) {
  const Rules rules = RulesWith("call_scoring=double");
  EXPECT_THAT(SheetText(Score(Totals(kNone, kCall, 100), {}, rules)),
              ElementsAre("Kontra 1 won", "Kontra 1 doubled by calls",
                          "Kontra 1 against the old"));
}

TEST(DoppelkopfSheetTest, EveryReasonHasItsOwnText) {
  std::vector<std::string> texts;
  for (int i = 0; i < kReasons; ++i) {
    texts.push_back(
        ItemText({static_cast<Reason>(i), Party::kRe, Party::kRe, 1}));
  }
  EXPECT_THAT(texts, Each(::testing::Ne("")));
  const std::set<std::string> different(texts.begin(), texts.end());
  EXPECT_EQ(different.size(), size_t{kReasons});
}

TEST(DoppelkopfSheetTest, AgainstTheOldCanBeSwitchedOff) {
  const Rules rules = RulesWith("sp_against_old=off");
  EXPECT_EQ(Score(Totals(kNone, kNone, 100), {}, rules).value, -1);
}

TEST(DoppelkopfSheetTest, AStrictCallIsFulfilledWith121) {
  const Rules rules = RulesWith("plain_call_binding=strict");
  EXPECT_EQ(Winner(Totals(kCall, kNo90, 121), rules), kRe);
  EXPECT_EQ(Winner(Totals(kCall, kNo90, 120), rules), kNoParty);
  EXPECT_EQ(Winner(Totals(kNone, kNo90, 120), rules), kRe);
}

// ---- The original text, read literally ----

int TextValue(Level re, Level kontra, int re_augen) {
  return Score(Totals(re, kontra, re_augen), {}, RulesWith("preset=text"))
      .value;
}

// The text gives a party that goes beyond the others' announcement one point
// for every 30 Augen beyond it.
TEST(DoppelkopfTextTest, Every30AugenBeyondALimitCountOneEach) {
  EXPECT_THAT(
      SheetText(Score(Totals(kNone, kNo90, 180), {}, RulesWith("preset=text"))),
      ElementsAre("Re 1 won", "Re 1 below 90", "Re 2 Kontra called",
                  "Re 1 keine 90 of Kontra",
                  "Re 3 120 against keine 90 of Kontra"));
  EXPECT_EQ(TextValue(kNone, kNo90, 179), TextValue(kNone, kNo90, 180) - 1);
}

TEST(DoppelkopfTextTest, Every30CountsFromTheHighestLimit) {
  const Rules rules = RulesWith("miss_points=every_30");
  EXPECT_THAT(SheetText(Score(Totals(kNone, kNo60, 121), {}, rules)),
              ElementsAre("Re 1 won", "Re 2 Kontra called",
                          "Re 1 keine 90 of Kontra", "Re 1 keine 60 of Kontra",
                          "Re 2 90 against keine 60 of Kontra"));
}

// The same sentence asks only for the others' announcement, so a party that
// kept its own limit gets these points, too.
TEST(DoppelkopfTextTest, AlsoAPartyThatKeptItsLimitGetsThem) {
  EXPECT_THAT(
      SheetText(Score(Totals(kNo90, kNo30, 155), {}, RulesWith("preset=text"))),
      ::testing::Contains("Re 4 60 against keine 30 of Kontra"));
}

// In the text nobody wins if both parties miss their aims. The points for every
// 30 Augen beyond an announced limit still count.
TEST(DoppelkopfTextTest, TheyCountWhenNobodyWins) {
  EXPECT_THAT(
      SheetText(Score(Totals(kNo90, kNo90, 110), {}, RulesWith("preset=text"))),
      ElementsAre("Kontra 1 120 against keine 90 of Re"));
}

// In the text every party that announces needs 121 Augen, for Re and Kontra
// alike. A broken announcement of the others changes nothing.
TEST(DoppelkopfTextTest, ACallNeeds121AlsoAgainstABrokenAnnouncement) {
  const Rules rules = RulesWith("preset=text");
  EXPECT_EQ(Winner(Totals(kCall, kNo90, 120), rules), kNoParty);
  EXPECT_EQ(Winner(Totals(kCall, kNo90, 121), rules), kRe);
}

TEST(DoppelkopfTextTest, WorkedExamples) {
  EXPECT_EQ(TextValue(kNo90, kNone, 155), 5);
  EXPECT_EQ(TextValue(kNone, kNo60, 90), 6);
}

// ---- The complete table of winners (5.2) ----

// "121": Re wins from 121 Augen up, and Kontra otherwise. "151/89": Re wins
// from 151, Kontra up to 89, and nobody between. "all": Re needs all tricks.
// "one": Re needs one trick. Rows are Re's announcements, and columns are
// Kontra's.
constexpr const char* kWinners[6][6] = {
    {"121", "120", "90", "60", "30", "one"},
    {"121", "121", "90", "60", "30", "one"},
    {"151", "151", "151/89", "151/59", "151/29", "151/all"},
    {"181", "181", "181/89", "181/59", "181/29", "181/all"},
    {"211", "211", "211/89", "211/59", "211/29", "211/all"},
    {"all", "all", "all/89", "all/59", "all/29", "all/all"},
};

int Number(absl::string_view text) {
  int number = 0;
  EXPECT_TRUE(absl::SimpleAtoi(text, &number)) << text;
  return number;
}

bool ReWins(absl::string_view limit, const DealTotals& totals) {
  if (limit == "all") return totals.kontra.tricks == 0;
  if (limit == "one") return totals.re.tricks > 0;
  return totals.re.augen >= Number(limit);
}

bool KontraWins(absl::string_view limit, const DealTotals& totals) {
  if (limit == "all") return totals.re.tricks == 0;
  return totals.re.augen <= Number(limit);
}

std::optional<Party> TableWinner(const DealTotals& totals) {
  const std::vector<std::string> limits =
      absl::StrSplit(kWinners[static_cast<int>(totals.re.level)]
                             [static_cast<int>(totals.kontra.level)],
                     '/');
  if (ReWins(limits[0], totals)) return kRe;
  if (limits.size() == 1 || KontraWins(limits[1], totals)) return kKontra;
  return kNoParty;
}

// Every pair of levels with every split of the Augen. A party without Augen
// comes twice: without a trick, and with one.
std::vector<DealTotals> AllTotals(bool solo) {
  std::vector<DealTotals> all;
  for (const Level re : kLevelList) {
    for (const Level kontra : kLevelList) {
      for (int augen = 0; augen <= kAllAugen; ++augen) {
        all.push_back(Totals(re, kontra, augen, solo));
        if (augen > 0 && augen < kAllAugen) continue;
        all.push_back(all.back());
        (augen == 0 ? all.back().re : all.back().kontra).tricks = 1;
      }
    }
  }
  return all;
}

std::string TotalsText(const DealTotals& totals) {
  return absl::StrCat(LevelText(totals.re.level, Party::kRe), "/",
                      LevelText(totals.kontra.level, Party::kKontra), " ",
                      totals.re.augen, ":", totals.kontra.augen, " tricks ",
                      totals.re.tricks, ":", totals.kontra.tricks,
                      totals.solo ? " solo" : "");
}

// The options of winning and scoring, one at a time and all together.
const char* const kScoringOptions[] = {
    "",
    "tie_both_called=none",
    "plain_call_binding=strict",
    "schwarz_by=augen",
    "under_without_winner=off",
    "miss_points=highest_only",
    "miss_points=every_30",
    "call_scoring=double",
    "preset=text",
    "tie_both_called=none,plain_call_binding=strict,schwarz_by=augen,"
    "under_without_winner=off,miss_points=highest_only,call_scoring=double",
};

// Calls `visit` for every deal total, option and class of game.
template <typename Visit>
void ForAll(const Visit& visit) {
  for (const char* options : kScoringOptions) {
    const Rules rules = RulesWith(options);
    for (const bool solo : {false, true}) {
      for (const DealTotals& totals : AllTotals(solo)) {
        SCOPED_TRACE(absl::StrCat(options, " ", TotalsText(totals)));
        visit(totals, rules);
        if (::testing::Test::HasFailure()) return;
      }
    }
  }
}

TEST(DoppelkopfWinnerTest, IsThatOfTheTable) {
  int states = 0;
  for (const DealTotals& totals : AllTotals(false)) {
    ASSERT_EQ(Winner(totals, Rules()), TableWinner(totals))
        << TotalsText(totals);
    ++states;
  }
  EXPECT_EQ(states, 36 * (241 + 2));
}

TEST(DoppelkopfWinnerTest, ATieOfTwoCallsDiffersFromTheTableOnly) {
  const Rules rules = RulesWith("tie_both_called=none");
  for (const DealTotals& totals : AllTotals(false)) {
    const bool tie = totals.re.augen == 120 && totals.re.level == kCall &&
                     totals.kontra.level == kCall;
    ASSERT_EQ(Winner(totals, rules), tie ? kNoParty : TableWinner(totals))
        << TotalsText(totals);
  }
}

TEST(DoppelkopfWinnerTest, SchwarzByAugenDiffersForEmptyTricksOnly) {
  const Rules rules = RulesWith("schwarz_by=augen");
  for (DealTotals totals : AllTotals(false)) {
    const std::optional<Party> winner = Winner(totals, rules);
    if (totals.re.augen == 0) totals.re.tricks = 0;
    if (totals.kontra.augen == 0) totals.kontra.tricks = 0;
    ASSERT_EQ(winner, TableWinner(totals)) << TotalsText(totals);
  }
}

// ---- Values over all states ----

// The value by the formula of 5.6, for the winner of the table.
int ValueByFormula(const DealTotals& totals) {
  const auto limits_broken = [](int augen, Level level) {
    int broken = 0;
    if (level >= kNo90) broken += augen >= 120;
    if (level >= kNo60) broken += augen >= 90;
    if (level >= kNo30) broken += augen >= 60;
    if (level >= kSchwarz) broken += augen >= 30;
    return broken;
  };
  const auto below = [](const PartyTotals& party) {
    return (party.augen < 90) + (party.augen < 60) + (party.augen < 30) +
           (party.tricks == 0);
  };
  const auto announced = [](Level level) {
    if (level == kNone) return 0;
    return 2 + static_cast<int>(level) - static_cast<int>(kCall);
  };
  const std::optional<Party> winner = TableWinner(totals);
  int re = limits_broken(totals.re.augen, totals.kontra.level);
  int kontra = limits_broken(totals.kontra.augen, totals.re.level);
  const int won =
      1 + announced(totals.re.level) + announced(totals.kontra.level);
  if (winner == kRe) re += won;
  if (winner == kKontra) kontra += won + (totals.solo ? 0 : 1);
  if (winner != kKontra) re += below(totals.kontra);
  if (winner != kRe) kontra += below(totals.re);
  return re - kontra;
}

TEST(DoppelkopfValueTest, IsThatOfTheFormula) {
  for (const bool solo : {false, true}) {
    for (const DealTotals& totals : AllTotals(solo)) {
      ASSERT_EQ(Score(totals, {}, Rules()).value, ValueByFormula(totals))
          << TotalsText(totals);
    }
  }
}

TEST(DoppelkopfValueTest, SeatsAddUpToZeroAndShareAParity) {
  ForAll([](const DealTotals& totals, const Rules& rules) {
    const SeatSet re = totals.solo ? Seats({1}) : Seats({0, 3});
    const SeatScores points = SeatPoints(Score(totals, {}, rules).value, re);
    EXPECT_EQ(points[0] + points[1] + points[2] + points[3], 0);
    for (const int64_t seat : points) {
      EXPECT_EQ(std::abs(seat % 2), std::abs(points[0] % 2));
    }
  });
}

TEST(DoppelkopfValueTest, ALoserGetsNothingButSpecialPoints) {
  ForAll([](const DealTotals& totals, const Rules& rules) {
    const ScoreSheet sheet = Score(totals, {}, rules);
    if (!sheet.winner.has_value()) return;
    for (const ScoreItem& item : sheet.items) {
      EXPECT_EQ(item.party, *sheet.winner) << ItemText(item);
    }
  });
}

TEST(DoppelkopfValueTest, IsTheSumOfTheItems) {
  ForAll([](const DealTotals& totals, const Rules& rules) {
    const ScoreSheet sheet = Score(totals, {}, rules);
    int sum = 0;
    for (const ScoreItem& item : sheet.items) {
      EXPECT_GT(item.points, 0);
      sum += item.party == Party::kRe ? item.points : -item.points;
    }
    EXPECT_EQ(sheet.value, sum);
  });
}

// The largest value for either party over all totals that satisfy `condition`.
template <typename Condition>
std::pair<int, int> Extremes(bool solo, const Condition& condition) {
  std::pair<int, int> extremes;
  for (const DealTotals& totals : AllTotals(solo)) {
    if (!condition(totals)) continue;
    const int value = Score(totals, {}, Rules()).value;
    extremes.first = std::max(extremes.first, value);
    extremes.second = std::max(extremes.second, -value);
  }
  return extremes;
}

TEST(DoppelkopfValueTest, HasItsBoundsInTheNormalGame) {
  const auto any = [](const DealTotals&) { return true; };
  EXPECT_EQ(Extremes(false, any), std::pair(21, 22));
}

TEST(DoppelkopfValueTest, HasItsBoundsInASolo) {
  const auto any = [](const DealTotals&) { return true; };
  EXPECT_EQ(Extremes(true, any), std::pair(21, 21));
}

TEST(DoppelkopfValueTest, HasItsBoundsIfOnePartyAnnounces) {
  const auto only_re = [](const DealTotals& totals) {
    return totals.re.level != kNone && totals.kontra.level == kNone;
  };
  EXPECT_EQ(Extremes(true, only_re), std::pair(11, 15));
}

TEST(DoppelkopfValueTest, ASoloistGets63AtMost) {
  EXPECT_THAT(SeatPoints(21, Seats({2})), ElementsAre(-21, -21, 63, -21));
}

TEST(DoppelkopfValueTest, ASeatGets28AtMostInTheNormalGame) {
  std::vector<Reason> re(4, Reason::kDoppelkopf);
  re.insert(re.end(), {Reason::kFox, Reason::kFox, Reason::kKarlchen});
  EXPECT_EQ(
      Score(Totals(kSchwarz, kSchwarz, 240), Specials(re, {}), Rules()).value,
      28);
}

}  // namespace
}  // namespace arena::doppelkopf
