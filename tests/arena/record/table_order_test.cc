// A table leads to the same result from its entries alone, in whatever order
// the choices of a decision came. Records depend on this.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arena/match/table.h"
#include "arena/record/record.h"
#include "arena/record/writer.h"
#include "tests/arena/record/tally_game.h"

namespace arena {
namespace {

using ::testing::HasSubstr;

class TableOrderTest : public ::testing::Test {
 protected:
  static Table Empty(int seats, int max_faults) {
    return *Table::Create({&tally::kGame, seats,
                           GameOptions(tally::State::kInfo.options),
                           *ParseSeed("7"), max_faults});
  }
  // A table at the first joint decision.
  static Table AtChoice(int seats, int max_faults = 1) {
    Table table = Empty(seats, max_faults);
    table.Play(*table.NextChance()).value();
    return table;
  }
  static MatchEntry Late(Seat seat) {
    return {
        .kind = EntryKind::kChoice, .fault = v1::FAULT_KIND_LATE, .seat = seat};
  }
  static MatchEntry Choice(Seat seat) {
    return {.kind = EntryKind::kChoice, .seat = seat};
  }
  static void ExpectEntriesLeadToResult(const Table& table) {
    Table again = Empty(table.config().seats, table.config().max_faults);
    for (const MatchEntry& entry : table.entries()) {
      ASSERT_TRUE(again.Play(entry).ok());
    }
    ASSERT_TRUE(again.over());
    EXPECT_EQ(ResultDifference(table.Result(), again.Result()), "");
  }
};

TEST_F(TableOrderTest, FaultsOfOneDecisionAreToldBySeat) {
  Table table = AtChoice(3, 2);
  for (const Seat seat : {2, 0}) table.Play(Late(seat)).value();
  table.Play(Choice(1)).value();
  table.Play({.kind = EntryKind::kCancel}).value();
  EXPECT_EQ(table.Result().faults(0).seat(), 0);
  ExpectEntriesLeadToResult(table);
}

TEST_F(TableOrderTest, AFaultInACancelledDecisionIsKept) {
  Table table = AtChoice(3);
  table.Play(Late(1)).value();
  table.Play({.kind = EntryKind::kCancel}).value();
  EXPECT_EQ(table.Result().faults_size(), 1);
  ExpectEntriesLeadToResult(table);
}

TEST_F(TableOrderTest, ADecisionIsFinishedBeforeTheMatchEndsForWantOfBots) {
  Table table = AtChoice(3);
  table.Play(Late(2)).value();
  table.Play(Late(1)).value();
  EXPECT_FALSE(table.over());
  table.Play(Late(0)).value();
  EXPECT_EQ(table.Result().reason(), "all bots failed");
  ExpectEntriesLeadToResult(table);
}

TEST_F(TableOrderTest, AChoiceBeforeAForfeitIsKept) {
  Table table = AtChoice(2);
  table.Play(Choice(1)).value();
  table
      .Play(
          {.kind = EntryKind::kFault, .fault = v1::FAULT_KIND_GONE, .seat = 0})
      .value();
  EXPECT_EQ(table.entries().size(), 3);
  ExpectEntriesLeadToResult(table);
}

TEST_F(TableOrderTest, ASeatIsNotFailedTwice) {
  Table table = AtChoice(3);
  const MatchEntry fault{
      .kind = EntryKind::kFault, .fault = v1::FAULT_KIND_NOT_READY, .seat = 1};
  table.Play(fault).value();
  EXPECT_THAT(std::string(table.Play(fault).status().message()),
              HasSubstr("played for already"));
}

}  // namespace
}  // namespace arena
