#include "referee/runner/core_allocator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <set>

namespace arena::runner {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

class CoreAllocatorTest : public ::testing::Test {
 protected:
  // A process that plays.
  struct Player {
    Processors at;
    int moves = 0;
    std::unique_ptr<CoreAllocator::Seat> seat;
  };
  static std::unique_ptr<Player> Play(CoreAllocator& keeper, int cores = 1) {
    auto player = std::make_unique<Player>();
    Player* const place = player.get();
    player->seat = keeper.Take(cores, [place](const Processors& at) {
      place->at = at;
      ++place->moves;
    });
    return player;
  }
};

TEST_F(CoreAllocatorTest, EachHasCoresOfItsOwn) {
  CoreAllocator keeper({2, 3, 5, 7});
  const auto one = Play(keeper);
  const auto two = Play(keeper, 2);
  const auto three = Play(keeper);
  std::set<int> all;
  for (const auto* const player : {&one, &two, &three}) {
    all.insert((*player)->at.begin(), (*player)->at.end());
    EXPECT_EQ((*player)->moves, 1);
  }
  EXPECT_THAT(two->at, SizeIs(2));
  EXPECT_THAT(all, ElementsAre(2, 3, 5, 7));
}

TEST_F(CoreAllocatorTest, WhatIsGivenBackIsGivenToTheNext) {
  CoreAllocator keeper({0, 1});
  auto one = Play(keeper);
  const auto two = Play(keeper);
  const Processors had = one->at;
  one.reset();
  EXPECT_EQ(Play(keeper)->at, had);
  EXPECT_EQ(two->moves, 1);
}

TEST_F(CoreAllocatorTest, WhereThereAreTooManyAllShareAll) {
  CoreAllocator keeper({0, 1});
  const auto one = Play(keeper);
  const auto two = Play(keeper);
  auto three = Play(keeper);
  EXPECT_THAT(one->at, ElementsAre(0, 1));
  EXPECT_THAT(two->at, ElementsAre(0, 1));
  EXPECT_THAT(three->at, ElementsAre(0, 1));
  // Each process has a processor of its own again.
  three.reset();
  EXPECT_THAT(one->at, SizeIs(1));
  EXPECT_THAT(two->at, SizeIs(1));
  EXPECT_NE(one->at, two->at);
}

TEST_F(CoreAllocatorTest, OneThatWantsMoreThanThereIsHasAll) {
  CoreAllocator keeper({0, 1});
  EXPECT_THAT(Play(keeper, 4)->at, ElementsAre(0, 1));
}

TEST_F(CoreAllocatorTest, WithoutProcessorsNobodyIsBound) {
  CoreAllocator keeper({});
  const auto one = Play(keeper);
  EXPECT_THAT(one->at, SizeIs(0));
  EXPECT_EQ(one->moves, 1);
}

}  // namespace
}  // namespace arena::runner
