// In an anonymous competition no caller learns the players before a match is
// over.
#include <gmock/gmock.h>

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "arena/v1/competition_service.grpc.pb.h"
#include "tests/referee/services/access_fixture.h"
#include "tests/referee/services/raw_bot.h"
#include "tests/testing/competition_client.h"

namespace arena::referee {
namespace {

using ::testing::Each;
using ::testing::ElementsAreArray;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kOne[] = "zebra-of-ada";
constexpr char kOther[] = "yacht-of-bob";

class AnonymousTest : public AccessControlTest {
 protected:
  // Both bots are in the first match of an anonymous competition.
  void SetUp() override {
    StartWithTokens();
    ASSERT_TRUE(RegisterAs("root", kOne, "ada").ok());
    ASSERT_TRUE(RegisterAs("root", kOther, "bob").ok());
    competitions_ = v1::CompetitionService::NewStub(channel_);
    v1::CreateCompetitionRequest request;
    v1::CompetitionSpec& spec = *request.mutable_spec();
    spec = testing::CompetitionOf(
        "cup", "octrix", v1::FORMAT_ROUND_ROBIN,
        {absl::StrCat("bot:", kOne), absl::StrCat("bot:", kOther)});
    spec.set_anonymous(true);
    // The bots do not get ready at once, and the matches wait for them.
    spec.mutable_clock()->mutable_start_budget()->set_seconds(3600);
    spec.mutable_clock()->mutable_allowance()->set_seconds(1);
    v1::CreateCompetitionResponse created;
    const grpc::Status status = Call(
        "root", *competitions_,
        &v1::CompetitionService::Stub::CreateCompetition, request, created);
    ASSERT_TRUE(status.ok()) << status.error_message();
  }
  void Connect() {
    one_ = std::make_unique<RawBot>(*play_, As(kOne));
    one_->SayHello(kOne);
    other_ = std::make_unique<RawBot>(*play_, As(kOther));
    other_->SayHello(kOther);
    start_ = one_->ReadUntil([](const auto& message) {
                   return message.has_match_start();
                 })
                 .match_start();
  }

