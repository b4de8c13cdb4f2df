// The cost of a ply in a record.
#include <gtest/gtest.h>

#include <iostream>

#include "arena/record/record.h"
#include "tests/arena/record/random_match.h"

namespace arena {
namespace {

using ::arena::testing::GamesOfTests;
using ::arena::testing::RandomMatch;
using ::arena::testing::RandomRecord;

// The bytes of the record beyond those of a record without plies, for each ply.
double BytesPerPly(const RandomMatch& match, const std::vector<Game>& games) {
  const Record record = RandomRecord(match);
  const size_t size = WriteRecord(record, games)->size();
  Table empty = *TableOf(record.header, games);
  empty.Play({.kind = EntryKind::kCancel}).value();
  Record none{record.header, empty.entries(), empty.Result()};
  const size_t header = WriteRecord(none, games)->size();
  const double bytes = static_cast<double>(size - header) /
                       static_cast<double>(record.result.plies());
  std::cout << record.header.game() << " seats=" << match.seats
            << " plies=" << record.result.plies() << " bytes=" << size
            << " of which header and footer=" << header
            << " bytes_per_ply=" << bytes << "\n";
  return bytes;
}

class SizeTest : public ::testing::Test {
 protected:
  const std::vector<Game> games_ = GamesOfTests();
};

TEST_F(SizeTest, APlyOfALongMatchCostsAtMostTwoBytes) {
  EXPECT_LE(
      BytesPerPly(
          {.game = &tally::kGame, .seats = 2, .options = "rounds=400,width=36"},
          games_),
      2);
}

TEST_F(SizeTest, TimesOfALongMatchCostLessThanTwoBytesMore) {
  const RandomMatch match{
      .game = &tally::kGame, .seats = 2, .options = "rounds=400,width=36"};
  RandomMatch timed = match;
  timed.max_milliseconds = 1000;
  EXPECT_LE(BytesPerPly(timed, games_), BytesPerPly(match, games_) + 2);
}

TEST_F(SizeTest, APlyOfARegisteredGameCostsAtMostTwoBytes) {
  for (const Game& game : AllGames()) {
    const RandomMatch match{.game = &game, .seats = game.info->default_seats};
    if (RandomRecord(match).result.plies() < 100) continue;
    EXPECT_LE(BytesPerPly(match, games_), 2) << game.info->name;
  }
}

}  // namespace
}  // namespace arena
