// Calls of a referee's services by tests, about matches.
#ifndef TESTS_TESTING_MATCH_CLIENT_H_
#define TESTS_TESTING_MATCH_CLIENT_H_

#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>

#include "arena/v1/match_service.grpc.pb.h"
#include "arena/v1/replay_service.grpc.pb.h"
#include "tests/testing/match_request.h"

namespace arena::testing {

// If a call fails, the test fails.
class MatchClient {
 public:
  explicit MatchClient(const std::shared_ptr<grpc::Channel>& channel)
      : matches_(v1::MatchService::NewStub(channel)),
        replays_(v1::ReplayService::NewStub(channel)) {}

  // Returns the id of the match; empty if the call fails.
  std::string Create(const v1::CreateMatchRequest& request) {
    grpc::ClientContext context;
    v1::CreateMatchResponse response;
    Expect(matches_->CreateMatch(&context, request, &response));
    return response.match().match_id();
  }
  v1::Match Get(const std::string& match_id) {
    grpc::ClientContext context;
    v1::GetMatchRequest request;
    request.set_match_id(match_id);
    v1::GetMatchResponse response;
    Expect(matches_->GetMatch(&context, request, &response));
    return response.match();
  }
  // Waits for the end of a match.
  v1::Match AwaitEnd(const std::string& match_id) {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() +
                         std::chrono::minutes(1));
    v1::WatchMatchRequest request;
    request.set_match_id(match_id);
    // Asks for none of the steps.
    request.set_from_step(std::numeric_limits<uint32_t>::max());
    const auto reader = matches_->WatchMatch(&context, request);
    v1::WatchMatchResponse news;
    v1::Match match;
    while (reader->Read(&news)) {
      if (news.has_match()) match = news.match();
    }
    Expect(reader->Finish());
    EXPECT_EQ(match.state(), v1::Match::STATE_FINISHED);
    return match;
  }
  v1::VerifyRecordResponse Verify(const std::string& match_id) {
    grpc::ClientContext context;
    v1::VerifyRecordRequest request;
    request.set_match_id(match_id);
    v1::VerifyRecordResponse response;
    Expect(replays_->VerifyRecord(&context, request, &response));
    return response;
  }

 private:
  static void Expect(const grpc::Status& status) {
    EXPECT_TRUE(status.ok()) << status.error_message();
  }

  const std::unique_ptr<v1::MatchService::Stub> matches_;
  const std::unique_ptr<v1::ReplayService::Stub> replays_;
};

}  // namespace arena::testing

#endif  // TESTS_TESTING_MATCH_CLIENT_H_
