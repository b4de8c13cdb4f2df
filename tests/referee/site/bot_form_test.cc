#include "referee/site/pages/bot_form.h"

#include <gtest/gtest.h>

namespace arena::referee {
namespace {

class BotFormTest : public ::testing::Test {
 protected:
  v1::Match& Add(const std::vector<std::string>& players,
                 const std::vector<uint32_t>& ranks) {
    v1::Match& match = *matches_.Add();
    match.set_game("octrix");
    for (const std::string& name : players) {
      match.add_players()->set_name(name);
    }
    for (const uint32_t rank : ranks) match.mutable_result()->add_ranks(rank);
    return match;
  }
  MatchList matches_;
};

TEST_F(BotFormTest, CountsByGameAndOpponent) {
  Add({"a", "b"}, {1, 2});
  Add({"b", "a"}, {1, 1});
  Add({"a", "c"}, {2, 1});
  const BotForm form = FormOfBot("a", matches_);
  EXPECT_EQ(form.by_game.at("octrix").played, 3);
  EXPECT_EQ(form.by_game.at("octrix").won, 1);
  EXPECT_EQ(form.by_game.at("octrix").drawn, 1);
  EXPECT_EQ(form.by_opponent.at("b").played, 2);
  EXPECT_EQ(form.by_opponent.at("c").won, 0);
}

TEST_F(BotFormTest, AMatchAgainstItselfIsNoOpponent) {
  Add({"a", "a", "b"}, {1, 3, 2});
  const BotForm form = FormOfBot("a", matches_);
  EXPECT_EQ(form.by_game.at("octrix").played, 1);
  EXPECT_EQ(form.by_game.at("octrix").won, 1);
  EXPECT_EQ(form.by_opponent.size(), 1u);
}

TEST_F(BotFormTest, OnlyItsOwnFaultsCount) {
  v1::Match& match = Add({"a", "b"}, {2, 1});
  for (const uint32_t seat : {0u, 0u, 1u}) {
    v1::Fault& fault = *match.mutable_result()->add_faults();
    fault.set_seat(seat);
    fault.set_kind(v1::FAULT_KIND_LATE);
  }
  EXPECT_EQ(FormOfBot("a", matches_).faults.at(v1::FAULT_KIND_LATE), 2);
}

TEST_F(BotFormTest, WithoutResultThereIsNoForm) {
  Add({"a", "b"}, {});
  EXPECT_TRUE(FormOfBot("a", matches_).by_game.empty());
}

}  // namespace
}  // namespace arena::referee
