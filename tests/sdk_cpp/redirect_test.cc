// A bot that a referee sends to another one.
#include <gmock/gmock.h>

#include <memory>
#include <string>

#include "tests/sdk_cpp/session_fixture.h"

namespace pentathlon {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

class RedirectTest : public SessionTest {
 protected:
  // Connects the bot, and sends it to the other referee.
  std::shared_ptr<FakeStream> ConnectElsewhere() {
    StartReferee();
    Run();
    const auto stream = referee_->Accept();
    stream->Welcome("token-1");
    stream->Redirect(elsewhere_);
    return other_->Accept();
  }

  const std::string elsewhere_ = "unix:" + (folder_ / "other").string();
  std::unique_ptr<FakeReferee> other_ =
      std::make_unique<FakeReferee>(elsewhere_);
};

TEST_F(RedirectTest, HelloSaysThatItWouldGo) {
  StartReferee();
  Run();
  EXPECT_THAT(referee_->Accept()->Receive().hello().capabilities(),
              Contains(v1::CAPABILITY_REDIRECT));
}

TEST_F(RedirectTest, ItGoesThereWithItsTokens) {
  options_.token = "secret";
  const auto stream = ConnectElsewhere();
  EXPECT_EQ(stream->Metadata("authorization"), "Bearer secret");
  EXPECT_EQ(stream->Receive().hello().resume_token(), "token-1");
}

TEST_F(RedirectTest, ItPlaysThere) {
  const auto stream = ConnectElsewhere();
  stream->Welcome("token-2", /*resumed=*/true);
  stream->Start("m1");
  stream->SendPrompt("m1", 1);
  EXPECT_EQ(stream->Receive().act().decision(), 1u);
}

TEST_F(RedirectTest, WhenThatStreamIsLostItIsBackAtItsOwnAddress) {
  const auto stream = ConnectElsewhere();
  stream->Welcome("token-2", /*resumed=*/true);
  stream->End(kLost);
  EXPECT_EQ(referee_->Accept()->Receive().hello().resume_token(), "token-2");
}

TEST_F(RedirectTest, WhereNobodyAnswersItComesBack) {
  other_.reset();
  Connect()->Redirect(elsewhere_);
  EXPECT_EQ(referee_->Accept()->Receive().hello().resume_token(), "token-1");
}

TEST_F(RedirectTest, OneThatWasOnlyNamedCannotEndTheSession) {
  ConnectElsewhere()->Fail(v1::ERROR_REASON_NAME_IN_USE, "taken",
                           grpc::StatusCode::ALREADY_EXISTS);
  EXPECT_EQ(referee_->Accept()->Receive().hello().resume_token(), "token-1");
}

TEST_F(RedirectTest, OneThatWasOnlyNamedCannotTakeTheTokenAway) {
  ConnectElsewhere()->Fail(v1::ERROR_REASON_UNKNOWN_TOKEN, "who?",
                           grpc::StatusCode::UNAUTHENTICATED);
  EXPECT_EQ(referee_->Accept()->Receive().hello().resume_token(), "token-1");
}

TEST_F(RedirectTest, FromThereItMayBeSentOn) {
  const auto stream = ConnectElsewhere();
  stream->Welcome("token-2", /*resumed=*/true);
  stream->Redirect(options_.address);
  EXPECT_EQ(referee_->Accept()->Receive().hello().resume_token(), "token-2");
}

// Following it would take an hour.
TEST_F(RedirectTest, ASecondRedirectWithoutAMatchInBetweenIsNotFollowedAtOnce) {
  options_.first_backoff = std::chrono::hours(1);
  options_.longest_backoff = std::chrono::hours(1);
  const auto stream = ConnectElsewhere();
  stream->Welcome("token-2", /*resumed=*/true);
  stream->Redirect(options_.address);
  EXPECT_THAT(log_.Await("again before any match"), HasSubstr("3600 s"));
}

TEST_F(RedirectTest, AfterAMatchItIsFollowedAtOnceAgain) {
  options_.first_backoff = std::chrono::hours(1);
  options_.longest_backoff = std::chrono::hours(1);
  const auto stream = ConnectElsewhere();
  stream->Welcome("token-2", /*resumed=*/true);
  stream->Start("m1");
  stream->SendEnd("m1");
  stream->Redirect(options_.address);
  EXPECT_EQ(referee_->Accept()->Receive().hello().resume_token(), "token-2");
}

// A socket on this machine only for a bot that was given one itself; nothing
// that names a resolver, or several places.
TEST_F(RedirectTest, OtherKindsOfAddressesAreIgnored) {
  auto stream = Connect();
  for (const char* address :
       {"", "nowhere", "dns:///evil/10.0.0.1:5757", "ipv4:10.0.0.1:5757",
        "10.0.0.1:5757,10.0.0.2:5757", "xds:///10.0.0.1:5757", ":5757"}) {
    stream->Redirect(address);
    log_.Await("sends this bot to \"" + std::string(address) + "\"");
    stream = Reconnect();
  }
}

}  // namespace
}  // namespace pentathlon
