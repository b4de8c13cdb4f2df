// Real processes: a referee, and bots that write down what they are asked.
#ifndef TESTS_CRASH_CRASH_FIXTURE_H_
#define TESTS_CRASH_CRASH_FIXTURE_H_

#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/testing/folders/folders.h"
#include "tests/testing/match_client.h"
#include "tests/testing/program.h"

namespace arena::testing {

using Clock = std::chrono::steady_clock;
inline constexpr int kSeed = 20230117;

// Returns the number that an environment variable gives, or the default.
inline int Wanted(const char* variable, int otherwise) {
  const char* const wanted = std::getenv(variable);
  return wanted == nullptr ? otherwise : std::atoi(wanted);
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
  // Returns the flags that tell the referee where to keep its data.
  virtual std::vector<std::string> StoreFlags() const {
    return {"--data", folder_ + "/data"};
  }
  std::vector<std::string> RefereeCommand() const {
    return RefereeCommand(Address());
  }
  std::vector<std::string> RefereeCommand(const std::string& address) const {
    std::vector<std::string> command = {testing::InBuild("bin/referee"),
                                        "--listen",
                                        address,
                                        "--log-level",
                                        "error",
                                        "--clock-bank",
                                        "10m"};
    for (std::string& flag : StoreFlags()) command.push_back(std::move(flag));
    return command;
  }
  void StartReferee() {
    referee_ = StartProgram(RefereeCommand());
    ASSERT_EQ(AwaitReady(*referee_), Address());
    Connect();
  }
  void Connect() {
    channel_ =
        grpc::CreateChannel(Address(), grpc::InsecureChannelCredentials());
    client_ = std::make_unique<MatchClient>(channel_);
  }
  void KillReferee() {
    referee_->Signal(SIGKILL);
    ASSERT_EQ(AwaitEnd(*referee_), "signal 9 (Killed)");
  }
  std::string LogOf(const std::string& bot) const {
    return folder_ + "/" + bot + ".log";
  }
  void StartBot(const std::string& name) { StartInstance(name, ""); }
  // Name and instance together name the process and its log, such as "a1".
  void StartInstance(const std::string& name, const std::string& instance) {
    const std::string process = name + instance;
    std::vector<std::string> command = {testing::InBuild("bin/logging_bot"),
                                        "--address",
                                        Address(),
                                        "--name",
                                        name,
                                        "--max-matches",
                                        "100",
                                        "--token-file",
                                        folder_ + "/" + process + ".token",
                                        "--log",
                                        LogOf(process),
                                        "--give-up-after",
                                        "600"};
    if (!instance.empty()) {
      command.insert(command.end(), {"--instance", instance});
    }
    bots_[process] = StartProgram(command);
  }

  // ---- Matches ----
  void CreateMany() {
    for (int i = 0; i < 20; ++i) {
      Create("octrix", {"bot:a", "bot:b", "bot:a", "bot:b"});
      Create("ordo", {"bot:b", "bot:a"});
    }
  }
  void Create(const std::string& game, const std::vector<std::string>& seats,
              const std::map<std::string, std::string>& options = {}) {
    v1::CreateMatchRequest request = MatchRequest(game, seats);
    request.mutable_options()->insert(options.begin(), options.end());
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
          client_->Verify(match.match_id());
      EXPECT_TRUE(verified.ok()) << verified.difference();
    }
  }
  int LinesOf(const std::string& bot) const {
    std::ifstream log(LogOf(bot));
    return static_cast<int>(std::count(std::istreambuf_iterator<char>(log),
                                       std::istreambuf_iterator<char>(), '\n'));
  }
  // The referee never asks again for a decision that it has acknowledged.
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
  // Lets play go on for a random time. The test is about the instant of the
  // kill, so this function waits for no event.
  void PlayForAWhile() {
    const auto until =
        Clock::now() + std::chrono::milliseconds(50 + rng_() % 250);
    std::this_thread::sleep_until(until);
  }

  std::string folder_;
  std::minstd_rand rng_{kSeed};
  std::unique_ptr<Process> referee_;
  std::map<std::string, std::unique_ptr<Process>> bots_;
  std::shared_ptr<grpc::Channel> channel_;
  std::unique_ptr<MatchClient> client_;
  std::vector<std::string> ids_;
  // The clock of created matches. Unset, it is the referee's default.
  v1::Clock clock_;
};

}  // namespace arena::testing

#endif  // TESTS_CRASH_CRASH_FIXTURE_H_
