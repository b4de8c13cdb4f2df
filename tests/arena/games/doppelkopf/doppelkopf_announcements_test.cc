// Announcements of Doppelkopf: levels, deadlines, replies.
#include "arena/games/doppelkopf/doppelkopf_announcements.h"

#include "tests/arena/games/doppelkopf/doppelkopf_notation.h"

namespace arena::doppelkopf {
namespace {

constexpr char kAll[] = "CALL N90 N60 N30 SCHWARZ";
constexpr char kAfterCall[] = "N90 N60 N30 SCHWARZ";

// The legal levels. A call that would be a reply reads "reply".
std::string LegalText(const Announced& own, Level opponents,
                      const Moment& moment, const Rules& rules) {
  constexpr const char* kNames[] = {"", "CALL", "N90", "N60", "N30", "SCHWARZ"};
  std::vector<std::string> names;
  for (const Level level : LegalLevels(own, opponents, moment, rules)) {
    const bool reply = Announce(own, level, moment, rules).reply;
    names.push_back(reply ? "reply" : kNames[static_cast<int>(level)]);
  }
  return absl::StrJoin(names, " ");
}

// ---- Deadlines: vectors D ----

struct DeadlineCase {
  const char* id;
  const char* options;
  int cards_in_hand;
  Level own;
  Level opponents;
  std::string legal;
  // The trick that cleared up a marriage: 1 shifts nothing, 0 is still to come.
  int cleared_in = 1;
  bool own_reply = false;
};
void PrintTo(const DeadlineCase& c, std::ostream* out) { *out << c.id; }

const DeadlineCase kDeadlines[] = {
    {"D1", "", 12, Level::kNone, Level::kNone, kAll},
    {"D2", "", 11, Level::kNone, Level::kNone, kAll},
    {"D3", "", 10, Level::kNone, Level::kNone, ""},
    {"D4", "", 10, Level::kCall, Level::kNone, kAfterCall},
    {"D5", "", 9, Level::kCall, Level::kNone, ""},
    {"D6", "", 9, Level::kNo90, Level::kNone, "N60 N30 SCHWARZ"},
    {"D7", "", 10, Level::kNone, Level::kCall, "reply"},
    {"D8a", "", 9, Level::kNone, Level::kCall, ""},
    {"D8b", "", 9, Level::kNone, Level::kNo90, "reply"},
    {"D9a", "", 8, Level::kNone, Level::kNo60, "reply"},
    {"D9b", "", 8, Level::kNone, Level::kNo90, ""},
    {"D10a", "", 6, Level::kNone, Level::kSchwarz, "reply"},
    {"D10b", "", 5, Level::kNone, Level::kSchwarz, ""},
    {"D11a", "", 10, Level::kNone, Level::kNone, kAll, 2},
    {"D11b", "", 9, Level::kNone, Level::kNone, "", 2},
    {"D12a", "", 9, Level::kNone, Level::kNone, kAll, 3},
    {"D12b", "", 8, Level::kCall, Level::kNone, kAfterCall, 3},
    {"D12c", "", 5, Level::kNo30, Level::kNone, "SCHWARZ", 3},
    {"D12d", "", 8, Level::kNone, Level::kCall, "reply", 3},
    {"D13", "", 11, Level::kNone, Level::kNone, "", 0},
    {"D14a", "deck=40", 9, Level::kNone, Level::kNone, kAll},
    {"D14b", "deck=40", 8, Level::kNone, Level::kNone, ""},
    {"D14c", "deck=40", 8, Level::kCall, Level::kNone, kAfterCall},
    {"D14d", "deck=40", 5, Level::kNo30, Level::kNone, "SCHWARZ"},
    {"D14e", "deck=40", 4, Level::kNo30, Level::kNone, ""},
    {"D14f", "deck=40", 8, Level::kNone, Level::kCall, "reply"},
    {"D14g", "deck=40", 4, Level::kNone, Level::kSchwarz, "reply"},
    {"D15", "", 11, Level::kCall, Level::kNone, kAfterCall},
    {"D16", "", 11, Level::kCall, Level::kCall, "", 1, true},
    {"D17", "reply=off", 10, Level::kNone, Level::kCall, ""},
    {"D18", "", 7, Level::kNo30, Level::kNone, "SCHWARZ"},
    {"D19", "", 6, Level::kNo30, Level::kNone, ""},
    // Refused announcements, by their numbers in the list of refusals.
    {"X2late", "", 10, Level::kNone, Level::kNone, ""},
    {"X2inTime", "", 11, Level::kNone, Level::kNone, kAll},
    {"X3", "", 9, Level::kCall, Level::kNone, ""},
    {"X4", "", 12, Level::kCall, Level::kNone, kAfterCall},
    {"X5", "", 12, Level::kNone, Level::kNone, "", 0},
    {"X6", "", 10, Level::kCall, Level::kNo90, "", 1, true},
    {"X10", "", 10, Level::kNone, Level::kNone, ""},
};

class DoppelkopfDeadlineTest : public ::testing::TestWithParam<DeadlineCase> {};

TEST_P(DoppelkopfDeadlineTest, LeavesTheseLevels) {
  const DeadlineCase& c = GetParam();
  const Rules rules = RulesWith(c.options);
  const bool open = c.cleared_in == 0;
  const Moment moment = {c.cards_in_hand,
                         open ? 0 : ShiftAfter(c.cleared_in, rules), open};
  EXPECT_EQ(LegalText({c.own, c.own_reply}, c.opponents, moment, rules),
            c.legal);
}

INSTANTIATE_TEST_SUITE_P(Vectors, DoppelkopfDeadlineTest,
                         ::testing::ValuesIn(kDeadlines), NamedById());

// ---- Tables 4.2 and 4.6 ----

std::string DeadlineText(int shift, const Rules& rules) {
  std::vector<int> deadlines;
  for (const Level level : {Level::kCall, Level::kNo90, Level::kNo60,
                            Level::kNo30, Level::kSchwarz}) {
    deadlines.push_back(DeadlineOf(level, shift, rules));
  }
  return absl::StrJoin(deadlines, "/");
}

TEST(DoppelkopfAnnouncementsTest, DeadlinesFallByOneFromTheHandSize) {
  EXPECT_EQ(DeadlineText(0, RulesWith("deck=48")), "11/10/9/8/7");
  EXPECT_EQ(DeadlineText(0, RulesWith("deck=40")), "9/8/7/6/5");
}

TEST(DoppelkopfAnnouncementsTest, ALatePartnerMovesAllDeadlines) {
  const Rules rules = RulesWith("deck=40");
  EXPECT_EQ(DeadlineText(ShiftAfter(1, rules), rules), "9/8/7/6/5");
  EXPECT_EQ(DeadlineText(ShiftAfter(2, rules), rules), "8/7/6/5/4");
  EXPECT_EQ(DeadlineText(ShiftAfter(3, rules), rules), "7/6/5/4/3");
}

TEST(DoppelkopfAnnouncementsTest, DeadlinesStayWithoutTheShift) {
  EXPECT_EQ(ShiftAfter(3, RulesWith("marriage_shift=off")), 0);
}

TEST(DoppelkopfAnnouncementsTest, ATableMayHaveItsOwnDeadlines) {
  EXPECT_EQ(DeadlineText(0, RulesWith("deadline_call=9,deadline_90=9")),
            "9/9/9/8/7");
}

// ---- Rules of 4.4 and 4.5 ----

TEST(DoppelkopfAnnouncementsTest, AJumpEndsBeforeALevelThatIsLate) {
  const Rules rules = RulesWith("deadline_60=12");
  EXPECT_EQ(LegalText({}, Level::kNone, {.cards_in_hand = 11}, rules),
            "CALL N90");
}

TEST(DoppelkopfAnnouncementsTest, ACallInTimeIsNoReply) {
  const Announced own =
      Announce({}, Level::kCall, {.cards_in_hand = 11}, Rules());
  EXPECT_EQ(own, (Announced{Level::kCall, false}));
}

TEST(DoppelkopfAnnouncementsTest, ACallInTimeIsOfferedOnceAsAnAnswer) {
  EXPECT_EQ(LegalText({}, Level::kCall, {.cards_in_hand = 11}, Rules()), kAll);
}

TEST(DoppelkopfAnnouncementsTest, ALateCallIsAReply) {
  const Announced own =
      Announce({}, Level::kCall, {.cards_in_hand = 10}, Rules());
  EXPECT_EQ(own, (Announced{Level::kCall, true}));
}

TEST(DoppelkopfAnnouncementsTest, TheShiftMovesWhatIsAReply) {
  const Moment moment = {.cards_in_hand = 10, .shift = 1};
  EXPECT_FALSE(Announce({}, Level::kCall, moment, Rules()).reply);
}

TEST(DoppelkopfAnnouncementsTest, AHigherLevelIsNeverAReply) {
  const Announced own = Announce({Level::kCall, false}, Level::kNo90,
                                 {.cards_in_hand = 10}, Rules());
  EXPECT_EQ(own, (Announced{Level::kNo90, false}));
}

TEST(DoppelkopfAnnouncementsTest, NobodyRepliesWithALevelAlready) {
  EXPECT_EQ(LegalText({Level::kCall, false}, Level::kNo90, {.cards_in_hand = 9},
                      Rules()),
            "");
}

// The announcer with the fewest cards leaves everybody else time to answer:
// each of them holds one card fewer at least.
TEST(DoppelkopfAnnouncementsTest, EveryLevelCanBeAnswered) {
  for (const char* deck : {"deck=48", "deck=40"}) {
    const Rules rules = RulesWith(deck);
    for (const Level level : {Level::kCall, Level::kNo90, Level::kNo60,
                              Level::kNo30, Level::kSchwarz}) {
      const int cards = DeadlineOf(level, 0, rules) - 1;
      EXPECT_EQ(LegalText({}, level, {.cards_in_hand = cards}, rules), "reply");
    }
  }
}

TEST(DoppelkopfAnnouncementsTest, LevelsHaveTheirWords) {
  EXPECT_EQ(LevelText(Level::kCall, Party::kRe), "re");
  EXPECT_EQ(LevelText(Level::kCall, Party::kKontra), "kontra");
  EXPECT_EQ(LevelText(Level::kNo60, Party::kRe), "keine 60");
  EXPECT_EQ(LevelText(Level::kSchwarz, Party::kKontra), "schwarz");
  EXPECT_EQ(LevelText(Level::kNone, Party::kRe), "");
}

}  // namespace
}  // namespace arena::doppelkopf
