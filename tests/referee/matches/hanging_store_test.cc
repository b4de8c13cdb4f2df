// A host whose store does not answer for a while. The threads of the store
// stand still, as when a database hangs.
#include "tests/referee/matches/host_fixture.h"
#include "tests/testing/status_matchers.h"

namespace arena::referee {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class HangingStoreTest : public HostTest {
 protected:
  void OnSilence(bool silent) override { said_.push_back(silent); }

  HangingStoreTest() {
    StopHost();
    store_threads_ = &threads_;
    MakeHost(*journal_);
    absl::Status restored = absl::UnknownError("no answer");
    host_->Restore([&](absl::Status status) { restored = status; });
    Answer();
    EXPECT_TRUE(restored.ok()) << restored;
  }

  // Lets the store do its work.
  void Answer() {
    do {
      executor_.RunAll();
    } while (threads_.RunSome(1000) > 0);
  }
  FakeBot& ConnectAnswered(const std::string& name) {
    FakeBot& bot = Connect(name);
    Answer();
    bot.token = bot.stream->received().at(0).welcome().session_token();
    return bot;
  }
  void Hang(absl::Duration time) {
    executor_.Advance(time);
    executor_.RunAll();
  }
  // Begins a match between x and y, and plays some decisions.
  std::string Begin() {
    ConnectAnswered("x");
    ConnectAnswered("y");
    absl::StatusOr<v1::Match> match;
    requests_->CreateMatch(Request({"bot:x", "bot:y"}), {},
                           [&](absl::StatusOr<v1::Match> m) { match = m; });
    Answer();
    for (int i = 0; i < 4; ++i) Step();
    return match->match_id();
  }
  // Creates a match of bot x that is about to begin; the store does not know of
  // the beginning yet.
  std::string CreateBeginning() {
    requests_->CreateMatch(Request({"bot:x", "first"}), {}, [](const auto&) {});
    executor_.RunAll();
    threads_.RunSome(1);
    executor_.RunAll();
    return store_->matches().ListUnfinished()->at(0).match_id;
  }
  // Ends the match in the store, as another referee does after this one's lease
  // has run out.
  void RefuseToBegin(const std::string& match_id) {
    executor_.RunAll();
    ASSERT_THAT(store_->matches().Finish(SampleEnd(match_id)), IsOk());
    Answer();
  }

