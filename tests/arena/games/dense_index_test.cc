// The numbers of actions for programs that learn: the tables of the games'
// READMEs. A network trained yesterday depends on these numbers.
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "arena/games/doppelkopf/doppelkopf_actions.h"
#include "arena/games/ordago/ordago_actions.h"
#include "arena/games/ordo/ordo_numbers.h"
#include "arena/games/registry.h"
#include "gtest/gtest.h"

namespace arena {
namespace {

struct Golden {
  const char* game;
  const char* text;
  uint32_t number;
};

// gtest names the action of a failed test with this text.
void PrintTo(const Golden& golden, std::ostream* out) {
  *out << golden.game << " " << golden.text;
}

class DenseIndexTest : public ::testing::TestWithParam<Golden> {};

TEST_P(DenseIndexTest, NeverChanges) {
  const Game& game = *FindGame(GetParam().game).value();
  const AnyState state =
      game.create(game.info->default_seats, GameOptions(game.info->options))
          .value();
  EXPECT_EQ(state->DenseIndex(state->ParseAction(0, GetParam().text).value()),
            GetParam().number);
}

INSTANTIATE_TEST_SUITE_P(
    Actions, DenseIndexTest,
    ::testing::Values(
        Golden{"doppelkopf", "C9", 0}, Golden{"doppelkopf", "DA", 23},
        Golden{"doppelkopf", "pass", 24}, Golden{"doppelkopf", "schwarz", 30},
        Golden{"doppelkopf", "decline", 31},
        Golden{"doppelkopf", "healthy", 33},
        Golden{"doppelkopf", "solo diamonds", 42},
        Golden{"doppelkopf", "reservation", 44},
        Golden{"doppelkopf", "lay C9 C9 CJ", 46},
        Golden{"doppelkopf", "lay DA DA DT", 2643},
        Golden{"doppelkopf", "return C9 C9 CJ", 2646},
        Golden{"octrix", "H1", 0}, Golden{"octrix", "C8", 31},
        Golden{"ordago", "keep", 0}, Golden{"ordago", "no sign", 6},
        Golden{"ordago", "sign s1", 7}, Golden{"ordago", "sign p0", 16},
        Golden{"ordago", "say 0", 80}, Golden{"ordago", "discard A", 144},
        Golden{"ordago", "discard K74", 511},
        Golden{"ordago", "discard KKKK", 637}, Golden{"ordago", "bid 1", 638},
        Golden{"ordago", "raise 2000", 4637}, Golden{"ordo", "a1-a2", 0},
        Golden{"ordo", "c2-c4", 293}, Golden{"ordo", "c2:d2-c4", 2316},
        Golden{"seconds", "C2", 0}, Golden{"seconds", "SA", 51}));

TEST(DenseIndexTest, AnyThreeCardsOfDoppelkopfHaveANumber) {
  using doppelkopf::Card;
  std::set<uint32_t> numbers;
  for (const Action kind : {doppelkopf::kLay, doppelkopf::kReturn}) {
    for (Card a = 0; a < doppelkopf::kCardTypes; ++a) {
      for (Card b = 0; b <= a; ++b) {
        for (Card c = 0; c <= b; ++c) {
          if (a == c) continue;
          numbers.insert(doppelkopf::NumberOf(
              doppelkopf::ThreeCardsAction(kind, {a, b, c})));
        }
      }
    }
  }
  EXPECT_EQ(numbers.size(), 2u * 2576);
  EXPECT_GE(*numbers.begin(), doppelkopf::kFirstLay);
  EXPECT_LT(*numbers.rbegin(), uint32_t{doppelkopf::kActionSpace});
}

TEST(DenseIndexTest, DiscardsOfOrdagoAreNumberedWithoutGaps) {
  std::set<uint32_t> numbers;
  for (Action value = 1; value < 1 << 24; ++value) {
    const Action discard =
        ordago::MakeAction(ordago::ActionKind::kDiscard, value);
    if (ordago::CheckAction(discard).ok()) {
      numbers.insert(ordago::NumberOf(discard));
    }
  }
  EXPECT_EQ(numbers.size(), ordago::kDiscards);
  EXPECT_EQ(*numbers.begin(), ordago::kFirstDiscard);
  EXPECT_EQ(*numbers.rbegin(), ordago::kFirstBid - 1);
}

// Whether a straight line joins the two squares.
bool OnALine(ordo::Square a, ordo::Square b) {
  const int columns = std::abs(ordo::ColumnOf(a) - ordo::ColumnOf(b));
  const int rows = std::abs(ordo::RowOf(a) - ordo::RowOf(b));
  return a != b && (columns == 0 || rows == 0 || columns == rows);
}

TEST(DenseIndexTest, PartsOfOrdoAreNumberedWithoutGaps) {
  std::set<uint32_t> numbers;
  int parts = 0;
  for (ordo::Square from = 0; from < ordo::kSquares; ++from) {
    for (ordo::Square end = from; end < ordo::kSquares; ++end) {
      for (ordo::Square to = 0; to < ordo::kSquares; ++to) {
        const ordo::Part part = {from, end, to};
        if (!OnALine(from, to) || !ordo::CheckPart(part).ok()) continue;
        ++parts;
        numbers.insert(ordo::NumberOf(part));
      }
    }
  }
  EXPECT_EQ(parts, ordo::kPlainParts);
  EXPECT_EQ(numbers.size(), size_t{ordo::kPlainParts});
  EXPECT_EQ(*numbers.rbegin(), uint32_t{ordo::kPlainParts} - 1);
}

TEST(DenseIndexTest, ChoicesOfAGroupInOrdoHaveNumbersBehindThem) {
  std::set<uint32_t> numbers;
  int choices = 0;
  for (ordo::Square from = 0; from < ordo::kSquares; ++from) {
    for (ordo::Square to = 0; to < ordo::kSquares; ++to) {
      // A capture from a neighbouring square has one number for each direction.
      const bool next =
          std::abs(ordo::ColumnOf(from) - ordo::ColumnOf(to)) <= 1 &&
          std::abs(ordo::RowOf(from) - ordo::RowOf(to)) <= 1;
      for (int stays = 0; next && from != to && stays < ordo::kSquares;
           ++stays) {
        if (stays == to) continue;
        ++choices;
        numbers.insert(ordo::NumberOf({from, from, to, stays}));
      }
    }
  }
  EXPECT_EQ(numbers.size(), static_cast<size_t>(choices));
  EXPECT_GE(*numbers.begin(), uint32_t{ordo::kPlainParts});
  EXPECT_LT(*numbers.rbegin(), uint32_t{ordo::kActionSpace});
}

}  // namespace
}  // namespace arena
