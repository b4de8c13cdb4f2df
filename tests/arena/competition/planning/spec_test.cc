#include "arena/competition/planning/spec.h"

#include "arena/core/check.h"
#include "gmock/gmock.h"
#include "tests/arena/competition/made_up.h"
#include "tests/testing/status_matchers.h"

namespace arena::competition {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

v1::Entrant Pair(const std::string& name, const std::string& a,
                 const std::string& b) {
  v1::Entrant entrant;
  entrant.set_name(name);
  entrant.add_players()->set_bot(a);
  entrant.add_players()->set_bot(b);
  return entrant;
}

class SpecTest : public ::testing::Test {
 protected:
  void ExpectWrong(const std::string& message) const {
    EXPECT_THAT(Complete(spec_), StatusIs(absl::StatusCode::kInvalidArgument,
                                          HasSubstr(message)));
  }
  void UsePairs() {
    spec_ = SpecOf(FormNamed("partners"), v1::FORMAT_ROUND_ROBIN, 0);
    *spec_.add_entrants() = Pair("ab", "a", "b");
    *spec_.add_entrants() = Pair("ac", "a", "c");
  }

  v1::CompetitionSpec spec_ =
      SpecOf(FormNamed("two"), v1::FORMAT_ROUND_ROBIN, 3);
};

TEST_F(SpecTest, FillsInDefaults) {
  spec_.clear_seats();
  const auto complete = Complete(spec_);
  ASSERT_THAT(complete, IsOk());
  EXPECT_EQ(complete->seats(), 2u);
  EXPECT_EQ(complete->sets(), 1u);
  EXPECT_EQ(complete->rounds(), 0u);
  EXPECT_EQ(complete->max_faults(), 3u);
  EXPECT_EQ(complete->concurrent_sets(), 64u);
  EXPECT_EQ(complete->bench_faults(), 10u);
}
TEST_F(SpecTest, CompletingAgainChangesNothing) {
  const auto once = Complete(spec_);
  ASSERT_THAT(once, IsOk());
  const auto twice = Complete(*once);
  ASSERT_THAT(twice, IsOk());
  EXPECT_EQ(once->DebugString(), twice->DebugString());
}
TEST_F(SpecTest, AnAnchorIsAnEntrant) {
  spec_.set_anchor("a1");
  ASSERT_THAT(Complete(spec_), IsOk());
  EXPECT_EQ(AnchorOf(spec_), 1);
  spec_.set_anchor("zoe");
  ExpectWrong(
      "anchor is \"zoe\", which is no entrant; expected one of a0, a1, a2, or "
      "none");
}
TEST_F(SpecTest, WithoutAnAnchorTheMeanIsTheOrigin) {
  EXPECT_EQ(AnchorOf(*Complete(spec_)), std::nullopt);
}
TEST_F(SpecTest, SwissRoundsAreTheLogarithmRoundedUp) {
  for (const auto& [entrants, rounds] :
       {std::pair{2, 1u}, {3, 2u}, {4, 2u}, {5, 3u}, {8, 3u}, {9, 4u}}) {
    const auto complete =
        Complete(SpecOf(FormNamed("two"), v1::FORMAT_SWISS, entrants));
    ASSERT_THAT(complete, IsOk());
    EXPECT_EQ(complete->rounds(), rounds) << entrants;
  }
}
TEST_F(SpecTest, SidesAreTheTeamsOfTheGame) {
  for (const NamedForm& form : Forms()) {
    const auto found = FormOf(SpecOf(form, v1::FORMAT_ROUND_ROBIN, 4));
    ASSERT_THAT(found, IsOk());
    EXPECT_EQ(found->side_count(), form.sides) << form.name;
    EXPECT_EQ(found->partnerships(), form.name == std::string("partners"));
  }
}
TEST_F(SpecTest, PairsSitInTheSeatsOfTheirSide) {
  UsePairs();
  const auto form = FormOf(spec_);
  ASSERT_THAT(form, IsOk());
  std::string bots;
  for (const auto& player : PlayersBySeat(spec_, *form, {1, 0, 1, 0})) {
    bots += player.bot();
  }
  EXPECT_EQ(bots, "aacb");
}
TEST_F(SpecTest, ABotMayBelongToSeveralPairs) {
  UsePairs();
  EXPECT_THAT(Complete(spec_), IsOk());
}
TEST_F(SpecTest, TheSameBuiltInMayEnterUnderDifferentNames) {
  for (v1::Entrant& entrant : *spec_.mutable_entrants()) {
    entrant.mutable_players(0)->set_built_in("random");
  }
  EXPECT_THAT(Complete(spec_), IsOk());
}

// ---- Deals ----

TEST_F(SpecTest, WithoutDealsASpecificationMeansWhatItAlwaysMeant) {
  EXPECT_EQ(DealsOf(spec_), v1::DEALS_DUPLICATE);
  spec_.set_independent_deals(true);
  EXPECT_EQ(DealsOf(spec_), v1::DEALS_INDEPENDENT);
  EXPECT_EQ(Complete(spec_)->deals(), v1::DEALS_UNSPECIFIED);
}
TEST_F(SpecTest, BotsHaveIndependentDealsByDefault) {
  spec_.set_game("octrix");
  spec_.clear_options();
  EXPECT_EQ(DefaultDeals(spec_), v1::DEALS_INDEPENDENT);
  for (v1::Entrant& entrant : *spec_.mutable_entrants()) {
    entrant.mutable_players(0)->set_built_in("random");
  }
  EXPECT_EQ(DefaultDeals(spec_), v1::DEALS_DUPLICATE);
  spec_.set_format(v1::FORMAT_LADDER);
  EXPECT_EQ(DefaultDeals(spec_), v1::DEALS_INDEPENDENT) << "bots may enter";
}
TEST_F(SpecTest, OpeningsNeedNotBeRemembered) {
  spec_.set_game("ordo");
  spec_.clear_options();
  spec_.set_seats(2);
  EXPECT_EQ(DefaultDeals(spec_), v1::DEALS_DUPLICATE);
}
TEST_F(SpecTest, IndependentDealsMakeEveryMatchASet) {
  spec_ = Complete(spec_).value();
  const GameForm form = FormOf(spec_).value();
  EXPECT_EQ(MatchesPerSet(spec_, form), 2u);
  SetDeals(v1::DEALS_INDEPENDENT, spec_);
  EXPECT_TRUE(spec_.independent_deals());
  EXPECT_EQ(MatchesPerSet(spec_, form), 1u);
  EXPECT_EQ(SetsPerEncounter(spec_, form), 2u);
}

// ---- Mistakes ----

TEST_F(SpecTest, DealsAreNotContradicted) {
  spec_.set_independent_deals(true);
  spec_.set_deals(v1::DEALS_INDEPENDENT);
  EXPECT_THAT(Complete(spec_), IsOk());
  spec_.set_deals(v1::DEALS_DUPLICATE);
  ExpectWrong("deals is DEALS_DUPLICATE and independent_deals is true");
}
TEST_F(SpecTest, DealsAreKnown) {
  spec_.set_deals(static_cast<v1::Deals>(9));
  ExpectWrong("deals is 9; expected DEALS_DUPLICATE");
}
TEST_F(SpecTest, ThePaceIsLimited) {
  spec_.set_max_matches_per_minute(1'000'001);
  ExpectWrong("max_matches_per_minute is 1000001; expected at most 1000000");
}

TEST_F(SpecTest, NamesAreShown) {
  spec_.set_name("a b");
  ExpectWrong("name is \"a b\"; expected 1 to 64 characters");
}
TEST_F(SpecTest, TournamentsHaveNamesToo) {
  spec_.set_tournament("x/y");
  ExpectWrong("tournament is \"x/y\"");
}
TEST_F(SpecTest, GamesAreKnown) {
  spec_.set_game("go");
  ExpectWrong("game: no game \"go\"; the games are");
}
TEST_F(SpecTest, OptionsAreTheGames) {
  (*spec_.mutable_options())["komi"] = "6";
  ExpectWrong("options: unknown option \"komi\"");
}
TEST_F(SpecTest, SeatsFitTheGame) {
  spec_.set_seats(3);
  ExpectWrong("seats: ordo is played with 2 seats, not 3");
}
TEST_F(SpecTest, ClocksLeaveTime) {
  spec_.mutable_clock()->mutable_bank()->set_seconds(-1);
  ExpectWrong("clock: ");
}

TEST_F(SpecTest, EveryLimitOfAClockIsFilledIn) {
  spec_.mutable_clock()->mutable_bank()->set_seconds(5);
  const v1::Clock clock = Complete(spec_)->clock();
  EXPECT_EQ(clock.start_budget().seconds(), 10);
  EXPECT_TRUE(clock.has_allowance() && clock.has_increment());
  spec_.mutable_clock()->Clear();
  spec_.mutable_clock()->set_untimed(true);
  EXPECT_TRUE(Complete(spec_)->clock().has_start_budget());
  EXPECT_TRUE(Complete(spec_)->clock().untimed());
  EXPECT_FALSE(Complete(spec_)->clock().has_bank());
}
TEST_F(SpecTest, SeedsHave32Bytes) {
  spec_.set_seed("x");
  ExpectWrong("seed has 1 bytes; expected 32 or none");
}
TEST_F(SpecTest, TheAnchorOfALadderIsItsGreedyPlayer) {
  v1::Entrant& greedy = *spec_.add_entrants();
  greedy.set_name("rock");
  greedy.add_players()->set_built_in("greedy");
  spec_.set_format(v1::FORMAT_LADDER);
  EXPECT_EQ(DefaultAnchor(spec_), "rock");
  spec_.set_format(v1::FORMAT_ROUND_ROBIN);
  EXPECT_EQ(DefaultAnchor(spec_), "");
  spec_.set_format(v1::FORMAT_LADDER);
  greedy.mutable_players(0)->set_built_in("random");
  EXPECT_EQ(DefaultAnchor(spec_), "");
}
TEST_F(SpecTest, AFormatIsNeeded) {
  spec_.set_format(v1::FORMAT_UNSPECIFIED);
  ExpectWrong("format is 0; expected FORMAT_ROUND_ROBIN");
}
TEST_F(SpecTest, KnockoutNeedsTwoSides) {
  spec_ = SpecOf(FormNamed("three"), v1::FORMAT_KNOCKOUT, 4);
  ExpectWrong("needs two sides; octrix with 3 seats and these options has 3");
}
TEST_F(SpecTest, RoundsAreForSwissOnly) {
  spec_.set_rounds(2);
  ExpectWrong(
      "rounds is 2; only FORMAT_SWISS has rounds, so expected none with "
      "FORMAT_ROUND_ROBIN");
}
TEST_F(SpecTest, MaxSetsIsForLaddersOnly) {
  spec_.set_max_sets(2);
  ExpectWrong(
      "max_sets is 2; only FORMAT_LADDER has it, so expected none with "
      "FORMAT_ROUND_ROBIN");
}
TEST_F(SpecTest, MaxSetsHaveABound) {
  spec_.set_format(v1::FORMAT_LADDER);
  spec_.set_max_sets(4294967295);
  ExpectWrong("max_sets is 4294967295; expected at most 10000000, or 0");
}
TEST_F(SpecTest, EntrantsHaveUniqueNames) {
  spec_.mutable_entrants(2)->set_name("a0");
  ExpectWrong("entrants[2].name is \"a0\", which another entrant has");
}
TEST_F(SpecTest, EntrantsHaveNames) {
  spec_.mutable_entrants(1)->set_name("");
  ExpectWrong("entrants[1].name is \"\"");
}
TEST_F(SpecTest, EntrantsHavePlayers) {
  spec_.mutable_entrants(1)->clear_players();
  ExpectWrong("entrants[1].players has 0 players; expected 1, or 2");
}
TEST_F(SpecTest, PlayersAreBotsOrBuiltIn) {
  spec_.mutable_entrants(1)->mutable_players(0)->clear_player();
  ExpectWrong("no player is named (entrants[1].players[0]); expected a bot");
}
TEST_F(SpecTest, BuiltInPlayersAreKnown) {
  spec_.mutable_entrants(1)->mutable_players(0)->set_built_in("deep");
  ExpectWrong(
      "there is no built-in player \"deep\"; expected first, greedy, random");
}
TEST_F(SpecTest, ABotEntersOnce) {
  spec_.mutable_entrants(2)->mutable_players(0)->set_bot("a0");
  ExpectWrong("(\"a2\") is a0, as is \"a0\"");
}
TEST_F(SpecTest, PairsNeedPartnerships) {
  *spec_.mutable_entrants(0) = Pair("ab", "a", "b");
  ExpectWrong("(\"ab\") is a pair, but ordo with 2 seats");
}
TEST_F(SpecTest, PairsNeedPartnershipsOfTwo) {
  spec_ = SpecOf(FormNamed("solo"), v1::FORMAT_ROUND_ROBIN, 0);
  *spec_.add_entrants() = Pair("ab", "a", "b");
  ExpectWrong("has no partnerships of two seats");
}
TEST_F(SpecTest, SinglesAndPairsAreDifferentTracks) {
  UsePairs();
  *spec_.add_entrants() = EntrantOf(0);
  ExpectWrong("expected only single players or only pairs");
}
TEST_F(SpecTest, APairEntersOnce) {
  UsePairs();
  *spec_.add_entrants() = Pair("again", "a", "b");
  ExpectWrong("(\"again\") is a+b, as is \"ab\"");
}
TEST_F(SpecTest, ThereAreAsManyEntrantsAsSides) {
  spec_ = SpecOf(FormNamed("four"), v1::FORMAT_GAUNTLET, 3);
  ExpectWrong("entrants has 3; octrix with 4 seats and these options has 4");
}
TEST_F(SpecTest, FewerInARoundRobinAllMeetInEveryMatch) {
  spec_ = SpecOf(FormNamed("four"), v1::FORMAT_ROUND_ROBIN, 2);
  const auto complete = Complete(spec_);
  ASSERT_THAT(complete, IsOk());
  const auto form = FormOf(*complete);
  ASSERT_THAT(form, IsOk());
  EXPECT_EQ(EncounterSize(*complete, *form), 2);
  // Two sides of four seats each meet in every placement.
  EXPECT_EQ(MatchesPerSet(*complete, *form), 6u);
}
TEST_F(SpecTest, ASetOfTwoCanBeAPairOfMatches) {
  spec_ = SpecOf(FormNamed("four"), v1::FORMAT_ROUND_ROBIN, 2);
  spec_.set_swap_pairs(true);
  const auto complete = Complete(spec_);
  ASSERT_THAT(complete, IsOk());
  const auto form = FormOf(*complete);
  ASSERT_THAT(form, IsOk());
  EXPECT_EQ(MatchesPerSet(*complete, *form), 2u);
}
TEST_F(SpecTest, OnlyTwoSwapTheirSides) {
  spec_ = SpecOf(FormNamed("four"), v1::FORMAT_ROUND_ROBIN, 3);
  spec_.set_swap_pairs(true);
  ExpectWrong("swap_pairs is set, but 3 entrants meet in a match");
}
TEST_F(SpecTest, IndependentDealsHaveNoPairs) {
  spec_ = SpecOf(FormNamed("four"), v1::FORMAT_ROUND_ROBIN, 2);
  spec_.set_swap_pairs(true);
  spec_.set_independent_deals(true);
  ExpectWrong("swap_pairs is set, but deals is DEALS_INDEPENDENT");
}
TEST_F(SpecTest, ARoundRobinHasTwoEntrants) {
  spec_ = SpecOf(FormNamed("four"), v1::FORMAT_ROUND_ROBIN, 1);
  ExpectWrong("entrants has 1");
}
TEST_F(SpecTest, ARoundRobinThatNeverEndsIsRefused) {
  spec_ = SpecOf(FormNamed("four"), v1::FORMAT_ROUND_ROBIN, 100);
  ExpectWrong("which makes about 3921225 sets; expected at most 1000000");
}

}  // namespace
}  // namespace arena::competition
