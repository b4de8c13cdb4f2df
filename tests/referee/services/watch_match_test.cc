// The messages to a caller that watches a match: from the beginning, from a
// step on, or from now.
#include <gmock/gmock.h>

#include <memory>
#include <string>
#include <vector>

#include "tests/referee/services/raw_bot.h"

namespace arena::referee {
namespace {

using ::testing::ElementsAreArray;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class WatchMatchTest : public RefereeTest {
 protected:
  void SetUp() override {
    StartReferee();
    v1::Match match;
    ASSERT_TRUE(Create(Request("octrix", {"bot:a", "first"}), &match).ok());
    id_ = match.match_id();
    bot_ = std::make_unique<RawBot>(*play_, "a");
    prompt_ = bot_->AwaitPrompt();
  }
  void TearDown() override { bot_.reset(); }

  void Decide(int times) {
    for (int i = 0; i < times; ++i) {
      bot_->Send(RawBot::ActFor(prompt_, 0));
      prompt_ = bot_->AwaitPrompt();
    }
  }
  void RestartReferee() {
    const std::string token = bot_->token();
    bot_.reset();
    StopReferee();
    StartReferee();
    bot_ = std::make_unique<RawBot>(*play_, "a", token);
    prompt_ = bot_->AwaitPrompt();
  }

  // Returns how many steps a replay of the match has.
  uint32_t StepsOfReplay(const std::string& match_id) {
    v1::ReplayMatchRequest request;
    request.set_match_id(match_id);
    grpc::ClientContext context;
    const auto stub = v1::ReplayService::NewStub(channel_);
    const auto reader = stub->ReplayMatch(&context, request);
    v1::ReplayMatchResponse part;
    uint32_t steps = 0;
    while (reader->Read(&part)) steps += part.has_step() ? 1 : 0;
    return steps;
  }
  v1::WatchMatchRequest From(uint32_t step) const {
    v1::WatchMatchRequest request;
    request.set_match_id(id_);
    request.set_from_step(step);
    return request;
  }
  // Returns so many steps, the first ones that are sent.
  std::vector<std::string> Watch(const v1::WatchMatchRequest& request,
                                 size_t steps) {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + kPatience);
    const auto reader = matches_->WatchMatch(&context, request);
    v1::WatchMatchResponse news;
    EXPECT_TRUE(reader->Read(&news) && news.has_match());
    std::vector<std::string> seen;
    while (seen.size() < steps && reader->Read(&news)) {
      EXPECT_TRUE(news.has_step()) << news.ShortDebugString();
      seen.push_back(news.step().ShortDebugString());
    }
    context.TryCancel();
    reader->Finish();
    return seen;
  }

  std::string id_;
  std::unique_ptr<RawBot> bot_;
  v1::Prompt prompt_;
};

TEST_F(WatchMatchTest, WhoComesLateIsSentTheMatchFromItsBeginning) {
  const std::vector<std::string> beginning = Watch(From(0), 1);
  Decide(4);
  const std::vector<std::string> late = Watch(From(0), 5);
  ASSERT_THAT(late, SizeIs(5));
  EXPECT_EQ(late[0], beginning[0]);
}

TEST_F(WatchMatchTest, AStreamThatWasLostGoesOnWithTheNextStep) {
  Decide(6);
  const std::vector<std::string> all = Watch(From(0), 7);
  const std::vector<std::string> rest = Watch(From(3), 4);
  EXPECT_THAT(rest, ElementsAreArray(all.begin() + 3, all.end()));
}

TEST_F(WatchMatchTest, WithoutAStepItBeginsWithThePositionNow) {
  Decide(3);
  v1::WatchMatchRequest request;
  request.set_match_id(id_);
  grpc::ClientContext context;
  const auto reader = matches_->WatchMatch(&context, request);
  v1::WatchMatchResponse news;
  ASSERT_TRUE(reader->Read(&news) && news.has_match());
  ASSERT_TRUE(reader->Read(&news) && news.has_step());
  EXPECT_EQ(news.step().step(), 3u);
  EXPECT_THAT(news.step().acts(), IsEmpty());
  Decide(1);
  ASSERT_TRUE(reader->Read(&news) && news.has_step());
  EXPECT_EQ(news.step().step(), 4u);
  EXPECT_THAT(news.step().acts(), SizeIs(2));
  context.TryCancel();
  reader->Finish();
}

TEST_F(WatchMatchTest, AfterARestartTheStoryIsTheSame) {
  Decide(5);
  const std::vector<std::string> before = Watch(From(0), 6);
  RestartReferee();
  Decide(2);
  const std::vector<std::string> after = Watch(From(0), 8);
  ASSERT_THAT(after, SizeIs(8));
  EXPECT_THAT(before, ElementsAreArray(after.begin(), after.begin() + 6));
}

TEST_F(WatchMatchTest, AStepThatIsToComeIsWaitedFor) {
  grpc::ClientContext context;
  const auto reader = matches_->WatchMatch(&context, From(2));
  v1::WatchMatchResponse news;
  ASSERT_TRUE(reader->Read(&news) && news.has_match());
  Decide(3);
  ASSERT_TRUE(reader->Read(&news) && news.has_step());
  EXPECT_EQ(news.step().step(), 2u);
  context.TryCancel();
  reader->Finish();
}

// A slow reader must not miss a step.
TEST_F(WatchMatchTest, ASlowReaderIsSentAll) {
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + kPatience);
  const auto reader = matches_->WatchMatch(&context, From(0));
  bot_->Send(RawBot::ActFor(prompt_, 0));
  bot_->PlayToTheEnd();
  v1::WatchMatchResponse news;
  uint32_t steps = 0;
  v1::Match last;
  while (reader->Read(&news)) {
    if (news.has_match()) last = news.match();
    if (news.has_step()) {
      EXPECT_EQ(news.step().step(), steps++);
    }
  }
  EXPECT_TRUE(reader->Finish().ok());
  EXPECT_EQ(last.state(), v1::Match::STATE_FINISHED);
  EXPECT_EQ(steps, StepsOfReplay(last.match_id()));
  EXPECT_GT(steps, 10u);
}

// ---- The page of a match ----

class MatchPageTest : public RefereeTest {
 protected:
  std::string PageOf(const std::string& id) {
    grpc::ClientContext context;
    v1::GetMatchRequest request;
    request.set_match_id(id);
    v1::GetMatchResponse found;
    EXPECT_TRUE(matches_->GetMatch(&context, request, &found).ok());
    return found.page_url();
  }
  std::string CreateOne() {
    v1::Match match;
    EXPECT_TRUE(Create(Request("octrix", {"bot:a", "first"}), &match).ok());
    return match.match_id();
  }
};

TEST_F(MatchPageTest, ARefereeWithoutPagesTellsNoAddress) {
  StartReferee();
  EXPECT_EQ(PageOf(CreateOne()), "");
}

TEST_F(MatchPageTest, ItIsAtTheFirstAddressThatABrowserCanOpen) {
  options_.http = {"unix:" + folder_ + "/pages", "127.0.0.1:0"};
  StartReferee();
  const std::string id = CreateOne();
  EXPECT_EQ(PageOf(id), server_->http_urls()[1] + "/match/" + id);
}

TEST_F(MatchPageTest, BehindAProxyItIsWhereTheOperatorSays) {
  options_.http = {"127.0.0.1:0"};
  options_.site = "https://arena.example.org";
  StartReferee();
  const std::string id = CreateOne();
  EXPECT_EQ(PageOf(id), "https://arena.example.org/match/" + id);
}

}  // namespace
}  // namespace arena::referee
