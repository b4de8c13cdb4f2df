// The lists of a document are enough to draw a match's chance again.
#include "arena/viewer/dealing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/core/rng.h"
#include "tests/arena/viewer/record_of_game.h"

namespace arena::viewer {
namespace {

using ::arena::testing::RecordOfGame;
using Json = nlohmann::json;

Seed SeedOf(const Record& record) {
  Seed seed;
  const std::string& bytes = record.header.seed();
  EXPECT_EQ(bytes.size(), seed.size());
  std::copy(bytes.begin(), bytes.end(), seed.begin());
  return seed;
}

struct Drawn {
  int same = 0;
  int other = 0;
  int without_list = 0;
};

// As the page does it (web/dealing.js).
Drawn DrawAgain(const Record& record, const Json& dealing) {
  Drawn drawn;
  std::vector<Action> left;
  uint32_t deal = 0;
  uint32_t draw = 0;
  uint32_t number = 0;
  size_t next = 0;
  for (const MatchEntry& entry : record.entries) {
    if (entry.kind != EntryKind::kChance) continue;
    ++draw;
    if (next < dealing.size() && dealing[next]["number"] == number) {
      deal = dealing[next]["deal"];
      draw = dealing[next]["draw"];
      left = dealing[next++]["outcomes"].get<std::vector<Action>>();
    }
    ++number;
    if (left.empty()) {
      ++drawn.without_list;
      continue;
    }
    Rng rng(SeedOf(record), deal, draw);
    const Action outcome = left[rng.Below(static_cast<uint32_t>(left.size()))];
    ++(outcome == entry.action ? drawn.same : drawn.other);
    const auto last = std::find(left.rbegin(), left.rend(), outcome);
    left.erase(std::next(last).base());
  }
  EXPECT_EQ(next, dealing.size());
  return drawn;
}

struct Dealt {
  const char* game;
  const char* options;
};

class DealingTest : public ::testing::TestWithParam<Dealt> {};

TEST_P(DealingTest, TheSeedGivesTheSameOutcomes) {
  const Record record = RecordOfGame(GetParam().game, GetParam().options);
  const auto dealing = DealingOf(record, AllGames());
  ASSERT_TRUE(dealing.ok()) << dealing.status();
  const Drawn drawn = DrawAgain(record, *dealing);
  EXPECT_GT(drawn.same, 0);
  EXPECT_EQ(drawn.other, 0);
  EXPECT_EQ(drawn.without_list, 0);
}

INSTANTIATE_TEST_SUITE_P(
    Games, DealingTest,
    ::testing::Values(Dealt{"octrix", ""}, Dealt{"octrix", "duplicate=cyclic"},
                      Dealt{"seconds", ""}, Dealt{"doppelkopf", ""},
                      Dealt{"ordago", ""}, Dealt{"ordo", "opening_plies=6"}),
    [](const auto& info) { return absl::StrCat(info.param.game, info.index); });

TEST(DealingOfTest, NoticesOfSignsHaveNoList) {
  const Record record = RecordOfGame("ordago", "sign_visibility=noticed");
  const auto dealing = DealingOf(record, AllGames());
  ASSERT_TRUE(dealing.ok()) << dealing.status();
  const Drawn drawn = DrawAgain(record, *dealing);
  EXPECT_GT(drawn.same, 0);
  EXPECT_EQ(drawn.other, 0);
  EXPECT_GT(drawn.without_list, 0);
}

TEST(DealingOfTest, ADealTakesOneList) {
  const Record record = RecordOfGame("octrix", "");
  const auto dealing = DealingOf(record, AllGames());
  ASSERT_TRUE(dealing.ok()) << dealing.status();
  std::vector<int> sizes;
  for (const Json& list : *dealing) {
    sizes.push_back(static_cast<int>(list["outcomes"].size()));
  }
  // The draw of the dealer, then whole decks.
  EXPECT_EQ(sizes[0], record.header.seats());
  for (size_t i = 1; i < sizes.size(); ++i) EXPECT_EQ(sizes[i], 32);
}

TEST(DealingOfTest, AGameWithoutChanceHasNone) {
  const auto dealing = DealingOf(RecordOfGame("ordo", ""), AllGames());
  ASSERT_TRUE(dealing.ok()) << dealing.status();
  EXPECT_EQ(*dealing, Json::array());
}

}  // namespace
}  // namespace arena::viewer
