// The referee where bots that are apart should meet, and the bots that it is
// told to send.
#include "referee/matches/directions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace arena::referee {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr int64_t kA = 1;
constexpr int64_t kB = 2;
constexpr int64_t kC = 3;

// Most bots are at b, then at a, then at c.
class DirectionsTest : public ::testing::Test {
 protected:
  DirectionsTest() {
    whereabouts_.places = {
        {kB, "b", "b:1", 9}, {kA, "a", "a:1", 3}, {kC, "c", "c:1", 3}};
  }
  void Put(const std::string& bot, int64_t referee, bool moves = true) {
    whereabouts_.guests.push_back({bot, referee, moves});
    // Only bots at `here_` ask for directions.
    if (referee == here_) present_.push_back({bot, "session of " + bot, moves});
  }
  void Match(std::vector<std::string> bots, bool anonymous = false) {
    whereabouts_.matches.push_back({std::move(bots), anonymous});
  }
  // Returns where a bot is sent: an address, "stay", or "?" with a reason.
  std::string Find(const std::string& bot) {
    const auto directions = FindDirections(present_, whereabouts_);
    const auto direction = directions.find("session of " + bot);
    if (direction == directions.end()) return "stay";
    if (!direction->second.destination.has_value()) return "?";
    return direction->second.destination->address();
  }
  std::string Reason(const std::string& bot) {
    return FindDirections(present_, whereabouts_)["session of " + bot].reason;
  }

  int64_t here_ = kA;
  Whereabouts whereabouts_;
  std::vector<Present> present_;
};

TEST_F(DirectionsTest, BotsMeetWhereMostBotsAre) {
  Put("x", kA);
  Put("y", kB);
  Match({"x", "y"});
  EXPECT_EQ(Find("x"), "b:1");
}

TEST_F(DirectionsTest, WhoIsThereStays) {
  here_ = kB;
  Put("x", kA);
  Put("y", kB);
  Match({"x", "y"});
  EXPECT_EQ(Find("y"), "stay");
}

// Every referee must find the same place, so the place with most bots counts.
TEST_F(DirectionsTest, BotsOfTwoOtherPlacesMeetThere) {
  Put("x", kA);
  Put("y", kC);
  Match({"x", "y"});
  EXPECT_EQ(Find("x"), "b:1");
}

TEST_F(DirectionsTest, BotsThatAreTogetherStay) {
  Put("x", kA);
  Put("y", kA);
  Match({"x", "y"});
  EXPECT_EQ(Find("x"), "stay");
}

TEST_F(DirectionsTest, WhoWaitsForAMissingBotStays) {
  Put("x", kA);
  Match({"x", "nobody"});
  EXPECT_EQ(Find("x"), "stay");
}

TEST_F(DirectionsTest, OthersComeThereToABotThatDoesNotMove) {
  Put("x", kA);
  Put("y", kB, /*moves=*/false);
  Match({"x", "y"});
  EXPECT_EQ(Find("x"), "b:1");
}

// Such a bot could keep the others from their matches elsewhere.
TEST_F(DirectionsTest, NobodyComesToABotThatDoesNotMoveElsewhere) {
  Put("x", kA);
  Put("y", kC, /*moves=*/false);
  Match({"x", "y"});
  EXPECT_EQ(Find("x"), "?");
}

TEST_F(DirectionsTest, ABotThatDoesNotMoveIsTold) {
  Put("x", kA, /*moves=*/false);
  Put("y", kB);
  Match({"x", "y"});
  EXPECT_EQ(Find("x"), "?");
  EXPECT_EQ(Reason("x"), "x is at a, y is at b");
}

// The bot has a process at each referee, and no process would find its name
// free elsewhere.
TEST_F(DirectionsTest, ABotAtSeveralRefereesStays) {
  Put("x", kA);
  Put("x", kC);
  Put("y", kB);
  Match({"x", "y"});
  EXPECT_EQ(Find("x"), "?");
  EXPECT_EQ(Reason("x"), "x is at a and c, y is at b");
}

// The names of the opponents would say who plays, so only the bot's own place
// is told.
TEST_F(DirectionsTest, ABotOfAnAnonymousMatchIsToldOfItselfOnly) {
  Put("x", kA, /*moves=*/false);
  Put("y", kB);
  Match({"x", "y"}, /*anonymous=*/true);
  EXPECT_EQ(Find("x"), "?");
  EXPECT_EQ(Reason("x"), "x is at a, other bots of its match are not");
}

