// Which processes are started and ended, from a situation to its plan.
#include "referee/processes/process_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"

namespace arena::referee {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const absl::Time kNow = absl::UnixEpoch() + absl::Hours(1);

Seed DealOf(uint8_t number) {
  Seed seed{};
  seed[0] = number;
  return seed;
}

class ProcessPlanTest : public ::testing::Test {
 protected:
  // ---- The situation ----
  PlayableVersion& Change(const std::string& bot) {
    PlayableVersion& version = playable_[bot];
    version.bot = bot;
    version.version = "1";
    version.active = true;
    version.runtime = "python";
    return version;
  }
  // Adds a version that may be started; its author has the bot's name.
  PlayableVersion& Play(const std::string& bot) {
    PlayableVersion& version = Change(bot);
    version.author = bot;
    return version;
  }
  RunnerRoom& Dial(const std::string& name, int room) {
    RunnerRoom& runner = runners_[name];
    runner.runtimes = {"python"};
    runner.seats = 4;
    runner.playing_room = 4;
    runner.process_room = room;
    return runner;
  }
  // Adds a process that has run for three seconds, and has not said hello.
  StartedProcess& Run(const std::string& id, const std::string& bot,
                      const std::string& runner = "r") {
    StartedProcess& process = processes_[id];
    process.version = playable_.at(bot);
    process.runner = runner;
    process.idle_since = kNow - absl::Seconds(3);
    return process;
  }
  // Adds a match. All its players but "random" are submitted bots.
  WaitingMatch& Wait(const std::string& id,
                     const std::vector<std::string>& players) {
    MatchRow& row = rows_.emplace_back();
    row.match_id = id;
    row.isolation = v1::ISOLATION_NONE;
    WaitingMatch& match = waiting_.emplace_back();
    match.row = &row;
    for (const std::string& player : players) {
      if (player != "random") waits_of_[id].push_back(player);
    }
    return match;
  }
  MatchRow& RowOf(const std::string& id) {
    for (MatchRow& row : rows_) {
      if (row.match_id == id) return row;
    }
    ADD_FAILURE() << id;
    return rows_.front();
  }
  void Lose(const std::string& id, const std::string& bot, bool several) {
    lost_.push_back({id, bot, several});
  }

  // ---- The plan ----
  Plan Make(absl::Duration later = absl::ZeroDuration()) {
    PlayableChanges changes;
    for (const auto& [bot, version] : playable_) {
      changes.present.push_back(version);
    }
    versions_ = PlayableVersions();
    versions_.Change(changes);
    std::vector<WaitingMatch> matches(waiting_.begin(), waiting_.end());
    for (WaitingMatch& match : matches) {
      for (const std::string& bot : waits_of_[match.row->match_id]) {
        match.versions.push_back(versions_.Find(bot, ""));
      }
    }
    std::vector<LostProcess> lost;
    for (const auto& [id, bot, several] : lost_) {
      lost.push_back({id, versions_.Find(bot, ""), several});
    }
    return MakePlan(
        {.now = kNow + later,
         .versions = versions_,
         .processes = processes_,
         .starts = starts_,
         .runners = runners_,
         .lost = lost,
         .matches = matches,
         .seats_waiting_for =
             [this](const std::string& bot) { return seats_waiting_[bot]; }},
        waits_);
  }
  // Returns the starts as "bot at runner". A "+" marks a process that goes on
  // after a match; an id in front is that of a process to be replaced.
  std::vector<std::string> Starts(const Plan& plan) {
    std::vector<std::string> starts;
    for (const Plan::Start& start : plan.starts) {
      starts.push_back(absl::StrCat(start.process_id, start.version->bot,
                                    start.several_matches ? "+" : "", " at ",
                                    start.runner));
    }
    return starts;
  }

