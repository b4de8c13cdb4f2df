#include "referee/access/access.h"

#include "absl/strings/str_cat.h"
#include "arena/core/secrets.h"
#include "tests/referee/store/store_testing.h"
#include "tests/testing/manual_executor.h"
#include "tests/testing/status_matchers.h"

namespace arena::referee {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr absl::Duration kPatience = absl::Seconds(3);
constexpr absl::Duration kRenewal = absl::Seconds(5);
constexpr int kRefusals = 3;

const Method kGetMatch = {MethodNamed("MatchService.GetMatch"), kWatchers};
const Method kCancelMatch = {MethodNamed("MatchService.CancelMatch"),
                             kAuthors};

// The threads of the store move only when the test says so; until then the
// store hangs.
class AccessTest : public ::testing::Test {
 protected:
  AccessTest() {
    store_ = OpenOrDie(folder_.File("store"));
    EXPECT_TRUE(store_->tokens()
                    .Insert({.token_id = "id",
                             .secret_sha256 = Sha256("secret"),
                             .role = v1::ROLE_SPECTATOR,
                             .owner = "eve",
                             .created = absl::UnixEpoch()})
                    .ok());
    executor_ =
        std::make_unique<StoreExecutor>(*store_, threads_, clock_, kPatience);
    options_.tokens_required = true;
    options_.quotas.max_calls = 2;
    options_.peers.max_refusals = kRefusals;
    options_.peers.max_streams_of_address = 2;
    options_.on_admitted = [this](const std::string& connection, bool proven) {
      (proven ? proven_ : extended_).push_back(connection);
    };
    Open();
  }
  void Open() {
    access_ = std::make_unique<Access>(*executor_, clock_, options_);
    access_->Grant(Sha256("own"), {.role = v1::ROLE_ADMIN,
                                   .owner = "starter",
                                   .token_id = "starter",
                                   .author = ""});
    clock_.RunAll();
  }

  void Call(const std::string& secret = "secret") {
    CallWith("Bearer " + secret);
  }
  void CallWith(const std::string& authorization) {
    access_->Admit(kGetMatch, authorization, peer_,
                   [this](const absl::StatusOr<Caller>& caller) {
                     answers_.push_back(caller.status().code());
                     message_ = std::string(caller.status().message());
                   });
  }
  // Lets the store answer all questions.
  void Answer() {
    threads_.RunAll();
    clock_.RunAll();
  }
  void Wait(absl::Duration time) {
    clock_.Advance(time);
    clock_.RunAll();
  }
  void BecomeKnown() {
    Call();
    Answer();
    answers_.clear();
  }

  void LetThePublicIn() {
    options_.open_to_public = true;
    Open();
  }
  static Peer From(const std::string& address) {
    return {.connection = address + ":1", .address = address};
  }

