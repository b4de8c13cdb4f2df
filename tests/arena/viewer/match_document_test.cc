// A document holds the steps of its views, and nothing else.
#include "arena/viewer/match_document.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "arena/core/message_json.h"
#include "arena/core/rng.h"
#include "arena/record/record.h"
#include "arena/record/replay.h"
#include "arena/viewer/json_patch.h"
#include "tests/arena/record/random_match.h"

namespace arena::viewer {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// A random match with announcements, cancelled after 200 decisions.
Record RecordOfGame(const std::string& name, const std::string& options = "") {
  const Game& game = **FindGame(name);
  return arena::testing::RandomRecord({.game = &game,
                                       .seats = game.info->default_seats,
                                       .options = options,
                                       .announcement_every = 3,
                                       .max_milliseconds = 30,
                                       .cancel_after = 200});
}

using Json = nlohmann::json;

Json DocumentOf(const Record& record, View view) {
  return Json::parse(MatchDocument(record, "bytes", view).value());
}

std::vector<std::string> ViewNames(const Json& document) {
  return document["views"];
}

// Applies one of several patches.
Json WithShared(Json value, const Json& shared, size_t i) {
  if (shared.contains("all")) value = Patched(std::move(value), shared["all"]);
  const Json own = shared.value("own", Json::object());
  const auto found = own.find(absl::StrCat(i));
  return found == own.end() ? value : Patched(std::move(value), *found);
}

// The steps of a view as a page reads them.
std::vector<Json> StepsOf(const Json& document, size_t view) {
  const bool table = document["views"][0] == "table";
  std::vector<Json> steps;
  Json seen;
  std::map<std::string, int> counts;
  for (const Json& frame : document["frames"]) {
    if (frame.contains("seen")) {
      seen = frame["seen"];
    } else {
      for (size_t i = 0; i < seen.size(); ++i) {
        seen[i] = WithShared(seen[i], frame["changes"], i);
      }
    }
    Json step = frame["step"];
    Json observations = seen;
    if (view == 0 && table) observations.erase(observations.size() - 1);
    if (view > 0) {
      const Json shared = frame.value("steps", Json::object());
      step = WithShared(step, shared, view - 1);
      if (step.is_null()) continue;
      // The public view is the second one and observes last.
      observations = {view == 1 ? seen.back() : seen[view - 2]};
    }
    step["observations"] = observations;
    for (const char* name : {"step", "decision", "plies"}) {
      counts[name] += step.value(name, 0);
      step.erase(name);
      if (counts[name] > 0) step[name] = counts[name];
    }
    steps.push_back(std::move(step));
  }
  return steps;
}

std::vector<Json> ReplayedSteps(const Record& record, View view) {
  StepReplay replay = StepReplay::Create(record, view).value();
  std::vector<Json> steps;
  while (const auto step = replay.Next().value()) {
    steps.push_back(Json::parse(*MessageJson(*step)));
  }
  return steps;
}

// ---- The contents of a document ----

TEST(MatchDocumentTest, TheFramesAreTheStepsOfAReplay) {
  for (const Game& game : AllGames()) {
    const Record record = RecordOfGame(game.info->name);
    const Json document = DocumentOf(record, kTableView);
    const std::vector<View> views =
        game.info->hidden
            ? std::vector<View>{kTableView, kSpectator, 0, 1, 2, 3}
            : std::vector<View>{kSpectator};
    for (size_t i = 0; i < views.size(); ++i) {
      EXPECT_EQ(StepsOf(document, i), ReplayedSteps(record, views[i]))
          << game.info->name << ", view " << i;
    }
  }
}

// Some steps are secret, and other seats have no such step at all.
TEST(MatchDocumentTest, AViewLacksTheStepsThatItWasNotShown) {
  const Record record = RecordOfGame("ordago", "table_talk=public_codes");
  const Json document = DocumentOf(record, kTableView);
  EXPECT_LT(StepsOf(document, 2).size(), StepsOf(document, 0).size());
  EXPECT_EQ(StepsOf(document, 2), ReplayedSteps(record, 0));
}

TEST(MatchDocumentTest, TheTableHasAllViews) {
  EXPECT_THAT(ViewNames(DocumentOf(RecordOfGame("seconds"), kTableView)),
              ElementsAre("table", "public", "0", "1", "2", "3"));
}

TEST(MatchDocumentTest, ASeatAndEverybodyHaveTheirOwnView) {
  const Record record = RecordOfGame("seconds");
  EXPECT_THAT(ViewNames(DocumentOf(record, 2)), ElementsAre("2"));
  EXPECT_THAT(ViewNames(DocumentOf(record, kSpectator)), ElementsAre("public"));
}

TEST(MatchDocumentTest, WhereNothingIsHiddenThereIsOneView) {
  for (const char* game : {"ordo", "octrix"}) {
    for (const View view : {kTableView, View(kSpectator), View(1)}) {
      EXPECT_THAT(ViewNames(DocumentOf(RecordOfGame(game), view)),
                  ElementsAre("public"));
    }
  }
}

TEST(MatchDocumentTest, ASeatThatIsNotThereIsNamed) {
  for (const char* game : {"ordo", "seconds"}) {
    EXPECT_THAT(
        std::string(
            MatchDocument(RecordOfGame(game), "", 7).status().message()),
        HasSubstr("no seat 7"));
  }
}

TEST(MatchDocumentTest, TheMatchIsToldWithItsResult) {
  const Record record = RecordOfGame("octrix", "target=20");
  const Json match = DocumentOf(record, kSpectator)["match"];
  EXPECT_EQ(match["game"], "octrix");
  EXPECT_EQ(match["givenOptions"]["target"], "20");
  EXPECT_EQ(match["players"][1]["name"], record.header.players(1));
  EXPECT_EQ(match["result"], Json::parse(*MessageJson(record.result)));
}

TEST(MatchDocumentTest, TheProofEndsInTheChainOfTheRecord) {
  const Record record = RecordOfGame("ordo");
  const Json proof = DocumentOf(record, kTableView)["proof"];
  std::string entries;
  ASSERT_TRUE(absl::Base64Unescape(
      std::string(proof["entries"]), &entries));
  EXPECT_EQ(entries.size(), 12 * record.entries.size());
  EXPECT_EQ(proof["record"], absl::Base64Escape("bytes"));
}

// ---- Secrets ----

TEST(MatchDocumentTest, OnlyTheTablesDocumentHasSeedChainAndRecord) {
  for (const Game& game : AllGames()) {
    const Record record = RecordOfGame(game.info->name);
    EXPECT_TRUE(DocumentOf(record, kTableView).contains("proof"));
    for (const View view : {View(kSpectator), View(0)}) {
      const Json document = DocumentOf(record, view);
      EXPECT_EQ(document.size(), 4u) << "format, match, views and frames";
      EXPECT_FALSE(document["match"].contains("seedCommitment"));
      EXPECT_FALSE(document["match"].contains("recordSha256"));
    }
  }
}

// ---- Notes ----

TEST(MatchDocumentTest, OnlyTheTableHasNotes) {
  const Record record = RecordOfGame("seconds");
  v1::DecisionNote note;
  note.set_seat(2);
  note.set_decision(7);
  note.set_note("I hold the \"ace\" </script>");
  const Json document =
      Json::parse(AnnotatedDocument(record, "bytes", {&note, 1}).value());
  ASSERT_EQ(document["notes"].size(), 1u);
  EXPECT_EQ(document["notes"][0]["seat"], 2);
  EXPECT_EQ(document["notes"][0]["decision"], 7);
  EXPECT_EQ(document["notes"][0]["note"], note.note());
  // No function gives notes to another view.
  for (const View view : {kTableView, View(kSpectator), View(2)}) {
    EXPECT_FALSE(DocumentOf(record, view).contains("notes"));
  }
}

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

// The page does the same (web/dealing.js).
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
  // The dealer is drawn first, then whole decks.
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
