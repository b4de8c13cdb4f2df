// Two thousand matches run at once in a real referee. No bot may lose on time
// because of the referee. Prints decisions a second and memory per match.
#include <grpcpp/create_channel.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

#include "arena/bench/bot_swarm.h"
#include "arena/bench/subject.h"
#include "arena/process/usage.h"
#include "arena/v1/match_service.grpc.pb.h"
#include "tests/testing/folders/folders.h"

namespace arena::bench {
namespace {

constexpr int kBots = 8;
constexpr int kSeats = 4;
constexpr int kMatches = 2000;
constexpr std::chrono::seconds kPatience(120);

class ManyMatchesTest : public ::testing::Test {
 protected:
  ManyMatchesTest() : folder_(::testing::TempDir() + "scaleXXXXXX") {
    EXPECT_NE(mkdtemp(folder_.data()), nullptr);
  }
  ~ManyMatchesTest() override { std::filesystem::remove_all(folder_); }

  std::string folder_;
};

// Every bot plays half of the matches.
v1::CreateMatchRequest RequestFor(int match) {
  v1::CreateMatchRequest request;
  request.set_game("octrix");
  (*request.mutable_options())["target"] = "8";
  request.set_seed(std::string(28, 's') +
                   std::to_string(10000 + match).substr(1));
  for (int seat = 0; seat < kSeats; ++seat) {
    request.add_seats()->set_bot("swarm-" +
                                 std::to_string((match + seat) % kBots));
  }
  return request;
}

TEST_F(ManyMatchesTest, NobodyIsLateBecauseOfTheReferee) {
  const auto referee = StartServer(
      {testing::InBuild("bin/referee"), "--data", folder_ + "/data", "--listen",
       "unix:" + folder_ + "/socket", "--log-level", "warning"});
  ASSERT_TRUE(referee.ok()) << referee.status();
  const int64_t before = MemoryOf(referee->process->pid());
  const auto matches = v1::MatchService::NewStub(grpc::CreateChannel(
      referee->address, grpc::InsecureChannelCredentials()));
  // All matches exist before the first bot, so that they start together.
  for (int i = 0; i < kMatches; ++i) {
    grpc::ClientContext context;
    v1::CreateMatchResponse response;
    const grpc::Status status =
        matches->CreateMatch(&context, RequestFor(i), &response);
    ASSERT_TRUE(status.ok()) << status.error_message();
  }
  const auto began = std::chrono::steady_clock::now();
  BotSwarm swarm(SwarmOptions{
      .address = referee->address, .bots = kBots, .max_matches = 4096});
  int64_t memory = 0;
  const bool over = swarm.Await(
      [&](const SwarmCounts& counts) {
        memory = std::max(memory, MemoryOf(referee->process->pid()));
        return counts.matches_ended == uint64_t{kMatches} * kSeats ||
               counts.streams_failed > 0;
      },
      kPatience);
  const std::chrono::duration<double> took =
      std::chrono::steady_clock::now() - began;
  const SwarmCounts counts = swarm.counts();
  std::printf(
      "%d matches at once: %.1f s, %.0f decisions/s, %.1f KiB per match\n",
      kMatches, took.count(), counts.prompts_answered / took.count(),
      (memory - before) / 1024.0 / kMatches);
  EXPECT_TRUE(over) << counts.matches_ended << " ends of " << kMatches * kSeats;
  EXPECT_EQ(swarm.first_failure(), "");
  EXPECT_EQ(counts.faults, 0u);
}

}  // namespace
}  // namespace arena::bench
