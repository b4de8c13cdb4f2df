// Bots, authors and tokens through the services of a referee that demands
// tokens.
#include <gmock/gmock.h>

#include "arena/core/secrets.h"
#include "referee/access/new_token.h"
#include "referee/store/open_store.h"
#include "referee/store/sql/data_directory.h"
#include "tests/referee/services/access_fixture.h"
#include "tests/referee/services/raw_bot.h"

namespace arena::referee {
namespace {

using ::grpc::StatusCode;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class BotServiceTest : public AccessControlTest {
 protected:
  void SetUp() override { StartWithTokens(); }

  std::vector<std::string> OwnersSeenBy(const std::string& who) {
    v1::ListTokensRequest request;
    v1::ListTokensResponse response;
    const grpc::Status status =
        Call(who, *bots_, &BotStub::ListTokens, request, response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    std::vector<std::string> owners;
    for (const v1::Token& token : response.tokens()) {
      owners.push_back(token.owner());
    }
    return owners;
  }
  std::string TokenIdOf(const std::string& owner) {
    v1::ListTokensRequest request;
    request.set_owner(owner);
    v1::ListTokensResponse response;
    EXPECT_TRUE(
        Call("root", *bots_, &BotStub::ListTokens, request, response).ok());
    return response.tokens_size() == 1 ? response.tokens(0).token_id() : "";
  }
};

// ---- Registering ----

TEST_F(BotServiceTest, AnAuthorRegistersBotsOfItsOwn) {
  EXPECT_TRUE(RegisterAs("ada", "new", "").ok());
  EXPECT_EQ(GetBot("eve", "new").author(), "ada");
}

TEST_F(BotServiceTest, AnAuthorRegistersNoBotsOfOthers) {
  EXPECT_EQ(RegisterAs("ada", "new", "bob").error_code(),
            StatusCode::PERMISSION_DENIED);
}

TEST_F(BotServiceTest, ANameIsRegisteredOnce) {
  EXPECT_EQ(RegisterAs("ada", "b", "").error_code(),
            StatusCode::ALREADY_EXISTS);
}

TEST_F(BotServiceTest, ANameWithASpaceIsRefused) {
  EXPECT_EQ(RegisterAs("ada", "a b", "").error_code(),
            StatusCode::INVALID_ARGUMENT);
}

TEST_F(BotServiceTest, ANameThatMeansSomethingElseIsRefused) {
  for (const char* name : {"greedy", "random", "first", "First", "admin",
                           "referee", ".", "..", ".a", "-a"}) {
    const grpc::Status status = RegisterAs("root", name, "ada");
    EXPECT_EQ(status.error_code(), StatusCode::INVALID_ARGUMENT) << name;
    EXPECT_THAT(status.error_message(), HasSubstr("name is \""));
  }
}

TEST_F(BotServiceTest, ABotWithoutAuthorIsRefused) {
  EXPECT_EQ(RegisterAs("root", "new", "").error_code(),
            StatusCode::INVALID_ARGUMENT);
}

TEST_F(BotServiceTest, AnUnknownGameIsRefused) {
  v1::RegisterBotRequest request;
  request.set_name("new");
  request.add_games("chess");
  v1::RegisterBotResponse response;
  const grpc::Status status =
      Call("ada", *bots_, &BotStub::RegisterBot, request, response);
  EXPECT_EQ(status.error_code(), StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(status.error_message(), HasSubstr("chess"));
}

TEST_F(BotServiceTest, BotsAreListedByNameAndPage) {
  v1::ListBotsRequest request;
  request.set_page_size(1);
  v1::ListBotsResponse first;
  EXPECT_TRUE(Call("eve", *bots_, &BotStub::ListBots, request, first).ok());
  request.set_page_token(first.next_page_token());
  v1::ListBotsResponse second;
  EXPECT_TRUE(Call("eve", *bots_, &BotStub::ListBots, request, second).ok());
  ASSERT_EQ(first.bots_size(), 1);
  ASSERT_EQ(second.bots_size(), 1);
  EXPECT_EQ(first.bots(0).name(), "a");
  EXPECT_EQ(second.bots(0).name(), "b");
}

TEST_F(BotServiceTest, TokensAreListedByPage) {
  std::vector<std::string> paged;
  v1::ListTokensRequest request;
  request.set_page_size(2);
  do {
    v1::ListTokensResponse page;
    ASSERT_TRUE(Call("root", *bots_, &BotStub::ListTokens, request, page).ok());
    EXPECT_LE(page.tokens_size(), 2);
    EXPECT_GT(page.tokens_size(), 0);
    for (const v1::Token& token : page.tokens()) paged.push_back(token.owner());
    request.set_page_token(page.next_page_token());
  } while (!request.page_token().empty());
  EXPECT_EQ(paged, OwnersSeenBy("root"));
  EXPECT_GT(paged.size(), 2u);
}

TEST_F(BotServiceTest, APageTokenOfAnotherFilterIsRefused) {
  v1::ListBotsRequest request;
  request.set_page_size(1);
  v1::ListBotsResponse page;
  ASSERT_TRUE(Call("eve", *bots_, &BotStub::ListBots, request, page).ok());
  request.set_page_token(page.next_page_token());
  request.set_author("ada");
  EXPECT_EQ(Call("eve", *bots_, &BotStub::ListBots, request, page).error_code(),
            StatusCode::INVALID_ARGUMENT);
}

TEST_F(BotServiceTest, APageThatIsTooLargeIsRefused) {
  v1::ListBotsRequest request;
  request.set_page_size(1001);
  v1::ListBotsResponse response;
  const grpc::Status status =
      Call("eve", *bots_, &BotStub::ListBots, request, response);
  EXPECT_EQ(status.error_code(), StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(status.error_message(),
              HasSubstr("page_size is 1001; expected at most 1000"));
}

class BotQuotaTest : public BotServiceTest {
 protected:
  BotQuotaTest() { options_.host.quotas.max_bots = 2; }
};

TEST_F(BotQuotaTest, AnAuthorRegistersOnlySoManyBots) {
  EXPECT_TRUE(RegisterAs("ada", "second", "").ok());
  const grpc::Status status = RegisterAs("ada", "third", "");
  EXPECT_EQ(status.error_code(), StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_THAT(status.error_message(),
              HasSubstr("author \"ada\" has registered 2 bots, its limit"));
}

TEST_F(BotQuotaTest, AnAdminRegistersMoreForAnAuthor) {
  EXPECT_TRUE(RegisterAs("root", "second", "ada").ok());
  EXPECT_TRUE(RegisterAs("root", "third", "ada").ok());
}

// ---- Repeated requests ----

TEST_F(BotServiceTest, ARepeatedRegistrationReplacesTheToken) {
  v1::RegisterBotRequest request;
  request.set_name("new");
  request.set_request_id("r1");
  v1::RegisterBotResponse first, second;
  ASSERT_TRUE(Call("ada", *bots_, &BotStub::RegisterBot, request, first).ok());
  ASSERT_TRUE(Call("ada", *bots_, &BotStub::RegisterBot, request, second).ok());
  EXPECT_EQ(second.bot().name(), "new");
  EXPECT_NE(second.token(), first.token());
  secrets_["lost"] = first.token();
  secrets_["new"] = second.token();
  v1::ListBotsResponse list;
  EXPECT_EQ(
      Call("lost", *bots_, &BotStub::ListBots, v1::ListBotsRequest(), list)
          .error_code(),
      StatusCode::UNAUTHENTICATED);
  EXPECT_TRUE(
      Call("new", *bots_, &BotStub::ListBots, v1::ListBotsRequest(), list)
          .ok());
}

TEST_F(BotServiceTest, TheRequestIdOfAnotherIsNoMatter) {
  v1::RegisterBotRequest request;
  request.set_name("new");
  request.set_request_id("r1");
  v1::RegisterBotResponse response;
  ASSERT_TRUE(
      Call("ada", *bots_, &BotStub::RegisterBot, request, response).ok());
  EXPECT_EQ(Call("bob", *bots_, &BotStub::RegisterBot, request, response)
                .error_code(),
            StatusCode::ALREADY_EXISTS);
  request.set_name("newer");
  EXPECT_TRUE(
      Call("bob", *bots_, &BotStub::RegisterBot, request, response).ok());
}

TEST_F(BotServiceTest, ARepeatedTokenRequestReplacesTheToken) {
  v1::CreateTokenRequest request;
  request.set_role(v1::ROLE_BOT);
  request.set_owner("a");
  request.set_request_id("r1");
  v1::CreateTokenResponse first, second;
  ASSERT_TRUE(Call("ada", *bots_, &BotStub::CreateToken, request, first).ok());
  secrets_["first"] = first.secret();
  // The referee has seen the token before the token is replaced.
  v1::ListBotsResponse list;
  ASSERT_TRUE(
      Call("first", *bots_, &BotStub::ListBots, v1::ListBotsRequest(), list)
          .ok());
  ASSERT_TRUE(Call("ada", *bots_, &BotStub::CreateToken, request, second).ok());
  EXPECT_EQ(
      Call("first", *bots_, &BotStub::ListBots, v1::ListBotsRequest(), list)
          .error_code(),
      StatusCode::UNAUTHENTICATED);
  secrets_["second"] = second.secret();
  EXPECT_TRUE(
      Call("second", *bots_, &BotStub::ListBots, v1::ListBotsRequest(), list)
          .ok());
}

TEST_F(BotServiceTest, ARequestIdIsOfOneToken) {
  v1::CreateTokenRequest request;
  request.set_role(v1::ROLE_SPECTATOR);
  request.set_owner("x");
  request.set_request_id("r1");
  v1::CreateTokenResponse response;
  ASSERT_TRUE(
      Call("root", *bots_, &BotStub::CreateToken, request, response).ok());
  request.set_owner("y");
  EXPECT_EQ(Call("root", *bots_, &BotStub::CreateToken, request, response)
                .error_code(),
            StatusCode::ALREADY_EXISTS);
}

// ---- Lifetimes and descriptions ----

TEST_F(BotServiceTest, ATokenSaysWhenItEnds) {
  v1::CreateTokenRequest request;
  request.set_role(v1::ROLE_SPECTATOR);
  request.set_owner("x");
  request.mutable_lifetime()->set_seconds(3600);
  v1::CreateTokenResponse response;
  ASSERT_TRUE(
      Call("root", *bots_, &BotStub::CreateToken, request, response).ok());
  EXPECT_EQ(response.token().expire_time().seconds(),
            response.token().created_time().seconds() + 3600);
  request.mutable_lifetime()->set_seconds(59);
  const grpc::Status refused =
      Call("root", *bots_, &BotStub::CreateToken, request, response);
  EXPECT_EQ(refused.error_code(), StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(refused.error_message(), HasSubstr("lifetime is 59s"));
}

TEST_F(BotServiceTest, AnAuthorDescribesItsBots) {
  v1::UpdateBotRequest request;
  request.set_name("a");
  request.set_description("Searches three plies deep.\nNever announces.");
  v1::UpdateBotResponse response;
  EXPECT_EQ(
      Call("bob", *bots_, &BotStub::UpdateBot, request, response).error_code(),
      StatusCode::PERMISSION_DENIED);
  ASSERT_TRUE(Call("ada", *bots_, &BotStub::UpdateBot, request, response).ok());
  EXPECT_EQ(GetBot("eve", "a").description(), request.description());
  for (const std::string& bad :
       {std::string("\x1b[2J"), std::string(1001, 'x')}) {
    request.set_description(bad);
    EXPECT_EQ(Call("ada", *bots_, &BotStub::UpdateBot, request, response)
                  .error_code(),
              StatusCode::INVALID_ARGUMENT);
  }
}

// ---- Bench reports ----

class BenchReportTest : public BotServiceTest {
 protected:
  // A ladder has benched a bot of ada before the referee starts.
  void SetUp() override {
    {
      auto folder = DataDirectory::Open(options_.data);
      ASSERT_THAT(folder, IsOk());
      auto store = OpenStore("sqlite:" + folder->DatabasePath());
      ASSERT_THAT(store, IsOk());
      v1::Bot bot;
      bot.set_name("stuck");
      bot.set_author("ada");
      bot.set_status(v1::Bot::STATUS_ACTIVE);
      ASSERT_THAT((*store)->bots().Insert(bot, absl::Now()), IsOk());
      v1::CompetitionSpec spec;
      spec.set_name("club");
      const auto ladder = (*store)->competitions().Insert(spec);
      ASSERT_THAT(ladder, IsOk());
      CompetitionRow over = *ladder;
      over.state = v1::Competition::STATE_FINISHED;
      BenchedBot benched;
      benched.bot = "stuck";
      benched.report.mutable_time()->set_seconds(absl::ToUnixSeconds(benched_));
      benched.report.set_competition("club");
      ASSERT_THAT((*store)->competitions().Update(*ladder, over, {benched}),
                  IsOk());
    }
    BotServiceTest::SetUp();
  }

  absl::Time benched_ = absl::Now();
};

TEST_F(BenchReportTest, IsForTheAuthorAndAdmins) {
  for (const char* who : {"ada", "root"}) {
    ASSERT_EQ(GetBot(who, "stuck").bench_reports_size(), 1) << who;
    EXPECT_EQ(GetBot(who, "stuck").bench_reports(0).competition(), "club");
  }
  for (const char* who : {"bob", "a", "eve"}) {
    EXPECT_EQ(GetBot(who, "stuck").bench_reports_size(), 0) << who;
  }
}

TEST_F(BenchReportTest, AnAdminActivatesTheBotAtOnce) {
  EXPECT_TRUE(SetStatus("root", "stuck", v1::Bot::STATUS_ACTIVE).ok());
  EXPECT_EQ(GetBot("ada", "stuck").bench_reports_size(), 1);
}

TEST_F(BenchReportTest, ItsAuthorDoesNotActivateTheBotAtOnce) {
  const grpc::Status status = SetStatus("ada", "stuck", v1::Bot::STATUS_ACTIVE);
  EXPECT_EQ(status.error_code(), StatusCode::FAILED_PRECONDITION);
  EXPECT_THAT(status.error_message(), HasSubstr("benched by referee"));
}

class OldBenchReportTest : public BenchReportTest {
 protected:
  OldBenchReportTest() { benched_ -= absl::Minutes(61); }
};

TEST_F(OldBenchReportTest, ItsAuthorActivatesTheBotAnHourLater) {
  EXPECT_TRUE(SetStatus("ada", "stuck", v1::Bot::STATUS_ACTIVE).ok());
}

// ---- Status ----

TEST_F(BotServiceTest, AnAuthorBenchesItsBotsAndActivatesThem) {
  EXPECT_TRUE(SetStatus("ada", "a", v1::Bot::STATUS_BENCHED).ok());
  EXPECT_EQ(GetBot("eve", "a").status(), v1::Bot::STATUS_BENCHED);
  EXPECT_TRUE(SetStatus("ada", "a", v1::Bot::STATUS_ACTIVE).ok());
}

TEST_F(BotServiceTest, AnAuthorDoesNotTouchOthersBots) {
  EXPECT_EQ(SetStatus("ada", "b", v1::Bot::STATUS_BENCHED).error_code(),
            StatusCode::PERMISSION_DENIED);
}

TEST_F(BotServiceTest, AnAuthorDoesNotUndoAtOnceWhatAnAdminHasDone) {
  EXPECT_TRUE(SetStatus("root", "a", v1::Bot::STATUS_BENCHED).ok());
  const grpc::Status status = SetStatus("ada", "a", v1::Bot::STATUS_ACTIVE);
  EXPECT_EQ(status.error_code(), StatusCode::FAILED_PRECONDITION);
  EXPECT_THAT(status.error_message(), HasSubstr("admin root"));
}

TEST_F(BotServiceTest, AnAuthorDoesNotHideThatAnAdminHasBenchedItsBot) {
  EXPECT_TRUE(SetStatus("root", "a", v1::Bot::STATUS_BENCHED).ok());
  EXPECT_EQ(SetStatus("ada", "a", v1::Bot::STATUS_BENCHED).error_code(),
            StatusCode::FAILED_PRECONDITION);
}

TEST_F(BotServiceTest, WhatIsRetiredStaysSo) {
  EXPECT_TRUE(SetStatus("ada", "a", v1::Bot::STATUS_RETIRED).ok());
  EXPECT_EQ(SetStatus("root", "a", v1::Bot::STATUS_ACTIVE).error_code(),
            StatusCode::FAILED_PRECONDITION);
}

TEST_F(BotServiceTest, AnUnknownBotIsNotFound) {
  EXPECT_EQ(SetStatus("root", "x", v1::Bot::STATUS_BENCHED).error_code(),
            StatusCode::NOT_FOUND);
}

TEST_F(BotServiceTest, ReasonsAreForTheAuthorAndAdmins) {
  EXPECT_TRUE(SetStatus("ada", "a", v1::Bot::STATUS_BENCHED, "a bug").ok());
  EXPECT_EQ(GetBot("ada", "a").status_reason(), "a bug");
  EXPECT_EQ(GetBot("root", "a").status_reason(), "a bug");
  EXPECT_EQ(GetBot("bob", "a").status_reason(), "");
  EXPECT_EQ(GetBot("b", "a").status_by(), "");
}

TEST_F(BotServiceTest, AReasonThatCommandsTerminalsIsRefused) {
  const grpc::Status status =
      SetStatus("ada", "a", v1::Bot::STATUS_BENCHED, "a\x1b]0;b\x07");
  EXPECT_EQ(status.error_code(), StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(status.error_message(), HasSubstr("reason is"));
}

// ---- Tokens ----

TEST_F(BotServiceTest, AnAuthorMakesTokensOfItsBots) {
  EXPECT_TRUE(CreateToken("ada", v1::ROLE_BOT, "a").ok());
}

TEST_F(BotServiceTest, AnAuthorMakesNoTokensOfOthersBots) {
  EXPECT_EQ(CreateToken("ada", v1::ROLE_BOT, "b").error_code(),
            StatusCode::PERMISSION_DENIED);
}

TEST_F(BotServiceTest, AnAuthorMakesNoTokensOfPeople) {
  EXPECT_EQ(CreateToken("ada", v1::ROLE_ADMIN, "ada").error_code(),
            StatusCode::PERMISSION_DENIED);
}

TEST_F(BotServiceTest, ATokenOfABotNeedsTheBot) {
  EXPECT_EQ(CreateToken("root", v1::ROLE_BOT, "x").error_code(),
            StatusCode::NOT_FOUND);
}

TEST_F(BotServiceTest, ABotHasAHundredTokensAtMost) {
  for (int i = 1; i < kMaxTokens; ++i) {
    ASSERT_TRUE(CreateToken("root", v1::ROLE_BOT, "a").ok());
  }
  const grpc::Status status = CreateToken("ada", v1::ROLE_BOT, "a");
  EXPECT_EQ(status.error_code(), StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_THAT(status.error_message(), HasSubstr("revoke some"));
}

TEST_F(BotServiceTest, ARevokedTokenMakesRoomForAnother) {
  for (int i = 1; i < kMaxTokens; ++i) {
    ASSERT_TRUE(CreateToken("root", v1::ROLE_BOT, "a").ok());
  }
  EXPECT_TRUE(Revoke("ada", ids_["a"]).ok());
  EXPECT_TRUE(CreateToken("ada", v1::ROLE_BOT, "a").ok());
}

TEST_F(BotServiceTest, AnAdminSeesAllTokens) {
  EXPECT_THAT(OwnersSeenBy("root"),
              ElementsAre("root", "ada", "bob", "eve", "a", "b"));
}

TEST_F(BotServiceTest, AnAuthorSeesTheTokensOfItsBots) {
  EXPECT_THAT(OwnersSeenBy("ada"), ElementsAre("a"));
}

TEST_F(BotServiceTest, AnAuthorRevokesNoTokensOfOthers) {
  EXPECT_EQ(Revoke("ada", TokenIdOf("b")).error_code(),
            StatusCode::PERMISSION_DENIED);
}

TEST_F(BotServiceTest, AnUnknownTokenIdIsNotFound) {
  EXPECT_EQ(Revoke("root", "x").error_code(), StatusCode::NOT_FOUND);
}

TEST_F(BotServiceTest, ARevokedTokenIsRefused) {
  EXPECT_TRUE(Revoke("root", ids_["eve"]).ok());
  v1::GetBotRequest request;
  v1::GetBotResponse response;
  EXPECT_EQ(
      Call("eve", *bots_, &BotStub::GetBot, request, response).error_code(),
      StatusCode::UNAUTHENTICATED);
}

TEST_F(BotServiceTest, AnAuthorsRevocationEndsTheStreamOfItsBot) {
  RawBot bot(*play_, As("a"));
  bot.SayHello("a");
  EXPECT_TRUE(Revoke("ada", TokenIdOf("a")).ok());
  EXPECT_EQ(bot.AwaitError(), v1::ERROR_REASON_TOKEN_REVOKED);
  EXPECT_EQ(bot.EndCode(), StatusCode::UNAUTHENTICATED);
}

TEST_F(BotServiceTest, ARevocationEndsWhatASpectatorWatches) {
  v1::CreateMatchRequest create = Request("octrix", {"bot:a", "first"});
  v1::CreateMatchResponse created;
  ASSERT_TRUE(Call("root", *matches_, &v1::MatchService::Stub::CreateMatch,
                   create, created)
                  .ok());
  const auto context = As("eve");
  v1::WatchMatchRequest request;
  request.set_match_id(created.match().match_id());
  const auto reader = matches_->WatchMatch(context.get(), request);
  v1::WatchMatchResponse news;
  ASSERT_TRUE(reader->Read(&news));
  EXPECT_TRUE(Revoke("root", ids_["eve"]).ok());
  while (reader->Read(&news)) {
  }
  EXPECT_EQ(reader->Finish().error_code(), StatusCode::UNAUTHENTICATED);
}

// ---- Playing ----

TEST_F(BotServiceTest, ABotPlaysUnderItsName) {
  RawBot bot(*play_, As("a"));
  EXPECT_TRUE(bot.SayHello("a").has_welcome());
}

TEST_F(BotServiceTest, ABotDoesNotPlayUnderAnotherName) {
  RawBot bot(*play_, As("a"));
  bot.SayHello("b");
  EXPECT_EQ(bot.error().reason(), v1::ERROR_REASON_NAME_NOT_YOURS);
  EXPECT_EQ(bot.EndCode(), StatusCode::PERMISSION_DENIED);
}

TEST_F(BotServiceTest, AVersionThatCommandsTerminalsIsRefused) {
  RawBot bot(*play_, As("a"));
  v1::PlayRequest request;
  request.mutable_hello()->set_name("a");
  request.mutable_hello()->set_version("1\x1b[31m");
  bot.Send(request);
  const grpc::Status status = bot.Finish();
  EXPECT_EQ(status.error_code(), StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(status.error_message(), HasSubstr("hello.version is"));
}

TEST_F(BotServiceTest, ALanguageThatCommandsTerminalsIsRefused) {
  RawBot bot(*play_, As("a"));
  v1::PlayRequest request;
  request.mutable_hello()->set_name("a");
  request.mutable_hello()->set_language("C++\r");
  bot.Send(request);
  const grpc::Status status = bot.Finish();
  EXPECT_EQ(status.error_code(), StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(status.error_message(), HasSubstr("hello.language is"));
}

// ---- Starting ----

TEST_F(RefereeTest, ARefereeThatNeedsTokensNeedsAnAdminFirst) {
  options_.tokens = true;
  const auto server = Server::Start(options_);
  EXPECT_THAT(server, StatusIs(absl::StatusCode::kFailedPrecondition,
                               HasSubstr("--create-admin-token")));
}

TEST_F(RefereeTest, AnAdminTokenIsNotMadeWhileARefereeRuns) {
  StartReferee();
  EXPECT_THAT(CreateAdminToken(options_, "root"),
              StatusIs(absl::StatusCode::kFailedPrecondition, ::testing::_));
}

// ---- An admin that is in no store ----

class StartedForSomebodyTest : public AccessControlTest {
 protected:
  void SetUp() override {
    secrets_["starter"] = "a secret";
    options_.tokens = true;
    options_.admin_sha256 = Sha256("a secret");
    StartReferee();
    bots_ = v1::BotService::NewStub(channel_);
  }
};

TEST_F(StartedForSomebodyTest, ItsStarterIsAnAdmin) {
  EXPECT_TRUE(RegisterAs("starter", "a", "ada").ok());
  EXPECT_TRUE(SetStatus("starter", "a", v1::Bot::STATUS_BENCHED).ok());
}

TEST_F(StartedForSomebodyTest, OthersNeedTokens) {
  secrets_["eve"] = "another secret";
  EXPECT_EQ(RegisterAs("", "a", "ada").error_code(),
            StatusCode::UNAUTHENTICATED);
  EXPECT_EQ(RegisterAs("eve", "a", "ada").error_code(),
            StatusCode::UNAUTHENTICATED);
}

TEST_F(StartedForSomebodyTest, ItsTokenIsNotStored) {
  ASSERT_TRUE(RegisterAs("starter", "a", "ada").ok());
  v1::ListTokensResponse tokens;
  ASSERT_TRUE(Call("starter", *bots_, &BotStub::ListTokens,
                   v1::ListTokensRequest(), tokens)
                  .ok());
  ASSERT_EQ(tokens.tokens_size(), 1);
  EXPECT_EQ(tokens.tokens(0).owner(), "a");
}

// ---- Where calls need no tokens ----

class OpenRefereeTest : public AccessControlTest {
 protected:
  void SetUp() override { StartWithAdmin(); }
};

TEST_F(OpenRefereeTest, ARegisteredNameIsStillProtected) {
  ASSERT_TRUE(RegisterAs("root", "a", "ada").ok());
  RawBot bot(*play_, "a");
  EXPECT_EQ(bot.error().reason(), v1::ERROR_REASON_NAME_NOT_YOURS);
}

TEST_F(OpenRefereeTest, ACallerWithoutATokenMakesNone) {
  ASSERT_TRUE(RegisterAs("root", "a", "ada").ok());
  for (const grpc::Status& status :
       {CreateToken("", v1::ROLE_ADMIN, "eve"),
        CreateToken("", v1::ROLE_BOT, "a"), RegisterAs("", "b", "eve")}) {
    EXPECT_EQ(status.error_code(), StatusCode::UNAUTHENTICATED);
    EXPECT_THAT(status.error_message(), HasSubstr("--create-admin-token"));
  }
  EXPECT_TRUE(CreateToken("root", v1::ROLE_ADMIN, "eve").ok());
}

TEST_F(OpenRefereeTest, OtherwiseACallerWithoutATokenIsAnAdmin) {
  ASSERT_TRUE(RegisterAs("root", "a", "ada").ok());
  EXPECT_TRUE(SetStatus("", "a", v1::Bot::STATUS_BENCHED).ok());
}

}  // namespace
}  // namespace arena::referee
