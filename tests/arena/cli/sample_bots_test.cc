// The sample bots in C++ play every game. tests/languages/python has the bots
// in Python.
#include <gmock/gmock.h>

#include "tests/arena/cli/run_arena.h"

namespace arena::cli {
namespace {

struct ShortMatch {
  std::string game;
  std::string flags;
};

class SampleBotsTest : public ArenaTest,
                       public ::testing::WithParamInterface<ShortMatch> {
 protected:
  // Expects that `bot`, in all seats, ends a match without a fault.
  void ExpectNormalEnd(const std::string& bot) const {
    const Outcome outcome = Arena("play --json --seed 7 -g " + GetParam().game +
                                  " " + GetParam().flags + " -b " + bot);
    EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
    const auto json = outcome.Json();
    const auto& result = json["matches"][0]["result"];
    EXPECT_EQ(result["termination"], "TERMINATION_NORMAL") << outcome.errors;
    EXPECT_FALSE(result.contains("faults")) << outcome.errors;
  }
};

TEST_P(SampleBotsTest, GreedyBotEndsAMatchWithoutFaults) {
  ExpectNormalEnd(Program("greedy_bot"));
}

TEST_P(SampleBotsTest, RandomBotEndsAMatchWithoutFaults) {
  ExpectNormalEnd(Program("random_bot"));
}

INSTANTIATE_TEST_SUITE_P(
    AllGames, SampleBotsTest,
    ::testing::Values(ShortMatch{"octrix", ""}, ShortMatch{"ordo", ""},
                      ShortMatch{"ordago", "-o sets_to_win=1,sign_window=none"},
                      ShortMatch{"doppelkopf", "-o deals=4"},
                      ShortMatch{"seconds", ""}),
    [](const auto& info) { return info.param.game; });

}  // namespace
}  // namespace arena::cli
