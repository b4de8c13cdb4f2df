// Who is let in, how often, and what becomes of a token that is revoked.
#include "referee/access.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <spdlog/spdlog.h>

#include "referee/grpc_status.h"
#include "referee/retry.h"
#include "referee/secrets.h"
#include "tests/referee_store/spied_store.h"
#include "tests/testing/manual_executor.h"
#include "tests/testing/status_matchers.h"

namespace arena::referee {
namespace {

using ::testing::_;
using ::testing::HasSubstr;
using ::testing::Not;

auto IsUnauthenticated() {
  return StatusIs(absl::StatusCode::kUnauthenticated, _);
}
auto IsPermissionDenied() {
  return StatusIs(absl::StatusCode::kPermissionDenied, _);
}
auto IsResourceExhausted() {
  return StatusIs(absl::StatusCode::kResourceExhausted, _);
}

constexpr char kRead[] = "MatchService.GetMatch";
constexpr char kManage[] = "BotService.CreateToken";
constexpr char kOpen[] = "CatalogueService.ListGames";

class AccessTest : public ::testing::Test {
 protected:
  AccessTest() {
    spdlog::set_level(spdlog::level::off);
    options_.tokens_required = true;
    Restart();
  }
  ~AccessTest() override { executor_.DropAll(); }

  void Restart() {
    executor_.DropAll();
    access_ = std::make_unique<Access>(store_->tokens(), executor_, options_);
    executor_.RunAll();
  }
  // The secret is "secret of OWNER", the id "id of OWNER".
  void AddToken(v1::Role role, const std::string& owner,
                const std::string& author = "") {
    if (!author.empty()) {
      v1::Bot bot;
      bot.set_name(owner);
      bot.set_author(author);
      bot.set_status(v1::Bot::STATUS_ACTIVE);
      EXPECT_THAT(store_->bots().Insert(bot, absl::UnixEpoch()), IsOk());
    }
    EXPECT_THAT(
        store_->tokens().Insert({.token_id = "id of " + owner,
                                 .secret_sha256 = Sha256("secret of " + owner),
                                 .role = role,
                                 .owner = owner,
                                 .created = absl::UnixEpoch()}),
        IsOk());
  }
  absl::StatusOr<Caller> Admit(const std::string& owner,
                               absl::string_view method = kRead) {
    const std::string value = "Bearer secret of " + owner;
    return access_->Admit(method, absl::string_view(value));
  }
  absl::StatusOr<Caller> AdmitRaw(absl::string_view value) {
    return access_->Admit(kRead, value);
  }
  Caller AdmittedCaller(const std::string& owner) {
    const absl::StatusOr<Caller> caller = Admit(owner);
    EXPECT_THAT(caller, IsOk());
    return caller.value_or(Caller{});
  }

