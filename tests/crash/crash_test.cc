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

#include "arena/v1/match_service.grpc.pb.h"
#include "arena/v1/replay_service.grpc.pb.h"
#include "tests/crash/child.h"

namespace arena::testing {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds kPatience(60);
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
    referee_ = Child();
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
    referee_ = Child(RefereeCommand());
    ASSERT_EQ(referee_.ReadLine(), "listening " + Address());
    channel_ =
        grpc::CreateChannel(Address(), grpc::InsecureChannelCredentials());
    matches_ = v1::MatchService::NewStub(channel_);
  }
  void KillReferee() {
    referee_.Kill(SIGKILL);
    ASSERT_EQ(referee_.Wait(), -SIGKILL);
  }
  std::string LogOf(const std::string& bot) const {
    return folder_ + "/" + bot + ".log";
  }
  void StartBot(const std::string& name) {
    bots_[name] =
        Child({BINARY_DIR "/bin/logging_bot", "--address", Address(), "--name",
               name, "--max-matches", "100", "--token-file",
               folder_ + "/" + name + ".token", "--log", LogOf(name)});
  }

  // ---- Matches ----
  // Returns the id; empty if the referee is not there.
  std::string Create(const std::string& game,
                     const std::vector<std::string>& bots) {
    grpc::ClientContext context;
    v1::CreateMatchRequest request;
    request.set_game(game);
    for (const std::string& bot : bots) request.add_seats()->set_bot(bot);
    v1::CreateMatchResponse response;
    const grpc::Status status =
        matches_->CreateMatch(&context, request, &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response.match().match_id();
  }
  void CreateMany() {
    for (int i = 0; i < 20; ++i) {
      ids_.push_back(Create("octrix", {"a", "b", "a", "b"}));
      ids_.push_back(Create("ordo", {"b", "a"}));
    }
  }
  v1::Match AwaitEnd(const std::string& match_id) {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + kPatience);
    v1::WatchMatchRequest request;
    request.set_match_id(match_id);
    const auto reader = matches_->WatchMatch(&context, request);
    v1::WatchMatchResponse news;
    v1::Match match;
    while (reader->Read(&news)) {
      if (news.has_match()) match = news.match();
    }
    const grpc::Status status = reader->Finish();
    EXPECT_TRUE(status.ok()) << status.error_message();
    return match;
  }
  void ExpectVerified(const v1::Match& match) {
    grpc::ClientContext context;
    v1::VerifyRecordRequest request;
    request.set_record_id(match.record_id());
    v1::VerifyRecordResponse response;
    const auto stub = v1::ReplayService::NewStub(channel_);
    EXPECT_TRUE(stub->VerifyRecord(&context, request, &response).ok());
    EXPECT_TRUE(response.ok()) << response.difference();
  }
  void ExpectAllEndWell() {
    for (const std::string& id : ids_) {
      const v1::Match match = AwaitEnd(id);
      EXPECT_EQ(match.result().termination(), v1::TERMINATION_NORMAL)
          << match.result().ShortDebugString();
      EXPECT_EQ(match.result().faults_size(), 0);
      ExpectVerified(match);
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
  Child referee_;
  std::map<std::string, Child> bots_;
  std::shared_ptr<grpc::Channel> channel_;
  std::unique_ptr<v1::MatchService::Stub> matches_;
  std::vector<std::string> ids_;
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
    bots_["a"].Kill(SIGKILL);
    bots_["a"].Wait();
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
  referee_.Kill(SIGTERM);
  EXPECT_EQ(referee_.Wait(), 0);
  StartReferee();
  ExpectAllEndWell();
}

TEST_F(CrashTest, ASecondRefereeOnTheSameFolderIsRefused) {
  StartReferee();
  std::vector<std::string> command = RefereeCommand();
  command[4] += "2";
  Child second(command);
  EXPECT_NE(second.ReadLine().find(folder_ + "/data"), std::string::npos);
  EXPECT_EQ(second.Wait(), 1);
}

}  // namespace
}  // namespace arena::testing
