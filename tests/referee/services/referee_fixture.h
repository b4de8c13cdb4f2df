// A whole referee in this process, with its own port and folder.
#ifndef TESTS_REFEREE_SERVICES_REFEREE_FIXTURE_H_
#define TESTS_REFEREE_SERVICES_REFEREE_FIXTURE_H_

#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>
#include <spdlog/spdlog.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "arena/bench/bot_swarm.h"
#include "arena/v1/catalogue_service.grpc.pb.h"
#include "arena/v1/match_service.grpc.pb.h"
#include "arena/v1/play_service.grpc.pb.h"
#include "arena/v1/replay_service.grpc.pb.h"
#include "referee/server.h"
#include "tests/testing/match_client.h"
#include "tests/testing/status_matchers.h"

namespace arena::referee {

// No test waits longer. The limit ends a broken test; a sound test never
// reaches it.
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
  }
  // Acts like a crash: nothing is drained, and nobody is told.
  void StopReferee() { server_.reset(); }

  const std::string& address() const { return server_->addresses()[0]; }
  const std::string& socket() const { return server_->addresses()[1]; }

  static v1::CreateMatchRequest Request(const std::string& game,
                                        const std::vector<std::string>& seats) {
    return testing::MatchRequest(game, seats);
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
  testing::MatchClient client() const { return testing::MatchClient(channel_); }
  v1::Match Get(const std::string& id) { return client().Get(id); }
  v1::Match AwaitEnd(const std::string& id) { return client().AwaitEnd(id); }
  v1::VerifyRecordResponse Verify(const std::string& id) {
    return client().Verify(id);
  }

  std::string folder_;
  ServerOptions options_;
  std::unique_ptr<Server> server_;
  std::shared_ptr<grpc::Channel> channel_;
  std::unique_ptr<v1::MatchService::Stub> matches_;
  std::unique_ptr<v1::PlayService::Stub> play_;
};

}  // namespace arena::referee

#endif  // TESTS_REFEREE_SERVICES_REFEREE_FIXTURE_H_
