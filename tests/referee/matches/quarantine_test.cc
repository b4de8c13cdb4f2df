// Damaged matches cannot go on after a restart. They stop nothing else and wait
// for an admin.
#include <SQLiteCpp/SQLiteCpp.h>

#include "tests/referee/matches/host_fixture.h"
#include "tests/testing/status_matchers.h"

namespace arena::referee {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

class QuarantineTest : public HostTest {
 protected:
  // Two matches are under way between x and y. The journal of the first match
  // is damaged when the referee starts again.
  QuarantineTest() {
    Connect("x", 2);
    Connect("y", 2);
    damaged_ = Create(Request({"bot:x", "bot:y"}, 1));
    sound_ = Create(Request({"bot:x", "bot:y"}, 2));
    for (int i = 0; i < 9; ++i) Step();
    token_of_x_ = bots_[0].token;
    token_of_y_ = bots_[1].token;
    StopHost();
    database_.exec("CREATE TABLE kept AS SELECT * FROM journal");
    database_.exec(
        "UPDATE journal SET entry = x'ffff' WHERE sequence = 3 AND"
        " match = (SELECT min(match) FROM journal)");
    StartHost();
  }
  void Mend() {
    database_.exec(
        "UPDATE journal SET entry = (SELECT k.entry FROM kept k WHERE"
        " k.match = journal.match AND k.sequence = journal.sequence)");
  }
  void BotsComeBack() {
    Resume("x", token_of_x_, 2);
    Resume("y", token_of_y_, 2);
  }
  absl::StatusOr<v1::Match> Retry(const std::string& id) {
    absl::StatusOr<v1::Match> match = absl::UnknownError("no answer");
    requests_->RetryMatch(id, [&](absl::StatusOr<v1::Match> m) { match = m; });
    executor_.RunAll();
    return match;
  }
  absl::StatusOr<v1::Match> Void(const std::string& id) {
    absl::StatusOr<v1::Match> match = absl::UnknownError("no answer");
    requests_->VoidMatch(id, [&](absl::StatusOr<v1::Match> m) { match = m; });
    executor_.RunAll();
    return match;
  }

