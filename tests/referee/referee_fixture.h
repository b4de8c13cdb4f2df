// A whole referee in this process, on a port and a folder of its own.
#ifndef TESTS_REFEREE_REFEREE_FIXTURE_H_
#define TESTS_REFEREE_REFEREE_FIXTURE_H_

#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>
#include <spdlog/spdlog.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "arena/cli/bench/bot_swarm.h"
#include "arena/v1/catalogue_service.grpc.pb.h"
#include "arena/v1/match_service.grpc.pb.h"
#include "arena/v1/play_service.grpc.pb.h"
#include "arena/v1/replay_service.grpc.pb.h"
#include "referee/server.h"
#include "tests/testing/status_matchers.h"

namespace arena::referee {

// No test waits longer; it is there to end a broken test, not to be reached.
inline constexpr std::chrono::seconds kPatience(60);

class RefereeTest : public ::testing::Test {
 protected:
  RefereeTest() {
    spdlog::set_level(spdlog::level::warn);
    std::string folder = ::testing::TempDir() + "refereeXXXXXX";
    EXPECT_NE(mkdtemp(folder.data()), nullptr);
    folder_ = folder;
    options_.data = folder + "/data";
    options_.listen = {"127.0.0.1:0", "unix:" + folder + "/socket"};
  }
  ~RefereeTest() override {
    server_.reset();
    std::filesystem::remove_all(folder_);
  }

  void StartReferee() {
    auto server = Server::Start(options_);
    ASSERT_THAT(server, IsOk());
    server_ = *std::move(server);
    channel_ =
        grpc::CreateChannel(address(), grpc::InsecureChannelCredentials());
    matches_ = v1::MatchService::NewStub(channel_);
    play_ = v1::PlayService::NewStub(channel_);
    replays_ = v1::ReplayService::NewStub(channel_);
  }
  // As a crash would: nothing is drained, nobody is told.
  void StopReferee() { server_.reset(); }

  const std::string& address() const { return server_->addresses()[0]; }
  const std::string& socket() const { return server_->addresses()[1]; }

  // "bot:NAME" or the name of a built-in player.
  static v1::CreateMatchRequest Request(const std::string& game,
                                        const std::vector<std::string>& seats) {
    v1::CreateMatchRequest request;
    request.set_game(game);
    for (const std::string& seat : seats) {
      v1::SeatSpec& spec = *request.add_seats();
      if (seat.starts_with("bot:")) {
        spec.set_bot(seat.substr(4));
      } else {
        spec.set_built_in(seat);
      }
    }
    return request;
  }
  grpc::Status Create(const v1::CreateMatchRequest& request,
                      v1::Match* match = nullptr) {
    grpc::ClientContext context;
    v1::CreateMatchResponse response;
    const grpc::Status status =
        matches_->CreateMatch(&context, request, &response);
    if (match != nullptr) *match = response.match();
    return status;
  }
  v1::Match Get(const std::string& match_id) {
    grpc::ClientContext context;
    v1::GetMatchRequest request;
    request.set_match_id(match_id);
    v1::GetMatchResponse response;
    const grpc::Status status =
        matches_->GetMatch(&context, request, &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response.match();
  }
  // Follows a match to its end.
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
    EXPECT_EQ(match.state(), v1::Match::STATE_FINISHED);
    return match;
  }
  v1::VerifyRecordResponse Verify(const std::string& record_id) {
    grpc::ClientContext context;
    v1::VerifyRecordRequest request;
    request.set_record_id(record_id);
    v1::VerifyRecordResponse response;
    const grpc::Status status =
        replays_->VerifyRecord(&context, request, &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response;
  }

  std::string folder_;
  ServerOptions options_;
  std::unique_ptr<Server> server_;
  std::shared_ptr<grpc::Channel> channel_;
  std::unique_ptr<v1::MatchService::Stub> matches_;
  std::unique_ptr<v1::PlayService::Stub> play_;
  std::unique_ptr<v1::ReplayService::Stub> replays_;
};

}  // namespace arena::referee

#endif  // TESTS_REFEREE_REFEREE_FIXTURE_H_
