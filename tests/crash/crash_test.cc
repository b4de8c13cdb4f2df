// Real processes are killed at random instants. Nothing that was acknowledged
// may be lost, and every match must end as if no kill had happened.
#include "tests/crash/bot_log.h"
#include "tests/crash/crash_fixture.h"

namespace arena::testing {
namespace {

TEST_F(CrashTest, ARefereeKilledAtAnyInstantLosesNothing) {
  StartReferee();
  StartBot("a");
  StartBot("b");
  CreateMany();
  const int wanted = Wanted("CRASH_TEST_KILLS", 10);
  int interrupted = 0;
  // On a busy machine many kills hit no match; then a few more follow.
  const auto goes_on = [&](int kills) {
    return kills < wanted || (interrupted < wanted / 2 && kills < 5 * wanted);
  };
  for (int kills = 0; goes_on(kills); ++kills) {
    if (kills % 10 == 9) CreateMany();
    const int before = LinesOf("a");
    PlayForAWhile();
    KillReferee();
    StartReferee();
    interrupted += LinesOf("a") > before;
  }
  ExpectAllEndWell();
  EXPECT_GE(interrupted, wanted / 2) << "too few kills hit matches under way";
  ExpectNothingAskedTwice("a");
  ExpectNothingAskedTwice("b");
}

TEST_F(CrashTest, AKilledBotGoesOnWithItsToken) {
  StartReferee();
  StartBot("a");
  StartBot("b");
  CreateMany();
  for (int kills = 0; kills < 5; ++kills) {
    PlayForAWhile();
    bots_["a"].reset();
    StartBot("a");
  }
  ExpectAllEndWell();
  ExpectNothingAskedTwice("b");
}

// Partners that see only their own hand and signs stay apart, even when
// processes are killed and come back.
TEST_F(CrashTest, NoKillGivesAnInstanceTwoSeatsOfAMatch) {
  const std::vector<std::pair<std::string, std::string>> processes = {
      {"a", "1"}, {"a", "2"}, {"b", "1"}, {"b", "2"}};
  StartReferee();
  for (const auto& [bot, instance] : processes) StartInstance(bot, instance);
  const int wanted = Wanted("CRASH_TEST_KILLS", 10);
  for (int kills = 0; kills < wanted; ++kills) {
    if (kills % 10 == 0) {
      for (int i = 0; i < 10; ++i) {
        Create("ordago", {"bot:a", "bot:b", "bot:a", "bot:b"},
               {{"signs", "full"}});
      }
    }
    PlayForAWhile();
    KillReferee();
    const auto& [bot, instance] = processes[kills % processes.size()];
    bots_[bot + instance].reset();
    StartReferee();
    StartInstance(bot, instance);
  }
  ExpectAllEndWell();
  for (const auto& [bot, instance] : processes) {
    ExpectNothingAskedTwice(bot + instance);
    ExpectOneSeatOfEachMatch(LogOf(bot + instance));
  }
}

TEST_F(CrashTest, ARefereeThatIsToldToStopFinishesWhatRuns) {
  StartReferee();
  StartBot("a");
  StartBot("b");
  CreateMany();
  PlayForAWhile();
  referee_->Terminate();
  EXPECT_EQ(AwaitEnd(*referee_), "exit status 0");
  StartReferee();
  ExpectAllEndWell();
}

// The clock is long enough for a bot that answers at once, even on a busy
// machine. The clock is far shorter than a pause.
TEST_F(CrashTest, ARefereeThatIsPausedChargesNobody) {
  const int wanted = Wanted("CRASH_TEST_PAUSES", 2);
  const std::chrono::seconds time(Wanted("CRASH_TEST_PAUSE_SECONDS", 2));
  StartReferee();
  StartBot("a");
  StartBot("b");
  clock_.mutable_allowance()->set_nanos(200'000'000);
  clock_.mutable_bank()->set_seconds(1);
  int interrupted = 0;
  for (int pauses = 0; pauses < wanted; ++pauses) {
    CreateMany();
    PlayForAWhile();
    referee_->Signal(SIGSTOP);
    const int before = LinesOf("a");
    std::this_thread::sleep_for(time);
    referee_->Signal(SIGCONT);
    PlayForAWhile();
    interrupted += LinesOf("a") > before;
  }
  ExpectAllEndWell();
  EXPECT_GT(interrupted, 0) << "no pause hit matches under way";
}

// The limit of a file's size acts like a full disk.
TEST_F(CrashTest, AFileThatMayNotGrowIsAnErrorAndNotTheEnd) {
  std::string command = "ulimit -f 8; exec";
  for (const std::string& part : RefereeCommand()) command += " " + part;
  const auto referee = StartProgram({"/bin/sh", "-c", command});
  EXPECT_EQ(AwaitEnd(*referee), "exit status 1");
  EXPECT_NE(referee->LastLines(), "");
}

TEST_F(CrashTest, ASecondRefereeOnTheSameFolderIsRefused) {
  StartReferee();
  const auto second = StartProgram(RefereeCommand(Address() + "2"));
  EXPECT_EQ(AwaitEnd(*second), "exit status 1");
  EXPECT_NE(second->LastLines().find(folder_ + "/data"), std::string::npos);
}

}  // namespace
}  // namespace arena::testing
