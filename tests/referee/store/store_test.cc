// The contract of Store for matches, journals, records and sessions.
#include "referee/store/store.h"

#include <string>
#include <vector>

#include "arena/core/secrets.h"
#include "tests/referee/store/store_fixture.h"

namespace arena::referee {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

SessionRow SampleSession(char token, const std::string& bot, int64_t seconds) {
  return {.token_sha256 = std::string(kSha256Bytes, token),
          .bot = bot,
          .last_seen = absl::FromUnixSeconds(seconds)};
}

// ---- Matches ----

TEST_P(StoreTest, MatchKeepsItsPlainFields) {
  Add("m1");
  const MatchRow match = Get("m1");
  EXPECT_EQ(match.match_id, "m1");
  EXPECT_EQ(match.game, "octrix");
  EXPECT_EQ(match.rules_version, 3u);
  EXPECT_EQ(match.options, "target=50");
  EXPECT_EQ(match.max_faults, 3u);
  EXPECT_EQ(match.seed, SampleMatch("m1").seed);
  EXPECT_EQ(match.label, "round 1");
}

TEST_P(StoreTest, MatchKeepsItsSeatsInOrder) {
  MatchRow match = SampleMatch("m1");
  match.seats = {BuiltIn("first"), Bot("beta"), Bot("alpha"), BuiltIn("x")};
  Add(match);
  const std::vector<v1::SeatSpec> seats = Get("m1").seats;
  ASSERT_EQ(seats.size(), 4u);
  EXPECT_EQ(seats[0].built_in(), "first");
  EXPECT_EQ(seats[1].bot(), "beta");
  EXPECT_EQ(seats[2].bot(), "alpha");
  EXPECT_EQ(seats[3].built_in(), "x");
}

TEST_P(StoreTest, MatchKeepsItsClock) {
  Add("m1");
  EXPECT_EQ(Get("m1").clock->bank().seconds(), 60);
}

TEST_P(StoreTest, EmptyClockIsNotNoClock) {
  MatchRow match = SampleMatch("m1");
  match.clock.emplace();
  Add(match);
  EXPECT_TRUE(Get("m1").clock.has_value());
}

TEST_P(StoreTest, MatchWithoutClockHasNone) {
  MatchRow match = SampleMatch("m1");
  match.clock.reset();
  Add(match);
  EXPECT_FALSE(Get("m1").clock.has_value());
}

TEST_P(StoreTest, TextMayHoldQuotes) {
  MatchRow match = SampleMatch("m1");
  match.label = "a'b\"c;--";
  Add(match);
  EXPECT_EQ(Get("m1").label, match.label);
}

TEST_P(StoreTest, TextWithAZeroByteIsRefused) {
  MatchRow match = SampleMatch("m1");
  match.label = std::string("a\0b", 3);
  EXPECT_THAT(store().matches().Insert(match), IsInvalidArgument());
}

TEST_P(StoreTest, NewMatchHasNoResultAndNoRecord) {
  Add("m1");
  const MatchRow match = Get("m1");
  EXPECT_FALSE(match.result.has_value());
  EXPECT_EQ(match.record_sha256, "");
  EXPECT_EQ(match.record_sha256, "");
}

TEST_P(StoreTest, MatchesSurviveReopening) {
  Add("m1");
  Reopen();
  EXPECT_EQ(Get("m1").seats.size(), 2u);
}

TEST_P(StoreTest, NumbersCountUp) {
  const int64_t first = Add("m1").number;
  EXPECT_GT(first, 0);
  EXPECT_GT(Add("m2").number, first);
}

TEST_P(StoreTest, InsertionReturnsTheNumberThatIsStored) {
  Add("m1");
  const int64_t number = Add("m2").number;
  EXPECT_EQ(Get("m2").number, number);
}

TEST_P(StoreTest, UnknownMatchIsNotFoundByName) {
  const absl::Status status = store().matches().Get("nope").status();
  EXPECT_THAT(status, IsNotFound());
  EXPECT_THAT(std::string(status.message()), HasSubstr("nope"));
}

TEST_P(StoreTest, RepeatedRequestGivesTheFirstMatch) {
  MatchRow match = SampleMatch("m1");
  match.request_id = "q";
  Add(match);
  match.match_id = "m2";
  const absl::StatusOr<InsertedMatch> again = store().matches().Insert(match);
  ASSERT_THAT(again, IsOk());
  EXPECT_FALSE(again->inserted);
  EXPECT_EQ(again->row.match_id, "m1");
}

TEST_P(StoreTest, RepeatedRequestAddsNothing) {
  MatchRow match = SampleMatch("m1");
  match.request_id = "q";
  Add(match);
  match.match_id = "m2";
  Add(match);
  EXPECT_THAT(List({}), ElementsAre("m1"));
}

TEST_P(StoreTest, EmptyRequestIdsAreNoRepetition) {
  Add("m1");
  EXPECT_TRUE(store().matches().Insert(SampleMatch("m2"))->inserted);
}

TEST_P(StoreTest, TakenMatchIdIsRefused) {
  Add("m1");
  EXPECT_THAT(store().matches().Insert(SampleMatch("m1")), IsAlreadyExists());
}

TEST_P(StoreTest, MatchWithoutIdIsRefused) {
  EXPECT_THAT(store().matches().Insert(SampleMatch("")), IsInvalidArgument());
}

TEST_P(StoreTest, MatchThatBeginsFinishedIsRefused) {
  MatchRow match = SampleMatch("m1");
  match.state = v1::Match::STATE_FINISHED;
  EXPECT_THAT(store().matches().Insert(match), IsInvalidArgument());
}

TEST_P(StoreTest, EmptySeatIsRefused) {
  MatchRow match = SampleMatch("m1");
  match.seats.emplace_back();
  EXPECT_THAT(store().matches().Insert(match), IsInvalidArgument());
}

TEST_P(StoreTest, StartedMatchIsRunning) {
  Add("m1");
  ASSERT_THAT(store().matches().Start("m1", {}), IsOk());
  EXPECT_EQ(Get("m1").state, v1::Match::STATE_RUNNING);
}

TEST_P(StoreTest, StartedMatchKnowsTheSessionsOfItsSeats) {
  MatchRow match = SampleMatch("m1");
  match.seats = {BuiltIn("first"), Bot("alpha")};
  ASSERT_THAT(store().matches().Insert(match), IsOk());
  const std::vector<std::string> sessions = {"", std::string(32, 's')};
  ASSERT_THAT(store().matches().Start("m1", sessions), IsOk());
  EXPECT_EQ(Get("m1").sessions, sessions);
}

TEST_P(StoreTest, StartingTwiceIsHarmless) {
  Add("m1");
  ASSERT_THAT(store().matches().Start("m1", {}), IsOk());
  EXPECT_THAT(store().matches().Start("m1", {}), IsOk());
}

TEST_P(StoreTest, FinishedMatchDoesNotStart) {
  Add("m1");
  ASSERT_THAT(store().matches().Finish(SampleEnd("m1")), IsOk());
  EXPECT_THAT(store().matches().Start("m1", {}), IsFailedPrecondition());
}

TEST_P(StoreTest, UnknownMatchDoesNotStart) {
  EXPECT_THAT(store().matches().Start("nope", {}), IsNotFound());
}

// ---- Lists ----

TEST_P(StoreTest, ListIsNewestFirst) {
  for (const char* id : {"b", "c", "a"}) Add(id);
  EXPECT_THAT(List({}), ElementsAre("a", "c", "b"));
}

TEST_P(StoreTest, PageHasAtMostTheLimit) {
  for (const char* id : {"m1", "m2", "m3"}) Add(id);
  EXPECT_THAT(List({}, 2), ElementsAre("m3", "m2"));
}

TEST_P(StoreTest, NextPageGoesOnBelowTheLastNumber) {
  Add("m1");
  Add("m2");
  const int64_t last = Add("m3").number;
  EXPECT_THAT(List({}, 1, last), ElementsAre("m2"));
}

TEST_P(StoreTest, NewMatchesDoNotDisturbPaging) {
  Add("m1");
  const int64_t last = Add("m2").number;
  Add("m3");
  EXPECT_THAT(List({}, 10, last), ElementsAre("m1"));
}

TEST_P(StoreTest, PageBehindTheOldestIsEmpty) {
  EXPECT_THAT(List({}, 10, Add("m1").number), IsEmpty());
}

TEST_P(StoreTest, ListOfOneGame) {
  Add("m1");
  MatchRow other = SampleMatch("m2");
  other.game = "ordo";
  Add(other);
  EXPECT_THAT(List({.game = "ordo"}), ElementsAre("m2"));
}

TEST_P(StoreTest, ListOfOneState) {
  for (const char* id : {"m1", "m2", "m3"}) Add(id);
  ASSERT_THAT(store().matches().Start("m2", {}), IsOk());
  EXPECT_THAT(List({.game = "", .state = v1::Match::STATE_PENDING}),
              ElementsAre("m3", "m1"));
}

TEST_P(StoreTest, ListOfGameAndState) {
  MatchRow match = SampleMatch("m1");
  match.state = v1::Match::STATE_RUNNING;
  Add(match);
  match.match_id = "m2";
  match.game = "ordo";
  Add(match);
  Add("m3");
  EXPECT_THAT(List({.game = "octrix", .state = v1::Match::STATE_RUNNING}),
              ElementsAre("m1"));
}

TEST_P(StoreTest, PageOfNothingIsRefused) {
  EXPECT_THAT(store().matches().List({}, 0, 0), IsInvalidArgument());
}

TEST_P(StoreTest, DamagedResultIsToldAndHidesNoOther) {
  for (const char* match : {"m1", "m2"}) {
    Add(match);
    ASSERT_THAT(store().matches().Finish(SampleEnd(match)), IsOk());
  }
  database().Execute("UPDATE matches SET result = seed WHERE match_id = 'm1'");
  const auto page = store().matches().List({}, 9, 0);
  ASSERT_THAT(page, IsOk());
  ASSERT_EQ(page->size(), 2u);
  EXPECT_TRUE(page->at(0).result.has_value());
  EXPECT_FALSE(page->at(1).result.has_value());
  EXPECT_THAT(page->at(1).damage, HasSubstr("m1: its result"));
}

TEST_P(StoreTest, UnfinishedMatchesComeOldestFirst) {
  for (const char* id : {"m1", "m2", "m3"}) Add(id);
  ASSERT_THAT(store().matches().Start("m1", {}), IsOk());
  ASSERT_THAT(store().matches().Finish(SampleEnd("m2")), IsOk());
  EXPECT_THAT(Ids(store().matches().ListUnfinished()), ElementsAre("m1", "m3"));
}

// ---- Journal ----

TEST_P(StoreTest, JournalOfANewMatchIsEmpty) {
  Add("m1");
  EXPECT_THAT(Entries(store(), "m1"), IsEmpty());
}

TEST_P(StoreTest, JournalKeepsEntriesInOrder) {
  Add("m1");
  ASSERT_THAT(AppendEntries(store(), "m1", 0, {"z", ""}), IsOk());
  ASSERT_THAT(AppendEntries(store(), "m1", 2, {std::string("\0a", 2)}), IsOk());
  EXPECT_THAT(Entries(store(), "m1"),
              ElementsAre("z", "", std::string("\0a", 2)));
}

TEST_P(StoreTest, JournalSurvivesReopening) {
  Add("m1");
  ASSERT_THAT(AppendEntries(store(), "m1", 0, {"a", "b"}), IsOk());
  Reopen();
  EXPECT_THAT(Entries(store(), "m1"), ElementsAre("a", "b"));
}

TEST_P(StoreTest, OneAppendMayConcernManyMatches) {
  Add("m1");
  Add("m2");
  const std::vector<JournalRow> rows = {
      {"m1", 0, "a"}, {"m2", 0, "b"}, {"m1", 1, "c"}};
  ASSERT_THAT(store().journal().Append(rows), IsOk());
  EXPECT_THAT(Entries(store(), "m1"), ElementsAre("a", "c"));
  EXPECT_THAT(Entries(store(), "m2"), ElementsAre("b"));
}

TEST_P(StoreTest, AppendingNothingIsHarmless) {
  EXPECT_THAT(store().journal().Append({}), IsOk());
}

TEST_P(StoreTest, GapIsRefusedWithTheNextNumber) {
  Add("m1");
  ASSERT_THAT(AppendEntries(store(), "m1", 0, {"a"}), IsOk());
  const absl::Status status = AppendEntries(store(), "m1", 2, {"c"});
  EXPECT_THAT(status, IsFailedPrecondition());
  EXPECT_THAT(std::string(status.message()), HasSubstr("the next one is 1"));
}

TEST_P(StoreTest, NegativeSequenceIsRefused) {
  Add("m1");
  EXPECT_THAT(AppendEntries(store(), "m1", -1, {"a"}), IsFailedPrecondition());
}

TEST_P(StoreTest, SameEntryAgainIsSkipped) {
  Add("m1");
  ASSERT_THAT(AppendEntries(store(), "m1", 0, {"a", "b"}), IsOk());
  ASSERT_THAT(AppendEntries(store(), "m1", 1, {"b", "c"}), IsOk());
  EXPECT_THAT(Entries(store(), "m1"), ElementsAre("a", "b", "c"));
}

TEST_P(StoreTest, OtherBytesForAnEntryAreRefused) {
  Add("m1");
  ASSERT_THAT(AppendEntries(store(), "m1", 0, {"a"}), IsOk());
  EXPECT_THAT(AppendEntries(store(), "m1", 0, {"b"}), IsFailedPrecondition());
}

TEST_P(StoreTest, RefusedAppendLeavesNothingBehind) {
  Add("m1");
  const std::vector<JournalRow> rows = {{"m1", 0, "a"}, {"nope", 0, "b"}};
  ASSERT_THAT(store().journal().Append(rows), IsNotFound());
  EXPECT_THAT(Entries(store(), "m1"), IsEmpty());
}

TEST_P(StoreTest, StoreWorksOnAfterARefusal) {
  Add("m1");
  ASSERT_THAT(AppendEntries(store(), "m1", 7, {"a"}), IsFailedPrecondition());
  EXPECT_THAT(AppendEntries(store(), "m1", 0, {"a"}), IsOk());
}

TEST_P(StoreTest, FinishedMatchTakesNoEntries) {
  Add("m1");
  ASSERT_THAT(store().matches().Finish(SampleEnd("m1")), IsOk());
  EXPECT_THAT(AppendEntries(store(), "m1", 0, {"a"}), IsFailedPrecondition());
}

TEST_P(StoreTest, UnknownMatchHasNoJournal) {
  EXPECT_THAT(store().journal().Read("nope"), IsNotFound());
}

// ---- The end of a match ----

TEST_P(StoreTest, FinishedMatchHasItsResultAndRecord) {
  Add("m1");
  ASSERT_THAT(store().matches().Finish(SampleEnd("m1")), IsOk());
  Reopen();
  const MatchRow match = Get("m1");
  EXPECT_EQ(match.state, v1::Match::STATE_FINISHED);
  EXPECT_EQ(match.result->ranks(1), 2u);
  EXPECT_EQ(match.record_sha256, std::string(32, '\x05'));
}

TEST_P(StoreTest, RecordComesBackByteForByte) {
  Add("m1");
  ASSERT_THAT(store().matches().Finish(SampleEnd("m1")), IsOk());
  EXPECT_EQ(*store().records().Get("m1"), SampleEnd("m1").record);
}

TEST_P(StoreTest, UnknownRecordIsNotFound) {
  EXPECT_THAT(store().records().Get("nope"), IsNotFound());
}

TEST_P(StoreTest, FinishingDropsTheJournal) {
  Add("m1");
  ASSERT_THAT(AppendEntries(store(), "m1", 0, {"a"}), IsOk());
  ASSERT_THAT(store().matches().Finish(SampleEnd("m1")), IsOk());
  EXPECT_THAT(Entries(store(), "m1"), IsEmpty());
}

TEST_P(StoreTest, FinishingLeavesOtherJournalsAlone) {
  Add("m1");
  Add("m2");
  ASSERT_THAT(AppendEntries(store(), "m2", 0, {"a"}), IsOk());
  ASSERT_THAT(store().matches().Finish(SampleEnd("m1")), IsOk());
  EXPECT_THAT(Entries(store(), "m2"), ElementsAre("a"));
}

TEST_P(StoreTest, FinishingTwiceIsHarmless) {
  Add("m1");
  ASSERT_THAT(store().matches().Finish(SampleEnd("m1")), IsOk());
  EXPECT_THAT(store().matches().Finish(SampleEnd("m1")), IsOk());
}

TEST_P(StoreTest, MatchEndsOnlyOneWay) {
  Add("m1");
  ASSERT_THAT(store().matches().Finish(SampleEnd("m1")), IsOk());
  FinishedMatch other = SampleEnd("m1");
  other.result.set_ranks(0, 2);
  EXPECT_THAT(store().matches().Finish(other), IsFailedPrecondition());
}

TEST_P(StoreTest, FinishedMatchKeepsItsRecord) {
  Add("m1");
  ASSERT_THAT(store().matches().Finish(SampleEnd("m1")), IsOk());
  FinishedMatch other = SampleEnd("m1");
  other.record_sha256 = std::string(32, '\x06');
  EXPECT_THAT(store().matches().Finish(other), IsFailedPrecondition());
}

TEST_P(StoreTest, MatchMayEndWithoutRecord) {
  Add("m1");
  FinishedMatch finished;
  finished.match_id = "m1";
  finished.result.set_termination(v1::TERMINATION_CANCELLED);
  ASSERT_THAT(store().matches().Finish(finished), IsOk());
  EXPECT_EQ(Get("m1").record_sha256, "");
}

TEST_P(StoreTest, RecordWithoutHashIsRefused) {
  Add("m1");
  FinishedMatch finished = SampleEnd("m1");
  finished.record_sha256.clear();
  EXPECT_THAT(store().matches().Finish(finished), IsInvalidArgument());
}

TEST_P(StoreTest, UnknownMatchDoesNotEnd) {
  EXPECT_THAT(store().matches().Finish(SampleEnd("nope")), IsNotFound());
}

// ---- Sessions ----

TEST_P(StoreTest, SessionIsFoundAfterReopening) {
  ASSERT_THAT(store().sessions().Put(SampleSession('a', "alpha", 100)), IsOk());
  Reopen();
  const absl::StatusOr<SessionRow> found =
      store().sessions().Find(std::string(32, 'a'));
  ASSERT_THAT(found, IsOk());
  EXPECT_EQ(found->bot, "alpha");
  EXPECT_EQ(found->last_seen, absl::FromUnixSeconds(100));
}

TEST_P(StoreTest, SessionHasAnInstance) {
  SessionRow session = SampleSession('a', "alpha", 100);
  session.instance = "2";
  session.one_match = true;
  ASSERT_THAT(store().sessions().Put(session), IsOk());
  const absl::StatusOr<SessionRow> found =
      store().sessions().Find(session.token_sha256);
  ASSERT_THAT(found, IsOk());
  EXPECT_EQ(found->instance, "2");
  EXPECT_TRUE(found->one_match);
  EXPECT_FALSE(found->seated);
}

// The token is valid until the match of its session is over, and for no other
// match.
TEST_P(StoreTest, SessionForOneMatchEndsWithIt) {
  SessionRow once = SampleSession('a', "alpha", 100);
  once.instance = "2";
  once.one_match = true;
  const SessionRow often = SampleSession('b', "beta", 100);
  ASSERT_THAT(store().sessions().Put(once), IsOk());
  ASSERT_THAT(store().sessions().Put(often), IsOk());
  MatchRow match = SampleMatch("m1");
  match.isolation = v1::ISOLATION_MATCHES;
  match.seats = {Bot("alpha"), Bot("beta")};
  ASSERT_THAT(store().matches().Insert(match), IsOk());
  const std::vector<std::string> sessions = {once.token_sha256,
                                             often.token_sha256};
  ASSERT_THAT(store().matches().Start("m1", sessions), IsOk());
  EXPECT_EQ(Get("m1").isolation, v1::ISOLATION_MATCHES);
  EXPECT_THAT(Get("m1").instances, ElementsAre("2", ""));
  EXPECT_TRUE(store().sessions().Find(once.token_sha256)->seated);
  ASSERT_THAT(store().matches().Finish(SampleEnd("m1")), IsOk());
  EXPECT_THAT(store().sessions().Find(once.token_sha256), IsNotFound());
  EXPECT_THAT(store().sessions().Find(often.token_sha256), IsOk());
}

TEST_P(StoreTest, SessionOfATokenIsReplaced) {
  ASSERT_THAT(store().sessions().Put(SampleSession('a', "alpha", 100)), IsOk());
  ASSERT_THAT(store().sessions().Put(SampleSession('a', "alpha", 200)), IsOk());
  EXPECT_EQ(store().sessions().Find(std::string(32, 'a'))->last_seen,
            absl::FromUnixSeconds(200));
}

TEST_P(StoreTest, UnknownTokenIsNotFound) {
  EXPECT_THAT(store().sessions().Find(std::string(32, 'x')), IsNotFound());
}

TEST_P(StoreTest, TokenThatIsNoHashIsRefused) {
  SessionRow session = SampleSession('a', "alpha", 100);
  session.token_sha256 = "secret";
  EXPECT_THAT(store().sessions().Put(session), IsInvalidArgument());
}

TEST_P(StoreTest, OnlyOldSessionsAreDeleted) {
  ASSERT_THAT(store().sessions().Put(SampleSession('a', "alpha", 100)), IsOk());
  ASSERT_THAT(store().sessions().Put(SampleSession('b', "beta", 200)), IsOk());
  EXPECT_EQ(*store().sessions().DeleteBefore(absl::FromUnixSeconds(200)), 1);
  EXPECT_THAT(store().sessions().Find(std::string(32, 'b')), IsOk());
}

INSTANTIATE_TEST_SUITE_P(All, StoreTest, ::testing::ValuesIn(AllDatabases()),
                         NameOfDatabase);

}  // namespace
}  // namespace arena::referee
