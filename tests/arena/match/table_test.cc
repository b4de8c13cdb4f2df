// A match without clocks: numbering, order, chance, faults, ends, checks.
#include "arena/match/table.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tests/testing/status_matchers.h"
#include "tests/testing/toy_game.h"

namespace arena {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using toy::kContra;
using toy::kDouble;
using toy::kKeep;

MatchEntry Choice(Seat seat, Action action,
                  v1::FaultKind fault = v1::FAULT_KIND_UNSPECIFIED) {
  return {.kind = EntryKind::kChoice,
          .fault = fault,
          .seat = seat,
          .action = action};
}
MatchEntry Announcement(Seat seat, Action action) {
  return {.kind = EntryKind::kAnnouncement, .seat = seat, .action = action};
}
MatchEntry Fault(Seat seat, v1::FaultKind fault) {
  return {.kind = EntryKind::kFault, .fault = fault, .seat = seat};
}

// The language of these tests: a table of the toy, dealt and ready for the
// first round.
class TableTest : public ::testing::Test {
 protected:
  static TableConfig Config(int seats, absl::string_view options = "",
                            int max_faults = 2) {
    return {.game = &ToyGame(),
            .seats = seats,
            .options = GameOptions::Parse(toy::kOptions, options).value(),
            .seed = ParseSeed("table").value(),
            .max_faults = max_faults};
  }
  static Table Dealt(const TableConfig& config) {
    Table table = Table::Create(config).value();
    Deal(table);
    return table;
  }
  static void Deal(Table& table) {
    while (const std::optional<MatchEntry> entry = table.NextChance()) {
      Make(table, *entry);
    }
  }
  static void Make(Table& table, const MatchEntry& entry) {
    ASSERT_THAT(table.Play(entry), IsOk());
  }
  static Action Lowest(const Table& table, Seat seat) {
    ActionList legal;
    table.state()->LegalActions(seat, legal);
    return legal[0];
  }
  static Action Highest(const Table& table, Seat seat) {
    ActionList legal;
    table.state()->LegalActions(seat, legal);
    return legal.back();
  }
  // Every seat plays its lowest card.
  static void PlayRound(Table& table) {
    for (const Seat seat : table.Owing()) {
      Make(table, Choice(seat, Lowest(table, seat)));
    }
  }
  // Plays to the end of the match with the lowest actions.
  static void PlayOn(Table& table) {
    while (!table.over()) {
      Deal(table);
      PlayRound(table);
    }
  }
  static Seat Taker(const Table& table) { return table.Owing().first(); }
  // The dealt cards, in order.
  static std::vector<Action> Outcomes(const Table& table) {
    std::vector<Action> cards;
    for (const MatchEntry& entry : table.entries()) {
      if (entry.kind == EntryKind::kChance) cards.push_back(entry.action);
    }
    return cards;
  }
};

// ---- Numbers and order ----

TEST_F(TableTest, ThereIsNoDecisionWhileCardsAreDealt) {
  Table table = Table::Create(Config(3)).value();
  EXPECT_EQ(table.decision(), 0u);
  EXPECT_TRUE(table.Owing().empty());
}

TEST_F(TableTest, DecisionsAreNumberedFromOne) {
  Table table = Dealt(Config(3));
  EXPECT_EQ(table.decision(), 1u);
  PlayRound(table);
  EXPECT_EQ(table.decision(), 2u);
}

TEST_F(TableTest, PliesCountChanceAndAJointActionOnce) {
  Table table = Dealt(Config(3));
  EXPECT_EQ(table.plies(), 9u);
  PlayRound(table);
  EXPECT_EQ(table.plies(), 10u);
}

TEST_F(TableTest, TheSecondDecisionOfATurnHasItsOwnNumber) {
  Table table = Dealt(Config(3));
  PlayRound(table);
  Make(table, Choice(Taker(table), kDouble));
  EXPECT_EQ(table.decision(), 3u);
}

TEST_F(TableTest, AnAnnouncementKeepsTheDecisionNumber) {
  Table table = Dealt(Config(3));
  Make(table, Announcement(2, kContra));
  EXPECT_EQ(table.decision(), 1u);
  EXPECT_EQ(table.plies(), 10u);
}

TEST_F(TableTest, AnAnnouncementKeepsTheChoicesThatWereMade) {
  Table table = Dealt(Config(3));
  const Action card = Lowest(table, 0);
  Make(table, Choice(0, card));
  Make(table, Announcement(2, kContra));
  EXPECT_EQ(table.Owing(), SeatSet::Of(1) | SeatSet::Of(2));
}

TEST_F(TableTest, AChoiceIsNoPlyUntilAllHaveChosen) {
  Table table = Dealt(Config(2));
  const AnyState before = table.state();
  const MatchEntry choice = Choice(1, Lowest(table, 1));
  EXPECT_TRUE(table.Play(choice)->ply.empty());
  EXPECT_TRUE(table.state() == before);
}

TEST_F(TableTest, TheLastChoiceCompletesTheJointPly) {
  Table table = Dealt(Config(2));
  const Action one = Lowest(table, 1);
  const Action zero = Lowest(table, 0);
  Make(table, Choice(1, one));
  EXPECT_TRUE(table.Play(Choice(0, zero))->ply == (Ply{{0, zero}, {1, one}}));
}

TEST_F(TableTest, EntriesOfOneDecisionAscendBySeatWhateverCameFirst) {
  Table ascending = Dealt(Config(3));
  Table descending = Dealt(Config(3));
  PlayRound(ascending);
  for (const Seat seat : {2, 1, 0}) {
    Make(descending, Choice(seat, Lowest(descending, seat)));
  }
  EXPECT_EQ(ascending.entries(), descending.entries());
}

TEST_F(TableTest, AnAnnouncementStandsBeforeTheDecisionThatItInterrupted) {
  Table table = Dealt(Config(2));
  Make(table, Choice(0, Lowest(table, 0)));
  Make(table, Announcement(0, kContra));
  Make(table, Choice(1, Lowest(table, 1)));
  const std::vector<MatchEntry>& entries = table.entries();
  ASSERT_EQ(entries.size(), 9u);
  EXPECT_EQ(entries[6], Announcement(0, kContra));
  EXPECT_EQ(entries[7].seat, 0);
}

TEST_F(TableTest, ReplayingTheEntriesGivesAnEqualTable) {
  Table table = Dealt(Config(3, "deals=2"));
  Make(table, Announcement(1, kContra));
  Make(table, Choice(0, Lowest(table, 0), v1::FAULT_KIND_LATE));
  PlayOn(table);
  Table again = Table::Create(Config(3, "deals=2")).value();
  for (const MatchEntry& entry : table.entries()) Make(again, entry);
  EXPECT_EQ(again.entries(), table.entries());
  EXPECT_TRUE(again.state() == table.state());
  EXPECT_EQ(again.Result().SerializeAsString(),
            table.Result().SerializeAsString());
}

// ---- Chance ----

TEST_F(TableTest, DealsDoNotDependOnWhatTheBotsDo) {
  Table quiet = Table::Create(Config(3, "deals=2")).value();
  Table loud = Table::Create(Config(3, "deals=2")).value();
  PlayOn(quiet);
  while (!loud.over()) {
    Deal(loud);
    if (loud.decision() == 1) Make(loud, Announcement(0, kContra));
    for (const Seat seat : loud.Owing()) {
      Make(loud, Choice(seat, Highest(loud, seat)));
    }
  }
  ASSERT_EQ(Outcomes(quiet).size(), 18u);
  EXPECT_EQ(Outcomes(quiet), Outcomes(loud));
}

TEST_F(TableTest, AnotherSeedDealsOtherCards) {
  TableConfig other = Config(3);
  other.seed = ParseSeed("another").value();
  EXPECT_NE(Outcomes(Dealt(Config(3))), Outcomes(Dealt(other)));
}

TEST_F(TableTest, AskingForTheNextOutcomeDoesNotChangeIt) {
  Table table = Table::Create(Config(3)).value();
  const MatchEntry first = *table.NextChance();
  EXPECT_EQ(*table.NextChance(), first);
}

// ---- Faults with two seats ----

TEST_F(TableTest, WithTwoSeatsAFaultEndsTheMatch) {
  Table table = Dealt(Config(2));
  Make(table, Fault(1, v1::FAULT_KIND_ILLEGAL));
  const v1::MatchResult result = table.Result();
  EXPECT_EQ(result.termination(), v1::TERMINATION_FORFEIT);
  EXPECT_EQ(result.reason(), "illegal seat 1");
  EXPECT_THAT(result.ranks(), ElementsAre(1, 2));
}

TEST_F(TableTest, TheResultNamesTheFaultAndItsDecision) {
  Table table = Dealt(Config(2));
  PlayRound(table);
  Make(table, Fault(0, v1::FAULT_KIND_LATE));
  const v1::MatchResult result = table.Result();
  ASSERT_EQ(result.faults_size(), 1);
  EXPECT_EQ(result.faults(0).kind(), v1::FAULT_KIND_LATE);
  EXPECT_EQ(result.faults(0).decision(), 2u);
}

TEST_F(TableTest, WithTwoSeatsNothingIsPlayedForABot) {
  Table table = Dealt(Config(2));
  EXPECT_THAT(
      table.Play(Choice(0, Lowest(table, 0), v1::FAULT_KIND_LATE)),
      StatusIs(kInvalid, HasSubstr("with two seats a fault ends the match")));
}

// ---- Faults with more seats ----

TEST_F(TableTest, AFaultPlaysTheSubstituteAndTheMatchGoesOn) {
  Table table = Dealt(Config(3));
  Make(table, Choice(0, Lowest(table, 0), v1::FAULT_KIND_LATE));
  EXPECT_EQ(table.FaultsOf(0), 1);
  EXPECT_FALSE(table.PlayedFor(0));
  EXPECT_FALSE(table.over());
}

TEST_F(TableTest, AfterMaxFaultsASeatIsPlayedFor) {
  Table table = Dealt(Config(3, "", 1));
  Make(table, Choice(0, Lowest(table, 0), v1::FAULT_KIND_GONE));
  EXPECT_TRUE(table.PlayedFor(0));
  PlayRound(table);
  if (Taker(table) != 0) PlayRound(table);
  EXPECT_THAT(table.Play(Choice(0, Highest(table, 0))),
              StatusIs(kInvalid, HasSubstr("the substitute of seat 0 is")));
}

TEST_F(TableTest, ASeatThatIsNotReadyIsPlayedForFromTheStart) {
  Table table = Table::Create(Config(3)).value();
  Make(table, Fault(1, v1::FAULT_KIND_NOT_READY));
  EXPECT_TRUE(table.PlayedFor(1));
  EXPECT_EQ(table.FaultsOf(1), 2);
  EXPECT_FALSE(table.over());
}

TEST_F(TableTest, ASeatThatWasPlayedForRanksLast) {
  Table table = Dealt(Config(3, "", 1));
  Make(table, Fault(1, v1::FAULT_KIND_NOT_READY));
  PlayOn(table);
  const v1::MatchResult result = table.Result();
  EXPECT_EQ(result.termination(), v1::TERMINATION_NORMAL);
  EXPECT_EQ(result.ranks(1), 3u);
}

TEST_F(TableTest, OneFailedPartnerTakesTheOtherDown) {
  Table table = Dealt(Config(4, "partners=true"));
  Make(table, Fault(2, v1::FAULT_KIND_NOT_READY));
  PlayOn(table);
  EXPECT_THAT(table.Result().ranks(), ElementsAre(3, 1, 3, 1));
}

TEST_F(TableTest, WhenAllBotsFailedTheMatchEndsWithEqualRanks) {
  Table table = Dealt(Config(3));
  for (const Seat seat : {0, 1, 2}) {
    Make(table, Fault(seat, v1::FAULT_KIND_NOT_READY));
  }
  ASSERT_TRUE(table.over());
  const v1::MatchResult result = table.Result();
  EXPECT_EQ(result.termination(), v1::TERMINATION_FORFEIT);
  EXPECT_EQ(result.reason(), "all bots failed");
  EXPECT_THAT(result.ranks(), ElementsAre(1, 1, 1));
}

// ---- Ends ----

TEST_F(TableTest, TheEndOfTheGameIsTheEndOfTheMatch) {
  Table table = Dealt(Config(3));
  PlayOn(table);
  const v1::MatchResult result = table.Result();
  EXPECT_EQ(result.termination(), v1::TERMINATION_NORMAL);
  EXPECT_EQ(result.reason(), "played-out");
  EXPECT_EQ(result.returns_size(), 3);
  EXPECT_EQ(result.plies(), 15u);
  EXPECT_EQ(result.decisions(), 6u);
}

TEST_F(TableTest, ACancelledMatchHasNoRanks) {
  Table table = Dealt(Config(3));
  Make(table, {.kind = EntryKind::kCancel});
  EXPECT_EQ(table.Result().termination(), v1::TERMINATION_CANCELLED);
  EXPECT_THAT(table.Result().ranks(), IsEmpty());
}

TEST_F(TableTest, AnAbandonedMatchHasNoRanks) {
  Table table = Dealt(Config(3));
  Make(table, {.kind = EntryKind::kAbandon});
  EXPECT_EQ(table.Result().termination(), v1::TERMINATION_INFRASTRUCTURE);
  EXPECT_THAT(table.Result().ranks(), IsEmpty());
}

TEST_F(TableTest, AfterTheEndNobodyOwesAndNothingIsDue) {
  Table table = Table::Create(Config(3)).value();
  Make(table, {.kind = EntryKind::kCancel});
  EXPECT_TRUE(table.Owing().empty());
  EXPECT_EQ(table.NextChance(), std::nullopt);
}

// ---- Creation ----

TEST_F(TableTest, SeatsMustFitTheGame) {
  EXPECT_THAT(Table::Create(Config(5)),
              StatusIs(kInvalid, HasSubstr("with 2 to 4 seats, not 5")));
}

TEST_F(TableTest, OptionsMustFitTheSeats) {
  EXPECT_THAT(Table::Create(Config(3, "partners=true")),
              StatusIs(kInvalid, HasSubstr("needs 4 seats")));
}

TEST_F(TableTest, MaxFaultsMustBePositive) {
  EXPECT_THAT(Table::Create(Config(3, "", 0)),
              StatusIs(kInvalid, HasSubstr("max_faults is 0")));
}

// ---- Wrong entries ----

struct WrongEntry {
  const char* name;
  MatchEntry entry;
  const char* message;
};

// Each entry is wrong at the first decision of three seats.
class WrongEntryTest : public TableTest,
                       public ::testing::WithParamInterface<WrongEntry> {};

TEST_P(WrongEntryTest, IsRefusedByName) {
  Table table = Dealt(Config(3));
  EXPECT_THAT(table.Play(GetParam().entry),
              StatusIs(kInvalid, HasSubstr(GetParam().message)));
}

INSTANTIATE_TEST_SUITE_P(
    Table, WrongEntryTest,
    ::testing::Values(
        WrongEntry{"ChanceAtADecision", {}, "no chance outcome is due"},
        WrongEntry{"SeatTooLarge", Choice(3, 0), "seat 3; expected 0..2"},
        WrongEntry{"SeatOfChance", Choice(kChance, 0),
                   "seat -1; expected 0..2"},
        WrongEntry{"NotLegal", Choice(1, kKeep),
                   "action 12 of seat 1 is not legal"},
        WrongEntry{"NotTheSubstitute", Choice(1, kKeep, v1::FAULT_KIND_LATE),
                   "the substitute of seat 1 is action"},
        WrongEntry{"NoAnnouncement", Announcement(1, kKeep),
                   "seat 1 cannot announce action 12"},
        WrongEntry{"NoFault", Fault(1, v1::FAULT_KIND_UNSPECIFIED),
                   "a fault without a kind"},
        WrongEntry{"FaultWithoutChoice", Fault(1, v1::FAULT_KIND_LATE),
                   "a fault comes with a choice"},
        WrongEntry{"DeclinedTooLate",
                   {.kind = EntryKind::kDecline, .seat = 1},
                   "a match that has begun cannot be declined"},
        WrongEntry{"UnknownKind",
                   {.kind = static_cast<EntryKind>(9)},
                   "an entry of unknown kind 9"}),
    [](const auto& info) { return std::string(info.param.name); });

TEST_F(TableTest, AnOutcomeThatTheSeedDoesNotGiveIsRefused) {
  Table table = Table::Create(Config(3)).value();
  MatchEntry entry = *table.NextChance();
  entry.action = (entry.action + 1) % toy::kCards;
  EXPECT_THAT(table.Play(entry),
              StatusIs(kInvalid, HasSubstr("the seed gives")));
}

TEST_F(TableTest, ASecondChoiceOfOneDecisionIsRefused) {
  Table table = Dealt(Config(3));
  Make(table, Choice(1, Lowest(table, 1)));
  EXPECT_THAT(table.Play(Choice(1, Lowest(table, 1))),
              StatusIs(kInvalid, HasSubstr("seat 1 owes no choice")));
}

TEST_F(TableTest, ASecondContraIsRefused) {
  Table table = Dealt(Config(3));
  Make(table, Announcement(1, kContra));
  EXPECT_THAT(
      table.Play(Announcement(1, kContra)),
      StatusIs(kInvalid, HasSubstr("seat 1 cannot announce action 32")));
}

TEST_F(TableTest, ASeatThatIsPlayedForAnnouncesNothing) {
  Table table = Dealt(Config(3));
  Make(table, Fault(1, v1::FAULT_KIND_NOT_READY));
  EXPECT_THAT(table.Play(Announcement(1, kContra)),
              StatusIs(kInvalid, HasSubstr("seat 1 is played for")));
}

TEST_F(TableTest, WhoHasChosenIsNotMissing) {
  Table table = Dealt(Config(3));
  Make(table, Choice(0, Lowest(table, 0)));
  const MatchEntry missing{
      .kind = EntryKind::kFault, .fault = v1::FAULT_KIND_NOT_READY, .seat = 0};
  EXPECT_THAT(table.Play(missing),
              StatusIs(kInvalid, HasSubstr("has chosen already")));
}

TEST_F(TableTest, WhoIsPlayedForIsNotMissingOnceMore) {
  Table table = Dealt(Config(3));
  Make(table, Fault(1, v1::FAULT_KIND_NOT_READY));
  EXPECT_THAT(table.Play(Fault(1, v1::FAULT_KIND_NOT_READY)),
              StatusIs(kInvalid, HasSubstr("is played for already")));
}

TEST_F(TableTest, TheLastFaultEndsTheMatchWhenItsDecisionIsFinished) {
  Table table = Dealt(Config(3, "", /*max_faults=*/1));
  const uint32_t plies = table.plies();
  Make(table, {.kind = EntryKind::kFault,
               .fault = v1::FAULT_KIND_NOT_READY,
               .seat = 1});
  for (const Seat seat : {0, 2}) {
    Make(table,
         Choice(seat, table.state()->Substitute(seat), v1::FAULT_KIND_LATE));
  }
  EXPECT_FALSE(table.over());
  Make(table, *table.FollowsByItself());
  EXPECT_TRUE(table.over());
  EXPECT_EQ(table.plies(), plies + 1);
}

TEST_F(TableTest, FaultsOfADecisionAreToldBySeat) {
  Table table = Dealt(Config(3));
  for (const Seat seat : {2, 0}) {
    Make(table,
         Choice(seat, table.state()->Substitute(seat), v1::FAULT_KIND_LATE));
  }
  Make(table, {.kind = EntryKind::kCancel});
  ASSERT_EQ(table.Result().faults_size(), 2);
  EXPECT_EQ(table.Result().faults(0).seat(), 0u);
  EXPECT_EQ(table.Result().faults(1).seat(), 2u);
}

TEST_F(TableTest, WhatIsRefusedChangesNothing) {
  Table table = Dealt(Config(3));
  const size_t entries = table.entries().size();
  const AnyState state = table.state();
  EXPECT_FALSE(table.Play(Choice(0, 99)).ok());
  EXPECT_TRUE(table.state() == state);
  EXPECT_EQ(table.entries().size(), entries);
  EXPECT_TRUE(table.Owing().contains(0));
}

TEST_F(TableTest, TheBeginningIsNothingForTheTable) {
  Table table = Dealt(Config(3));
  EXPECT_FALSE(table.Play({.kind = EntryKind::kBegin}).ok());
}

TEST_F(TableTest, AnEntryAfterTheEndIsRefused) {
  Table table = Dealt(Config(3));
  Make(table, {.kind = EntryKind::kCancel});
  EXPECT_THAT(table.Play(Choice(0, Lowest(table, 0))),
              StatusIs(kInvalid, HasSubstr("the match is over")));
}

}  // namespace
}  // namespace arena
