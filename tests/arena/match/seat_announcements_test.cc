// Announcements that a seat could make and has made, over several decisions.
#include "arena/match/seat_announcements.h"

#include <gtest/gtest.h>

#include <vector>

namespace arena {
namespace {

using Actions = std::vector<Action>;

TEST(SeatAnnouncementsTest, WhatWasOfferedStaysSoUntilTheDecisionIsOver) {
  SeatAnnouncements seat;
  seat.NoteOffer(1, Actions{3, 5});
  seat.NoteOffer(1, Actions{3});
  seat.NoteOffer(1, Actions{4});
  for (const Action action : {3, 4, 5}) EXPECT_TRUE(seat.Offered(1, action));
  EXPECT_FALSE(seat.Offered(1, 6));
}

TEST(SeatAnnouncementsTest, AnOfferIsForOneDecision) {
  SeatAnnouncements seat;
  seat.NoteOffer(1, Actions{3});
  EXPECT_FALSE(seat.Offered(2, 3));
  EXPECT_FALSE(seat.Offered(0, 3));
}

TEST(SeatAnnouncementsTest, OffersOfEarlierDecisionsAreForgotten) {
  SeatAnnouncements seat;
  seat.NoteOffer(1, Actions{3});
  seat.NoteOffer(2, Actions{7});
  EXPECT_TRUE(seat.Offered(2, 7));
  EXPECT_FALSE(seat.Offered(2, 3));
  EXPECT_FALSE(seat.Offered(1, 3));
}

TEST(SeatAnnouncementsTest, EveryAnnouncementIsRemembered) {
  SeatAnnouncements seat;
  seat.NoteMade(1, 3);
  seat.NoteMade(1, 4);
  seat.NoteMade(2, 7);
  EXPECT_TRUE(seat.Made(1, 3));
  EXPECT_TRUE(seat.Made(1, 4));
  EXPECT_TRUE(seat.Made(2, 7));
}

TEST(SeatAnnouncementsTest, TheSameWordInALaterDecisionHasNotBeenSaid) {
  SeatAnnouncements seat;
  seat.NoteMade(1, 3);
  seat.NoteMade(2, 7);
  EXPECT_FALSE(seat.Made(2, 3));
  EXPECT_FALSE(seat.Made(1, 7));
}

}  // namespace
}  // namespace arena
