// Names that differ only in the case of their letters.
#include "tests/referee/matches/host_fixture.h"

namespace arena::referee {
namespace {

using ::testing::HasSubstr;

class NamesTest : public HostTest {
 protected:
  void Register(const std::string& name) {
    v1::Bot bot;
    bot.set_name(name);
    bot.set_author("author");
    bot.set_status(v1::Bot::STATUS_ACTIVE);
    EXPECT_TRUE(store_->bots().Insert(bot, absl::UnixEpoch()).ok());
  }
  static void ExpectTwinRefused(const FakeBot& bot, const std::string& twin) {
    EXPECT_EQ(bot.session, nullptr);
    ASSERT_FALSE(bot.stream->received().empty());
    const auto& error = bot.stream->received()[0].error();
    EXPECT_EQ(error.reason(), v1::ERROR_REASON_NAME_IN_USE);
    EXPECT_THAT(error.message(),
                HasSubstr("there is a bot named \"" + twin + "\""));
  }
};

TEST_F(NamesTest, ATwinOfAConnectedBotIsRefused) {
  Connect("Ada");
  ExpectTwinRefused(Connect("ada"), "Ada");
  ExpectTwinRefused(Connect("ADA"), "Ada");
  EXPECT_NE(Connect("adam").session, nullptr);
}

TEST_F(NamesTest, ATwinMayComeWhenTheOtherIsGone) {
  HangUp(Connect("Ada"));
  EXPECT_NE(Connect("ada").session, nullptr);
}

TEST_F(NamesTest, ATwinOfARegisteredBotIsRefused) {
  Register("Ada");
  ExpectTwinRefused(Connect("ada"), "Ada");
}

TEST_F(NamesTest, ARegisteredBotIsNotKeptOutByItsTwin) {
  Connect("ada");
  Register("Ada");
  const Caller caller = {.role = v1::ROLE_BOT,
                         .owner = "Ada",
                         .token_id = "token",
                         .author = "author"};
  EXPECT_NE(Connect(HelloOf("Ada"), caller).session, nullptr);
}

TEST_F(NamesTest, ProcessesOfOneBotAreNoTwins) {
  v1::Hello hello = HelloOf("Ada");
  hello.set_instance("1");
  Connect(hello);
  hello.set_instance("2");
  EXPECT_NE(Connect(hello).session, nullptr);
}

TEST_F(NamesTest, OfTwinsThatComeAtTheSameTimeOneEnters) {
  std::vector<std::shared_ptr<FakeStream>> streams;
  int entered = 0;
  for (const char* name : {"Ada", "ada", "ADA"}) {
    streams.push_back(std::make_shared<FakeStream>());
    host_->Open(HelloOf(name), {}, streams.back(),
                [&](const absl::StatusOr<std::shared_ptr<Session>>& session) {
                  entered += session.ok() ? 1 : 0;
                });
  }
  executor_.RunAll();
  EXPECT_EQ(entered, 1);
}

TEST_F(NamesTest, ATwinAtAnotherRefereeIsSeenInTheStore) {
  Connect("Ada");
  auto other = OpenStore("sqlite:" + folder_.File("store"), "other");
  ASSERT_THAT(other, IsOk());
  EXPECT_EQ(*(*other)->bots().FindTwin("ada"), "Ada");
  EXPECT_EQ(*(*other)->bots().FindTwin("Ada"), "");
  EXPECT_EQ(*(*other)->bots().FindTwin("adam"), "");
}

}  // namespace
}  // namespace arena::referee