  testing::ManualExecutor executor_;
  SpiedStore store_;
  AccessOptions options_;
  std::unique_ptr<Access> access_;
};

// ---- The table ----

TEST_F(AccessTest, NobodyMayCallWhatTheTableDoesNotHold) {
  options_.tokens_required = false;
  Restart();
  EXPECT_THAT(access_->Admit("MatchService.Forget", std::nullopt),
              IsPermissionDenied());
}

TEST_F(AccessTest, ARoleThatMayNotIsToldWhichMay) {
  AddToken(v1::ROLE_SPECTATOR, "eve");
  const absl::Status status = Admit("eve", kManage).status();
  EXPECT_THAT(status, IsPermissionDenied());
  EXPECT_THAT(std::string(status.message()), HasSubstr("author or admin"));
  EXPECT_THAT(std::string(status.message()), HasSubstr("spectator \"eve\""));
}

// ---- Tokens ----

TEST_F(AccessTest, ATokenTellsWhoCalls) {
  AddToken(v1::ROLE_AUTHOR, "ada");
  const Caller caller = AdmittedCaller("ada");
  EXPECT_EQ(caller.role, v1::ROLE_AUTHOR);
  EXPECT_EQ(caller.owner, "ada");
  EXPECT_EQ(caller.token_id, "id of ada");
}

TEST_F(AccessTest, WithoutATokenNobodyIsLetIn) {
  EXPECT_THAT(access_->Admit(kRead, std::nullopt), IsUnauthenticated());
}

TEST_F(AccessTest, WithoutATokenEverybodySeesTheCatalogue) {
  EXPECT_THAT(access_->Admit(kOpen, std::nullopt), IsOk());
}

TEST_F(AccessTest, AnUnknownTokenIsRefused) {
  EXPECT_THAT(Admit("nobody"), IsUnauthenticated());
}

TEST_F(AccessTest, AnotherSchemeIsRefusedWithoutRepeatingTheValue) {
  const absl::Status status = AdmitRaw("Basic abc").status();
  EXPECT_THAT(status, IsUnauthenticated());
  EXPECT_THAT(std::string(status.message()), Not(HasSubstr("abc")));
}

TEST_F(AccessTest, TheSchemeMayBeWrittenInAnyCase) {
  AddToken(v1::ROLE_BOT, "b");
  EXPECT_THAT(AdmitRaw("bearer secret of b"), IsOk());
}

TEST_F(AccessTest, WhereNoneIsNeededWhoShowsNoneIsAnAdmin) {
  options_.tokens_required = false;
  Restart();
  const absl::StatusOr<Caller> caller = access_->Admit(kManage, std::nullopt);
  ASSERT_THAT(caller, IsOk());
  EXPECT_EQ(caller->role, v1::ROLE_ADMIN);
  EXPECT_TRUE(caller->anonymous());
}

TEST_F(AccessTest, WhereNoneIsNeededOneThatIsShownCounts) {
  options_.tokens_required = false;
  Restart();
  AddToken(v1::ROLE_SPECTATOR, "eve");
  EXPECT_THAT(Admit("eve", kManage), IsPermissionDenied());
}

TEST_F(AccessTest, WhereNoneIsNeededAnUnknownOneIsRefused) {
  options_.tokens_required = false;
  Restart();
  EXPECT_THAT(Admit("nobody"), IsUnauthenticated());
}

TEST_F(AccessTest, ATokenIsLookedUpOnce) {
  AddToken(v1::ROLE_BOT, "b");
  int lookups = 0;
  store_.spy().on_statement = [&](absl::string_view) { ++lookups; };
  for (int i = 0; i < 3; ++i) EXPECT_THAT(Admit("b"), IsOk());
  EXPECT_EQ(lookups, 1);
}

// ---- Revocation ----

TEST_F(AccessTest, ARevokedTokenIsUselessAtOnce) {
  AddToken(v1::ROLE_BOT, "b");
  EXPECT_THAT(Admit("b"), IsOk());
  EXPECT_THAT(store_->tokens().Delete("id of b"), IsOk());
  access_->OnRevoked("id of b");
  EXPECT_THAT(Admit("b"), IsUnauthenticated());
}

TEST_F(AccessTest, TheStreamsOfARevokedTokenEnd) {
  AddToken(v1::ROLE_BOT, "b");
  absl::Status ended;
  const auto stream = access_->OpenStream(
      AdmittedCaller("b"), [&](const absl::Status& status) { ended = status; });
  access_->OnRevoked("id of b");
  EXPECT_THAT(ended, IsUnauthenticated());
}

TEST_F(AccessTest, TheStreamsOfOtherTokensGoOn) {
  AddToken(v1::ROLE_BOT, "a");
  AddToken(v1::ROLE_BOT, "b");
  absl::Status ended;
  const auto stream = access_->OpenStream(
      AdmittedCaller("a"), [&](const absl::Status& status) { ended = status; });
  access_->OnRevoked("id of b");
  EXPECT_THAT(ended, IsOk());
}

TEST_F(AccessTest, AStreamThatHasEndedIsNotTold) {
  AddToken(v1::ROLE_BOT, "b");
  absl::Status ended;
  auto stream = access_->OpenStream(
      AdmittedCaller("b"), [&](const absl::Status& status) { ended = status; });
  ASSERT_THAT(stream, IsOk());
  stream->reset();
  access_->OnRevoked("id of b");
  EXPECT_THAT(ended, IsOk());
}

TEST_F(AccessTest, ATokenRevokedBetweenCallAndStreamOpensNone) {
  AddToken(v1::ROLE_BOT, "b");
  const Caller caller = AdmittedCaller("b");
  access_->OnRevoked("id of b");
  EXPECT_THAT(access_->OpenStream(caller, nullptr).status(),
              IsUnauthenticated());
}

TEST_F(AccessTest, ATokenRevokedWhileItIsLookedUpLetsNobodyIn) {
  AddToken(v1::ROLE_BOT, "b");
  // Revoked when its row has been read already.
  store_.spy().on_end = [this] {
    store_.spy().on_end = [] {};
    EXPECT_THAT(store_->tokens().Delete("id of b"), IsOk());
    access_->OnRevoked("id of b");
  };
  EXPECT_THAT(Admit("b"), IsUnauthenticated());
}

TEST_F(AccessTest, WhatAnotherRefereeHasRevokedIsFoundOut) {
  AddToken(v1::ROLE_BOT, "b");
  absl::Status ended;
  const auto stream = access_->OpenStream(
      AdmittedCaller("b"), [&](const absl::Status& status) { ended = status; });
  EXPECT_THAT(store_->tokens().Delete("id of b"), IsOk());
  executor_.Advance(absl::Seconds(6));
  EXPECT_THAT(ended, IsUnauthenticated());
  EXPECT_THAT(Admit("b"), IsUnauthenticated());
}

// ---- Quotas ----

TEST_F(AccessTest, MoreCallsThanTheQuotaAreRefused) {
  options_.quotas.max_calls = 2;
  Restart();
  AddToken(v1::ROLE_SPECTATOR, "eve");
  EXPECT_THAT(Admit("eve"), IsOk());
  EXPECT_THAT(Admit("eve"), IsOk());
  EXPECT_THAT(Admit("eve"), IsResourceExhausted());
}

TEST_F(AccessTest, TheNextMinuteHasCallsOfItsOwn) {
  options_.quotas.max_calls = 1;
  Restart();
  AddToken(v1::ROLE_SPECTATOR, "eve");
  EXPECT_THAT(Admit("eve"), IsOk());
  executor_.Advance(absl::Minutes(1));
  EXPECT_THAT(Admit("eve"), IsOk());
}

TEST_F(AccessTest, TwoTokensOfOnePersonShareAQuota) {
  options_.quotas.max_calls = 1;
  Restart();
  AddToken(v1::ROLE_SPECTATOR, "eve");
  EXPECT_THAT(store_->tokens().Insert({.token_id = "second",
                                       .secret_sha256 = Sha256("second"),
                                       .role = v1::ROLE_SPECTATOR,
                                       .owner = "eve",
                                       .created = absl::UnixEpoch()}),
              IsOk());
  EXPECT_THAT(Admit("eve"), IsOk());
  EXPECT_THAT(AdmitRaw("Bearer second"), IsResourceExhausted());
}

TEST_F(AccessTest, ActsAreNotCountedHere) {
  options_.quotas.max_calls = 1;
  Restart();
  AddToken(v1::ROLE_BOT, "b");
  for (int i = 0; i < 3; ++i) {
    EXPECT_THAT(Admit("b", "PlayService.Act"), IsOk());
  }
}

TEST_F(AccessTest, AdminsHaveNoQuota) {
  options_.quotas.max_calls = 1;
  Restart();
  AddToken(v1::ROLE_ADMIN, "root");
  for (int i = 0; i < 3; ++i) EXPECT_THAT(Admit("root"), IsOk());
}

TEST_F(AccessTest, MoreStreamsThanTheQuotaAreRefused) {
  options_.quotas.max_streams = 1;
  Restart();
  AddToken(v1::ROLE_SPECTATOR, "eve");
  const Caller caller = AdmittedCaller("eve");
  const auto first = access_->OpenStream(caller, nullptr);
  EXPECT_THAT(access_->OpenStream(caller, nullptr).status(),
              IsResourceExhausted());
}

TEST_F(AccessTest, AStreamThatHasEndedMakesRoom) {
  options_.quotas.max_streams = 1;
  Restart();
  AddToken(v1::ROLE_SPECTATOR, "eve");
  const Caller caller = AdmittedCaller("eve");
  access_->OpenStream(caller, nullptr).value().reset();
  EXPECT_THAT(access_->OpenStream(caller, nullptr).status(), IsOk());
}

TEST_F(AccessTest, CallsOfBotsCountForTheirAuthor) {
  options_.quotas.max_calls = 2;
  Restart();
  AddToken(v1::ROLE_AUTHOR, "ada");
  AddToken(v1::ROLE_BOT, "a", "ada");
  AddToken(v1::ROLE_BOT, "b", "ada");
  EXPECT_THAT(Admit("a"), IsOk());
  EXPECT_THAT(Admit("b"), IsOk());
  EXPECT_THAT(Admit("ada"), StatusIs(absl::StatusCode::kResourceExhausted,
                                     HasSubstr("author \"ada\"")));
}

TEST_F(AccessTest, StreamsOfBotsCountForTheirAuthor) {
  options_.quotas.max_streams = 1;
  Restart();
  AddToken(v1::ROLE_BOT, "a", "ada");
  AddToken(v1::ROLE_BOT, "b", "ada");
  const auto first = access_->OpenStream(AdmittedCaller("a"), nullptr);
  EXPECT_THAT(access_->OpenStream(AdmittedCaller("b"), nullptr).status(),
              IsResourceExhausted());
}

TEST_F(AccessTest, AStreamOfABotThatHasEndedMakesRoomForItsAuthor) {
  options_.quotas.max_streams = 2;
  Restart();
  AddToken(v1::ROLE_AUTHOR, "ada");
  AddToken(v1::ROLE_BOT, "a", "ada");
  // Else there would be no account to take one from.
  const auto author = access_->OpenStream(AdmittedCaller("ada"), nullptr);
  access_->OpenStream(AdmittedCaller("a"), nullptr).value().reset();
  EXPECT_THAT(access_->OpenStream(AdmittedCaller("a"), nullptr).status(),
              IsOk());
}

TEST_F(AccessTest, AnotherAuthorsBotsHaveAQuotaOfTheirOwn) {
  options_.quotas.max_streams = 1;
  Restart();
  AddToken(v1::ROLE_BOT, "a", "ada");
  AddToken(v1::ROLE_BOT, "b", "bob");
  const auto first = access_->OpenStream(AdmittedCaller("a"), nullptr);
  EXPECT_THAT(access_->OpenStream(AdmittedCaller("b"), nullptr).status(),
              IsOk());
}

// ---- Details of errors ----

TEST(RetryTest, DetailsAreThoseOfGoogleRpc) {
  const grpc::Status status = ToGrpc(ExhaustedError("full", absl::Seconds(5)));
  EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  // google.rpc.Status{code: 8, message: "full", details: [Any{type_url,
  // value: RetryInfo{retry_delay: {seconds: 5}}}]}, byte by byte.
  const std::string type = "type.googleapis.com/google.rpc.RetryInfo";
  const std::string any = "\x0a\x28" + type + "\x12\x04\x0a\x02\x08\x05";
  EXPECT_EQ(status.error_details(),
            "\x08\x08\x12\x04"
            "full\x1a\x30" +
                any);
}

TEST(RetryTest, TheDelayIsRoundedUp) {
  const absl::Status status = ExhaustedError("full", absl::Milliseconds(1));
  const auto payload =
      status.GetPayload("type.googleapis.com/google.rpc.RetryInfo");
  ASSERT_TRUE(payload.has_value());
  EXPECT_EQ(*payload, "\x0a\x02\x08\x01");
}

TEST(RetryTest, OtherErrorsHaveNoDetails) {
  EXPECT_EQ(ToGrpc(absl::NotFoundError("no")).error_details(), "");
}

}  // namespace
}  // namespace arena::referee
