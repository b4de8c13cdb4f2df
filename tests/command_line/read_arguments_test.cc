// What is told of wrong arguments, and the help.
#include "arena/command_line/read_arguments.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "arena/command_line/help_page.h"

namespace arena::command_line {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// A program with a group of commands.
class ReadArgumentsTest : public ::testing::Test {
 protected:
  ReadArgumentsTest() : app_("A program.", "prog") {
    // Messages are compared as they were before they were wrapped.
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
        ->check(CLI::IsMember({"late", "gone"}));
    app_.add_subcommand("serve", "Serves")->prefix_command();
  }

  // What is told; the program goes on if it is empty.
  std::string Told(std::vector<const char*> arguments) {
    arguments.insert(arguments.begin(), "prog");
    testing::internal::CaptureStderr();
    status_ = ReadArguments(app_, static_cast<int>(arguments.size()),
                            arguments.data());
    return testing::internal::GetCapturedStderr();
  }

  CLI::App app_;
  std::string game_, fault_;
  bool json_ = false;
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

TEST_F(ReadArgumentsTest, MissingFlagAndWrongValueAreTold) {
  EXPECT_THAT(Told({"play"}), HasSubstr("prog: --game is required; see \"prog "
                                        "play --help\""));
  EXPECT_EQ(status_, kWrongArguments);
  EXPECT_THAT(Told({"match", "list", "--fault", "lat"}),
              HasSubstr("--fault: lat not in {late,gone}"));
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
