#include "arena/competition/tournament_file/spec_file.h"

#include <fstream>
#include <sstream>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "gmock/gmock.h"
#include "tests/testing/folders/folders.h"
#include "tests/testing/status_matchers.h"

namespace arena::competition {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::StartsWith;

// The example in the documentation.
std::string Example() {
  std::ifstream file(
      testing::InSources("arena/competition/tournament_file/README.md"));
  std::ostringstream text;
  text << file.rdbuf();
  const std::string begin = "```toml\n";
  const std::string all = text.str();
  const size_t from = all.find(begin) + begin.size();
  return all.substr(from, all.find("```", from) - from);
}

constexpr char kSmall[] = R"(name = "t"
[[bot]]
name = "a"
[[bot]]
name = "b"
built_in = "random"
[[event]]
name = "e"
game = "ordo"
)";

constexpr char kBuiltIn[] = R"(name = "t"
seed = 7
[[bot]]
name = "a"
built_in = "first"
[[bot]]
name = "b"
built_in = "random"
[[event]]
name = "e"
game = "ordo"
)";

// Reads the small file with one text replaced.
absl::StatusOr<TournamentFile> Read(absl::string_view text,
                                    absl::string_view by) {
  const std::string file = absl::StrReplaceAll(kSmall, {{text, by}});
  EXPECT_NE(file, kSmall);
  return ReadTournamentFile(file, "t.toml");
}

void ExpectMistake(absl::string_view text, absl::string_view by,
                   const std::string& place, const std::string& message) {
  EXPECT_THAT(Read(text, by),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       AllOf(StartsWith(absl::StrCat("t.toml:", place, ": ")),
                             HasSubstr(message))));
}

TEST(SpecFileTest, TheExampleInTheReadmeIsRead) {
  const auto file = ReadTournamentFile(Example(), "README.md");
  ASSERT_THAT(file, IsOk());
  EXPECT_EQ(file->name, "spring");
  EXPECT_THAT(file->bots, SizeIs(4));
  EXPECT_EQ(file->bots[0].command, "./alice --fast");
  EXPECT_EQ(file->bots[0].max_matches, 4u);
  EXPECT_EQ(file->bots[0].token_file, "alice.token");
  ASSERT_THAT(file->events, SizeIs(4));
  EXPECT_EQ(file->events[0].name(), "spring.ordo");
  EXPECT_EQ(file->events[0].tournament(), "spring");
  EXPECT_EQ(file->events[0].sets(), 2u);
  EXPECT_EQ(file->events[0].options().at("variant"), "x");
  EXPECT_EQ(file->events[1].rounds(), 3u);
  EXPECT_EQ(file->events[2].entrants(0).name(), "alice+bob");
  EXPECT_EQ(file->events[2].entrants(1).players(0).built_in(), "greedy");
  EXPECT_EQ(file->events[3].max_sets(), 100u);
  EXPECT_EQ(file->events[3].anchor(), "greedy");
}

TEST(SpecFileTest, ATokenIsForAProgram) {
  ExpectMistake("name = \"a\"", "name = \"a\"\ntoken_file = \"t\"", "4",
                "token_file and no command");
}

TEST(SpecFileTest, AnAnchorThatDoesNotPlayIsNamedWithItsLine) {
  ExpectMistake("game = \"ordo\"", "game = \"ordo\"\nanchor = \"zoe\"", "10",
                "anchor is \"zoe\", which is no entrant; expected one of a, b");
}

TEST(SpecFileTest, WithoutEntrantsAllBotsEnter) {
  const auto file = ReadTournamentFile(kSmall, "t.toml");
  ASSERT_THAT(file, IsOk());
  ASSERT_THAT(file->events[0].entrants(), SizeIs(2));
  EXPECT_EQ(file->events[0].entrants(0).players(0).bot(), "a");
  EXPECT_EQ(file->events[0].entrants(1).players(0).built_in(), "random");
}

TEST(SpecFileTest, EveryEventHasItsOwnSeed) {
  const auto file = ReadTournamentFile(
      absl::StrReplaceAll(Example(), {{"2026", std::string(64, '7')}}),
      "README.md");
  ASSERT_THAT(file, IsOk());
  EXPECT_THAT(file->unseeded, IsEmpty());
  EXPECT_THAT(file->events[0].seed(), SizeIs(32));
  EXPECT_NE(file->events[0].seed(), file->events[1].seed());
}