TEST_F(DirectionsTest, NobodyIsSentWhereNoAddressIsAdvertised) {
  whereabouts_.places[0].address = "";
  Put("x", kA);
  Put("y", kB);
  Match({"x", "y"});
  EXPECT_EQ(Find("x"), "stay") << "the others come here";
  whereabouts_.places[1].address = "";
  whereabouts_.places[2].address = "";
  EXPECT_EQ(Find("x"), "?");
}

TEST_F(DirectionsTest, WhatCanBePlayedGoesBeforeWhatCannot) {
  Put("x", kA);
  Put("y", kC, /*moves=*/false);
  Put("z", kB);
  Match({"x", "y"});
  Match({"x", "z"});
  EXPECT_EQ(Find("x"), "b:1");
}

// ---- Sessions with matches elsewhere ----

TEST_F(DirectionsTest, ASessionGoesWhereItsMatchIsUnderWay) {
  Put("x", kA);
  whereabouts_.empty_seats.push_back({"x", "session of x", kC});
  EXPECT_EQ(Find("x"), "c:1");
  EXPECT_THAT(Reason("x"), HasSubstr("under way at c"));
}

TEST_F(DirectionsTest, TheOlderOfTwoMatchesUnderWayDecides) {
  Put("x", kA);
  whereabouts_.empty_seats.push_back({"x", "session of x", kC});
  whereabouts_.empty_seats.push_back({"x", "session of x", kB});
  EXPECT_EQ(Find("x"), "c:1");
}

TEST_F(DirectionsTest, AnotherSessionOfTheNameStays) {
  Put("x", kA);
  whereabouts_.empty_seats.push_back({"x", "another", kC});
  EXPECT_EQ(Find("x"), "stay");
}

TEST_F(DirectionsTest, AMatchUnderWayGoesBeforeMeeting) {
  Put("x", kA);
  Put("y", kB);
  Match({"x", "y"});
  whereabouts_.empty_seats.push_back({"x", "session of x", kC});
  EXPECT_EQ(Find("x"), "c:1");
}

TEST_F(DirectionsTest, ASessionThatCannotGoThereIsTold) {
  Put("x", kA, /*moves=*/false);
  whereabouts_.empty_seats.push_back({"x", "session of x", kC});
  EXPECT_EQ(Find("x"), "?");
}

// ---- No going round in circles ----

// From any start, the referees act in turn. The moves end with all bots at one
// referee.
TEST_F(DirectionsTest, BotsMoveOnceEach) {
  const std::vector<std::string> bots = {"t", "u", "v", "w", "x", "y"};
  for (int start = 0; start < 729; ++start) {
    std::map<std::string, int64_t> at;
    int code = start;
    for (const std::string& bot : bots) {
      at[bot] = kA + code % 3;
      code /= 3;
    }
    int moves = 0;
    for (int64_t turn = 0; turn < 12; ++turn) {
      whereabouts_ = {};
      present_.clear();
      here_ = kA + turn % 3;
      std::map<int64_t, int64_t> count;
      for (const auto& [bot, place] : at) ++count[place];
      std::vector<Whereabouts::Place>& places = whereabouts_.places;
      for (const int64_t place : {kA, kB, kC}) {
        const std::string name = std::to_string(place);
        places.push_back({place, name, name, count[place]});
      }
      std::stable_sort(
          places.begin(), places.end(),
          [](const auto& a, const auto& b) { return a.bots > b.bots; });
      for (const auto& [bot, place] : at) Put(bot, place);
      Match({"t", "u"});
      Match({"v", "w"});
      Match({"x", "y"});
      Match({"u", "v"});
      Match({"w", "x"});
      for (const auto& [session, direction] :
           FindDirections(present_, whereabouts_)) {
        at[session.substr(std::string("session of ").size())] =
            std::stoll(direction.destination->address());
        ++moves;
      }
    }
    EXPECT_LE(moves, 6) << "start " << start;
    for (const std::string& bot : bots) EXPECT_EQ(at[bot], at["t"]) << start;
  }
}

}  // namespace
}  // namespace arena::referee