  testing::ManualExecutor threads_;
  // Whether the store is silent, as the host has reported.
  std::vector<bool> said_;
};

TEST_F(HangingStoreTest, AMatchUnderWayGoesOnToItsEnd) {
  Begin();
  Hang(absl::Seconds(10));
  PlayToTheEnd();
  const FakeBot& x = bots_[0];
  const v1::PlayResponse& last = x.stream->received().back();
  EXPECT_EQ(x.Ends(), 0) << "its result is not stored";
  EXPECT_FALSE(last.has_error());
  Answer();
  EXPECT_EQ(x.Ends(), 1);
  EXPECT_TRUE(failure_.ok()) << failure_;
}

TEST_F(HangingStoreTest, AMatchUnderWayIsShown) {
  const std::string id = Begin();
  Hang(absl::Seconds(10));
  EXPECT_EQ(StateOf(id), v1::Match::STATE_RUNNING);
}

TEST_F(HangingStoreTest, AListingIsRefusedInTime) {
  std::vector<absl::Status> answers;
  const auto list = [&] {
    requests_->ListMatches(
        {}, [&](const auto& page) { answers.push_back(page.status()); });
  };
  list();
  Hang(options_.lease / 3 + absl::Seconds(2));
  ASSERT_EQ(answers.size(), 1);
  EXPECT_THAT(answers[0], StatusIs(absl::StatusCode::kUnavailable,
                                   HasSubstr("has not answered for")));
}

TEST_F(HangingStoreTest, ABotThatComesIsSentAwayInTime) {
  FakeBot& x = Connect("x");
  EXPECT_TRUE(x.open());
  Hang(options_.lease / 3 + absl::Seconds(2));
  EXPECT_EQ(x.Closed(), absl::StatusCode::kUnavailable);
  Answer();
  EXPECT_NE(ConnectAnswered("x").session, nullptr);
}

TEST_F(HangingStoreTest, OneOfTwoBotsOfANameGetsIt) {
  FakeBot& first = Connect("x");
  FakeBot& second = Connect("x");
  Answer();
  EXPECT_NE(first.session, nullptr);
  EXPECT_EQ(second.Error(), v1::ERROR_REASON_NAME_IN_USE);
}

TEST_F(HangingStoreTest, AMatchThatIsNotCreatedInTimeIsNotCreated) {
  absl::Status status;
  requests_->CreateMatch(Request({"first", "first"}), {},
                         [&](const auto& match) { status = match.status(); });
  Hang(options_.lease / 3 + absl::Seconds(2));
  EXPECT_THAT(status, StatusIs(absl::StatusCode::kUnavailable,
                               HasSubstr("has not answered for")));
  Answer();
  EXPECT_THAT(*store_->matches().ListUnfinished(), ::testing::IsEmpty());
}

TEST_F(HangingStoreTest, ABotHasNoRoomForAnotherMatchWhileOneBegins) {
  FakeBot& x = ConnectAnswered("x");
  for (int i = 0; i < 2; ++i) {
    requests_->CreateMatch(Request({"bot:x", "first"}), {}, [](const auto&) {});
  }
  Answer();
  EXPECT_EQ(x.Starts(), 1);
}

TEST_F(HangingStoreTest, AMatchThatIsCancelledWhileItBeginsEndsAtOnce) {
  FakeBot& x = ConnectAnswered("x");
  const std::string id = CreateBeginning();
  EXPECT_EQ(x.Starts(), 0);
  absl::StatusOr<v1::Match> cancelled = absl::UnknownError("no answer");
  requests_->CancelMatch(id, {},
                         [&](absl::StatusOr<v1::Match> m) { cancelled = m; });
  Answer();
  ASSERT_THAT(cancelled, IsOk());
  EXPECT_EQ(cancelled->result().termination(), v1::TERMINATION_CANCELLED);
  EXPECT_EQ(x.Ends(), 1);
}

TEST_F(HangingStoreTest, WhoCancelsAMatchThatCannotBeginIsAnswered) {
  ConnectAnswered("x");
  const std::string id = CreateBeginning();
  absl::Status answer = absl::UnknownError("no answer");
  requests_->CancelMatch(id, {},
                         [&](const auto& match) { answer = match.status(); });
  RefuseToBegin(id);
  EXPECT_THAT(answer, StatusIs(absl::StatusCode::kFailedPrecondition,
                               HasSubstr("is over")));
}

TEST_F(HangingStoreTest, WhoWatchesAMatchThatCannotBeginIsTold) {
  ConnectAnswered("x");
  const std::string id = CreateBeginning();
  const auto spectator = std::make_shared<FakeSpectator>();
  requests_->WatchMatch(id, spectator, [](const auto&) {});
  RefuseToBegin(id);
  EXPECT_THAT(spectator->lost, StatusIs(absl::StatusCode::kFailedPrecondition,
                                        HasSubstr("is over")));
}

TEST_F(HangingStoreTest, ASpectatorThatComesWhileAMatchBeginsSeesItAll) {
  ConnectAnswered("x");
  const auto spectator = std::make_shared<FakeSpectator>();
  requests_->WatchMatch(CreateBeginning(), spectator, [](const auto&) {});
  Answer();
  while (Step()) Answer();
  ASSERT_GT(spectator->steps.size(), 1u);
  EXPECT_EQ(spectator->steps.front().step(), 0u);
  EXPECT_EQ(spectator->ended, v1::TERMINATION_NORMAL);
}

// The checks run inside a call that hangs.
TEST_F(HangingStoreTest, ItIsSaidToTheProgramAndToBots) {
  StopHost();
  MakeHost(*journal_);
  host_->Restore([](const absl::Status&) {});
  Answer();
  FakeBot& x = ConnectAnswered("x");
  store_executor_->Read(
      nullptr,
      [&](Store&) {
        Hang(options_.lease / 3 + absl::Seconds(2));
        EXPECT_THAT(said_, ElementsAre(true));
        EXPECT_EQ(x.Error(), v1::ERROR_REASON_STORE_SILENT);
        EXPECT_TRUE(x.open());
        return absl::OkStatus();
      },
      [](const absl::Status&) {});
  threads_.RunSome(1);
  Hang(absl::Seconds(2));
  EXPECT_THAT(said_, ElementsAre(true, false));
}

TEST_F(HangingStoreTest, ItIsNoticedBeforeAShortLeaseHasRunOut) {
  StopHost();
  options_.lease = absl::Seconds(3);
  MakeHost(*journal_);
  host_->Restore([](const absl::Status&) {});
  Answer();
  // The call begins between two looks.
  Hang(absl::Milliseconds(300));
  store_executor_->Read(
      nullptr,
      [&](Store&) {
        Hang(options_.lease / 3 + options_.lease / 12);
        EXPECT_THAT(said_, ElementsAre(true));
        return absl::OkStatus();
      },
      [](const absl::Status&) {});
  threads_.RunSome(1);
}

TEST_F(HangingStoreTest, TheLeaseIsRenewedWhenTheStoreIsBack) {
  Hang(5 * options_.lease);
  Answer();
  EXPECT_TRUE(failure_.ok()) << failure_;
  EXPECT_NE(ConnectAnswered("x").session, nullptr);
}

// The bot neither waits for that match nor gets another match.
TEST_F(HangingStoreTest, ABotWhoseOnlyMatchEndsWhileItComesBackIsSentAway) {
  v1::Hello hello = HelloOf("x");
  hello.set_one_match(true);
  FakeBot& x = Connect(hello);
  Answer();
  hello.set_resume_token(x.stream->received().at(0).welcome().session_token());
  requests_->CreateMatch(Request({"bot:x", "first"}), {}, [](const auto&) {});
  Answer();
  const std::string match_id =
      store_->matches().ListUnfinished()->at(0).match_id;
  HangUp(x);
  // The store looks up the session before it keeps the result.
  FakeBot& again = Connect(hello);
  requests_->CancelMatch(match_id, {}, [](const auto&) {});
  Answer();
  EXPECT_TRUE(store_->matches().ListUnfinished()->empty());
  EXPECT_EQ(again.Closed(), absl::StatusCode::kOk);
}

TEST_F(HangingStoreTest, ABotThatIsGoneMeanwhileIsNotHere) {
  FakeBot& x = ConnectAnswered("x");
  HangUp(x);
  Answer();
  EXPECT_THAT(*store_->referees().FindSessionsOf({{"x"}}), ::testing::IsEmpty());
}

}  // namespace
}  // namespace arena::referee