  // Notes the answer of a method to a caller, errors included.
  template <typename Stub, typename Request, typename Response>
  void Ask(const std::string& who, Stub& stub,
           grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&,
                                        Response*),
           const Request& request) {
    Response response;
    const grpc::Status status = Call(who, stub, method, request, response);
    told_.push_back(absl::StrCat(who, ": ", status.error_message(),
                                 response.DebugString()));
  }
  template <typename Reader, typename Response>
  void Listen(const std::string& who, grpc::ClientContext& context,
              Reader reader, Response response) {
    if (reader->Read(&response)) {
      told_.push_back(absl::StrCat(who, ": ", response.DebugString()));
    }
    context.TryCancel();
    reader->Finish();
  }
  // Asks everything about matches that a caller can ask. The entrants of a
  // competition and the list of bots are public, so they are not asked for.
  void AskEverything(const std::string& who, const std::string& match_id) {
    using Matches = v1::MatchService::Stub;
    v1::GetMatchRequest get;
    get.set_match_id(match_id);
    Ask(who, *matches_, &Matches::GetMatch, get);
    v1::ListMatchesRequest list;
    Ask(who, *matches_, &Matches::ListMatches, list);
    list.set_competition("cup");
    Ask(who, *matches_, &Matches::ListMatches, list);
    v1::CancelMatchRequest cancel;
    cancel.set_match_id(match_id);
    Ask(who, *matches_, &Matches::CancelMatch, cancel);
    v1::VerifyRecordRequest verify;
    verify.set_match_id(match_id);
    const auto replay = v1::ReplayService::NewStub(channel_);
    Ask(who, *replay, &v1::ReplayService::Stub::VerifyRecord, verify);
    v1::ListResultsRequest results;
    results.set_name("cup");
    Ask(who, *competitions_, &v1::CompetitionService::Stub::ListResults,
        results);
    v1::GetBotRequest bot;
    bot.set_name(kOne);
    Ask(who, *bots_, &BotStub::GetBot, bot);
    v1::WatchMatchRequest watch;
    watch.set_match_id(match_id);
    const auto watching = As(who);
    Listen(who, *watching, matches_->WatchMatch(watching.get(), watch),
           v1::WatchMatchResponse());
    v1::WatchCompetitionRequest follow;
    follow.set_name("cup");
    const auto following = As(who);
    Listen(who, *following,
           competitions_->WatchCompetition(following.get(), follow),
           v1::WatchCompetitionResponse());
  }
  v1::Match Cancel() {
    v1::CancelMatchRequest cancel;
    cancel.set_match_id(start_.match_id());
    v1::CancelMatchResponse cancelled;
    EXPECT_TRUE(Call("root", *matches_, &v1::MatchService::Stub::CancelMatch,
                     cancel, cancelled)
                    .ok());
    return cancelled.match();
  }
  // Makes the other bot lose the match.
  void Forfeit() {
    one_->GetReady(start_);
    v1::PlayRequest nonsense = RawBot::ActFor(other_->AwaitPrompt(), 1000);
    other_->Send(nonsense);
  }
  // Reads to the end of the match. No earlier message may have the other's
  // name.
  v1::MatchEnd AwaitEnd() {
    return one_
        ->ReadUntil([&](const auto& message) {
          EXPECT_THAT(message.has_match_end() ? "" : message.DebugString(),
                      Not(HasSubstr(kOther)));
          return message.match_end().match_id() == start_.match_id();
        })
        .match_end();
  }
  v1::Match GetMatch() {
    v1::GetMatchRequest request;
    request.set_match_id(start_.match_id());
    v1::GetMatchResponse response;
    EXPECT_TRUE(Call("eve", *matches_, &v1::MatchService::Stub::GetMatch,
                     request, response)
                    .ok());
    return response.match();
  }
  // Returns how many matches a filter finds.
  int Found(const v1::ListMatchesRequest& request) {
    v1::ListMatchesResponse response;
    EXPECT_TRUE(Call("eve", *matches_, &v1::MatchService::Stub::ListMatches,
                     request, response)
                    .ok());
    return response.matches_size();
  }
  std::string AnyMatch() {
    v1::ListMatchesResponse response;
    EXPECT_TRUE(Call("eve", *matches_, &v1::MatchService::Stub::ListMatches,
                     v1::ListMatchesRequest(), response)
                    .ok());
    return response.matches_size() == 0 ? "" : response.matches(0).match_id();
  }

