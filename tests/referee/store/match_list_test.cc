// Matches are found by players, competition, times and faults.
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/referee/store/store_fixture.h"

namespace arena::referee {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class MatchListTest : public StoreTest {
 protected:
  void AddBetween(const std::string& id, const v1::SeatSpec& first,
                  const v1::SeatSpec& second, bool anonymous = false) {
    MatchRow match = SampleMatch(id);
    match.seats = {first, second};
    match.anonymous = anonymous;
    Add(match);
  }
  // Ends the match with these faults.
  void End(const std::string& id,
           const std::vector<std::pair<uint32_t, v1::FaultKind>>& faults) {
    FinishedMatch end = SampleEnd(id);
    end.result.clear_faults();
    for (const auto& [seat, kind] : faults) {
      v1::Fault& fault = *end.result.add_faults();
      fault.set_seat(seat);
      fault.set_kind(kind);
    }
    ASSERT_THAT(store().matches().Finish(end), IsOk());
  }
  void SetCreated(const std::string& id, int seconds) {
    database().Execute(absl::StrCat("UPDATE matches SET created = ", seconds,
                                    "000000 WHERE match_id = '", id, "'"));
  }
};

TEST_P(MatchListTest, OfOnePlayer) {
  AddBetween("m1", Bot("ann"), Bot("bob"));
  AddBetween("m2", Bot("bob"), BuiltIn("greedy"));
  AddBetween("m3", Bot("ann"), Bot("ann"));
  EXPECT_THAT(List({.player = "ann"}), ElementsAre("m3", "m1"));
  EXPECT_THAT(List({.player = "greedy"}), ElementsAre("m2"));
  EXPECT_THAT(List({.player = "nobody"}), IsEmpty());
}

TEST_P(MatchListTest, APlayerIsNotFoundWhereNobodyIsToKnowIt) {
  AddBetween("m1", Bot("ann"), Bot("bob"), /*anonymous=*/true);
  EXPECT_THAT(List({.player = "ann"}), IsEmpty());
  EXPECT_THAT(List({}), ElementsAre("m1"));
  End("m1", {});
  EXPECT_THAT(List({.player = "ann"}), ElementsAre("m1"));
}

TEST_P(MatchListTest, OfOneCompetition) {
  ASSERT_THAT(store().competitions().Insert(SampleCompetition("cup")), IsOk());
  Add("m1");
  ASSERT_THAT(store().matches().Plan({MatchAt("m2", "cup", 1)}), IsOk());
  EXPECT_THAT(List({.competition = "cup"}), ElementsAre("m2"));
  EXPECT_THAT(List({.competition = "nope"}), IsEmpty());
}

TEST_P(MatchListTest, OfOneTime) {
  for (const char* id : {"m1", "m2", "m3"}) Add(id);
  SetCreated("m1", 1);
  SetCreated("m2", 2);
  SetCreated("m3", 3);
  const absl::Time two = absl::FromUnixSeconds(2);
  EXPECT_THAT(List({.created_from = two}), ElementsAre("m3", "m2"));
  EXPECT_THAT(List({.created_before = two}), ElementsAre("m1"));
  EXPECT_THAT(
      List({.created_from = two, .created_before = absl::FromUnixSeconds(3)}),
      ElementsAre("m2"));
}

TEST_P(MatchListTest, OfOneFault) {
  AddBetween("m1", Bot("ann"), Bot("bob"));
  AddBetween("m2", Bot("ann"), Bot("bob"));
  AddBetween("m3", Bot("ann"), Bot("bob"));
  End("m1", {{0, v1::FAULT_KIND_LATE}, {0, v1::FAULT_KIND_LATE}});
  End("m2", {{1, v1::FAULT_KIND_LATE}, {0, v1::FAULT_KIND_ILLEGAL}});
  End("m3", {});
  EXPECT_THAT(List({.fault = v1::FAULT_KIND_LATE}), ElementsAre("m2", "m1"));
  // The player that is asked for must have the fault.
  EXPECT_THAT(List({.player = "ann", .fault = v1::FAULT_KIND_LATE}),
              ElementsAre("m1"));
  EXPECT_THAT(List({.player = "ann", .fault = v1::FAULT_KIND_FLOOD}),
              IsEmpty());
}

TEST_P(MatchListTest, OfEverythingAtOnce) {
  ASSERT_THAT(store().competitions().Insert(SampleCompetition("cup")), IsOk());
  ASSERT_THAT(store().matches().Plan({MatchAt("m1", "cup", 1)}), IsOk());
  ASSERT_THAT(store().competitions().Drive("cup"), IsOk());
  ASSERT_THAT(store().matches().Claim({{"alpha"}}, 9), IsOk());
  SetCreated("m1", 2);
  End("m1", {{0, v1::FAULT_KIND_LATE}});
  EXPECT_THAT(List({.game = "octrix",
                    .state = v1::Match::STATE_FINISHED,
                    .player = "alpha",
                    .competition = "cup",
                    .created_from = absl::FromUnixSeconds(1),
                    .created_before = absl::FromUnixSeconds(3),
                    .fault = v1::FAULT_KIND_LATE}),
              ElementsAre("m1"));
}

// ---- What a match knows of its players and times ----

TEST_P(MatchListTest, TimesAreThoseOfTheStore) {
  const MatchRow added = Add("m1");
  EXPECT_EQ(added.created, Get("m1").created);
  EXPECT_FALSE(Get("m1").started.has_value());
  const absl::StatusOr<absl::Time> started = store().matches().Start("m1", {});
  ASSERT_THAT(started, IsOk());
  EXPECT_EQ(Get("m1").started, *started);
  // Another referee begins the match again; the first time stays.
  EXPECT_EQ(*store().matches().Start("m1", {}), *started);
  ASSERT_THAT(store().matches().Finish(SampleEnd("m1")), IsOk());
  EXPECT_GE(*Get("m1").ended, *Get("m1").started);
  EXPECT_GE(*Get("m1").started, *Get("m1").created);
}

TEST_P(MatchListTest, VersionsAreThoseOfTheBeginning) {
  AddBetween("m1", Bot("ann"), BuiltIn("greedy"));
  EXPECT_THAT(Get("m1").player_infos, IsEmpty());
  const std::vector<std::string> sessions = {std::string(32, 's'), ""};
  std::vector<v1::PlayerInfo> players(2);
  players[0].set_version("1.0");
  players[0].set_language("python");
  ASSERT_THAT(store().matches().Start("m1", sessions, players), IsOk());
  players[0].set_version("2.0");
  ASSERT_THAT(store().matches().Start("m1", sessions, players), IsOk());
  const std::vector<v1::PlayerInfo> found = Get("m1").player_infos;
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].name(), "ann");
  EXPECT_EQ(found[0].version(), "1.0");
  EXPECT_EQ(found[0].language(), "python");
  EXPECT_EQ(found[1].name(), "greedy");
  EXPECT_EQ(found[1].version(), "");
}

TEST_P(MatchListTest, AResultHasMatchAndVersions) {
  ASSERT_THAT(store().competitions().Insert(SampleCompetition("cup")), IsOk());
  ASSERT_THAT(store().matches().Plan({MatchAt("m1", "cup", 1)}), IsOk());
  ASSERT_THAT(store().competitions().Drive("cup"), IsOk());
  ASSERT_THAT(store().matches().Claim({{"alpha"}}, 9), IsOk());
  std::vector<v1::PlayerInfo> players(2);
  players[0].set_version("1.0");
  const std::vector<std::string> sessions = {std::string(32, 's'), ""};
  ASSERT_THAT(store().matches().Start("m1", sessions, players), IsOk());
  End("m1", {});
  const auto page = store().competitions().ReadResults("cup", 0, 9);
  ASSERT_THAT(page, IsOk());
  ASSERT_EQ(page->matches.size(), 1u);
  EXPECT_EQ(page->matches[0].match_id(), "m1");
  EXPECT_THAT(page->matches[0].versions(), ElementsAre("1.0", ""));
}

INSTANTIATE_TEST_SUITE_P(All, MatchListTest,
                         ::testing::ValuesIn(AllDatabases()), NameOfDatabase);

}  // namespace
}  // namespace arena::referee