  TemporaryFolder folder_;
  testing::ManualExecutor threads_;
  testing::ManualExecutor clock_;
  std::unique_ptr<Store> store_;
  std::unique_ptr<StoreExecutor> executor_;
  AccessOptions options_;
  std::unique_ptr<Access> access_;
  std::vector<absl::StatusCode> answers_;
  // The message of the newest answer.
  std::string message_;
  std::vector<std::string> proven_;
  std::vector<std::string> extended_;
  Peer peer_ = {.connection = "10.0.0.1:1", .address = "10.0.0.1"};
};

TEST_F(AccessTest, ACallerWaitsForTheStoreWithoutAThread) {
  Call();
  EXPECT_THAT(answers_, IsEmpty());
  Answer();
  EXPECT_THAT(answers_, ElementsAre(absl::StatusCode::kOk));
}

TEST_F(AccessTest, AKnownCallerIsAdmittedWhileTheStoreHangs) {
  BecomeKnown();
  Call();
  EXPECT_THAT(answers_, ElementsAre(absl::StatusCode::kOk));
}

TEST_F(AccessTest, AnUnknownTokenIsRefused) {
  Call("guess");
  Answer();
  EXPECT_THAT(answers_, ElementsAre(absl::StatusCode::kUnauthenticated));
}

TEST_F(AccessTest, AnEmptyHeaderIsNoToken) {
  for (const char* nothing : {"", " "}) {
    CallWith(nothing);
    EXPECT_THAT(message_, HasSubstr("needs a token"));
  }
  CallWith("Bearer");
  EXPECT_THAT(message_, HasSubstr("not of the form"));
}

TEST_F(AccessTest, TheTokenThatIsInNoStoreStaysGood) {
  Call("own");
  Wait(kRenewal);
  Answer();
  Call("own");
  EXPECT_THAT(answers_,
              ElementsAre(absl::StatusCode::kOk, absl::StatusCode::kOk));
}

TEST_F(AccessTest, AStoreThatHangsIsSaid) {
  Call();
  Wait(kPatience + absl::Seconds(1));
  EXPECT_THAT(answers_, ElementsAre(absl::StatusCode::kUnavailable));
}

TEST_F(AccessTest, AnAddressThatGuessesMayNotGoOn) {
  for (int i = 0; i < kRefusals; ++i) Call("guess");
  Answer();
  answers_.clear();
  Call("guess");
  EXPECT_THAT(answers_, ElementsAre(absl::StatusCode::kResourceExhausted));
  EXPECT_THAT(message_, HasSubstr("3 calls from 10.0.0.1 have been refused"));
  Wait(absl::Minutes(1));
  Call("guess");
  Answer();
  EXPECT_EQ(answers_.back(), absl::StatusCode::kUnauthenticated);
}

TEST_F(AccessTest, CallsWithoutATokenCountToo) {
  for (int i = 0; i < kRefusals; ++i) CallWith("");
  CallWith("");
  EXPECT_EQ(answers_.back(), absl::StatusCode::kResourceExhausted);
}

TEST_F(AccessTest, AGuesserDoesNotShutOutItsNeighbours) {
  BecomeKnown();
  for (int i = 0; i < kRefusals; ++i) CallWith("");
  answers_.clear();
  Call();
  EXPECT_THAT(answers_, ElementsAre(absl::StatusCode::kOk));
}

TEST_F(AccessTest, GuessesOfOtherAddressesDoNotCount) {
  for (int i = 0; i < kRefusals; ++i) CallWith("");
  peer_.address = "10.0.0.2";
  CallWith("");
  EXPECT_EQ(answers_.back(), absl::StatusCode::kUnauthenticated);
}

TEST_F(AccessTest, OnThisMachineRefusalsAreNotLimited) {
  peer_ = PeerOf("ipv4:127.0.0.1:40");
  for (int i = 0; i <= kRefusals; ++i) CallWith("");
  EXPECT_EQ(answers_.back(), absl::StatusCode::kUnauthenticated);
}

TEST_F(AccessTest, ACallThatLedNowhereCountsForTheCaller) {
  const Caller eve = {.role = v1::ROLE_SPECTATOR,
                      .owner = "eve",
                      .token_id = "id",
                      .author = ""};
  const absl::Status why = absl::NotFoundError("no such session");
  EXPECT_EQ(access_->Refuse(eve, PeerOf("unix:"), why), why);
  EXPECT_EQ(access_->Refuse(eve, PeerOf("unix:"), why), why);
  EXPECT_TRUE(
      absl::IsResourceExhausted(access_->Refuse(eve, PeerOf("unix:"), why)));
}

TEST_F(AccessTest, ACallThatTheRoleMayNotMakeCounts) {
  BecomeKnown();  // This is one call.
  const auto cancel = [this] {
    access_->Admit(kCancelMatch, "Bearer secret", peer_,
                   [this](const absl::StatusOr<Caller>& caller) {
                     answers_.push_back(caller.status().code());
                   });
  };
  cancel();
  cancel();
  EXPECT_THAT(answers_, ElementsAre(absl::StatusCode::kPermissionDenied,
                                    absl::StatusCode::kResourceExhausted));
}

TEST_F(AccessTest, OnlyAnAdmittedCallProvesItsConnection) {
  CallWith("");
  Call("guess");
  Answer();
  EXPECT_THAT(proven_, IsEmpty());
  Call();
  Answer();
  EXPECT_THAT(proven_, ElementsAre("10.0.0.1:1"));
}

TEST_F(AccessTest, AnAddressHasOnlySoManyStreams) {
  const Caller root;
  const auto open = [&] {
    return access_->OpenStream(root, peer_, [](const absl::Status&) {});
  };
  const auto first = open();
  auto second = open();
  const auto third = open();
  EXPECT_TRUE(absl::IsResourceExhausted(third.status()));
  EXPECT_THAT(std::string(third.status().message()),
              HasSubstr("10.0.0.1 has 2 streams open"));
  second->reset();
  EXPECT_TRUE(open().ok());
}

TEST_F(AccessTest, WhatAnotherRefereeRevokesEndsAtTheRenewal) {
  BecomeKnown();
  absl::Status ended;
  const auto stream =
      access_->OpenStream(Caller{.role = v1::ROLE_SPECTATOR,
                                 .owner = "eve",
                                 .token_id = "id",
                                 .author = ""},
                          peer_, [&](const absl::Status& status) { ended = status; });
  ASSERT_TRUE(stream.ok()) << stream.status();
  ASSERT_TRUE(store_->tokens().Delete("id").ok());
  Wait(kRenewal);
  Answer();
  EXPECT_EQ(ended.code(), absl::StatusCode::kUnauthenticated);
  Call();
  Answer();
  EXPECT_THAT(answers_, ElementsAre(absl::StatusCode::kUnauthenticated));
}

TEST_F(AccessTest, ATokenRevokedWhileItIsLookedUpIsNotRemembered) {
  Call();
  threads_.RunAll();  // The store has found the token.
  ASSERT_TRUE(store_->tokens().Delete("id").ok());
  access_->Revoke("id");
  clock_.RunAll();
  Answer();
  EXPECT_THAT(answers_, ElementsAre(absl::StatusCode::kUnauthenticated));
}

// ---- The public ----

TEST_F(AccessTest, ThePublicWatchesWithoutAToken) {
  LetThePublicIn();
  CallWith("");
  EXPECT_THAT(answers_, ElementsAre(absl::StatusCode::kOk));
}

// Strangers must make room for bots, so a stranger's call proves nothing.
TEST_F(AccessTest, OneOfThePublicProvesNothing) {
  LetThePublicIn();
  CallWith("");
  EXPECT_THAT(proven_, IsEmpty());
  EXPECT_THAT(extended_, ElementsAre("10.0.0.1:1"));
}

TEST_F(AccessTest, EachAddressOfThePublicHasItsOwnQuota) {
  LetThePublicIn();
  for (int i = 0; i < 3; ++i) CallWith("");
  EXPECT_EQ(answers_.back(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(message_, HasSubstr("10.0.0.1 has made 2 calls"));
  peer_ = From("10.0.0.2");
  CallWith("");
  EXPECT_EQ(answers_.back(), absl::StatusCode::kOk);
}

TEST_F(AccessTest, ThePublicDoesNotUseUpAPersonsQuota) {
  LetThePublicIn();
  for (int i = 0; i < 3; ++i) CallWith("");
  answers_.clear();
  Call();
  Answer();
  EXPECT_THAT(answers_, ElementsAre(absl::StatusCode::kOk));
}

TEST_F(AccessTest, WhoeverWatchesFromAnAddressUsesUpTheStreamsOfNoOther) {
  options_.quotas.max_streams = 2;
  options_.peers.max_streams_of_address = 3;
  LetThePublicIn();
  std::vector<std::unique_ptr<StreamPlace>> open;
  const auto watch = [&](const std::string& address) {
    auto stream = access_->OpenStream(
        {.role = v1::ROLE_SPECTATOR, .address = address}, From(address),
        [](const absl::Status&) {});
    if (stream.ok()) open.push_back(*std::move(stream));
    return stream.status();
  };
  EXPECT_TRUE(watch("10.0.0.1").ok());
  EXPECT_TRUE(watch("10.0.0.1").ok());
  const absl::Status refused = watch("10.0.0.1");
  EXPECT_TRUE(absl::IsResourceExhausted(refused));
  EXPECT_THAT(std::string(refused.message()),
              HasSubstr("10.0.0.1 has 2 streams open"));
  for (int i = 2; i < 5000; ++i) {
    ASSERT_TRUE(watch(absl::StrCat("10.0.", i / 250, ".", i % 250)).ok()) << i;
  }
  // A bot behind the same address plays on.
  EXPECT_TRUE(access_
                  ->OpenStream(Caller{}, From("10.0.0.1"),
                               [](const absl::Status&) {})
                  .ok());
}

TEST_F(AccessTest, AWatcherWhoLeavesMakesRoomForOneOfItsAddress) {
  options_.quotas.max_streams = 1;
  LetThePublicIn();
  for (int i = 0; i < 1000; ++i) {
    EXPECT_TRUE(access_
                    ->OpenStream(
                        {.role = v1::ROLE_SPECTATOR, .address = "10.0.0.1"},
                        peer_, [](const absl::Status&) {})
                    .ok());
  }
}

TEST_F(AccessTest, AWrongTokenDoesNotMakeAPersonOneOfThePublic) {
  LetThePublicIn();
  Call("guess");
  Answer();
  EXPECT_THAT(answers_, ElementsAre(absl::StatusCode::kUnauthenticated));
}

}  // namespace
}  // namespace arena::referee