  std::unique_ptr<v1::CompetitionService::Stub> competitions_;
  std::unique_ptr<RawBot> one_;
  std::unique_ptr<RawBot> other_;
  v1::MatchStart start_;
  std::vector<std::string> told_;
};

TEST_F(AnonymousTest, ABotLearnsTheOtherNamesAtTheEnd) {
  Connect();
  std::vector<std::string> expected = {"", ""};
  expected[start_.seat()] = kOne;
  EXPECT_THAT(start_.players(), ElementsAreArray(expected));
  EXPECT_THAT(start_.DebugString(), Not(HasSubstr(kOther)));
  Forfeit();
  const v1::MatchEnd end = AwaitEnd();
  expected[1 - start_.seat()] = kOther;
  EXPECT_THAT(end.players(), ElementsAreArray(expected));
  const v1::Match match = GetMatch();
  EXPECT_EQ(match.players(0).name(), expected[0]);
  EXPECT_EQ(match.seats(1).bot(), expected[1]);
  EXPECT_TRUE(match.competition().has_set());
  EXPECT_TRUE(match.has_create_time());
}

// The match is played again by the same players, with the same deals.
TEST_F(AnonymousTest, AMatchWithoutAResultKeepsItsSecret) {
  Connect();
  Cancel();
  EXPECT_THAT(AwaitEnd().DebugString(), Not(HasSubstr(kOther)));
  const v1::Match match = GetMatch();
  EXPECT_EQ(match.state(), v1::Match::STATE_FINISHED);
  EXPECT_THAT(match.DebugString(), Not(HasSubstr(kOther)));
  EXPECT_FALSE(match.competition().has_set());
  v1::ListMatchesRequest request;
  request.set_state(v1::Match::STATE_FINISHED);
  EXPECT_EQ(Found(request), 1);
  request.set_player(kOther);
  EXPECT_EQ(Found(request), 0);
}

TEST_F(AnonymousTest, NobodyIsToldWhoPlays) {
  Connect();
  for (const char* who : {kOne, "ada", "bob", "eve"}) {
    AskEverything(who, start_.match_id());
  }
  for (const std::string& told : told_) {
    EXPECT_THAT(told, Not(HasSubstr(kOther)));
  }
  v1::ListMatchesRequest request;
  request.set_state(v1::Match::STATE_RUNNING);
  EXPECT_GT(Found(request), 0);
  request.set_player(kOther);
  EXPECT_EQ(Found(request), 0);
}

// A bot could find its opponent by the changes when its match begins.
TEST_F(AnonymousTest, NobodyIsToldWhoIsBusy) {
  Connect();
  v1::ListSessionsResponse sessions;
  ASSERT_TRUE(Call("eve", *bots_, &BotStub::ListSessions,
                   v1::ListSessionsRequest(), sessions)
                  .ok());
  ASSERT_EQ(sessions.sessions_size(), 2);
  for (const v1::BotSession& session : sessions.sessions()) {
    EXPECT_EQ(session.matches(), 0u) << session.bot();
    EXPECT_FALSE(session.leaving()) << session.bot();
  }
}

TEST_F(AnonymousTest, ASpectatorLearnsTheNamesAtTheEnd) {
  Connect();
  v1::WatchMatchRequest watch;
  watch.set_match_id(start_.match_id());
  const auto watching = As("eve");
  const auto reader = matches_->WatchMatch(watching.get(), watch);
  v1::WatchMatchResponse news;
  ASSERT_TRUE(reader->Read(&news));
  EXPECT_THAT(news.DebugString(), Not(HasSubstr(kOther)));
  Forfeit();
  v1::Match last;
  while (reader->Read(&news)) {
    if (news.has_match()) last = news.match();
  }
  EXPECT_TRUE(reader->Finish().ok());
  EXPECT_EQ(last.seats_size(), 2);
  EXPECT_EQ(last.DebugString(), GetMatch().DebugString());
}

TEST_F(AnonymousTest, NobodyIsToldWhomAMatchWaitsFor) {
  one_ = std::make_unique<RawBot>(*play_, As(kOne));
  one_->SayHello(kOne);
  for (const char* who : {kOne, "ada", "eve"}) AskEverything(who, AnyMatch());
  EXPECT_THAT(told_, Each(Not(HasSubstr("is not connected"))));
  for (const std::string& told : told_) {
    EXPECT_THAT(told, Not(HasSubstr(kOther)));
  }
}

// Nobody is told which matches have the same deals, either.
TEST_F(AnonymousTest, NobodyIsToldWhichSetIsPlayed) {
  Connect();
  v1::ListMatchesRequest request;
  request.set_competition("cup");
  v1::ListMatchesResponse response;
  ASSERT_TRUE(Call("eve", *matches_, &v1::MatchService::Stub::ListMatches,
                   request, response)
                  .ok());
  ASSERT_EQ(response.matches_size(), 2);
  std::set<std::string> commitments;
  for (const v1::Match& match : response.matches()) {
    EXPECT_EQ(match.competition().competition(), "cup");
    EXPECT_FALSE(match.competition().has_set());
    EXPECT_FALSE(match.competition().has_match());
    EXPECT_FALSE(match.competition().has_attempt());
    EXPECT_FALSE(match.has_create_time());
    commitments.insert(match.seed_commitment());
  }
  EXPECT_EQ(commitments.size(), 2u);
}

}  // namespace
}  // namespace arena::referee
