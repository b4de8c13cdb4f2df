// arena competition disqualify, strike, change and show, at a referee.
#include <gmock/gmock.h>

#include <string>

#include "tests/arena/cli/at_referee.h"

namespace arena::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kThreePlayers[] = R"(
name = "cup"
[[bot]]
name = "lucky"
built_in = "random"
[[bot]]
name = "keen"
built_in = "greedy"
[[bot]]
name = "meek"
built_in = "first"
[[event]]
name = "two"
game = "octrix"
seats = 2
options = { target = "8" }
)";

class DisqualifyTest : public AtRefereeTest {
 protected:
  void SetUp() override {
    StartReferee();
    Write("cup.toml", kThreePlayers);
    const Outcome played = Ask("tournament run " + Path("cup.toml") + " -q");
    ASSERT_EQ(played.exit_status, 0) << played.errors;
  }
};

TEST_F(DisqualifyTest, EveryRenderingTellsWhoIsOutAndWhy) {
  const Outcome out =
      Ask("competition disqualify cup.two keen --yes "
          "--reason 'shared its cards'");
  ASSERT_EQ(out.exit_status, 0) << out.errors;
  EXPECT_THAT(out.output, AllOf(HasSubstr("count for nothing"),
                                HasSubstr("records are kept")));
  const Outcome table =
      Ask("standings cup.two --csv " + Path("t.csv") + " --html " +
          Path("t.html") + " --json-file " + Path("t.json"));
  EXPECT_THAT(table.output, AllOf(HasSubstr("keen (disqualified)"),
                                  HasSubstr("shared its cards")));
  EXPECT_THAT(Read("t.csv"), HasSubstr("results dropped"));
  EXPECT_THAT(Read("t.html"),
              AllOf(HasSubstr("disqualified"), HasSubstr("shared its cards")));
  const auto json = nlohmann::json::parse(Read("t.json"));
  const auto& last = json["standings"]["entrants"][2];
  EXPECT_EQ(last["name"], "keen");
  EXPECT_FALSE(last.contains("place"));
  EXPECT_EQ(last["disqualified"], "RULING_DROP");
  EXPECT_EQ(json["competition"]["spec"]["changes"][0]["reason"],
            "shared its cards");
  EXPECT_THAT(
      Ask("competition show cup.two").output,
      AllOf(HasSubstr("keen (disqualified)"), HasSubstr("shared its cards")));
}

TEST_F(DisqualifyTest, ForfeitedItHasLostAllItsMatches) {
  ASSERT_EQ(Ask("competition disqualify cup.two keen --results forfeit "
                "--reason 'shared its cards' --yes")
                .exit_status,
            0);
  const auto json = Ask("standings cup.two --json").Json();
  const auto& last = json["standings"]["entrants"][2];
  EXPECT_EQ(last["name"], "keen");
  EXPECT_EQ(last["lost"], 2);
  EXPECT_EQ(last["disqualified"], "RULING_FORFEIT");
}

TEST_F(DisqualifyTest, IsShownBeforeItIsDone) {
  const Outcome shown = Ask("competition disqualify cup.two keen --reason x");
  EXPECT_EQ(shown.exit_status, 1);
  EXPECT_THAT(shown.errors, AllOf(HasSubstr("keen"), HasSubstr("--yes"),
                                  HasSubstr("nothing brings it back")));
  EXPECT_THAT(Ask("competition show cup.two").output,
              Not(HasSubstr("disqualified")));
}

TEST_F(DisqualifyTest, WrongNamesAndMissingReasonsAreToldApart) {
  EXPECT_THAT(Ask("competition disqualify cup.two keen").errors,
              HasSubstr("--reason"));
  EXPECT_THAT(Ask("competition disqualify cup.two ken --reason x").errors,
              HasSubstr("no entrant ken"));
  EXPECT_THAT(
      Ask("competition disqualify cup.two keen --reason x --results maybe")
          .errors,
      AllOf(HasSubstr("drop"), HasSubstr("forfeit")));
}

TEST_F(DisqualifyTest, StruckSetsLeaveTheTableAndTheirEntrantsStay) {
  const Outcome struck =
      Ask("competition strike cup.two keen meek lucky --yes "
          "--reason 'both lose to it on purpose'");
  ASSERT_EQ(struck.exit_status, 0) << struck.errors;
  EXPECT_THAT(struck.output,
              AllOf(HasSubstr("keen against meek count for nothing"),
                    HasSubstr("keen against lucky"), HasSubstr("on purpose")));
  const auto json = Ask("standings cup.two --json").Json();
  EXPECT_EQ(json["standings"]["sets"], 1);
  EXPECT_EQ(json["competition"]["spec"]["changes"].size(), 2);
  EXPECT_THAT(Ask("standings cup.two").output,
              AllOf(HasSubstr("keen against meek"), HasSubstr("on purpose"),
                    Not(HasSubstr("disqualified"))));
  EXPECT_THAT(Ask("competition strike cup.two keen ken --reason x").errors,
              HasSubstr("no entrant ken"));
}

TEST_F(DisqualifyTest, AChangeIsShownBeforeItIsMade) {
  const Outcome asked = Ask("competition change cup.two --sets 3");
  EXPECT_EQ(asked.exit_status, 1);
  EXPECT_THAT(asked.errors, AllOf(HasSubstr("sets 1 → 3"), HasSubstr("--yes")));
  EXPECT_THAT(Ask("competition show cup.two").output, Not(HasSubstr("→")));
  const Outcome made = Ask("competition change cup.two --sets 3 --yes");
  EXPECT_EQ(made.exit_status, 0) << made.errors;
  EXPECT_THAT(made.output, HasSubstr("from set 3 on: sets 1 → 3"));
  EXPECT_THAT(Ask("competition change cup.two --sets 2 --yes").errors,
              HasSubstr("sets cannot change from 3 to 2"));
  EXPECT_THAT(Ask("competition change cup.two").errors, HasSubstr("--sets"));
}

}  // namespace
}  // namespace arena::cli