  std::map<std::string, PlayableVersion> playable_;  // by bot
  PlayableVersions versions_;
  ProcessMap processes_;
  FruitlessStarts starts_;
  FruitlessWaits waits_;
  std::map<std::string, RunnerRoom> runners_;
  std::deque<MatchRow> rows_;
  std::deque<WaitingMatch> waiting_;
  std::map<std::string, std::vector<std::string>> waits_of_;
  struct Lost {
    std::string id;
    std::string bot;
    bool several;
  };
  std::vector<Lost> lost_;
  std::map<std::string, int> seats_waiting_;
};

// ---- Starting ----

TEST_F(ProcessPlanTest, AMatchThatWaitsGetsAProcessForEachSeat) {
  Play("x");
  Play("y");
  Dial("r", 9);
  Wait("m", {"x", "random", "y", "x"});
  const Plan plan = Make();
  EXPECT_THAT(Starts(plan), ElementsAre("x at r", "y at r", "x at r"));
  EXPECT_THAT(plan.ends, IsEmpty());
  EXPECT_EQ(plan.queued, 0);
}

TEST_F(ProcessPlanTest, EachFreeProcessServesOneSeat) {
  Play("x");
  Dial("r", 9);
  Run("p", "x");
  Wait("m", {"x", "x"});
  EXPECT_THAT(Starts(Make()), ElementsAre("x at r"));
}

TEST_F(ProcessPlanTest, AProcessThatIsBusyOrEndsServesNone) {
  Play("x");
  Dial("r", 9);
  Run("busy", "x").free = false;
  Run("ends", "x").stopped = true;
  Wait("m", {"x"});
  EXPECT_THAT(Starts(Make()), ElementsAre("x at r"));
}

TEST_F(ProcessPlanTest, AMatchWhoseOtherBotsAreAwayGetsNone) {
  Play("x");
  Dial("r", 9);
  Wait("m", {"x"}).others_here = false;
  const Plan plan = Make();
  EXPECT_THAT(plan.starts, IsEmpty());
  EXPECT_EQ(plan.queued, 0);
}

TEST_F(ProcessPlanTest, AMatchOfAVersionThatMustWaitGetsNone) {
  Play("x");
  Play("y");
  Dial("r", 9);
  Wait("m", {"y", "x"});
  for (int i = 0; i < 5; ++i) starts_.Note({"x", "1"}, "ends", kNow);
  EXPECT_THAT(Starts(Make()), IsEmpty());
  EXPECT_THAT(Starts(Make(absl::Minutes(1))), ElementsAre("y at r", "x at r"));
}

TEST_F(ProcessPlanTest, AMatchWithMoreSeatsThanThereAreIsNotQueued) {
  Play("x");
  Dial("r", 9).seats = 1;
  Dial("drains", 9).draining = true;
  Wait("m", {"x", "x"});
  const Plan plan = Make();
  EXPECT_THAT(plan.starts, IsEmpty());
  EXPECT_THAT(plan.queued_matches, IsEmpty());
}

// ---- Several matches in one process ----

TEST_F(ProcessPlanTest, WhetherAProcessGoesOnIsUpToTheVersionAndTheMatch) {
  Play("x").several_matches = true;
  Play("y");
  Dial("r", 9);
  Wait("alone", {"x", "y"});
  RowOf("alone").isolation = v1::ISOLATION_MATCHES;
  Wait("together", {"x", "y"});
  EXPECT_THAT(Starts(Make()),
              ElementsAre("x at r", "y at r", "x+ at r", "y at r"));
}

TEST_F(ProcessPlanTest, AFreeProcessServesOnlyMatchesOfItsKind) {
  Play("x").several_matches = true;
  Dial("r", 9);
  Run("once", "x");
  Wait("together", {"x"});
  EXPECT_THAT(Starts(Make()), ElementsAre("x+ at r"));
  processes_.clear();
  Run("often", "x").several_matches = true;
  EXPECT_THAT(Starts(Make()), IsEmpty());
  RowOf("together").isolation = v1::ISOLATION_MATCHES;
  EXPECT_THAT(Starts(Make()), ElementsAre("x at r"));
}

// The process has hung up, and takes its time to end.
TEST_F(ProcessPlanTest, AProcessThatHasHadItsOneMatchServesNoOther) {
  Play("x");
  Dial("r", 9);
  Run("p", "x").has_played = true;
  Wait("m", {"x"});
  EXPECT_THAT(Starts(Make()), ElementsAre("x at r"));
}

TEST_F(ProcessPlanTest, AProcessMeetsNoDealTwice) {
  Play("x").several_matches = true;
  Dial("r", 9);
  StartedProcess& process = Run("p", "x");
  process.several_matches = true;
  const auto deals = std::make_shared<MetDeals>();
  deals->Note(DealOf(1));
  process.deals = deals;
  Wait("m", {"x"});
  RowOf("m").seed = DealOf(2);
  EXPECT_THAT(Starts(Make()), IsEmpty());
  RowOf("m").seed = DealOf(1);
  EXPECT_THAT(Starts(Make()), ElementsAre("x+ at r"));
}

// ---- Places ----

TEST_F(ProcessPlanTest, TheRunnerWithTheMostRoomGetsTheNext) {
  Play("x");
  Dial("a", 2);
  Dial("b", 3);
  Wait("m", {"x", "x", "x", "x"});
  EXPECT_THAT(Starts(Make()),
              ElementsAre("x at b", "x at a", "x at b", "x at a"));
}

TEST_F(ProcessPlanTest, ARunnerThatDrainsOrLacksTheRuntimeGetsNone) {
  Play("x");
  Dial("a", 9).draining = true;
  Dial("b", 9).runtimes = {"rust"};
  Dial("c", 1);
  Wait("m", {"x", "x"});
  const Plan plan = Make();
  EXPECT_THAT(Starts(plan), ElementsAre("x at c"));
  EXPECT_EQ(plan.queued, 1);
  EXPECT_THAT(plan.queued_matches, ElementsAre("m"));
}

TEST_F(ProcessPlanTest, ARuntimeWithoutAPlaceHoldsNoOtherBack) {
  Play("x");
  Play("y").runtime = "rust";
  Dial("a", 0);
  Dial("b", 1).runtimes = {"rust"};
  Wait("first", {"x"});
  Wait("second", {"y"});
  EXPECT_THAT(Starts(Make()), ElementsAre("y at b"));
}

TEST_F(ProcessPlanTest, TheAuthorWithTheFewestProcessesComesFirst) {
  Play("x").author = "ann";
  Play("y").author = "bob";
  Dial("r", 2);
  Run("p", "x").free = false;
  Wait("oldest", {"x"});
  Wait("next", {"x"});
  Wait("newest", {"y"});
  const Plan plan = Make();
  EXPECT_THAT(Starts(plan), ElementsAre("y at r", "x at r"));
  EXPECT_THAT(plan.queued_matches, ElementsAre("next"));
}

TEST_F(ProcessPlanTest, AMatchHasTheTurnOfItsAuthorWithTheFewest) {
  Play("x").author = "ann";
  Play("y").author = "bob";
  Play("z").author = "cy";
  Dial("r", 9);
  Run("p", "x").free = false;
  Run("q", "z").free = false;
  Wait("of-cy", {"z"});
  Wait("of-both", {"y", "x"});
  EXPECT_THAT(Starts(Make()), ElementsAre("y at r", "x at r", "z at r"));
}

TEST_F(ProcessPlanTest, TheMatchesOfAnAuthorTakeTurnsWithThoseOfOthers) {
  Play("x").author = "ann";
  Play("y").author = "bob";
  Dial("r", 9);
  Wait("oldest", {"x"});
  Wait("next", {"x"});
  Wait("newest", {"y"});
  EXPECT_THAT(Starts(Make()), ElementsAre("x at r", "y at r", "x at r"));
}

// ---- Processes that are gone in their match ----

TEST_F(ProcessPlanTest, WhatIsGoneInItsMatchIsReplacedFirst) {
  Play("x");
  Play("y");
  Dial("r", 1);
  Lose("p-", "x", /*several=*/true);
  Wait("m", {"y"});
  const Plan plan = Make();
  EXPECT_THAT(Starts(plan), ElementsAre("p-x+ at r"));
  EXPECT_THAT(plan.queued_matches, ElementsAre("m"));
  EXPECT_EQ(plan.queued, 1);
}

TEST_F(ProcessPlanTest, WhatCannotBeReplacedIsQueued) {
  Play("x");
  Dial("r", 0);
  Lose("p", "x", /*several=*/false);
  EXPECT_EQ(Make().queued, 1);
}

TEST_F(ProcessPlanTest, AReplacementCountsForItsAuthor) {
  Play("x").author = "ann";
  Play("y").author = "bob";
  Dial("r", 2);
  Lose("p-", "x", /*several=*/false);
  Wait("older", {"x"});
  Wait("younger", {"y"});
  EXPECT_THAT(Starts(Make()), ElementsAre("p-x at r", "y at r"));
}

// ---- Rehearsals ----

TEST_F(ProcessPlanTest, ARehearsalEndsWhenItsVersionPlaysInEarnest) {
  Play("x").rehearses = true;
  Dial("r", 9);
  Run("p", "x");
  Wait("m", {"x"});
  EXPECT_THAT(Make().ends, IsEmpty());
  Play("x").rehearses = false;
  const Plan plan = Make();
  EXPECT_THAT(plan.ends, ElementsAre("p"));
  EXPECT_THAT(Starts(plan), ElementsAre("x at r"));
  processes_.at("p").stopped = true;
  EXPECT_THAT(Make().ends, IsEmpty());
}

// ---- Matches that do not begin ----

class FruitlessMatchTest : public ProcessPlanTest {
 protected:
  FruitlessMatchTest() {
    Play("x");
    Play("y");
    Dial("r", 0);
    StartedProcess& process = Run("p", "x");
    process.connected = true;
    process.idle_since = kNow - absl::Seconds(30);
    Wait("stuck", {"x"});
    Wait("other", {"y"});
  }
};

TEST_F(FruitlessMatchTest, TheProcessOfAMatchThatWaitsShortlyIsKept) {
  EXPECT_THAT(Make().ends, IsEmpty());
  EXPECT_THAT(Make(absl::Seconds(4)).ends, IsEmpty());
}

TEST_F(FruitlessMatchTest, TheProcessOfOneThatDoesNotBeginMakesRoom) {
  Make();
  const Plan plan = Make(absl::Seconds(5));
  EXPECT_THAT(plan.ends, ElementsAre("p"));
  EXPECT_THAT(plan.queued_matches, ElementsAre("other"));
  processes_.clear();
  runners_.at("r").process_room = 1;
  // After a rest the match of x has its turn again.
  EXPECT_THAT(Starts(Make(absl::Seconds(6))), ElementsAre("y at r"));
  runners_.at("r").process_room = 2;
  EXPECT_THAT(Starts(Make(absl::Seconds(16))), ElementsAre("x at r", "y at r"));
}

TEST_F(FruitlessMatchTest, OneThatHasNoSeatYetIsKept) {
  runners_.at("r").playing_room = 0;
  Make();
  EXPECT_THAT(Make(absl::Seconds(20)).ends, IsEmpty());
  runners_.at("r").playing_room = 1;
  Make(absl::Seconds(20));
  EXPECT_THAT(Make(absl::Seconds(25)).ends, ElementsAre("p"));
}

TEST_F(FruitlessMatchTest, OneThatHasItsSeatNeedsNoOther) {
  runners_.at("r").playing_room = 0;
  processes_.at("p").plays = true;
  Make();
  EXPECT_THAT(Make(absl::Seconds(5)).ends, ElementsAre("p"));
}

TEST_F(FruitlessMatchTest, OneWhoseProcessIsNotHereIsKept) {
  processes_.at("p").connected = false;
  Make();
  EXPECT_THAT(Make(absl::Seconds(30)).ends, IsEmpty());
}

TEST_F(FruitlessMatchTest, AMatchThatIsGoneIsForgotten) {
  Make();
  waiting_.clear();
  Make(absl::Seconds(1));
  waiting_.push_back({.row = &RowOf("stuck"), .versions = {}});
  Make(absl::Seconds(2));
  Make(absl::Seconds(6));
  EXPECT_FALSE(waits_.MustRest("stuck", kNow + absl::Seconds(6)));
}

// ---- Making room ----

class MakingRoomTest : public ProcessPlanTest {
 protected:
  MakingRoomTest() {
    Play("x");
    Play("y");
    Dial("r", 0);
  }
  // Adds a process that has had its match, and takes its time to end.
  StartedProcess& Linger(const std::string& id, absl::Duration time) {
    StartedProcess& process = Run(id, "x");
    process.free = false;
    process.has_played = true;
    process.idle_since = kNow - time;
    return process;
  }
  // Adds an idle process that matches to come could use.
  StartedProcess& Idle(const std::string& id, absl::Duration time) {
    StartedProcess& process = Run(id, "x");
    process.idle_since = kNow - time;
    return process;
  }
};

TEST_F(MakingRoomTest, WhatDoesNotEndAfterItsMatchDoesWhenItsPlaceIsWanted) {
  Linger("lingers", absl::Seconds(2));
  EXPECT_THAT(Make().ends, IsEmpty());
  Wait("m", {"y"});
  EXPECT_THAT(Make().ends, ElementsAre("lingers"));
}

TEST_F(MakingRoomTest, WhatPlaysOrHasJustPlayedDoesNot) {
  Linger("just-over", absl::Seconds(1));
  Linger("goes-on", absl::Seconds(9)).several_matches = true;
  Linger("plays", absl::Seconds(9)).has_played = false;
  Wait("m", {"y"});
  EXPECT_THAT(Make().ends, IsEmpty());
}

TEST_F(MakingRoomTest, NoMoreEndThanAreWanted) {
  for (const char* id : {"a", "b", "c", "d"}) Linger(id, absl::Seconds(9));
  Wait("m", {"y", "y", "y"});
  EXPECT_THAT(Make().ends, ElementsAre("a", "b", "c"));
  processes_.at("a").stopped = true;
  EXPECT_THAT(Make().ends, ElementsAre("b", "c"));
}

TEST_F(MakingRoomTest, OneThatHasHungUpAfterItsMatchMakesRoomOnce) {
  Linger("a", absl::Seconds(9)).free = true;
  Idle("b", absl::Seconds(9));
  Wait("m", {"y", "y"});
  EXPECT_THAT(Make().ends, ElementsAre("a", "b"));
}

TEST_F(MakingRoomTest, WhatWaitsForAMatchToComeHasFiveSeconds) {
  Idle("old", absl::Seconds(6));
  Idle("young", absl::Seconds(5));
  Wait("m", {"y", "y"});
  EXPECT_THAT(Make().ends, ElementsAre("old"));
}

TEST_F(MakingRoomTest, WhatHasPlayedAndCouldGoOnEndsAtOnce) {
  StartedProcess& process = Idle("p", absl::ZeroDuration());
  process.several_matches = true;
  process.has_played = true;
  EXPECT_THAT(Make().ends, IsEmpty());
  Wait("m", {"y"});
  EXPECT_THAT(Make().ends, ElementsAre("p"));
}

TEST_F(MakingRoomTest, WhatIsNeededIsKept) {
  Idle("p", absl::Seconds(9));
  Wait("m", {"x"});
  Wait("other", {"y"});
  EXPECT_THAT(Make().ends, IsEmpty());
}

// Planned matches are not claimed where all places are taken.
TEST_F(MakingRoomTest, AFullRunnerKeepsAPlaceForMatchesToCome) {
  Idle("a", absl::Seconds(9));
  Idle("b", absl::Seconds(9));
  EXPECT_THAT(Make().ends, ElementsAre("a"));
  runners_.at("r").process_room = 1;
  EXPECT_THAT(Make().ends, IsEmpty());
  runners_.at("r").process_room = 0;
  processes_.at("a").stopped = true;
  EXPECT_THAT(Make().ends, IsEmpty());
}

TEST_F(MakingRoomTest, ARunnerThatDrainsIsNoPlace) {
  Dial("drains", 9).draining = true;
  Idle("p", absl::Seconds(9));
  EXPECT_THAT(Make().ends, ElementsAre("p"));
}

// ---- What nobody needs ----

class IdleProcessTest : public ProcessPlanTest {
 protected:
  IdleProcessTest() {
    Play("x");
    Dial("r", 9);
  }
};

TEST_F(IdleProcessTest, AnIdleProcessEndsAfterAMinute) {
  Run("p", "x").idle_since = kNow;
  EXPECT_THAT(Make(absl::Minutes(1)).ends, IsEmpty());
  EXPECT_THAT(Make(absl::Seconds(61)).ends, ElementsAre("p"));
}

TEST_F(IdleProcessTest, AsManyAreKeptAsHaveSeatsThatWait) {
  for (const char* id : {"a", "b", "c"}) {
    Run(id, "x").idle_since = kNow - absl::Hours(1);
  }
  seats_waiting_["x"] = 2;
  EXPECT_THAT(Make().ends, ElementsAre("c"));
}

TEST_F(IdleProcessTest, OneWithAMatchDoesNotEnd) {
  Run("p", "x").idle_since = kNow - absl::Hours(1);
  processes_.at("p").free = false;
  EXPECT_THAT(Make().ends, IsEmpty());
}

TEST_F(IdleProcessTest, OneOfAVersionThatIsGoneEndsAtOnce) {
  Run("p", "x");
  Run("busy", "x").free = false;
  playable_.clear();
  seats_waiting_["x"] = 2;
  EXPECT_THAT(Make().ends, ElementsAre("p"));
}

TEST_F(IdleProcessTest, OneThatCouldGoOnEndsWithItsRunner) {
  Run("p", "x").several_matches = true;
  seats_waiting_["x"] = 2;
  runners_.at("r").draining = true;
  EXPECT_THAT(Make().ends, IsEmpty());
  processes_.at("p").has_played = true;
  EXPECT_THAT(Make().ends, ElementsAre("p"));
}

// ---- What is of no use ----

class UselessProcessTest : public ProcessPlanTest {
 protected:
  UselessProcessTest() { Play("x").start_budget = absl::Seconds(6); }
  std::vector<std::string> Useless(absl::Duration absent) {
    std::vector<std::string> found;
    for (const UselessProcess& one : FindUseless(processes_, kNow + absent)) {
      found.push_back(absl::StrCat(one.process_id, " ", one.why));
    }
    return found;
  }
};

TEST_F(UselessProcessTest, AProcessHasTimeToCome) {
  Run("p", "x").absent_since = kNow;
  EXPECT_THAT(Useless(absl::Seconds(659)), IsEmpty());
  EXPECT_THAT(Useless(absl::Seconds(660)), ElementsAre("p does not come"));
  const auto useless = FindUseless(processes_, kNow + absl::Hours(1));
  EXPECT_EQ(useless[0].details,
            "the runner r did not start its process within 11m");
}

TEST_F(UselessProcessTest, OneThatHasBeenThereComesBackSoon) {
  StartedProcess& process = Run("p", "x");
  process.absent_since = kNow;
  process.greeted = true;
  EXPECT_THAT(Useless(absl::Seconds(9)), IsEmpty());
  EXPECT_THAT(Useless(absl::Seconds(10)),
              ElementsAre("p leaves before it has a match"));
  EXPECT_THAT(FindUseless(processes_, kNow + absl::Hours(1))[0].details,
              HasSubstr("was not back within 10s"));
}

TEST_F(UselessProcessTest, OneThatIsHereIsOfUse) {
  Run("p", "x");
  EXPECT_THAT(Useless(absl::Hours(9)), IsEmpty());
}

TEST_F(UselessProcessTest, OneThatEndsOrHasPlayedIsNotToBlame) {
  Run("ends", "x").stopped = true;
  Run("over", "x").has_played = true;
  Run("goes-on", "x").has_played = true;
  processes_.at("goes-on").several_matches = true;
  for (auto& [id, process] : processes_) process.absent_since = kNow;
  EXPECT_THAT(Useless(absl::Hours(9)), ElementsAre("goes-on does not come"));
}

// ---- What is remembered ----

TEST(FruitlessStartsTest, AVersionWaitsAMinuteAfterFiveInARow) {
  FruitlessStarts starts;
  for (int i = 0; i < 4; ++i) {
    EXPECT_FALSE(starts.Note({"x", "1"}, "ends", kNow));
  }
  EXPECT_FALSE(starts.MustWait({"x", "1"}, kNow));
  EXPECT_TRUE(starts.Note({"x", "1"}, "leaves", kNow));
  EXPECT_TRUE(starts.MustWait({"x", "1"}, kNow + absl::Seconds(59)));
  EXPECT_FALSE(starts.MustWait({"x", "2"}, kNow));
  EXPECT_FALSE(starts.MustWait({"x", "1"}, kNow + absl::Minutes(1)));
  EXPECT_EQ(starts.Why({"x", "1"}), "leaves");
  // After the wait the count begins again.
  EXPECT_FALSE(starts.Note({"x", "1"}, "ends", kNow + absl::Minutes(1)));
}

TEST(FruitlessStartsTest, AMatchMakesGoodForAll) {
  FruitlessStarts starts;
  for (int i = 0; i < 4; ++i) starts.Note({"x", "1"}, "ends", kNow);
  starts.Forget({"x", "1"});
  EXPECT_EQ(starts.Why({"x", "1"}), "");
  EXPECT_FALSE(starts.Note({"x", "1"}, "ends", kNow));
}

TEST(FruitlessWaitsTest, RestsDoubleUpToAMinute) {
  FruitlessWaits waits;
  absl::Time now = kNow;
  for (const int rest : {10, 20, 40, 60, 60}) {
    EXPECT_FALSE(waits.Note("m", true, now));
    now += absl::Seconds(5);
    EXPECT_TRUE(waits.Note("m", true, now)) << rest;
    EXPECT_TRUE(waits.MustRest("m", now + absl::Seconds(rest - 1))) << rest;
    now += absl::Seconds(rest);
    EXPECT_FALSE(waits.MustRest("m", now)) << rest;
  }
}

TEST(FruitlessWaitsTest, WhatIsNotReadyBeginsAgain) {
  FruitlessWaits waits;
  waits.Note("m", true, kNow);
  waits.Note("m", false, kNow + absl::Seconds(4));
  EXPECT_FALSE(waits.Note("m", true, kNow + absl::Seconds(6)));
  EXPECT_TRUE(waits.Note("m", true, kNow + absl::Seconds(11)));
}

// ---- Versions ----

class PlayableVersionsTest : public ::testing::Test {
 protected:
  void Change(const std::string& version, bool active) {
    PlayableChanges changes;
    PlayableVersion& present = changes.present.emplace_back();
    present.bot = "x";
    present.version = version;
    present.active = active;
    versions_.Change(changes);
  }
  std::string Active() {
    const PlayableVersion* const active = versions_.Find("x", "");
    return active == nullptr ? "" : active->version;
  }

  PlayableVersions versions_;
};

TEST_F(PlayableVersionsTest, TheNewestChoiceIsActive) {
  Change("1", true);
  Change("2", false);
  EXPECT_EQ(Active(), "1");
  Change("2", true);
  EXPECT_EQ(Active(), "2");
  Change("1", false);
  EXPECT_EQ(Active(), "2");
  Change("2", false);
  EXPECT_EQ(Active(), "");
}

TEST_F(PlayableVersionsTest, WhatIsGoneCannotBeStarted) {
  Change("1", true);
  Change("2", false);
  versions_.Change({.gone = {{"x", "1"}}, .present = {}});
  EXPECT_EQ(versions_.Find("x", "1"), nullptr);
  EXPECT_EQ(Active(), "");
  EXPECT_THAT(versions_.active(), IsEmpty());
  EXPECT_TRUE(versions_.HasAnyOf("x"));
  EXPECT_FALSE(versions_.HasAnyOf("w"));
  versions_.Change({.gone = {{"x", "2"}}, .present = {}});
  EXPECT_FALSE(versions_.HasAnyOf("x"));
}

}  // namespace
}  // namespace arena::referee
