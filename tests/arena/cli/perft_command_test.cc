// arena perft and arena bench.
#include <gmock/gmock.h>

#include "tests/arena/cli/run_arena.h"

namespace arena::cli {
namespace {

using ::testing::HasSubstr;

class PerftCommandTest : public ArenaTest {
 protected:
  int64_t Nodes(const std::string& arguments) const {
    const Outcome outcome = Arena("perft --json " + arguments);
    EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
    return outcome.Json()["nodes"];
  }
};

TEST_F(PerftCommandTest, NoTurnIsOneNode) {
  EXPECT_EQ(Nodes("-g ordo -d 0"), 1);
}

TEST_F(PerftCommandTest, SimultaneousChoicesAreMultiplied) {
  // Every seat has eight cards.
  EXPECT_EQ(Nodes("-g octrix -d 1"), 8 * 8 * 8 * 8);
  EXPECT_EQ(Nodes("-g octrix --seats 2 -d 2"), 8 * 8 * 7 * 7);
}

TEST_F(PerftCommandTest, ChanceUsesUpNoDepth) {
  EXPECT_EQ(Nodes("-g octrix --seats 3 -d 1 --seed 9"), 8 * 8 * 8);
}

TEST_F(PerftCommandTest, FirstTurnsOfOrdoDoNotTouchEachOther) {
  const int64_t first = Nodes("-g ordo -d 1");
  EXPECT_GT(first, 1);
  EXPECT_EQ(Nodes("-g ordo -d 2"), first * first);
}

TEST_F(PerftCommandTest, TurnOfTwoPartsIsOneTurn) {
  // Every forward part moves alone, and every sideways part with a forward
  // part.
  EXPECT_GT(Nodes("-g ordo -o variant=x -d 1"),
            10 * Nodes("-g ordo -o variant=classic -d 1"));
}

TEST_F(PerftCommandTest, DivideAddsUp) {
  const auto json = Arena("perft -g ordo -d 2 --divide --json").Json();
  int64_t sum = 0;
  for (const auto& branch : json["divide"]) sum += branch.get<int64_t>();
  EXPECT_EQ(json["divide"].size(), Nodes("-g ordo -d 1"));
  EXPECT_EQ(sum, json["nodes"]);
}

TEST_F(PerftCommandTest, PositionIsTakenFromText) {
  // One white piece stands in the middle, with nothing in its way.
  EXPECT_LT(Nodes("-g ordo -d 1 --position "
                  "'4B5/10/10/10/10/4W5/10/10 w'"),
            60);
}

TEST_F(PerftCommandTest, GameWithoutPositionsIsAUsageError) {
  const Outcome outcome = Arena("perft -g octrix -d 1 --position x");
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("octrix cannot be set up"));
}

TEST_F(PerftCommandTest, BadPositionIsAUsageError) {
  const Outcome outcome = Arena("perft -g ordo -d 1 --position x");
  EXPECT_EQ(outcome.exit_status, 2);
}

TEST_F(PerftCommandTest, BenchMeasuresEverySeatNumber) {
  const Outcome outcome = Arena("bench engine --game octrix --time 1ms --json");
  EXPECT_EQ(outcome.exit_status, 0);
  const auto json = outcome.Json();
  ASSERT_GE(json.size(), 3u);
  EXPECT_EQ(json[0]["seats"], 2);
  EXPECT_GT(json[0]["playoutNsPerPly"], 0);
}

}  // namespace
}  // namespace arena::cli
