// Entrants of one author do not meet where a format can avoid it.
#include "arena/competition/pairing/relations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/competition/course/scheduler.h"
#include "arena/competition/pairing/ladder_choice.h"
#include "arena/competition/pairing/swiss_pairing.h"
#include "tests/arena/competition/made_up.h"
#include "tests/testing/status_matchers.h"

namespace arena::competition {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

v1::Entrant Of(const std::string& author, const std::string& bot) {
  v1::Entrant entrant;
  entrant.set_name(bot);
  entrant.add_players()->set_bot(bot);
  if (!author.empty()) entrant.add_authors(author);
  return entrant;
}

// The specification of entrants by author; an entrant of "-" has no author.
v1::CompetitionSpec SpecOf(const std::string& form, v1::Format format,
                           const std::vector<std::string>& authors) {
  v1::CompetitionSpec spec = SpecOf(FormNamed(form), format, 0);
  for (const std::string& author : authors) {
    *spec.add_entrants() = Of(author == "-" ? "" : author,
                              absl::StrCat("bot", spec.entrants_size()));
  }
  return spec;
}

// Plays the competition and returns the pairs that have met.
std::set<std::set<uint32_t>> Meetings(const v1::CompetitionSpec& spec,
                                      int most = 1000) {
  absl::StatusOr<Scheduler> scheduler = Scheduler::Create(spec);
  EXPECT_THAT(scheduler, IsOk());
  Rng rng("relations");
  std::set<std::set<uint32_t>> meetings;
  for (const auto& match : PlayAll(*scheduler, {}, rng, most)) {
    for (const uint32_t a : match.entrants()) {
      for (const uint32_t b : match.entrants()) {
        if (a != b) meetings.insert({a, b});
      }
    }
  }
  return meetings;
}

class RelationsTest : public ::testing::Test {
 protected:
  static Relations Make(const std::vector<v1::Entrant>& entrants) {
    v1::CompetitionSpec spec;
    for (const v1::Entrant& entrant : entrants) {
      *spec.add_entrants() = entrant;
    }
    return Relations(spec);
  }
  static v1::Entrant Pair(const std::string& a, const std::string& b) {
    v1::Entrant entrant = Of("", a);
    entrant.add_players()->set_bot(b);
    return entrant;
  }
};

TEST_F(RelationsTest, AnAuthorInCommonMakesKin) {
  const Relations relations =
      Make({Of("ada", "x"), Of("bob", "y"), Of("ada", "z")});
  EXPECT_TRUE(relations.AreRelated(0, 2));
  EXPECT_FALSE(relations.AreRelated(0, 1));
  EXPECT_TRUE(relations.AnyRelated({1, 0, 2}));
  EXPECT_EQ(relations.ClanOf(2), relations.ClanOf(0));
}

TEST_F(RelationsTest, ABotInCommonMakesKin) {
  const Relations relations =
      Make({Pair("x", "y"), Pair("z", "x"), Pair("z", "u")});
  EXPECT_TRUE(relations.AreRelated(0, 1));
  EXPECT_FALSE(relations.AreRelated(0, 2));
}

TEST_F(RelationsTest, WithoutAuthorsNobodyIsKin) {
  const Relations relations = Make({Of("", "x"), Of("", "y")});
  EXPECT_FALSE(relations.any());
  EXPECT_FALSE(relations.AreRelated(0, 1));
}

// A bot is not related to an author who has the bot's name.
TEST_F(RelationsTest, AnAuthorIsNoBot) {
  EXPECT_FALSE(Make({Of("ada", "x"), Of("", "ada")}).AreRelated(0, 1));
}

TEST_F(RelationsTest, BuiltInPlayersAreNobodysKin) {
  v1::Entrant greedy;
  greedy.add_players()->set_built_in("greedy");
  EXPECT_FALSE(Make({greedy, greedy}).AreRelated(0, 1));
}

TEST_F(RelationsTest, PairsThatShareNoPlayerMayMeetWhateverOthersDo) {
  const Relations relations =
      Make({Pair("x", "y"), Pair("z", "x"), Pair("z", "u")});
  EXPECT_TRUE(relations.CanBeAvoided(2));
  EXPECT_NE(relations.ClanOf(0), relations.ClanOf(2));
}

TEST_F(RelationsTest, ItCannotBeAvoidedWithFewerAuthorsThanSides) {
  const Relations relations =
      Make({Of("ada", "x"), Of("ada", "y"), Of("bob", "z")});
  EXPECT_TRUE(relations.CanBeAvoided(2));
  EXPECT_FALSE(relations.CanBeAvoided(3));
}

// ---- Formats ----

TEST(KinshipFormatTest, ARoundRobinLeavesThemOut) {
  const auto met = Meetings(
      SpecOf("two", v1::FORMAT_ROUND_ROBIN, {"ada", "bob", "ada", "-"}));
  EXPECT_THAT(met, SizeIs(5));
  EXPECT_FALSE(met.contains({0, 2}));
}

TEST(KinshipFormatTest, IfAllowedTheyMeet) {
  v1::CompetitionSpec spec =
      SpecOf("two", v1::FORMAT_ROUND_ROBIN, {"ada", "bob", "ada", "-"});
  spec.set_same_author_meets(true);
  EXPECT_THAT(Meetings(spec), SizeIs(6));
}

TEST(KinshipFormatTest, ARoundRobinOfOneAuthorIsPlayed) {
  EXPECT_THAT(
      Meetings(SpecOf("two", v1::FORMAT_ROUND_ROBIN, {"ada", "ada", "ada"})),
      SizeIs(3));
}

TEST(KinshipFormatTest, ATableOfThreeIsLeftOutWhereOthersExist) {
  const auto met = Meetings(
      SpecOf("three", v1::FORMAT_ROUND_ROBIN, {"ada", "bob", "ada", "eve"}));
  EXPECT_FALSE(met.contains({0, 2}));
  EXPECT_THAT(met, SizeIs(5));
  EXPECT_THAT(
      Meetings(SpecOf("three", v1::FORMAT_ROUND_ROBIN, {"ada", "bob", "ada"})),
      SizeIs(3));
}

TEST(KinshipFormatTest, AGauntletLeavesOutThoseOfItsFirst) {
  EXPECT_THAT(
      Meetings(SpecOf("two", v1::FORMAT_GAUNTLET, {"ada", "bob", "ada"})),
      ElementsAre(std::set<uint32_t>{0, 1}));
}

TEST(KinshipFormatTest, AKnockoutFollowsItsBracket) {
  EXPECT_THAT(Meetings(SpecOf("two", v1::FORMAT_KNOCKOUT,
                              {"ada", "bob", "eve", "ada"})),
              SizeIs(3));
}

TEST(KinshipFormatTest, InSwissOthersMeetAgainFirst) {
  for (const std::string form : {"two", "three"}) {
    std::vector<std::string> authors = {"ada", "ada", "-", "ada", "bob",
                                        "bob", "-",   "-", "eve"};
    v1::CompetitionSpec spec = SpecOf(form, v1::FORMAT_SWISS, authors);
    spec.set_rounds(12);
    for (const std::set<uint32_t>& pair : Meetings(spec)) {
      const std::string& a = authors[*pair.begin()];
      const std::string& b = authors[*pair.rbegin()];
      EXPECT_TRUE(a == "-" || a != b) << form << *pair.begin();
    }
  }
}

TEST(KinshipFormatTest, InSwissTheMajorityOfOneAuthorMeetsAsLittleAsPossible) {
  std::vector<SwissEntrant> order(6);
  for (uint32_t i = 0; i < 6; ++i) order[i].index = i;
  const v1::CompetitionSpec spec = SpecOf(
      "two", v1::FORMAT_SWISS, {"ada", "bob", "ada", "ada", "ada", "eve"});
  const Relations relations(spec);
  int related = 0;
  for (const auto& encounter : PairSwiss(order, 2, relations).encounters) {
    related += relations.AnyRelated(encounter);
  }
  EXPECT_EQ(related, 1);
}

TEST(KinshipFormatTest, ALadderNeverLetsThemMeet) {
  for (const std::string form : {"two", "three"}) {
    v1::CompetitionSpec spec = SpecOf(form, v1::FORMAT_LADDER,
                                      {"ada", "ada", "bob", "eve", "ada", "-"});
    spec.set_max_sets(60);
    const auto met = Meetings(spec);
    EXPECT_FALSE(met.contains({0, 1})) << form;
    EXPECT_FALSE(met.contains({0, 4})) << form;
    EXPECT_FALSE(met.contains({1, 4})) << form;
    EXPECT_TRUE(met.contains({0, 2})) << form;
  }
}

// Two bots of one author must not raise each other while the others are away.
TEST(KinshipFormatTest, ALadderWaitsWhileOnlyOneAuthorIsThere) {
  v1::CompetitionSpec spec =
      SpecOf("two", v1::FORMAT_LADDER, {"ada", "ada", "bob"});
  Scheduler scheduler = Scheduler::Create(spec).value();
  scheduler.bench()->Suspend(2, true);
  EXPECT_THAT(*scheduler.Next(9), IsEmpty());
  scheduler.bench()->Suspend(2, false);
  EXPECT_FALSE(scheduler.Next(9)->empty());
}

TEST(KinshipFormatTest, WhoEntersALadderIsKinToo) {
  Scheduler scheduler =
      Scheduler::Create(SpecOf("two", v1::FORMAT_LADDER, {"ada", "bob"}))
          .value();
  ASSERT_THAT(scheduler.Enter(Of("ada", "late")), IsOk());
  scheduler.bench()->Suspend(1, true);
  EXPECT_THAT(*scheduler.Next(9), IsEmpty());
}

TEST(KinshipFormatTest, ALadderOfOneAuthorIsPlayed) {
  v1::CompetitionSpec spec = SpecOf("two", v1::FORMAT_LADDER, {"ada", "ada"});
  spec.set_max_sets(4);
  EXPECT_THAT(Meetings(spec), SizeIs(1));
}

// ---- Built-in players ----

v1::CompetitionSpec WithBuiltIns(int bots) {
  v1::CompetitionSpec spec =
      SpecOf("two", v1::FORMAT_LADDER, std::vector<std::string>(bots, "-"));
  for (const std::string name : {"greedy", "random", "first"}) {
    v1::Entrant& entrant = *spec.add_entrants();
    entrant.set_name(name);
    entrant.add_players()->set_built_in(name);
  }
  return spec;
}

TEST(BuiltInLadderTest, TheyDoNotMeetWithoutABot) {
  v1::CompetitionSpec spec = WithBuiltIns(1);
  spec.set_max_sets(40);
  for (const std::set<uint32_t>& pair : Meetings(spec)) {
    EXPECT_TRUE(pair.contains(0));
  }
}

TEST(BuiltInLadderTest, WithoutAnEndTheyWaitForABot) {
  Scheduler scheduler = Scheduler::Create(WithBuiltIns(0)).value();
  EXPECT_THAT(*scheduler.Next(9), IsEmpty());
  ASSERT_THAT(scheduler.Enter(Of("", "late")), IsOk());
  EXPECT_FALSE(scheduler.Next(9)->empty());
}

TEST(BuiltInLadderTest, WithAnEndTheyPlayAmongThemselves) {
  v1::CompetitionSpec spec = WithBuiltIns(0);
  spec.set_max_sets(20);
  EXPECT_THAT(Meetings(spec), SizeIs(3));
}

}  // namespace
}  // namespace arena::competition