TEST(SpecFileTest, ASeedThatBotsCouldGuessIsLeftOut) {
  const auto file = Read("name = \"t\"", "name = \"t\"\nseed = \"2026\"");
  ASSERT_THAT(file, IsOk());
  EXPECT_THAT(file->unseeded, ElementsAre("t.e"));
  EXPECT_EQ(file->events[0].seed(), "");
}

TEST(SpecFileTest, InALadderAnybodyMayTakePart) {
  const auto file = ReadTournamentFile(
      absl::StrReplaceAll(kBuiltIn,
                          {{"\"ordo\"", "\"ordo\"\nformat = \"ladder\""}}),
      "t.toml");
  ASSERT_THAT(file, IsOk());
  EXPECT_THAT(file->unseeded, ElementsAre("t.e"));
}

TEST(SpecFileTest, ASeedMayBeANumber) {
  const auto number = ReadTournamentFile(kBuiltIn, "t.toml");
  const auto text = ReadTournamentFile(
      absl::StrReplaceAll(kBuiltIn, {{"= 7", "= \"7\""}}), "t.toml");
  ASSERT_THAT(number, IsOk());
  EXPECT_THAT(number->events[0].seed(), SizeIs(32));
  ASSERT_THAT(text, IsOk());
  EXPECT_EQ(number->events[0].seed(), text->events[0].seed());
}

TEST(SpecFileTest, AMatchCanBeUntimed) {
  const auto file = ReadTournamentFile(
      absl::StrCat(kSmall, "[clock]\nuntimed = true\n"), "t.toml");
  ASSERT_THAT(file, IsOk());
  EXPECT_TRUE(file->events[0].clock().untimed());
  const auto both = ReadTournamentFile(
      absl::StrCat(kSmall, "[clock]\nuntimed = true\nbank = \"5s\"\n"),
      "t.toml");
  EXPECT_THAT(both.status().message(),
              HasSubstr("clock.untimed is set with bank (5s)"));
}

TEST(SpecFileTest, TheClockIsForAllEvents) {
  const auto file = ReadTournamentFile(
      absl::StrCat(kSmall, "[clock]\nallowance = \"250ms\"\n"), "t.toml");
  ASSERT_THAT(file, IsOk());
  EXPECT_EQ(file->events[0].clock().allowance().nanos(), 250'000'000);
}

// ---- Mistakes ----

TEST(SpecFileTest, AMistakeOfTomlNamesItsLine) {
  ExpectMistake("[[event]]", "[[event]", "7", "");
}
TEST(SpecFileTest, AnUnknownKeyNamesTheNearest) {
  ExpectMistake("game =", "gane =", "9",
                "unknown key \"gane\" in [[event]] (did you mean \"game\"?)");
}
TEST(SpecFileTest, AnUnknownTableNamesTheNearest) {
  ExpectMistake("[[event]]", "[[events]]", "7", "(did you mean \"event\"?)");
}
// ---- Tournaments that are too large ----

TEST(SpecFileTest, AFileThatIsTooLargeIsRefused) {
  EXPECT_THAT(ReadTournamentFile(std::string((1 << 20) + 1, '\n'), "t.toml"),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("t.toml has 1048577 bytes; expected at most "
                                 "1048576")));
}
TEST(SpecFileTest, ALineThatIsTooLongIsRefused) {
  ExpectMistake("game = \"ordo\"", "# " + std::string(9999, 'x'), "9",
                "the line has 10001 bytes; expected at most 10000");
}
TEST(SpecFileTest, AKeyThatIsTooDeepIsRefused) {
  std::string key = "a";
  for (int i = 1; i < 17; ++i) key += " . 'b.c'";
  ExpectMistake("game = \"ordo\"", key + " = 1", "9",
                "a key has 17 parts; expected at most 16");
}
TEST(SpecFileTest, ATableThatIsTooDeepIsRefused) {
  std::string key = "a";
  for (int i = 1; i < 3000; ++i) key += ".a";
  ExpectMistake("game = \"ordo\"", "[" + key + "]", "9",
                "a key has 3000 parts");
}
TEST(SpecFileTest, DotsInStringsAndCommentsMakeNoKey) {
  const std::string dots(20, '.');
  EXPECT_THAT(Read("[[bot]]\nname = \"a\"",
                   absl::StrCat("[[bot]]\nname = \"a\"\ncommand = \"./x \\\" ",
                                dots, "\" # ", dots)),
              IsOk());
}