  SQLite::Database database_{folder_.File("store"), SQLite::OPEN_READWRITE};
  std::string damaged_, sound_;
  std::string token_of_x_, token_of_y_;
};

TEST_F(QuarantineTest, ADamagedMatchIsKeptWithItsReason) {
  EXPECT_TRUE(failure_.ok()) << failure_;
  const v1::Match match = Get(damaged_);
  EXPECT_EQ(match.state(), v1::Match::STATE_QUARANTINED);
  EXPECT_THAT(match.quarantine(), Not(IsEmpty()));
}

TEST_F(QuarantineTest, TheOthersGoOn) {
  BotsComeBack();
  PlayToTheEnd();
  EXPECT_EQ(Get(sound_).result().termination(), v1::TERMINATION_NORMAL);
}

TEST_F(QuarantineTest, ItStaysAfterAnotherStart) {
  StopHost();
  StartHost();
  EXPECT_EQ(StateOf(damaged_), v1::Match::STATE_QUARANTINED);
}

TEST_F(QuarantineTest, ItIsListed) {
  const auto listed = store_->matches().List(
      {.game = "", .state = v1::Match::STATE_QUARANTINED}, 9, 0);
  ASSERT_THAT(listed, IsOk());
  EXPECT_THAT(*listed, SizeIs(1));
  const auto running = store_->matches().List(
      {.game = "", .state = v1::Match::STATE_RUNNING}, 9, 0);
  ASSERT_THAT(running, IsOk());
  EXPECT_THAT(*running, SizeIs(1));
}

TEST_F(QuarantineTest, ARetryOfWhatIsStillDamagedChangesNothing) {
  const absl::StatusOr<v1::Match> match = Retry(damaged_);
  ASSERT_THAT(match, IsOk());
  EXPECT_EQ(match->state(), v1::Match::STATE_QUARANTINED);
}

TEST_F(QuarantineTest, WhatIsMendedIsPlayedToItsEnd) {
  BotsComeBack();
  Mend();
  ASSERT_THAT(Retry(damaged_), IsOk());
  EXPECT_EQ(StateOf(damaged_), v1::Match::STATE_RUNNING);
  PlayToTheEnd();
  EXPECT_EQ(Get(damaged_).result().termination(), v1::TERMINATION_NORMAL);
}

TEST_F(QuarantineTest, AVoidMatchIsOver) {
  const absl::StatusOr<v1::Match> match = Void(damaged_);
  ASSERT_THAT(match, IsOk());
  EXPECT_EQ(match->state(), v1::Match::STATE_FINISHED);
  EXPECT_EQ(match->result().termination(), v1::TERMINATION_INFRASTRUCTURE);
  EXPECT_THAT(match->quarantine(), IsEmpty());
}

TEST_F(QuarantineTest, AMatchWhoseRowIsDamagedIsKeptWithItsReason) {
  StopHost();
  database_.exec("UPDATE matches SET clock = x'ff' WHERE quarantine IS NULL");
  StartHost();
  EXPECT_TRUE(failure_.ok()) << failure_;
  EXPECT_EQ(StateOf(sound_), v1::Match::STATE_QUARANTINED);
  EXPECT_THAT(Get(sound_).quarantine(), HasSubstr("its clock"));
  EXPECT_EQ(Retry(sound_)->state(), v1::Match::STATE_QUARANTINED);
  EXPECT_EQ(Void(sound_)->state(), v1::Match::STATE_FINISHED);
}

TEST_F(QuarantineTest, AResultThatIsDamagedHidesNoOtherMatch) {
  BotsComeBack();
  PlayToTheEnd();
  database_.exec("UPDATE matches SET result = x'ff' WHERE match_id = '" +
                 sound_ + "'");
  const auto listed = store_->matches().List({}, 9, 0);
  ASSERT_THAT(listed, IsOk());
  EXPECT_THAT(*listed, SizeIs(2));
  const v1::Match match = Get(sound_);
  EXPECT_EQ(match.state(), v1::Match::STATE_QUARANTINED);
  EXPECT_THAT(match.quarantine(), HasSubstr("its result"));
  EXPECT_FALSE(match.has_result());
  const absl::StatusOr<v1::Match> voided = Void(sound_);
  ASSERT_THAT(voided, IsOk());
  EXPECT_EQ(voided->state(), v1::Match::STATE_FINISHED);
  EXPECT_THAT(voided->result().reason(), HasSubstr("its result"));
}

// Another version of the referee may have planned the match.
TEST_F(QuarantineTest, AMatchThatCannotBeginIsAbandoned) {
  const std::string pending = Create(Request({"bot:x", "first"}, 3));
  const std::string impossible = Create(Request({"bot:x", "first"}, 4));
  StopHost();
  database_.exec(
      "UPDATE seats SET built_in = 'clever' WHERE built_in = 'first'"
      " AND match = (SELECT number FROM matches WHERE match_id = '" +
      pending + "')");
  database_.exec("DELETE FROM seats WHERE built_in = 'first'");
  StartHost();
  BotsComeBack();
  PlayToTheEnd();
  for (const std::string& match_id : {pending, impossible}) {
    const v1::Match match = Get(match_id);
    EXPECT_EQ(match.state(), v1::Match::STATE_FINISHED);
    EXPECT_EQ(match.result().termination(), v1::TERMINATION_INFRASTRUCTURE);
  }
  EXPECT_EQ(Get(sound_).result().termination(), v1::TERMINATION_NORMAL);
}

TEST_F(QuarantineTest, OnlyWhatIsQuarantinedIsRetriedOrVoid) {
  const auto refused = StatusIs(absl::StatusCode::kFailedPrecondition,
                                HasSubstr("is not quarantined"));
  EXPECT_THAT(Retry(sound_), refused);
  EXPECT_THAT(Void(sound_), refused);
  EXPECT_THAT(Retry("none"),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("none")));
}

}  // namespace
}  // namespace arena::referee
