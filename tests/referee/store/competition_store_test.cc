// The contract of CompetitionStore: competitions and their matches.
#include <string>
#include <vector>

#include "referee/store/competitions.h"
#include "tests/referee/store/store_fixture.h"

namespace arena::referee {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class CompetitionStoreTest : public StoreTest {
 protected:
  CompetitionRow AddCup(const std::string& name = "cup",
                        const std::string& tournament = "") {
    v1::CompetitionSpec spec = SampleCompetition(name);
    spec.set_tournament(tournament);
    absl::StatusOr<CompetitionRow> row = store().competitions().Insert(spec);
    EXPECT_TRUE(row.ok()) << row.status();
    return *row;
  }
  CompetitionRow Find(const std::string& name) {
    absl::StatusOr<CompetitionRow> row = store().competitions().Get(name);
    EXPECT_TRUE(row.ok()) << row.status();
    return *row;
  }
  std::vector<std::string> Names(const std::string& tournament, int limit,
                                 int64_t before) {
    std::vector<std::string> names;
    const auto rows = store().competitions().List(tournament, limit, before);
    for (const CompetitionRow& row : *rows) names.push_back(row.spec.name());
    return names;
  }
  // Returns the sets of a page of results.
  std::vector<uint32_t> Sets(int64_t after, int limit) {
    std::vector<uint32_t> sets;
    const auto page = store().competitions().ReadResults("cup", after, limit);
    for (const v1::CompetitionMatch& match : page->matches) {
      sets.push_back(match.set());
    }
    return sets;
  }
  // Returns a match of the first set, with its place there.
  static MatchRow InFirstSet(const std::string& match_id, uint32_t match,
                             uint32_t attempt = 0) {
    MatchRow row = MatchAt(match_id, "cup", 0);
    row.place->match = match;
    row.place->attempt = attempt;
    return row;
  }
  // Adds a match, claims it and ends it without a result. Returns its id.
  std::string PlayWithoutResult(const MatchRow& match,
                                v1::Termination termination) {
    EXPECT_THAT(store().matches().Plan({match}), IsOk());
    EXPECT_EQ(store().matches().Claim({{"alpha"}}, 9)->size(), 1u);
    FinishedMatch finished = SampleEnd(match.match_id);
    finished.result.set_termination(termination);
    EXPECT_THAT(store().matches().Finish(finished), IsOk());
    return finished.match_id;
  }
  void Play(const std::string& match_id, uint32_t set) {
    ASSERT_THAT(store().matches().Plan({MatchAt(match_id, "cup", set)}),
                IsOk());
    ASSERT_THAT(Ids(store().matches().Claim({{"alpha"}}, 1)),
                ElementsAre(match_id));
    ASSERT_THAT(store().matches().Finish(SampleEnd(match_id)), IsOk());
  }
};

TEST_P(CompetitionStoreTest, ARecordIsSealedUntilItsSetIsOver) {
  AddCup();
  MatchRow second = MatchAt("m2", "cup", 0);
  second.place->match = 2;
  ASSERT_THAT(store().matches().Plan({MatchAt("m1", "cup", 0), second}),
              IsOk());
  ASSERT_THAT(store().matches().Plan({MatchAt("m3", "cup", 1)}), IsOk());
  ASSERT_EQ(store().matches().Claim({{"alpha"}}, 9)->size(), 3u);
  ASSERT_THAT(store().matches().Finish(SampleEnd("m1")), IsOk());
  EXPECT_THAT(store().records().Get("m1"), IsFailedPrecondition());
  ASSERT_THAT(store().matches().Finish(SampleEnd("m2")), IsOk());
  EXPECT_THAT(store().records().Get("m1"), IsOk());
}

TEST_P(CompetitionStoreTest, NotesAreAsSealedAsTheRecord) {
  AddCup();
  MatchRow second = MatchAt("m2", "cup", 0);
  second.place->match = 2;
  ASSERT_THAT(store().matches().Plan({MatchAt("m1", "cup", 0), second}),
              IsOk());
  ASSERT_EQ(store().matches().Claim({{"alpha"}}, 9)->size(), 2u);
  FinishedMatch first = SampleEnd("m1");
  first.notes = {{1, 2, "my hand"}, {0, 1, "theirs"}};
  ASSERT_THAT(store().matches().Finish(first), IsOk());
  EXPECT_THAT(store().records().Notes("m1"), IsFailedPrecondition());
  ASSERT_THAT(store().matches().Finish(SampleEnd("m2")), IsOk());
  EXPECT_THAT(store().records().Notes("m1").value(),
              ElementsAre(Note{0, 1, "theirs"}, Note{1, 2, "my hand"}));
}

TEST_P(CompetitionStoreTest, ARecordIsSealedWhileItsMatchIsToBePlayedAgain) {
  AddCup();
  const std::string record =
      PlayWithoutResult(MatchAt("m1", "cup", 0), v1::TERMINATION_CANCELLED);
  EXPECT_THAT(store().records().Get(record), IsFailedPrecondition());
  MatchRow again = MatchAt("m2", "cup", 0);
  again.place->attempt = 1;
  ASSERT_THAT(store().matches().Plan({again}), IsOk());
  EXPECT_THAT(store().records().Get(record), IsFailedPrecondition());
  ASSERT_EQ(store().matches().Claim({{"alpha"}}, 9)->size(), 1u);
  ASSERT_THAT(store().matches().Finish(SampleEnd("m2")), IsOk());
  EXPECT_THAT(store().records().Get(record), IsOk());
}

TEST_P(CompetitionStoreTest, ARecordIsSealedWhileTheRefereesFailureIsMadeUp) {
  AddCup();
  EXPECT_THAT(store().records().Get(PlayWithoutResult(
                  InFirstSet("m1", 0), v1::TERMINATION_INFRASTRUCTURE)),
              IsFailedPrecondition());
}

TEST_P(CompetitionStoreTest, ARepetitionOfOneMatchMakesUpForNoOther) {
  AddCup();
  const std::string record =
      PlayWithoutResult(InFirstSet("m1", 0), v1::TERMINATION_CANCELLED);
  PlayWithoutResult(InFirstSet("m2", 1), v1::TERMINATION_CANCELLED);
  ASSERT_THAT(store().matches().Plan({InFirstSet("m3", 1, 1)}), IsOk());
  ASSERT_EQ(store().matches().Claim({{"alpha"}}, 9)->size(), 1u);
  ASSERT_THAT(store().matches().Finish(SampleEnd("m3")), IsOk());
  EXPECT_THAT(store().records().Get(record), IsFailedPrecondition());
}

TEST_P(CompetitionStoreTest, SetsOfAnotherCompetitionSealNothing) {
  AddCup("cup");
  AddCup("plate");
  Play("m1", 0);
  ASSERT_THAT(store().matches().Plan({MatchAt("m2", "plate", 0)}), IsOk());
  EXPECT_THAT(store().records().Get("m1"), IsOk());
}

// A match that is under way when the competition stops is still played.
TEST_P(CompetitionStoreTest, ARecordStaysSealedWhenTheCompetitionIsStopped) {
  AddCup();
  ASSERT_THAT(
      store().matches().Plan({InFirstSet("m1", 0), InFirstSet("m2", 1)}),
      IsOk());
  ASSERT_EQ(store().matches().Claim({{"alpha"}}, 9)->size(), 2u);
  ASSERT_THAT(store().matches().Finish(SampleEnd("m1")), IsOk());
  CompetitionRow cup = Find("cup");
  cup.state = v1::Competition::STATE_STOPPED;
  ASSERT_THAT(store().competitions().Update(Find("cup"), cup, {}), IsOk());
  EXPECT_THAT(store().records().Get("m1"), IsFailedPrecondition());
}

TEST_P(CompetitionStoreTest, NothingIsSealedWhenTheCompetitionIsOver) {
  AddCup();
  const std::string record =
      PlayWithoutResult(MatchAt("m1", "cup", 0), v1::TERMINATION_CANCELLED);
  CompetitionRow cup = Find("cup");
  cup.state = v1::Competition::STATE_FINISHED;
  ASSERT_THAT(store().competitions().Update(Find("cup"), cup, {}), IsOk());
  EXPECT_THAT(store().records().Get(record), IsOk());
}

// ---- Benching ----

class BenchedBotTest : public CompetitionStoreTest {
 protected:
  void SetUp() override {
    v1::Bot bot;
    bot.set_name("alpha");
    bot.set_author("ann");
    bot.set_status(v1::Bot::STATUS_ACTIVE);
    ASSERT_THAT(store().bots().Insert(bot, absl::UnixEpoch()), IsOk());
    AddCup();
  }
  static BenchedBot Benched(const std::string& bot, int64_t result_number) {
    BenchedBot benched{.bot = bot,
                       .reason = "too many faults",
                       .result_number = result_number,
                       .report = {}};
    benched.report.mutable_time()->set_seconds(result_number);
    benched.report.set_competition("cup");
    return benched;
  }
  absl::Status Bench(const std::string& bot, int64_t result_number) {
    return store().competitions().Update(Find("cup"), Find("cup"),
                                         {Benched(bot, result_number)});
  }
  v1::Bot Alpha() { return *store().bots().Get("alpha"); }
};

TEST_P(BenchedBotTest, ItsStatusAndTheReportAreStored) {
  ASSERT_THAT(Bench("alpha", 3), IsOk());
  Reopen();
  EXPECT_EQ(Alpha().status(), v1::Bot::STATUS_BENCHED);
  EXPECT_EQ(Alpha().status_by(), "referee");
  EXPECT_EQ(Alpha().status_reason(), "too many faults");
  EXPECT_EQ(Alpha().status_time().seconds(), 3);
  ASSERT_EQ(Alpha().bench_reports_size(), 1);
  EXPECT_EQ(Alpha().bench_reports(0).competition(), "cup");
}

TEST_P(BenchedBotTest, TheSameBenchingIsToldOnce) {
  ASSERT_THAT(Bench("alpha", 3), IsOk());
  ASSERT_THAT(store().bots().SetStatus("alpha", v1::Bot::STATUS_ACTIVE, "", "",
                                       absl::UnixEpoch()),
              IsOk());
  ASSERT_THAT(Bench("alpha", 3), IsOk());
  EXPECT_EQ(Alpha().bench_reports_size(), 1);
  EXPECT_EQ(Alpha().status(), v1::Bot::STATUS_ACTIVE);
}

TEST_P(BenchedBotTest, TheLastTenReportsAreShownNewestFirst) {
  for (int i = 1; i <= 11; ++i) {
    ASSERT_THAT(Bench("alpha", i), IsOk());
  }
  ASSERT_EQ(Alpha().bench_reports_size(), 10);
  EXPECT_EQ(Alpha().bench_reports(0).time().seconds(), 11);
}

TEST_P(BenchedBotTest, ABotThatIsNotRegisteredIsSkipped) {
  EXPECT_THAT(Bench("nope", 3), IsOk());
}

TEST_P(BenchedBotTest, ARefusedChangeBenchesNobody) {
  CompetitionRow row = Find("cup");
  row.spec.mutable_entrants(0)->set_name("another");
  EXPECT_THAT(store().competitions().Update(row, row, {Benched("alpha", 3)}),
              IsFailedPrecondition());
  EXPECT_EQ(Alpha().status(), v1::Bot::STATUS_ACTIVE);
}

TEST_P(BenchedBotTest, FaultsAreThoseOfTheResultsAskedFor) {
  AddCup("plate");
  for (uint32_t set = 1; set <= 8; ++set) {
    const std::string id = absl::StrCat("m", set);
    const char* const competition = set <= 4 ? "cup" : "plate";
    ASSERT_THAT(store().matches().Plan({MatchAt(id, competition, set)}),
                IsOk());
    ASSERT_EQ(store().matches().Claim({{"alpha"}}, 1)->size(), 1u);
    FinishedMatch finished = SampleEnd(id);
    finished.result.add_faults()->set_decision(set);
    ASSERT_THAT(store().matches().Finish(finished), IsOk());
  }
  std::vector<std::string> matches;
  const auto faults =
      store().competitions().ReadFaults("alpha", "cup", 2, 3, 9);
  ASSERT_THAT(faults, IsOk());
  for (const v1::BotFault& fault : *faults) matches.push_back(fault.match_id());
  EXPECT_THAT(matches, ElementsAre("m3", "m2"));
}

INSTANTIATE_TEST_SUITE_P(All, BenchedBotTest,
                         ::testing::ValuesIn(AllDatabases()), NameOfDatabase);

// ---- Competitions ----

TEST_P(CompetitionStoreTest, CompetitionKeepsItsSpecification) {
  const int64_t number = AddCup().number;
  Reopen();
  const CompetitionRow row = Find("cup");
  EXPECT_EQ(row.number, number);
  EXPECT_EQ(row.spec.seed(), std::string(32, 's'));
  EXPECT_EQ(row.spec.entrants(1).name(), "two");
  EXPECT_EQ(row.state, v1::Competition::STATE_RUNNING);
  EXPECT_THAT(row.benched, IsEmpty());
}

TEST_P(CompetitionStoreTest, SameCompetitionAgainIsReturnedAsItIs) {
  CompetitionRow row = AddCup();
  row.state = v1::Competition::STATE_STOPPED;
  ASSERT_THAT(store().competitions().Update(Find("cup"), row, {}), IsOk());
  EXPECT_EQ(AddCup().state, v1::Competition::STATE_STOPPED);
}

TEST_P(CompetitionStoreTest, SameCompetitionAgainIsItWithWhoHasEnteredSince) {
  AddCup();
  CompetitionRow cup = Find("cup");
  const v1::CompetitionSpec asked_for = cup.spec;
  cup.spec.add_entrants()->set_name("late");
  ASSERT_THAT(store().competitions().Update(Find("cup"), cup, {}), IsOk());
  const auto again = store().competitions().Insert(asked_for);
  ASSERT_THAT(again, IsOk());
  EXPECT_EQ(again->spec.entrants_size(), asked_for.entrants_size() + 1);
}

TEST_P(CompetitionStoreTest, AStoppedCompetitionDoesNotRunAgain) {
  AddCup();
  const CompetitionRow running = Find("cup");
  CompetitionRow stopped = running;
  stopped.state = v1::Competition::STATE_STOPPED;
  ASSERT_THAT(store().competitions().Update(running, stopped, {}), IsOk());
  EXPECT_THAT(store().competitions().Update(running, running, {}),
              IsFailedPrecondition());
  EXPECT_EQ(Find("cup").state, v1::Competition::STATE_STOPPED);
}

TEST_P(CompetitionStoreTest, SeedThatIsLeftOutIsTheOldOne) {
  AddCup();
  v1::CompetitionSpec spec = SampleCompetition("cup");
  spec.clear_seed();
  const absl::StatusOr<CompetitionRow> again =
      store().competitions().Insert(spec);
  ASSERT_THAT(again, IsOk());
  EXPECT_EQ(again->spec.seed(), std::string(32, 's'));
}

TEST_P(CompetitionStoreTest, OtherCompetitionOfTheNameIsRefused) {
  AddCup();
  v1::CompetitionSpec spec = SampleCompetition("cup");
  spec.set_sets(99);
  EXPECT_THAT(store().competitions().Insert(spec), IsAlreadyExists());
}

TEST_P(CompetitionStoreTest, UnknownCompetitionIsNotFoundByName) {
  const absl::Status status = store().competitions().Get("nope").status();
  EXPECT_THAT(status, IsNotFound());
  EXPECT_THAT(std::string(status.message()), HasSubstr("nope"));
}

TEST_P(CompetitionStoreTest, CompetitionsAreListedNewestFirst) {
  for (const char* name : {"x", "z", "y"}) AddCup(name);
  EXPECT_THAT(Names("", 2, 0), ElementsAre("y", "z"));
  EXPECT_THAT(Names("", 9, Find("z").number), ElementsAre("x"));
}

TEST_P(CompetitionStoreTest, CompetitionsOfOneTournament) {
  AddCup("x", "open");
  AddCup("y", "closed");
  EXPECT_THAT(Names("open", 9, 0), ElementsAre("x"));
}

TEST_P(CompetitionStoreTest, ChangesAreKept) {
  CompetitionRow row = AddCup();
  row.state = v1::Competition::STATE_FINISHED;
  row.benched = {0, 2};
  row.spec.add_entrants()->set_name("three");
  ASSERT_THAT(store().competitions().Update(Find("cup"), row, {}), IsOk());
  const CompetitionRow found = Find("cup");
  EXPECT_EQ(found.state, v1::Competition::STATE_FINISHED);
  EXPECT_THAT(found.benched, ElementsAre(0, 2));
  EXPECT_EQ(found.spec.entrants(2).name(), "three");
}

TEST_P(CompetitionStoreTest, UnknownCompetitionIsNotChanged) {
  CompetitionRow row;
  row.spec = SampleCompetition("nope");
  EXPECT_THAT(store().competitions().Update(row, row, {}), IsNotFound());
}

// Another caller has added an entrant since `old` was read.
TEST_P(CompetitionStoreTest, EntrantsAreNeverLost) {
  const CompetitionRow old = AddCup();
  CompetitionRow row = old;
  row.spec.add_entrants()->set_name("three");
  ASSERT_THAT(store().competitions().Update(old, row, {}), IsOk());
  EXPECT_THAT(store().competitions().Update(old, old, {}),
              IsFailedPrecondition());
  EXPECT_EQ(Find("cup").spec.entrants_size(), 3);
}

// Two referees have changed the competition at the same time.
TEST_P(CompetitionStoreTest, WhoHasNotSeenAChangeDoesNotTakeItBack) {
  const CompetitionRow old = AddCup();
  CompetitionRow benched = old;
  benched.benched = {1};
  benched.judged = 7;
  ASSERT_THAT(store().competitions().Update(old, benched, {}), IsOk());
  CompetitionRow stopped = old;
  stopped.state = v1::Competition::STATE_STOPPED;
  EXPECT_THAT(store().competitions().Update(old, stopped, {}),
              IsFailedPrecondition());
  EXPECT_THAT(Find("cup").benched, ElementsAre(1));
}

// The answer to the change was lost.
TEST_P(CompetitionStoreTest, AChangeMayBeRepeated) {
  const CompetitionRow old = AddCup();
  CompetitionRow row = old;
  row.benched = {1};
  ASSERT_THAT(store().competitions().Update(old, row, {}), IsOk());
  EXPECT_THAT(store().competitions().Update(old, row, {}), IsOk());
}

// ---- Matches of competitions ----

TEST_P(CompetitionStoreTest, MatchKeepsItsPlace) {
  AddCup();
  const MatchRow match = MatchAt("m1", "cup", 7);
  ASSERT_THAT(store().matches().Plan({match}), IsOk());
  EXPECT_EQ(Get("m1").place, match.place);
}

TEST_P(CompetitionStoreTest, MatchOnItsOwnHasNoPlace) {
  Add("m1");
  EXPECT_FALSE(Get("m1").place.has_value());
}

TEST_P(CompetitionStoreTest, TakenPlaceIsLeftAsItIs) {
  AddCup();
  ASSERT_THAT(store().matches().Plan({MatchAt("m1", "cup", 1)}), IsOk());
  EXPECT_EQ(*store().matches().Plan(
                {MatchAt("m2", "cup", 1), MatchAt("m3", "cup", 2)}),
            1);
  EXPECT_THAT(List({}), ElementsAre("m3", "m1"));
}

TEST_P(CompetitionStoreTest, OtherAttemptIsAnotherPlace) {
  AddCup();
  MatchRow again = MatchAt("m2", "cup", 1);
  again.place->attempt = 1;
  EXPECT_EQ(*store().matches().Plan({MatchAt("m1", "cup", 1), again}), 2);
}

TEST_P(CompetitionStoreTest, SamePlaceOfAnotherCompetitionIsFree) {
  AddCup("cup");
  AddCup("plate");
  EXPECT_EQ(*store().matches().Plan(
                {MatchAt("m1", "cup", 1), MatchAt("m2", "plate", 1)}),
            2);
}

TEST_P(CompetitionStoreTest, TakenIdRefusesAllMatches) {
  AddCup();
  Add("m2");
  EXPECT_THAT(store().matches().Plan(
                  {MatchAt("m1", "cup", 1), MatchAt("m2", "cup", 2)}),
              IsAlreadyExists());
  EXPECT_THAT(List({}), ElementsAre("m2"));
}

TEST_P(CompetitionStoreTest, MatchOfAnUnknownCompetitionIsNotFound) {
  EXPECT_THAT(store().matches().Plan({MatchAt("m1", "nope", 1)}), IsNotFound());
}

TEST_P(CompetitionStoreTest, MatchWithoutPlaceIsRefused) {
  EXPECT_THAT(store().matches().Plan({SampleMatch("m1")}), IsInvalidArgument());
}

TEST_P(CompetitionStoreTest, MatchThatBeginsRunningIsRefused) {
  AddCup();
  MatchRow match = MatchAt("m1", "cup", 1);
  match.state = v1::Match::STATE_RUNNING;
  EXPECT_THAT(store().matches().Plan({match}), IsInvalidArgument());
}

TEST_P(CompetitionStoreTest, MatchThatNobodyHasClaimedDoesNotStart) {
  AddCup();
  ASSERT_THAT(store().matches().Plan({MatchAt("m1", "cup", 1)}), IsOk());
  EXPECT_THAT(store().matches().Start("m1", {}), IsFailedPrecondition());
}

TEST_P(CompetitionStoreTest, OpenMatchesAreThoseThatAreNotOver) {
  AddCup();
  Play("m1", 0);
  ASSERT_THAT(store().matches().Plan(
                  {MatchAt("m3", "cup", 2), MatchAt("m2", "cup", 1)}),
              IsOk());
  EXPECT_THAT(
      *store().competitions().ReadOpen("cup"),
      ElementsAre(*MatchAt("", "cup", 1).place, *MatchAt("", "cup", 2).place));
}

TEST_P(CompetitionStoreTest, ACompetitionIsDeletedBitByBit) {
  const CompetitionRow cup = AddCup();
  for (const char* match : {"m1", "m2", "m3"}) {
    MatchRow row = MatchAt(match, "cup", match[1] - '0');
    ASSERT_THAT(store().matches().Plan({row}), IsOk());
    ASSERT_EQ(store().matches().Claim({{"alpha"}}, 9)->size(), 1u);
    FinishedMatch finished = SampleEnd(match);
    finished.notes = {{1, 2, "a note"}};
    ASSERT_THAT(store().matches().Finish(finished), IsOk());
  }
  EXPECT_THAT(store().competitions().BeginDeletion("cup"),
              IsFailedPrecondition());
  CompetitionRow over = cup;
  over.state = v1::Competition::STATE_FINISHED;
  ASSERT_THAT(store().competitions().Update(cup, over, {}), IsOk());
  EXPECT_TRUE(Find("cup").ended.has_value());
  EXPECT_FALSE(Find("cup").stopped);
  ASSERT_THAT(store().competitions().BeginDeletion("cup"), IsOk());
  EXPECT_THAT(store().competitions().Get("cup"), IsNotFound());
  EXPECT_THAT(Names("", 9, 0), IsEmpty());
  EXPECT_THAT(*store().competitions().ListDeleted(), ElementsAre("cup"));
  EXPECT_FALSE(store().competitions().DeletePart("cup", 2).value());
  EXPECT_THAT(store().matches().Get("m2"), IsNotFound());
  EXPECT_THAT(store().matches().Get("m3"), IsOk());
  EXPECT_TRUE(store().competitions().DeletePart("cup", 2).value());
  EXPECT_THAT(store().matches().Get("m3"), IsNotFound());
  EXPECT_TRUE(store().competitions().DeletePart("cup", 2).value());
  AddCup();
}

TEST_P(CompetitionStoreTest, WhatWasStoppedStaysStopped) {
  const CompetitionRow cup = AddCup();
  CompetitionRow stopped = cup;
  stopped.state = v1::Competition::STATE_STOPPED;
  ASSERT_THAT(store().competitions().Update(cup, stopped, {}), IsOk());
  CompetitionRow over = stopped;
  over.state = v1::Competition::STATE_FINISHED;
  ASSERT_THAT(store().competitions().Update(stopped, over, {}), IsOk());
  EXPECT_TRUE(Find("cup").stopped);
  EXPECT_TRUE(Find("cup").created.has_value());
}

TEST_P(CompetitionStoreTest, OpenMatchesSayWhetherTheyHaveBegun) {
  AddCup();
  ASSERT_THAT(store().matches().Plan({MatchAt("m1", "cup", 0)}), IsOk());
  const auto planned = store().competitions().ReadOpenMatches("cup");
  ASSERT_EQ(planned->size(), 1u);
  EXPECT_EQ(planned->front().match_id, "m1");
  EXPECT_EQ(planned->front().entrants, MatchAt("m1", "cup", 0).place->entrants);
  EXPECT_FALSE(planned->front().under_way);
  ASSERT_EQ(store().matches().Claim({{"alpha"}}, 9)->size(), 1u);
  ASSERT_THAT(store().matches().Start("m1", {}), IsOk());
  EXPECT_TRUE(store().competitions().ReadOpenMatches("cup")->front().under_way);
}

TEST_P(CompetitionStoreTest, AWithdrawnMatchIsAResultWithoutScores) {
  AddCup();
  ASSERT_THAT(store().matches().Plan({MatchAt("m1", "cup", 0)}), IsOk());
  const std::vector<std::string> ids = {"m1", "nope"};
  EXPECT_THAT(*store().matches().Withdraw(ids, "too late"), ElementsAre("m1"));
  const auto page = store().competitions().ReadResults("cup", 0, 9);
  ASSERT_EQ(page->matches.size(), 1u);
  EXPECT_EQ(page->matches[0].result().termination(),
            v1::TERMINATION_INFRASTRUCTURE);
  EXPECT_EQ(page->matches[0].result().reason(), "too late");
  EXPECT_THAT(store().competitions().ReadOpenMatches("cup").value(), IsEmpty());
}

TEST_P(CompetitionStoreTest, AClaimedMatchThatIsWithdrawnDoesNotStart) {
  AddCup();
  ASSERT_THAT(store().matches().Plan({MatchAt("m1", "cup", 0)}), IsOk());
  ASSERT_EQ(store().matches().Claim({{"alpha"}}, 9)->size(), 1u);
  ASSERT_THAT(*store().matches().Withdraw({{"m1"}}, "late"), ElementsAre("m1"));
  EXPECT_THAT(store().matches().Start("m1", {}).status(),
              IsFailedPrecondition());
}

TEST_P(CompetitionStoreTest, AMatchThatHasBegunIsNotWithdrawn) {
  AddCup();
  ASSERT_THAT(store().matches().Plan({MatchAt("m1", "cup", 0)}), IsOk());
  ASSERT_EQ(store().matches().Claim({{"alpha"}}, 9)->size(), 1u);
  ASSERT_THAT(store().matches().Start("m1", {}), IsOk());
  EXPECT_THAT(*store().matches().Withdraw({{"m1"}}, "late"), IsEmpty());
}

TEST_P(CompetitionStoreTest, UnknownCompetitionHasNoOpenMatches) {
  EXPECT_THAT(store().competitions().ReadOpen("nope"), IsNotFound());
}

// ---- Results ----

TEST_P(CompetitionStoreTest, ResultHasPlaceAndResult) {
  AddCup();
  Play("m1", 7);
  const ResultPage page = *store().competitions().ReadResults("cup", 0, 9);
  ASSERT_EQ(page.matches.size(), 1u);
  EXPECT_EQ(page.matches[0].set(), 7u);
  EXPECT_THAT(page.matches[0].entrants(), ElementsAre(1, 0));
  EXPECT_EQ(page.matches[0].result().ranks(1), 2u);
  EXPECT_EQ(page.last, 1);
}

TEST_P(CompetitionStoreTest, ResultHasTheHashOfItsActions) {
  AddCup();
  ASSERT_THAT(store().matches().Plan({MatchAt("m1", "cup", 0)}), IsOk());
  ASSERT_EQ(store().matches().Claim({{"alpha"}}, 1)->size(), 1u);
  FinishedMatch finished = SampleEnd("m1");
  finished.actions_sha256 = std::string("\0\x01", 2) + std::string(30, 'h');
  ASSERT_THAT(store().matches().Finish(finished), IsOk());
  Play("m2", 1);
  const ResultPage page = *store().competitions().ReadResults("cup", 0, 9);
  EXPECT_EQ(page.matches[0].moves_sha256(), finished.actions_sha256);
  EXPECT_EQ(page.matches[1].moves_sha256(), "");
}

TEST_P(CompetitionStoreTest, ResultsComeInTheOrderOfTheirEnds) {
  AddCup();
  Play("m1", 5);
  Play("m2", 3);
  Play("m3", 4);
  EXPECT_THAT(Sets(0, 2), ElementsAre(5, 3));
  EXPECT_THAT(Sets(2, 2), ElementsAre(4));
}

TEST_P(CompetitionStoreTest, RepeatedEndIsOneResult) {
  AddCup();
  Play("m1", 5);
  ASSERT_THAT(store().matches().Finish(SampleEnd("m1")), IsOk());
  EXPECT_THAT(Sets(0, 9), ElementsAre(5));
}

TEST_P(CompetitionStoreTest, ResultsOfOtherMatchesDoNotCount) {
  AddCup();
  Add("m1");
  ASSERT_THAT(store().matches().Finish(SampleEnd("m1")), IsOk());
  EXPECT_THAT(Sets(0, 9), IsEmpty());
}

TEST_P(CompetitionStoreTest, PageBehindTheLastResultKeepsItsPlace) {
  AddCup();
  Play("m1", 5);
  EXPECT_EQ(store().competitions().ReadResults("cup", 1, 9)->last, 1);
}

TEST_P(CompetitionStoreTest, UnknownCompetitionHasNoResults) {
  EXPECT_THAT(store().competitions().ReadResults("nope", 0, 9), IsNotFound());
}

INSTANTIATE_TEST_SUITE_P(All, CompetitionStoreTest,
                         ::testing::ValuesIn(AllDatabases()), NameOfDatabase);

}  // namespace
}  // namespace arena::referee
