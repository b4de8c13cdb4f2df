// The script for bash, run by bash.
#include "arena/command_line/completion.h"
#include "arena/command_line/values.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <sstream>

namespace arena::command_line {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

class CompletionTest : public ::testing::Test {
 protected:
  CompletionTest() : app_("A program.", "prog") {
    CLI::App* const play = app_.add_subcommand("play", "Plays");
    play->add_option("--game,-g", text_, "The game")
        ->check(Known({"octrix", "ordo", "seconds"}));
    play->add_option("--bots", text_, "Bots")->check(Some({"first", "greedy"}));
    play->add_option("--record", text_, "A file");
    play->add_flag("--json", flag_, "JSON");
    play->add_option_group("More")->add_option("--more", text_, "In a group");
    CLI::App* const match = app_.add_subcommand("match", "Matches");
    match->add_subcommand("list", "Lists");
    match->add_subcommand("show", "Shows");
    app_.add_subcommand("shell", "Shells")
        ->add_option("SHELL", text_, "The shell")
        ->check(OneOf({"bash", "zsh"}));
  }

  // The words that bash offers for the last word of a command line.
  std::vector<std::string> Offered(const std::string& words) const {
    std::string script = testing::TempDir() + "/completion-XXXXXX";
    const int file = mkstemp(script.data());
    EXPECT_GE(file, 0);
    close(file);
    std::ofstream(script)
        << BashCompletion(app_) << "COMP_WORDS=(" << words << ")\n"
        << "COMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_prog\n"
        << "for word in \"${COMPREPLY[@]}\"; do echo \"$word\"; done\n";
    FILE* const pipe = popen(("bash -u " + script + " 2>&1").c_str(), "r");
    EXPECT_NE(pipe, nullptr);
    std::string output;
    std::array<char, 256> buffer;
    while (fgets(buffer.data(), buffer.size(), pipe) != nullptr) {
      output += buffer.data();
    }
    EXPECT_EQ(pclose(pipe), 0) << output;
    unlink(script.c_str());
    std::vector<std::string> offered;
    std::istringstream lines(output);
    for (std::string line; std::getline(lines, line);) offered.push_back(line);
    return offered;
  }

  CLI::App app_;
  std::string text_;
  bool flag_ = false;
};

TEST_F(CompletionTest, Commands) {
  EXPECT_THAT(Offered("prog ''"), UnorderedElementsAre("play", "match",
                                                       "shell"));
  EXPECT_THAT(Offered("prog pl"), ElementsAre("play"));
}

TEST_F(CompletionTest, CommandsOfAGroup) {
  EXPECT_THAT(Offered("prog match ''"), UnorderedElementsAre("list", "show"));
  EXPECT_THAT(Offered("prog match s"), ElementsAre("show"));
}

TEST_F(CompletionTest, FlagsOfTheCommandAndOfItsGroups) {
  EXPECT_THAT(Offered("prog play --"),
              UnorderedElementsAre("--game", "--bots", "--record", "--json",
                                   "--more", "--help"));
  EXPECT_THAT(Offered("prog play --json --g"), ElementsAre("--game"));
}

TEST_F(CompletionTest, ValuesOfWhichThereIsASet) {
  EXPECT_THAT(Offered("prog play --game o"),
              UnorderedElementsAre("octrix", "ordo"));
  EXPECT_THAT(Offered("prog play -g s"), ElementsAre("seconds"));
  EXPECT_THAT(Offered("prog shell z"), ElementsAre("zsh"));
}

TEST_F(CompletionTest, ValuesBehindAnEqualsSign) {
  // bash splits --game=o into these words.
  EXPECT_THAT(Offered("prog play --game = o"),
              UnorderedElementsAre("octrix", "ordo"));
  EXPECT_THAT(Offered("prog play --game ="),
              UnorderedElementsAre("octrix", "ordo", "seconds"));
}

TEST_F(CompletionTest, TheLastOfSeveralValues) {
  EXPECT_THAT(Offered("prog play --bots ./b,g"), ElementsAre("./b,greedy"));
  EXPECT_THAT(Offered("prog play --bots ''"), ElementsAre("first", "greedy"));
}

TEST_F(CompletionTest, AnyOtherValueIsLeftToFiles) {
  EXPECT_THAT(Offered("prog play --record ''"), IsEmpty());
}

TEST_F(CompletionTest, ValueThatIsNamedLikeACommandIsNone) {
  EXPECT_THAT(Offered("prog play --record play --js"), ElementsAre("--json"));
}

TEST_F(CompletionTest, ZshRunsTheSameScript) {
  EXPECT_THAT(ZshCompletion(app_), HasSubstr("bashcompinit\n"));
  EXPECT_THAT(ZshCompletion(app_), HasSubstr("complete -o default -F _prog"));
}

}  // namespace
}  // namespace arena::command_line
