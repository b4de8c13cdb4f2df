// A hostile referee gains nothing on the machine of a bot's author.
#include <gmock/gmock.h>
#include <unistd.h>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "arena/process/process.h"
#include "tests/arena/bridge/bridge_fixture.h"
#include "tests/testing/children.h"
#include "tests/testing/folders/folders.h"
#include "tests/testing/status_matchers.h"

namespace arena::bridge {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

const std::string kArenaProgram = testing::InBuild("bin/arena");

class HostileRefereeTest : public BridgeTest {
 protected:
  using Variables = std::vector<std::pair<std::string, std::string>>;

  void StartProgram(Variables variables) {
    variables.emplace_back("COLUMNS", "10000");
    absl::StatusOr<std::unique_ptr<Process>> process = Process::Start(
        {.command = {kArenaProgram, "bridge", "--address", options_.address,
                     "--", "/bin/sh", Path("bot")},
         .variables = std::move(variables),
         .on_line = [this](const std::string& line) { log_.Write(line); }});
    ASSERT_THAT(process, IsOk());
    process_ = *std::move(process);
  }
  void SendStart(const std::string& match) {
    v1::PlayResponse response;
    response.mutable_match_start()->set_match_id(match);
    stream_->Send(response);
  }

  std::unique_ptr<Process> process_;
};

TEST_F(HostileRefereeTest, CannotSteerTheTerminal) {
  Program();
  referee_ = std::make_unique<FakeReferee>(options_.address);
  StartProgram({});
  stream_ = referee_->Accept();
  stream_->Welcome("token-1");
  v1::PlayResponse response;
  response.mutable_error()->set_message("\x1b[2J\n2026-01-31 forged");
  stream_->Send(response);
  EXPECT_THAT(log_.Await("the referee says"), HasSubstr("says: \\u001b[2J"));
  EXPECT_THAT(log_.Await("forged"), HasSubstr("    2026-01-31 forged"));
}

TEST_F(HostileRefereeTest, StartsNoProgramsWithoutEnd) {
  Script("while read -r line; do :; done");
  options_.max_matches = 1;
  Connect();
  const size_t before = testing::ChildrenOf(getpid()).size();
  for (int i = 0; i < 200; ++i) SendStart(absl::StrCat("m", i));
  EXPECT_THAT(log_.Await("match=m199"),
              HasSubstr("ignored, because this bot plays at most 132 seats"));
  EXPECT_THAT(testing::ChildrenOf(getpid()), SizeIs(before + 132));
}

TEST_F(HostileRefereeTest, CannotFillTheMemoryByOneMessage) {
  Program();
  Connect();
  v1::PlayResponse response;
  response.mutable_error()->set_message(std::string(5'000'000, 'x'));
  stream_->Send(response);
  thread_.join();
  EXPECT_EQ(status_.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
}

TEST_F(HostileRefereeTest, TimesBeyondReasonDoNoHarm) {
  Program();
  Play();
  v1::PlayResponse response;
  auto& left = *response.mutable_draining()->mutable_time_left();
  left.set_seconds(INT64_MAX);
  left.set_nanos(INT32_MAX);
  stream_->Send(response);
  EXPECT_THAT(log_.Await("the referee stops in"), HasSubstr("in 1e+09 s"));
  EXPECT_EQ(Ask(1).id(), 11u);
}

// ---- The bridge's own secrets ----

TEST_F(HostileRefereeTest, AFileThatHoldsNoTokenIsNotSent) {
  Program();
  std::ofstream(Path("key")) << "-----BEGIN KEY-----\ns3cret\n";
  StartProgram({{"ARENA_TOKEN_FILE", Path("key")}});
  process_->Wait(absl::Now() + absl::Minutes(1));
  EXPECT_EQ(process_->EndText(), "exit status 2");
  EXPECT_THAT(process_->LastLines(), HasSubstr("holds no token"));
  EXPECT_THAT(process_->LastLines(), Not(HasSubstr("s3cret")));
}

TEST_F(HostileRefereeTest, AWrongTokenIsNotTold) {
  Program();
  StartProgram({{"ARENA_TOKEN", "s3cret\ns3cret"}});
  process_->Wait(absl::Now() + absl::Minutes(1));
  EXPECT_EQ(process_->EndText(), "exit status 2");
  EXPECT_THAT(process_->LastLines(), HasSubstr("ARENA_TOKEN"));
  EXPECT_THAT(process_->LastLines(), Not(HasSubstr("s3cret")));
}

}  // namespace
}  // namespace arena::bridge
