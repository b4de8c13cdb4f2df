// Matches that share their deals belong together, and others do not.
#include "arena/viewer/match_set.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/viewer/match_document.h"
#include "tests/arena/record/random_match.h"

namespace arena::viewer {
namespace {

using ::arena::testing::RandomMatch;
using ::arena::testing::RandomRecord;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

using Json = nlohmann::json;

RandomMatch Octrix() {
  return {.game = *FindGame("octrix"), .seats = 4, .cancel_after = 9};
}

// A match of `names`, called `name`.
SetTable TableOf(const std::string& name, const RandomMatch& match,
                 const std::vector<std::string>& names = {}) {
  Record record = RandomRecord(match);
  for (size_t seat = 0; seat < names.size(); ++seat) {
    record.header.set_players(static_cast<int>(seat), names[seat]);
  }
  return {name, std::move(record), absl::StrCat("bytes of ", name)};
}

std::string Refusal(const std::vector<SetTable>& tables) {
  return std::string(CheckSet(tables).message());
}

// ---- Matches that belong together ----

TEST(MatchSetTest, MatchesWithTheSameDealsBelongTogether) {
  RandomMatch longer = Octrix();
  longer.cancel_after = 20;
  EXPECT_TRUE(CheckSet({{TableOf("a", Octrix()),
                         TableOf("b", longer, {"dave", "alice"})}})
                  .ok());
}

TEST(MatchSetTest, WhatDiffersIsNamed) {
  const SetTable a = TableOf("a", Octrix());
  const SetTable ordo = TableOf("b", {.game = *FindGame("ordo"), .seats = 2});
  EXPECT_THAT(Refusal({a, ordo}),
              HasSubstr("b does not belong to a: its game is ordo, not octrix; "
                        "the matches of a set have the same game, rules, "
                        "seats, options and seed"));
  RandomMatch three = Octrix();
  three.seats = 3;
  EXPECT_THAT(Refusal({a, TableOf("b", three)}),
              HasSubstr("its number of seats is 3, not 4"));
  RandomMatch shorter = Octrix();
  shorter.options = "target=20";
  EXPECT_THAT(Refusal({a, TableOf("b", shorter)}),
              HasSubstr("its option target is 20, not 88"));
  RandomMatch dealt = Octrix();
  dealt.seed = "8";
  EXPECT_THAT(Refusal({a, TableOf("b", Octrix()), TableOf("c", dealt)}),
              HasSubstr("c does not belong to a: its seed is "));
}

TEST(MatchSetTest, OlderRecordsKnowTheOptionsThatWereGiven) {
  RandomMatch match = Octrix();
  match.options = "target=20";
  SetTable a = TableOf("a", match);
  a.record.header.clear_options();
  SetTable b = TableOf("b", match);
  b.record.header.clear_options();
  EXPECT_TRUE(CheckSet({{a, b}}).ok());
  b.record.header.clear_given_options();
  EXPECT_THAT(Refusal({a, b}),
              HasSubstr("its option target is not set, not 20"));
}

TEST(MatchSetTest, ThereAreTwoToTwelveTables) {
  std::vector<SetTable> tables = {TableOf("a", Octrix())};
  EXPECT_THAT(Refusal(tables), HasSubstr("1 matches; expected 2 to 12"));
  while (tables.size() < 13) {
    tables.push_back(TableOf(absl::StrCat(tables.size()), Octrix()));
  }
  EXPECT_THAT(Refusal(tables), HasSubstr("13 matches; expected 2 to 12"));
  tables.pop_back();
  EXPECT_EQ(Refusal(tables), "");
}

TEST(MatchSetTest, AMatchIsThereOnce) {
  SetTable again = TableOf("b", Octrix());
  again.bytes = "bytes of a";
  EXPECT_THAT(Refusal({TableOf("a", Octrix()), again}),
              HasSubstr("b is the same match as a; expected each match once"));
}

// ---- The page of several matches ----

class SetDocumentsTest : public ::testing::Test {
 protected:
  SetDocumentsTest() {
    const RandomMatch match = {
        .game = *FindGame("seconds"), .seats = 4, .cancel_after = 20};
    tables_ = {TableOf("a", match, {"alice", "bob", "carol", "dave"}),
               TableOf("b", match, {"bob", "carol", "dave", "alice"}),
               TableOf("c", match, {"erin", "frank", "grace", "heidi"})};
  }

  std::vector<std::vector<std::string>> Views(const SetView& view) {
    const std::vector<std::string> documents =
        SetDocuments(tables_, view).value();
    std::vector<std::vector<std::string>> views;
    for (const std::string& document : documents) {
      views.push_back(Json::parse(document)["views"]);
    }
    return views;
  }

  std::vector<SetTable> tables_;
};

TEST_F(SetDocumentsTest, AFollowedBotIsSeenInItsSeatOfEveryTable) {
  EXPECT_THAT(Views({.followed = "alice"}),
              ElementsAre(ElementsAre("0", "public"),
                          ElementsAre("3", "public"), ElementsAre("public")));
}

TEST_F(SetDocumentsTest, ASeatIsTheSameEverywhere) {
  EXPECT_THAT(Views({.view = 2}),
              ElementsAre(ElementsAre("2", "public"),
                          ElementsAre("2", "public"),
                          ElementsAre("2", "public")));
  EXPECT_THAT(Views({.view = kSpectator})[0], ElementsAre("public"));
  EXPECT_EQ(Views({})[0].size(), 6u);
}

TEST_F(SetDocumentsTest, DocumentsHoldWhatTheirOwnMatchShowed) {
  const std::vector<std::string> documents =
      SetDocuments(tables_, {.followed = "alice"}).value();
  EXPECT_EQ(documents[1],
            ComparableDocument(tables_[1].record, "", 3).value());
  EXPECT_EQ(documents[2],
            MatchDocument(tables_[2].record, "", kSpectator).value());
  for (const std::string& document : documents) {
    EXPECT_FALSE(Json::parse(document).contains("proof"));
  }
}

TEST_F(SetDocumentsTest, WhoCannotBeFollowedIsNamed) {
  EXPECT_THAT(
      std::string(
          SetDocuments(tables_, {.followed = "mallory"}).status().message()),
      HasSubstr("no player of these matches is called \"mallory\"; expected "
                "one of alice, bob, carol, dave, erin, frank, grace, heidi"));
}

TEST_F(SetDocumentsTest, ASeatThatIsNotThereIsRefused) {
  EXPECT_FALSE(SetDocuments(tables_, {.view = 7}).ok());
}

}  // namespace
}  // namespace arena::viewer
