// Bots that were started for a referee may play there, and may do nothing else.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arena/v1/match_service.grpc.pb.h"
#include "tests/referee/services/access_fixture.h"

namespace arena::referee {
namespace {

class ConfinedBotsTest : public AccessControlTest {
 protected:
  grpc::StatusCode ListAs(const std::string& who) {
    const auto matches = v1::MatchService::NewStub(channel_);
    v1::ListMatchesResponse response;
    return Call(who, *matches, &v1::MatchService::Stub::ListMatches,
                v1::ListMatchesRequest(), response)
        .error_code();
  }
  grpc::StatusCode WatchAs(const std::string& who) {
    const auto context = As(who);
    v1::WatchMatchRequest request;
    request.set_match_id("0");
    return v1::MatchService::NewStub(channel_)
        ->WatchMatch(context.get(), request)
        ->Finish()
        .error_code();
  }
};

TEST_F(ConfinedBotsTest, ABotOnlyPlays) {
  options_.host.confined_bots = true;
  StartWithTokens();
  EXPECT_EQ(ListAs("a"), grpc::StatusCode::PERMISSION_DENIED);
  EXPECT_EQ(WatchAs("a"), grpc::StatusCode::PERMISSION_DENIED);
  EXPECT_EQ(ListAs("ada"), grpc::StatusCode::OK);
  EXPECT_EQ(WatchAs("ada"), grpc::StatusCode::NOT_FOUND);
}

TEST_F(ConfinedBotsTest, ElsewhereItReads) {
  StartWithTokens();
  EXPECT_EQ(ListAs("a"), grpc::StatusCode::OK);
}

}  // namespace
}  // namespace arena::referee
