// Bots that were started for a referee: a token is valid for one session.
#include <gmock/gmock.h>

#include "tests/referee/matches/host_fixture.h"
#include "tests/testing/status_matchers.h"

namespace arena::referee {
namespace {

using ::testing::HasSubstr;

class ConfinedBotsTest : public HostTest {
 protected:
  ConfinedBotsTest() {
    StopHost();
    options_.confined_bots = true;
    StartHost();
    v1::Bot bot;
    bot.set_name("x");
    bot.set_author("ada");
    bot.set_status(v1::Bot::STATUS_ACTIVE);
    EXPECT_THAT(store_->bots().Insert(bot, absl::UnixEpoch()), IsOk());
  }
  // Says hello with a token of the bot "x".
  FakeBot& Enter(const std::string& token_id, const std::string& instance,
                 const std::string& session = "", bool replaces = false) {
    v1::Hello hello = HelloOf("x", 9);
    hello.set_instance(instance);
    hello.set_one_match(true);
    hello.set_resume_token(session);
    hello.set_replace(replaces);
    return Connect(hello, {.role = v1::ROLE_BOT,
                           .owner = "x",
                           .token_id = token_id,
                           .author = "ada"});
  }
};

TEST_F(ConfinedBotsTest, ATokenBeginsOneSession) {
  EXPECT_TRUE(Enter("t", "1").open());
  FakeBot& second = Enter("t", "2");
  EXPECT_EQ(second.Error(), v1::ERROR_REASON_NAME_NOT_YOURS);
  EXPECT_THAT(second.stream->received()[0].error().message(),
              HasSubstr("good for one"));
}

TEST_F(ConfinedBotsTest, NorAnotherOneWhenThatIsOver) {
  HangUp(Enter("t", "1"));
  EXPECT_EQ(Enter("t", "1").Error(), v1::ERROR_REASON_NAME_NOT_YOURS);
}

TEST_F(ConfinedBotsTest, NorOneInThePlaceOfAnother) {
  EXPECT_TRUE(Enter("t", "1").open());
  EXPECT_EQ(Enter("t", "1", /*session=*/"", /*replaces=*/true).Error(),
            v1::ERROR_REASON_NAME_NOT_YOURS);
}

TEST_F(ConfinedBotsTest, TheSessionGoesOn) {
  FakeBot& first = Enter("t", "1");
  HangUp(first);
  EXPECT_TRUE(Enter("t", "1", first.token).open());
}

TEST_F(ConfinedBotsTest, AnotherTokenBeginsAnother) {
  EXPECT_TRUE(Enter("t", "1").open());
  EXPECT_TRUE(Enter("u", "2").open());
}

TEST_F(ConfinedBotsTest, ATokenWhoseHelloWasRefusedIsStillGood) {
  EXPECT_EQ(Enter("t", "1", "made up").Error(),
            v1::ERROR_REASON_UNKNOWN_TOKEN);
  EXPECT_TRUE(Enter("t", "1").open());
}

}  // namespace
}  // namespace arena::referee
