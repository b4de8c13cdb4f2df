#include "referee/site/words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace arena::referee {
namespace {

using ::testing::StartsWith;

v1::Match Over(const std::vector<std::string>& players,
               const std::vector<uint32_t>& ranks) {
  v1::Match match;
  for (const std::string& name : players) {
    match.add_players()->set_name(name);
  }
  for (const uint32_t rank : ranks) match.mutable_result()->add_ranks(rank);
  return match;
}

TEST(WordsTest, AWinnerOfSeveralSeatsIsNamedOnce) {
  EXPECT_THAT(ResultText(Over({"greedy", "a", "greedy", "b"}, {1, 3, 1, 3})),
              StartsWith("greedy wins"));
  EXPECT_THAT(ResultText(Over({"a", "b", "greedy", "c"}, {1, 3, 1, 3})),
              StartsWith("a and greedy win"));
}

TEST(WordsTest, AMatchWithoutLosersIsDrawn) {
  EXPECT_THAT(ResultText(Over({"greedy", "greedy"}, {1, 1})),
              StartsWith("drawn"));
}

// Players are not told in an anonymous competition until the match is over.
TEST(WordsTest, PlayersWhoAreNotToldHaveAMark) {
  v1::Match match;
  for (int seat = 0; seat < 2; ++seat) {
    match.add_players();
    match.add_seats();
  }
  EXPECT_EQ(PlayersText(match), "? – ?");
  EXPECT_EQ(PlayersHtml(match).markup(), "? – ?");
}

TEST(WordsTest, OnlyBotsHavePages) {
  v1::Match match;
  match.add_seats()->set_bot("ada");
  match.add_seats()->set_built_in("greedy");
  EXPECT_EQ(PlayersHtml(match).markup(),
            "<a href=\"/bot/ada\"><bdi>ada</bdi></a> – <bdi>greedy</bdi>");
}

}  // namespace
}  // namespace arena::referee