TEST(SpecFileTest, AValueOfTheWrongKindIsShown) {
  ExpectMistake("game = \"ordo\"", "game = \"ordo\"\nsets = \"two\"", "10",
                "sets in [[event]] is \"two\"; expected a whole number");
}
TEST(SpecFileTest, ANegativeCountIsShown) {
  ExpectMistake("game = \"ordo\"", "game = \"ordo\"\nsets = -1", "10",
                "is -1; expected a whole number from 1");
}
TEST(SpecFileTest, AnUnknownFormatIsShown) {
  ExpectMistake("game = \"ordo\"", "game = \"ordo\"\nformat = \"cup\"", "10",
                "is \"cup\"; expected round_robin, gauntlet, swiss");
}
TEST(SpecFileTest, AnEventSaysWhichMatchesShareTheirDeals) {
  const auto dealt = [](const std::string& line) {
    const auto file = Read("game = \"ordo\"", "game = \"ordo\"\n" + line);
    EXPECT_THAT(file, IsOk());
    return file->events[0].deals();
  };
  EXPECT_EQ(dealt("sets = 1"), v1::DEALS_UNSPECIFIED);
  EXPECT_EQ(dealt("deals = \"duplicate\""), v1::DEALS_DUPLICATE);
  EXPECT_EQ(dealt("deals = \"independent\""), v1::DEALS_INDEPENDENT);
  ExpectMistake("game = \"ordo\"", "game = \"ordo\"\ndeals = \"same\"", "10",
                "is \"same\"; expected independent, duplicate or field");
}
TEST(SpecFileTest, ContradictoryDealsAreAMistake) {
  ExpectMistake("game = \"ordo\"",
                "game = \"ordo\"\ndeals = \"duplicate\"\n"
                "independent_deals = true",
                "10", "expected only one of them");
}
TEST(SpecFileTest, AnEventMayLetEntrantsOfOneAuthorMeet) {
  const auto file = Read("game = \"ordo\"",
                         "game = \"ordo\"\nsame_author_meets = true\n"
                         "max_matches_per_minute = 30");
  ASSERT_THAT(file, IsOk());
  EXPECT_TRUE(file->events[0].same_author_meets());
  EXPECT_EQ(file->events[0].max_matches_per_minute(), 30u);
}
TEST(SpecFileTest, AnUnknownBotIsShown) {
  ExpectMistake("game = \"ordo\"", "game = \"ordo\"\nentrants = [\"a\", \"c\"]",
                "10", "no bot \"c\"; the bots are: a, b");
}
TEST(SpecFileTest, APairHasTwoBots) {
  ExpectMistake("game = \"ordo\"", "game = \"ordo\"\nentrants = [[\"a\"]]",
                "10", "has 1 bots; expected 2");
}
TEST(SpecFileTest, AMistakeOfTheEventNamesTheLineOfItsKey) {
  ExpectMistake("game = \"ordo\"", "game = \"ordo\"\nseats = 3", "10",
                "event \"t.e\": seats: ordo is played with 2 seats, not 3");
}
TEST(SpecFileTest, AnUnknownGameNamesTheGames) {
  ExpectMistake("game = \"ordo\"", "game = \"chess\"", "9", "the games are");
}
TEST(SpecFileTest, ABotIsThereOnce) {
  ExpectMistake("name = \"b\"", "name = \"a\"", "5", "there twice");
}
TEST(SpecFileTest, UpperCaseMakesNoOtherBot) {
  ExpectMistake("name = \"b\"", "name = \"A\"", "5", "there twice");
}
TEST(SpecFileTest, ANameThatIsReservedNamesTheKeyForIt) {
  ExpectMistake("name = \"b\"\nbuilt_in = \"random\"", "name = \"greedy\"",
                "5", "built_in = \"greedy\"");
}
TEST(SpecFileTest, ABotIsAProgramOrBuiltIn) {
  ExpectMistake("built_in = \"random\"",
                "built_in = \"random\"\ncommand = \"./b\"", "6",
                "both command and built_in");
  ExpectMistake("built_in = \"random\"", "command = \"\"", "6",
                "has an empty command; leave it out");
}
TEST(SpecFileTest, ATimeHasAUnit) {
  ExpectMistake("name = \"t\"", "name = \"t\"\nclock = { bank = 5 }", "2",
                "bank in [clock] is 5; expected a time with its unit");
}
TEST(SpecFileTest, AnEventIsNeeded) {
  EXPECT_THAT(
      ReadTournamentFile("name = \"t\"\n", "t.toml"),
      StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("no [[event]]")));
}

}  // namespace
}  // namespace arena::competition
