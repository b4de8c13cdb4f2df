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

}  // namespace
}  // namespace arena::referee
