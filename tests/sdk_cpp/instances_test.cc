// Several processes of one bot.
#include "sdk/cpp/instances.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <functional>
#include <string>
#include <vector>

namespace pentathlon {
namespace {

using ::testing::ElementsAre;
using ::testing::UnorderedElementsAre;

// What processes say, each a line.
class Talk {
 public:
  Talk() { EXPECT_EQ(pipe(ends_), 0); }
  ~Talk() {
    close(ends_[0]);
    close(ends_[1]);
  }
  void Say(const std::string& line) const {
    const std::string text = line + "\n";
    EXPECT_EQ(write(ends_[1], text.data(), text.size()),
              static_cast<ssize_t>(text.size()));
  }
  // Waits for it.
  std::string Hear() const {
    std::string line;
    for (char c; read(ends_[0], &c, 1) == 1 && c != '\n';) line += c;
    return line;
  }
  std::vector<std::string> Hear(int lines) const {
    std::vector<std::string> heard;
    for (int i = 0; i < lines; ++i) heard.push_back(Hear());
    return heard;
  }

 private:
  int ends_[2];
};

int RunAll(const Options& options, const std::function<int(Options)>& play) {
  return RunInstances(options, play, std::chrono::milliseconds(0));
}

TEST(InstancesTest, EachIsAProcessWithAName) {
  Options options;
  options.instances = 3;
  options.token_file = "/tmp/token";
  const Talk talk;
  const pid_t parent = getpid();
  EXPECT_EQ(RunAll(options,
                   [&](const Options& own) {
                     EXPECT_NE(getpid(), parent);
                     talk.Say(own.instance + " " + own.token_file);
                     return 0;
                   }),
            0);
  EXPECT_THAT(talk.Hear(3),
              UnorderedElementsAre("1 /tmp/token.1", "2 /tmp/token.2",
                                   "3 /tmp/token.3"));
}

TEST(InstancesTest, OneWhosePlaceWasTakenIsNotStartedAgain) {
  Options options;
  options.instances = 2;
  options.one_match = true;
  const Talk talk;
  EXPECT_EQ(RunAll(options,
                   [&](const Options& own) {
                     talk.Say(own.instance);
                     return kReplaced;
                   }),
            0);
  EXPECT_THAT(talk.Hear(2), UnorderedElementsAre("1", "2"));
}

TEST(InstancesTest, TheirNamesStandBehindThatOfTheProgram) {
  Options options;
  options.instances = 1;
  options.instance = "b";
  const Talk talk;
  RunAll(options, [&](const Options& own) {
    talk.Say(own.instance);
    return 0;
  });
  EXPECT_THAT(talk.Hear(1), ElementsAre("b.1"));
}

TEST(InstancesTest, OneThatFailsEndsAll) {
  Options options;
  options.instances = 2;
  EXPECT_EQ(RunAll(options,
                   [](const Options& own) -> int {
                     if (own.instance == "2") return 7;
                     while (true) pause();
                   }),
            1);
}

TEST(InstancesTest, OneThatHasPlayedItsMatchIsReplaced) {
  Options options;
  options.instances = 1;
  options.one_match = true;
  const Talk talk;
  // It plays as long as there are tokens.
  const Talk tokens;
  for (int i = 0; i < 5; ++i) tokens.Say("match");
  tokens.Say("end");
  EXPECT_EQ(RunAll(options,
                   [&](const Options&) {
                     const std::string token = tokens.Hear();
                     talk.Say(token);
                     return token == "end" ? 1 : 0;
                   }),
            1);
  EXPECT_THAT(talk.Hear(6),
              ElementsAre("match", "match", "match", "match", "match", "end"));
}

// Runs until a process of the bot has ended its parent.
int EndedByASignal() {
  Options options;
  options.instances = 2;
  const pid_t parent = getpid();
  return RunAll(options, [&](const Options& own) -> int {
    if (own.instance == "2") kill(parent, SIGTERM);
    while (true) pause();
  });
}

// In a program of its own, because the signal would end a thread that other
// tests have left, and the program with it.
TEST(InstancesDeathTest, ASignalEndsAll) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(exit(EndedByASignal()), ::testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace pentathlon
