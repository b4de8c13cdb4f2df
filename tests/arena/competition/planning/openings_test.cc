// Random openings of competitions.
#include "arena/competition/planning/openings.h"

#include "arena/competition/planning/spec.h"
#include "gmock/gmock.h"
#include "tests/arena/competition/made_up.h"
#include "tests/testing/status_matchers.h"

namespace arena::competition {
namespace {

v1::CompetitionSpec Ordo() {
  return SpecOf(FormNamed("two"), v1::FORMAT_ROUND_ROBIN, 3);
}

int GivenTo(v1::CompetitionSpec spec) {
  GiveOpenings(spec);
  EXPECT_THAT(Complete(spec), IsOk());
  return OpeningPlies(spec);
}

TEST(OpeningsTest, AGameWithoutLuckGetsThem) { EXPECT_EQ(GivenTo(Ordo()), 4); }
TEST(OpeningsTest, WhatTheSpecificationSaysStays) {
  v1::CompetitionSpec spec = Ordo();
  (*spec.mutable_options())["opening_plies"] = "0";
  EXPECT_EQ(GivenTo(spec), 0);
  (*spec.mutable_options())["opening_plies"] = "6";
  EXPECT_EQ(GivenTo(spec), 6);
}
TEST(OpeningsTest, AGameThatDealsCardsHasNone) {
  EXPECT_EQ(GivenTo(SpecOf(FormNamed("three"), v1::FORMAT_SWISS, 3)), 0);
}
TEST(OpeningsTest, OptionsMayLeaveNoRoomForOne) {
  v1::CompetitionSpec spec = Ordo();
  (*spec.mutable_options())["max_plies"] = "3";
  EXPECT_EQ(GivenTo(spec), 0);
}
TEST(OpeningsTest, CompletingASpecificationGivesNone) {
  EXPECT_EQ(OpeningPlies(*Complete(Ordo())), 0);
}
TEST(OpeningsTest, AnUnknownGameIsLeftToComplete) {
  v1::CompetitionSpec spec = Ordo();
  spec.set_game("chess");
  GiveOpenings(spec);
  EXPECT_EQ(OpeningPlies(spec), 0);
}

}  // namespace
}  // namespace arena::competition
