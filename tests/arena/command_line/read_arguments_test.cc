// Messages about wrong arguments, and the help.
#include "arena/command_line/read_arguments.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/command_line/help_page.h"
#include "arena/command_line/values.h"

namespace arena::command_line {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

// A program with a group of commands.
class ReadArgumentsTest : public ::testing::Test {
 protected:
  ReadArgumentsTest() : app_("A program.", "prog") {
    // The width keeps every message in one line.
    setenv("COLUMNS", "1000", 1);
    UseHelpPages(app_);
    app_.require_subcommand(0, 1);
    CLI::App* const play = app_.add_subcommand("play", "Plays");
    play->add_option("--game,-g", game_, "The game")->required();
    play->add_flag("--json", json_, "JSON");
    CLI::App* const match = app_.add_subcommand("match", "Matches");
    match->require_subcommand(0, 1);
    CLI::App* const list = match->add_subcommand("list", "Lists");
    list->add_option("--fault", fault_, "A fault")
        ->check(OneOf({"late", "gone"}));
    list->add_option("--limit,-n", limit_, "A number")->check(WholeNumber(1));
    list->add_option("--share", share_, "A part")->check(Number(0.1, 0.5));
    list->add_option("--times", times_, "A number without a check");
    AddChoice<int>(*list, "--score", score_, {{"points", 1}, {"ranks", 2}},
                   "A word");
    CLI::Option* const quiet = list->add_flag("--quiet", json_, "Quiet");
    list->add_option("--label", fault_, "Any text")->excludes(quiet);
    CLI::App* const keep = app_.add_subcommand("keep", "Keeps");
    CLI::Option_group* const kept = keep->add_option_group("Where, one of");
    kept->add_option("--data", fault_, "A folder");
    kept->add_option("--store", fault_, "A store");
    kept->require_option(1);
    app_.add_subcommand("serve", "Serves")->prefix_command();
    app_.add_subcommand("bridge", "Bridges")
        ->add_option("COMMAND", command_, "A program and its arguments");
  }

  // The message of the program. An empty message: the program goes on.
  std::string Told(std::vector<const char*> arguments) {
    arguments.insert(arguments.begin(), "prog");
    testing::internal::CaptureStderr();
    status_ = ReadArguments(app_, static_cast<int>(arguments.size()),
                            arguments.data());
    return testing::internal::GetCapturedStderr();
  }

