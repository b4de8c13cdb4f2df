// Values that the referee fills in when a competition is created: authors and
// deals.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "arena/competition/planning/spec.h"
#include "tests/referee/competitions/running_competitions_fixture.h"
#include "tests/referee/store/submitted_bot.h"

namespace arena::referee {
namespace {

using ::testing::_;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class CreationTest : public CompetitionHostTest {
 protected:
  void Register(const std::string& name, const std::string& author) {
    v1::Bot bot;
    bot.set_name(name);
    bot.set_author(author);
    bot.set_status(v1::Bot::STATUS_ACTIVE);
    ASSERT_THAT(store_->bots().Insert(bot, absl::UnixEpoch()), IsOk());
  }
  static v1::CompetitionSpec WithBots(v1::Format format) {
    v1::CompetitionSpec spec = Spec(3, format);
    spec.mutable_entrants(0)->mutable_players(0)->set_bot("x");
    spec.mutable_entrants(1)->mutable_players(0)->set_bot("y");
    return spec;
  }
};

TEST_F(CreationTest, AuthorsAreThoseOfTheRegisteredBots) {
  Register("x", "ada");
  v1::CompetitionSpec spec = WithBots(v1::FORMAT_ROUND_ROBIN);
  // The authors in the request do not count.
  spec.mutable_entrants(0)->add_authors("eve");
  spec.mutable_entrants(1)->add_authors("eve");
  spec.mutable_entrants(2)->add_authors("eve");
  const auto created = Create(spec);
  ASSERT_THAT(created, IsOk());
  EXPECT_THAT(created->spec().entrants(0).authors(), ElementsAre("ada"));
  EXPECT_THAT(created->spec().entrants(1).authors(), IsEmpty());
  EXPECT_THAT(created->spec().entrants(2).authors(), IsEmpty());
}

TEST_F(CreationTest, WhoEntersGetsItsAuthor) {
  Register("late", "bob");
  ASSERT_THAT(Create(WithBots(v1::FORMAT_LADDER)), IsOk());
  v1::EnterCompetitionRequest request;
  request.set_name("cup");
  request.mutable_entrant()->set_name("late");
  request.mutable_entrant()->add_players()->set_bot("late");
  request.mutable_entrant()->add_authors("eve");
  for (int i = 0; i < 2; ++i) {
    host_->Enter(request, Caller{},
                 [](const auto& entered) { EXPECT_THAT(entered, IsOk()); });
    executor_.RunAll();
  }
  ASSERT_EQ(Get().spec().entrants_size(), 4);
  EXPECT_THAT(Get().spec().entrants(3).authors(), ElementsAre("bob"));
}

TEST_F(CreationTest, ARepeatedRequestIsTheSameWhenABotIsRegisteredMeanwhile) {
  ASSERT_THAT(Create(WithBots(v1::FORMAT_ROUND_ROBIN)), IsOk());
  Register("x", "ada");
  EXPECT_THAT(Create(WithBots(v1::FORMAT_ROUND_ROBIN)), IsOk());
}

TEST_F(CreationTest, BotsOfOneAuthorDoNotMeet) {
  Register("x", "ada");
  Register("y", "ada");
  const auto created = Create(WithBots(v1::FORMAT_ROUND_ROBIN));
  ASSERT_THAT(created, IsOk());
  EXPECT_EQ(created->progress().sets_total(), 2u);
}

// ---- Versions ----

class VersionsTest : public CreationTest {
 protected:
  // Version 1 of club.bot is retired, and version 2 is active.
  VersionsTest() {
    EXPECT_THAT(SubmitBot(*store_, Row("1"), "ada", "first"), IsOk());
    EXPECT_THAT(SubmitVersion(*store_, Row("2"), "second"), IsOk());
    EXPECT_THAT(store_->versions().Retire("club.bot", "1"), IsOk());
  }
  static VersionRow Row(const std::string& version) {
    return SubmittedRow("club.bot", version, "python",
                        version == "1" ? "first" : "second");
  }
  static v1::CompetitionSpec Asking(const std::string& version) {
    v1::CompetitionSpec spec = Spec(2, v1::FORMAT_LADDER);
    v1::SeatSpec& player = *spec.mutable_entrants(1)->mutable_players(0);
    player.set_bot("club.bot");
    player.set_version(version);
    return spec;
  }
};

TEST_F(VersionsTest, AVersionThatCanPlayMayEnter) {
  EXPECT_THAT(Create(Asking("2")), IsOk());
}

TEST_F(VersionsTest, AVersionThatIsNotThereIsNamedWithThoseThatAre) {
  EXPECT_THAT(Create(Asking("3")),
              StatusIs(absl::StatusCode::kNotFound,
                       AllOf(HasSubstr("entrant \"b\""),
                             HasSubstr("club.bot has no version 3"),
                             HasSubstr("it has 2, 1"))));
}

TEST_F(VersionsTest, AVersionThatCannotPlayIsNamedWithThoseThatCan) {
  EXPECT_THAT(Create(Asking("1")),
              StatusIs(absl::StatusCode::kFailedPrecondition,
                       AllOf(HasSubstr("version 1 of club.bot cannot play"),
                             HasSubstr("retired"),
                             HasSubstr("versions that can play: 2"))));
}

TEST_F(VersionsTest, ABotThatWasNotSubmittedHasNoVersions) {
  v1::CompetitionSpec spec = Asking("1");
  spec.mutable_entrants(1)->mutable_players(0)->set_bot("stranger");
  EXPECT_THAT(Create(spec), StatusIs(absl::StatusCode::kNotFound,
                                     HasSubstr("no version of stranger")));
}

TEST_F(VersionsTest, ARepeatedRequestIsTheSameWhenItsVersionIsRetired) {
  ASSERT_THAT(Create(Asking("2")), IsOk());
  ASSERT_THAT(store_->versions().Retire("club.bot", "2"), IsOk());
  EXPECT_THAT(Create(Asking("2")), IsOk());
}

// ---- Deals ----

TEST_F(CreationTest, BotsGetIndependentDeals) {
  v1::CompetitionSpec spec = WithBots(v1::FORMAT_ROUND_ROBIN);
  spec.clear_deals();
  const auto created = Create(spec);
  ASSERT_THAT(created, IsOk());
  EXPECT_EQ(created->spec().deals(), v1::DEALS_INDEPENDENT);
  EXPECT_TRUE(created->spec().independent_deals());
  EXPECT_EQ(created->progress().sets_total(), 6u);
}

TEST_F(CreationTest, BuiltInPlayersGetDuplicates) {
  v1::CompetitionSpec spec = Spec(3, v1::FORMAT_ROUND_ROBIN);
  spec.clear_deals();
  const auto created = Create(spec);
  ASSERT_THAT(created, IsOk());
  EXPECT_EQ(created->spec().deals(), v1::DEALS_DUPLICATE);
}

TEST_F(CreationTest, WhoAsksForDuplicatesGetsThem) {
  const auto created = Create(WithBots(v1::FORMAT_ROUND_ROBIN));
  ASSERT_THAT(created, IsOk());
  EXPECT_EQ(created->spec().deals(), v1::DEALS_DUPLICATE);
  EXPECT_FALSE(created->spec().independent_deals());
}

TEST_F(CreationTest, WhoAsksForAFieldGetsItsTables) {
  v1::CompetitionSpec spec = Spec(4, v1::FORMAT_ROUND_ROBIN);
  spec.set_deals(v1::DEALS_FIELD);
  const auto created = Create(spec);
  ASSERT_THAT(created, IsOk());
  EXPECT_EQ(created->spec().deals(), v1::DEALS_FIELD);
  EXPECT_EQ(created->spec().tables(), 2u);
}

// An earlier version of the referee has stored this competition.
TEST_F(CreationTest, AnOldCompetitionKeepsItsDeals) {
  v1::CompetitionSpec old =
      competition::Complete(WithBots(v1::FORMAT_ROUND_ROBIN)).value();
  old.clear_deals();
  old.mutable_clock()->set_untimed(true);
  ASSERT_THAT(store_->competitions().Insert(old), IsOk());
  v1::Competition found = Get();
  EXPECT_EQ(found.spec().deals(), v1::DEALS_DUPLICATE);
  EXPECT_EQ(found.progress().sets_total(), 3u);
  // The same request comes again.
  v1::CompetitionSpec again = WithBots(v1::FORMAT_ROUND_ROBIN);
  again.clear_deals();
  EXPECT_THAT(Create(again), IsOk());
  again.set_deals(v1::DEALS_INDEPENDENT);
  EXPECT_THAT(Create(again), StatusIs(absl::StatusCode::kAlreadyExists, _));
}

}  // namespace
}  // namespace arena::referee
