// Submitted bots play through the programs themselves: referee, runner, bot.
#include <gmock/gmock.h>
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include "arena/process/process.h"
#include "arena/process/temporary_folder.h"
#include "tests/runner/prepared_store.h"
#include "tests/testing/match_client.h"
#include "tests/testing/match_request.h"
#include "tests/testing/program.h"

namespace arena::runner {
namespace {

namespace fs = std::filesystem;
using ::testing::IsEmpty;

// By the kind of sandbox.
class PlayingTest : public ::testing::TestWithParam<std::string> {
 protected:
  PlayingTest() : folder_(*TemporaryFolder::Create()) {
    // The sample of C++, as it was built here.
    const fs::path bot = fs::path(folder_->path()) / "bot";
    fs::create_directory(bot);
    fs::copy_file(BINARY_DIR "/bin/random_bot", bot / "random_bot");
    std::ofstream(bot / "bot.toml") << R"(name = "dice"
version = "1"
runtime = "binary"
run = "./random_bot"
games = ["octrix", "ordo", "seconds"]
)";
    SubmitTo(Data(), bot, "dice", "binary");
  }
  std::string Data() const { return folder_->path() + "/data"; }
  std::string Address() const { return "unix:" + folder_->path() + "/socket"; }

  void StartReferee() {
    referee_ = testing::StartProgram(
        {BINARY_DIR "/bin/referee", "--data", Data(), "--listen", Address(),
         "--runners", "1", "--runner-seats", "4", "--runner-sandbox",
         GetParam()});
    ASSERT_NE(testing::AwaitReady(*referee_), "");
    client_ = std::make_unique<testing::MatchClient>(
        grpc::CreateChannel(Address(), grpc::InsecureChannelCredentials()));
  }

  std::unique_ptr<TemporaryFolder> folder_;
  std::unique_ptr<Process> referee_;
  std::unique_ptr<testing::MatchClient> client_;
};

TEST_P(PlayingTest, ASubmittedBotPlaysAMatchToItsEnd) {
  StartReferee();
  const v1::Match match = client_->AwaitEnd(client_->Create(
      testing::MatchRequest("octrix", {"bot:dice", "random", "bot:dice"})));
  EXPECT_EQ(match.result().termination(), v1::TERMINATION_NORMAL);
  EXPECT_THAT(match.result().faults(), IsEmpty());
  EXPECT_EQ(match.players(0).version(), "1");
}

INSTANTIATE_TEST_SUITE_P(Sandboxes, PlayingTest,
                         ::testing::Values("bubblewrap", "none"));

}  // namespace
}  // namespace arena::runner