  CLI::App app_;
  std::string game_, fault_;
  std::vector<std::string> command_;
  bool json_ = false;
  int limit_ = 0, score_ = 0;
  uint32_t times_ = 0;
  double share_ = 0;
  std::optional<int> status_;
};

TEST_F(ReadArgumentsTest, RightArgumentsAreRead) {
  EXPECT_EQ(Told({"play", "-g", "ordo", "--json"}), "");
  EXPECT_FALSE(status_.has_value());
  EXPECT_EQ(game_, "ordo");
  EXPECT_EQ(FullName(ChosenCommand(app_)), "prog play");
}

TEST_F(ReadArgumentsTest, MistypedCommandIsNamedWithTheRightOne) {
  EXPECT_THAT(Told({"paly", "--game", "ordo"}),
              HasSubstr("prog: \"prog\" has no command \"paly\" (did you mean "
                        "\"play\"?); "));
  EXPECT_EQ(status_, kWrongArguments);
}

TEST_F(ReadArgumentsTest, MistypedCommandOfAGroupIsNamed) {
  EXPECT_THAT(Told({"match", "lsit", "--fault", "late"}),
              HasSubstr("\"prog match\" has no command \"lsit\" (did you mean "
                        "\"list\"?)"));
}

TEST_F(ReadArgumentsTest, FlagWithoutDashesIsNoMistypedCommand) {
  EXPECT_THAT(Told({"help"}), HasSubstr("has no command \"help\" (did you mean "
                                        "\"--help\"?)"));
}

TEST_F(ReadArgumentsTest, MistypedFlagIsNamedAndNotWhatItLeavesMissing) {
  const std::string told = Told({"play", "--gmae", "ordo"});
  EXPECT_THAT(told, HasSubstr("\"prog play\" has no flag \"--gmae\" (did you "
                              "mean \"--game\"?)"));
  EXPECT_THAT(told, Not(HasSubstr("required")));
}

TEST_F(ReadArgumentsTest, MistypedFlagIsNamedWithoutItsValue) {
  EXPECT_THAT(Told({"play", "--gmae=ordo"}), HasSubstr("flag \"--gmae\" ("));
}

TEST_F(ReadArgumentsTest, OnlyTheFirstTypoIsTold) {
  EXPECT_THAT(Told({"match", "list", "--fualt", "late", "--jsno"}),
              Not(HasSubstr("--jsno")));
}

TEST_F(ReadArgumentsTest, ArgumentTooManyIsNamed) {
  EXPECT_THAT(Told({"play", "-g", "ordo", "octrix"}),
              HasSubstr("\"octrix\" is one argument too many for \"prog "
                        "play\""));
}

TEST_F(ReadArgumentsTest, AMistypedFlagInFrontOfACommandIsNamed) {
  EXPECT_THAT(Told({"bridge", "--nmae", "x", "--", "ruby", "bot.rb"}),
              HasSubstr("\"prog bridge\" has no flag \"--nmae\""));
}

TEST_F(ReadArgumentsTest, AnArgumentInFrontOfTheDashesIsNamed) {
  EXPECT_THAT(Told({"bridge", "x", "--", "ruby", "bot.rb"}),
              HasSubstr("\"x\" stands before \"--\" and \"ruby\" after it; "
                        "expected the flags of \"prog bridge\" before it"));
}

TEST_F(ReadArgumentsTest, MissingFlagAndWrongValueAreTold) {
  EXPECT_THAT(Told({"play"}), HasSubstr("prog: --game is required; see \"prog "
                                        "play --help\""));
  EXPECT_EQ(status_, kWrongArguments);
  EXPECT_THAT(Told({"match", "list", "--fault", "lat"}),
              HasSubstr("--fault: expected one of late, gone, found \"lat\" "
                        "(did you mean \"late\"?); see \"prog match list "
                        "--help\""));
}

TEST_F(ReadArgumentsTest, WrongNumberIsToldWithWhatIsRight) {
  for (const char* number : {"0", "-1", "abc", "1.5", "99999999999", ""}) {
    EXPECT_THAT(Told({"match", "list", "--limit", number}),
                HasSubstr(absl::StrCat(
                    "prog: --limit: expected a whole number from 1 to "
                    "2147483647, found \"", number, "\"; see ")));
  }
  EXPECT_THAT(Told({"match", "list", "--share", "0.7"}),
              HasSubstr("--share: expected a number from 0.1 to 0.5, found "
                        "\"0.7\""));
  EXPECT_THAT(Told({"match", "list", "--times", "many"}),
              HasSubstr("--times: expected a whole number, not below 0, found "
                        "\"many\""));
  EXPECT_EQ(Told({"match", "list", "-n", "7"}), "");
  EXPECT_EQ(limit_, 7);
}

TEST_F(ReadArgumentsTest, ChoiceTakesItsNamesOnly) {
  EXPECT_EQ(Told({"match", "list", "--score", "ranks"}), "");
  EXPECT_EQ(score_, 2);
  EXPECT_THAT(Told({"match", "list", "--score", "1"}),
              HasSubstr("--score: expected one of points, ranks, found \"1\""));
}

TEST_F(ReadArgumentsTest, MissingValueIsToldOfItsFlag) {
  EXPECT_THAT(Told({"match", "list", "-n"}),
              HasSubstr("prog: --limit needs a value; see "));
  EXPECT_THAT(Told({"match", "list", "-n", "--fault", "late"}),
              HasSubstr("prog: --limit needs a value, but the flag --fault "
                        "follows it"));
  EXPECT_THAT(Told({"match", "list", "--label", "--quiet"}),
              HasSubstr("--label needs a value, but the flag --quiet"));
  EXPECT_EQ(Told({"match", "list", "--label=--quiet"}), "");
}

TEST_F(ReadArgumentsTest, FlagsThatDoNotFitAreTold) {
  EXPECT_THAT(Told({"play", "-g", "ordo", "-g", "octrix"}),
              HasSubstr("prog: --game was given more than once"));
  EXPECT_THAT(Told({"play", "-g", "ordo", "--json=x"}),
              HasSubstr("prog: --json takes no value"));
  EXPECT_THAT(Told({"match", "list", "--label", "a", "--quiet"}),
              HasSubstr("prog: --quiet cannot be given with --label"));
  EXPECT_THAT(Told({"keep"}),
              HasSubstr("prog: one of --data, --store is required"));
  EXPECT_THAT(Told({"keep", "--data", "a", "--store", "b"}),
              HasSubstr("prog: only one of --data, --store can be given"));
}

TEST_F(ReadArgumentsTest, CommandThatTakesEverythingHasNoTypos) {
  EXPECT_EQ(Told({"serve", "--anything", "x"}), "");
  EXPECT_FALSE(status_.has_value());
}

TEST_F(ReadArgumentsTest, EndlessArgumentIsShortened) {
  EXPECT_LT(Told({std::string(100'000, 'a').c_str()}).size(), 300u);
}

TEST_F(ReadArgumentsTest, MessageFitsTheTerminal) {
  setenv("COLUMNS", "40", 1);
  std::istringstream lines(Told({"play", "--gmae", "ordo"}));
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(line.size(), 40u) << line;
  }
}

TEST_F(ReadArgumentsTest, HelpShowsWhatAValueMayBe) {
  CLI::App app("A program.", "prog");
  app.formatter(std::make_shared<HelpPage>(80));
  int number = 0, score = 0;
  std::vector<std::string> names;
  app.add_option("--number", number)->check(WholeNumber(1, 6));
  app.add_option("--limit", number)->check(WholeNumber(1));
  AddChoice<int>(app, "--score", score, {{"points", 1}, {"ranks", 2}}, "");
  app.add_option("--names", names)->allow_extra_args(false);
  EXPECT_THAT(app.help(), AllOf(HasSubstr("--number INT:1..6\n"),
                                HasSubstr("--limit INT:1..\n"),
                                HasSubstr("--score TEXT:{points,ranks}\n"),
                                HasSubstr("--names TEXT\n")));
}

TEST_F(ReadArgumentsTest, HelpHasNamesOnTheLeftAndFits) {
  CLI::App app("A program.", "prog");
  app.formatter(std::make_shared<HelpPage>(50));
  std::string value;
  app.add_option("--short", value,
                 "What it means is told in more words than a line has");
  app.add_option("--a-flag-with-a-long-name", value, "Short");
  const std::string help = app.help();
  EXPECT_THAT(help, HasSubstr("  --short TEXT            What it means is told in\n"
                              "                          more words than a line\n"
                              "                          has\n"));
  EXPECT_THAT(help, HasSubstr("  --a-flag-with-a-long-name TEXT\n"
                              "                          Short\n"));
}

}  // namespace
}  // namespace arena::command_line
