// Real processes that are killed at random instants: nothing that was
// acknowledged may be lost, and every match must end as if nothing had been.
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "tests/testing/match_client.h"
#include "tests/testing/program.h"

namespace arena::testing {
namespace {

using Clock = std::chrono::steady_clock;
constexpr int kSeed = 20230117;

// How often the referee is killed; more on request.
int Kills() {
  const char* const kills = std::getenv("CRASH_TEST_KILLS");
  return kills == nullptr ? 10 : std::atoi(kills);
}

class CrashTest : public ::testing::Test {
 protected:
  CrashTest() : folder_(::testing::TempDir() + "crashXXXXXX") {
    EXPECT_NE(mkdtemp(folder_.data()), nullptr);
  }
  ~CrashTest() override {
    bots_.clear();
    referee_.reset();
    std::filesystem::remove_all(folder_);
  }

  // ---- Processes ----
  std::string Address() const { return "unix:" + folder_ + "/socket"; }
  std::vector<std::string> RefereeCommand() const {
    return {BINARY_DIR "/bin/referee",
            "--data",
            folder_ + "/data",
            "--listen",
            Address(),
            "--log-level",
            "error",
            "--clock-bank",
            "10m"};
  }
  void StartReferee() {
    referee_ = StartProgram(RefereeCommand());
    ASSERT_EQ(AwaitReady(*referee_), Address());
    client_ = std::make_unique<MatchClient>(
        grpc::CreateChannel(Address(), grpc::InsecureChannelCredentials()));
  }
  void KillReferee() {
    referee_->Signal(SIGKILL);
    ASSERT_EQ(AwaitEnd(*referee_), "signal 9 (Killed)");
  }
  std::string LogOf(const std::string& bot) const {
    return folder_ + "/" + bot + ".log";
  }
  void StartBot(const std::string& name) {
    bots_[name] =
        StartProgram({BINARY_DIR "/bin/logging_bot", "--address", Address(),
                      "--name", name, "--max-matches", "100", "--token-file",
                      folder_ + "/" + name + ".token", "--log", LogOf(name)});
  }

  // ---- Matches ----
  void CreateMany() {
    for (int i = 0; i < 20; ++i) {
      Create("octrix", {"bot:a", "bot:b", "bot:a", "bot:b"});
      Create("ordo", {"bot:b", "bot:a"});
    }
  }
  void Create(const std::string& game, const std::vector<std::string>& seats) {
    v1::CreateMatchRequest request = MatchRequest(game, seats);
    if (clock_.has_allowance()) *request.mutable_clock() = clock_;
    ids_.push_back(client_->Create(request));
  }
  void ExpectAllEndWell() {
    for (const std::string& id : ids_) {
      const v1::Match match = client_->AwaitEnd(id);
      EXPECT_EQ(match.result().termination(), v1::TERMINATION_NORMAL)
          << match.result().ShortDebugString();
      EXPECT_EQ(match.result().faults_size(), 0);
      const v1::VerifyRecordResponse verified =
          client_->Verify(match.record_id());
      EXPECT_TRUE(verified.ok()) << verified.difference();
    }
  }
  int LinesOf(const std::string& bot) const {
    std::ifstream log(LogOf(bot));
    return static_cast<int>(std::count(std::istreambuf_iterator<char>(log),
                                       std::istreambuf_iterator<char>(), '\n'));
  }
  // What was acknowledged is never asked again.
  void ExpectNothingAskedTwice(const std::string& bot) {
    std::set<std::string> acknowledged;
    std::ifstream log(LogOf(bot));
    std::string kind, rest;
    int asked = 0;
    while (log >> kind && std::getline(log, rest)) {
      if (kind == "ack") acknowledged.insert(rest);
      if (kind == "ask") {
        ++asked;
        EXPECT_FALSE(acknowledged.contains(rest)) << bot << rest;
      }
      EXPECT_NE(kind, "fault") << bot << rest;
    }
    EXPECT_GT(asked, 100) << "the bot has hardly played";
    EXPECT_GT(acknowledged.size(), 100u);
  }
  // A random while of play. The instant of the kill is what is tested, so this
  // waits for nothing in particular.
  void PlayForAWhile() {
    const auto until =
        Clock::now() + std::chrono::milliseconds(50 + rng_() % 250);
    std::this_thread::sleep_until(until);
  }

  std::string folder_;
  std::minstd_rand rng_{kSeed};
  std::unique_ptr<Process> referee_;
  std::map<std::string, std::unique_ptr<Process>> bots_;
  std::unique_ptr<MatchClient> client_;
  std::vector<std::string> ids_;
  // Of matches that are created; if it is not set, the referee's.
  v1::Clock clock_;
};

TEST_F(CrashTest, ARefereeKilledAtAnyInstantLosesNothing) {
  StartReferee();
  StartBot("a");
  StartBot("b");
  CreateMany();
  int interrupted = 0;
  for (int kills = 0; kills < Kills(); ++kills) {
    if (kills % 10 == 9) CreateMany();
    const int before = LinesOf("a");
    PlayForAWhile();
    KillReferee();
    StartReferee();
    interrupted += LinesOf("a") > before;
  }
  ExpectAllEndWell();
  EXPECT_GE(interrupted, Kills() / 2) << "too few kills hit matches under way";
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

// Long enough for a bot that answers at once, whatever else the machine does,
// and far shorter than a pause.
TEST_F(CrashTest, ARefereeThatIsPausedChargesNobody) {
  StartReferee();
  StartBot("a");
  StartBot("b");
  clock_.mutable_allowance()->set_nanos(400'000'000);
  clock_.mutable_bank()->set_seconds(0);
  int interrupted = 0;
  for (int pauses = 0; pauses < 4; ++pauses) {
    CreateMany();
    PlayForAWhile();
    referee_->Signal(SIGSTOP);
    const int before = LinesOf("a");
    std::this_thread::sleep_for(std::chrono::seconds(1));
    referee_->Signal(SIGCONT);
    PlayForAWhile();
    interrupted += LinesOf("a") > before;
  }
  ExpectAllEndWell();
  EXPECT_GT(interrupted, 0) << "no pause hit matches under way";
}

TEST_F(CrashTest, ASecondRefereeOnTheSameFolderIsRefused) {
  StartReferee();
  std::vector<std::string> command = RefereeCommand();
  command[4] += "2";
  const auto second = StartProgram(command);
  EXPECT_EQ(AwaitEnd(*second), "exit status 1");
  EXPECT_NE(second->LastLines().find(folder_ + "/data"), std::string::npos);
}

}  // namespace
}  // namespace arena::testing
