// The steps of records: every game, every view, every kind of end.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/record/replay.h"
#include "tests/arena/record/random_match.h"
#include "tests/testing/game_checks.h"

namespace arena {
namespace {

using ::arena::testing::GamesOfTests;
using ::arena::testing::PlayRandomMatch;
using ::arena::testing::RandomMatch;
using ::arena::testing::RandomRecord;
using ::testing::AnyOf;
using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

using Steps = std::vector<v1::MatchStep>;

Steps StepsOf(const Record& record, View view) {
  const std::vector<Game> games = GamesOfTests();
  StepReplay replay =
      StepReplay::Create(record, view, /*position_text=*/false, games).value();
  Steps steps;
  while (std::optional<v1::MatchStep> step = replay.Next().value()) {
    steps.push_back(*std::move(step));
  }
  return steps;
}

std::vector<View> ViewsOf(int seats) {
  std::vector<View> views = {kTableView, kSpectator};
  for (Seat seat = 0; seat < seats; ++seat) views.push_back(seat);
  return views;
}

// The fault of a step, for any match; empty if there is none.
std::string Trouble(const v1::MatchStep& step) {
  for (const v1::StepAct& act : step.acts()) {
    const std::string who = absl::StrCat("seat ", act.event().seat());
    if (!absl::StartsWith(act.sentence(), who)) return "who acts is not told";
    if (absl::StrContains(act.sentence(), "?")) return act.sentence();
  }
  for (const std::string& effect : step.effects()) {
    if (effect.empty() || absl::StrContains(effect, "?")) return effect;
  }
  return "";
}

// Checks the properties of all steps that every match and view have.
void CheckSteps(const Record& record, View view) {
  const Steps steps = StepsOf(record, view);
  ASSERT_FALSE(steps.empty());
  uint32_t number = 0;
  uint32_t decision = 0;
  for (const v1::MatchStep& step : steps) {
    EXPECT_EQ(Trouble(step), "") << step.DebugString();
    EXPECT_EQ(step.step(), number++);
    EXPECT_GE(step.decision(), decision);
    EXPECT_LE(step.decision(), decision + 1) << "no decision is left out";
    decision = step.decision();
    EXPECT_EQ(step.observations_size(),
              view.has_value() ? 1 : static_cast<int>(record.header.seats()));
  }
  const v1::MatchStep& last = steps.back();
  // If all bots have failed, the last decision is still open.
  EXPECT_THAT(decision, AnyOf(record.result.decisions(),
                              record.result.decisions() - 1));
  EXPECT_THAT(absl::StrJoin(last.returns(), " "),
              absl::StrJoin(record.result.returns(), " "));
  EXPECT_THAT(last.effects(), Contains(HasSubstr("the match ends")));
  if (!view.has_value()) {
    EXPECT_EQ(last.plies(), record.result.plies());
  }
}

void CheckAllViews(const Record& record) {
  for (const View view : ViewsOf(static_cast<int>(record.header.seats()))) {
    SCOPED_TRACE(absl::StrCat(record.header.game(), " as seen by ",
                              view.has_value() ? *view : 99));
    CheckSteps(record, view);
  }
}

// ---- All games ----

TEST(StepReplayTest, EveryGameIsShownInEveryView) {
  for (const Game& game : GamesOfTests()) {
    CheckAllViews(RandomRecord({.game = &game,
                                .seats = game.info->default_seats,
                                .announcement_every = 3}));
  }
}

TEST(StepReplayTest, FaultsAndSeatsThatArePlayedForAreShown) {
  for (const Game& game : GamesOfTests()) {
    if (game.info->max_seats == 2) continue;
    CheckAllViews(RandomRecord({.game = &game,
                                .seats = game.info->max_seats,
                                .fault_every = 6,
                                .max_milliseconds = 50}));
  }
}

// A few decisions with every value of every option.
TEST(StepReplayTest, EveryOptionIsShown) {
  for (const Game& game : AllGames()) {
    const std::vector<GameSetup> setups = SetupsOf(game).value();
    for (const GameSetup& setup : setups) {
      const RandomMatch match{
          .game = &game,
          .seats = setup.seats,
          .options =
              absl::StrJoin(setup.options.given(), ",",
                            absl::PairFormatter("=")),
          .announcement_every = 2,
          .cancel_after = 40};
      SCOPED_TRACE(setup.ToString());
      const Record record = RandomRecord(match);
      CheckSteps(record, kTableView);
      CheckSteps(record, 1);
    }
  }
}

// ---- The contents of a step ----

const Game& Octrix() { return **FindGame("octrix"); }
const Game& Ordago() { return **FindGame("ordago"); }
const Game& Ordo() { return **FindGame("ordo"); }

TEST(StepReplayTest, StepZeroShowsTheFirstPosition) {
  const Steps steps =
      StepsOf(RandomRecord({.game = &Octrix(), .seats = 4}), kSpectator);
  EXPECT_THAT(steps[0].acts(), IsEmpty());
  EXPECT_EQ(steps[0].decision(), 0u);
  EXPECT_EQ(steps[0].plies(), 33u) << "the draw of the dealer and 32 cards";
  EXPECT_THAT(steps[0].marks(), Contains(v1::STEP_MARK_DEAL_BEGIN));
  EXPECT_THAT(steps[0].observations(0).octrix().hands(), SizeIs(4));
}

TEST(StepReplayTest, SimultaneousChoicesShareAStep) {
  const Steps steps =
      StepsOf(RandomRecord({.game = &Octrix(), .seats = 4}), kSpectator);
  ASSERT_THAT(steps[1].acts(), SizeIs(4));
  for (int seat = 0; seat < 4; ++seat) {
    EXPECT_EQ(steps[1].acts(seat).event().seat(), seat);
  }
  EXPECT_THAT(steps[1].marks(), ElementsAre(v1::STEP_MARK_TRICK_END));
}

TEST(StepReplayTest, TheTableSeesEveryHandAndASeatItsOwn) {
  const Record record = RandomRecord({.game = &Ordago(), .seats = 4});
  const v1::MatchStep first = StepsOf(record, kTableView)[0];
  for (const v1::Observation& seen : first.observations()) {
    EXPECT_THAT(seen.ordago().own_hand().ranks(), SizeIs(4));
  }
  const Steps public_steps = StepsOf(record, kSpectator);
  EXPECT_FALSE(public_steps[0].observations(0).ordago().has_own_hand());
}

// A sign arrives together with a choice. Until then, only the seat that gives
// the sign and the table know of it.
TEST(StepReplayTest, ASecretAnnouncementIsAStepForWhoMayKnowOfItOnly) {
  const Record record = RandomRecord({.game = &Ordago(),
                                      .seats = 4,
                                      .options = "table_talk=public_codes",
                                      .announcement_every = 2});
  const auto announcements = [](const Steps& steps) {
    int count = 0;
    for (const v1::MatchStep& step : steps) {
      for (const int mark : step.marks()) {
        count += mark == v1::STEP_MARK_ANNOUNCEMENT ? 1 : 0;
      }
    }
    return count;
  };
  const int all = announcements(StepsOf(record, kTableView));
  int by_seat = 0;
  for (Seat seat = 0; seat < 4; ++seat) {
    by_seat += announcements(StepsOf(record, seat));
  }
  EXPECT_GT(all, 5);
  EXPECT_EQ(by_seat, all);
  EXPECT_EQ(announcements(StepsOf(record, kSpectator)), 0);
}

// Otherwise the numbers of plies would tell of secret announcements.
TEST(StepReplayTest, SecretAnnouncementsAreNotAmongThePlies) {
  const Record record = RandomRecord({.game = &Ordago(),
                                      .seats = 4,
                                      .options = "table_talk=public_codes",
                                      .announcement_every = 2});
  const auto made = absl::c_count_if(record.entries, [](const auto& entry) {
    return entry.kind == EntryKind::kAnnouncement;
  });
  ASSERT_GT(made, 5);
  for (const View view : {View(kSpectator), View(0), View(1), View(2)}) {
    EXPECT_EQ(StepsOf(record, view).back().plies() + made,
              record.result.plies());
  }
}

TEST(StepReplayTest, TheTableIsShownWhatEverybodyIsShown) {
  const Record record =
      RandomRecord({.game = *FindGame("doppelkopf"), .seats = 4});
  const auto reveals = [&](View view) {
    std::vector<std::string> reveals;
    for (const v1::MatchStep& step : StepsOf(record, view)) {
      for (const v1::StepAct& act : step.acts()) {
        reveals.push_back(act.event().reveal().DebugString());
      }
    }
    return reveals;
  };
  EXPECT_THAT(reveals(kSpectator), Contains(Not(IsEmpty())));
  EXPECT_EQ(reveals(kTableView), reveals(kSpectator));
}

TEST(StepReplayTest, ThePlaceOfOrdagoIsTold) {
  const Steps steps =
      StepsOf(RandomRecord({.game = &Ordago(),
                            .seats = 3,
                            .options = "signs=off"}),
              kSpectator);
  ASSERT_THAT(steps[1].acts(), SizeIs(1));
  EXPECT_TRUE(steps[1].acts(0).has_place());
  const Steps ordo = StepsOf(RandomRecord({.game = &Ordo(), .seats = 2}), 0);
  EXPECT_FALSE(ordo[1].acts(0).has_place());
}

// ---- Times and ends ----

void SetClockWithBank(Record& record) {
  v1::Clock& clock = *record.header.mutable_clock();
  ToMessage(absl::Seconds(1), *clock.mutable_start_budget());
  ToMessage(absl::Milliseconds(10), *clock.mutable_allowance());
  ToMessage(absl::Seconds(60), *clock.mutable_bank());
}

TEST(StepReplayTest, TimesAndBanksAreTold) {
  Record record = RandomRecord({.game = &Ordo(),
                                .seats = 2,
                                .max_milliseconds = 30});
  SetClockWithBank(record);
  record.entries[0].charged = absl::Milliseconds(25);
  record.entries[1].charged = absl::Milliseconds(35);
  const Steps steps = StepsOf(record, kSpectator);
  const v1::StepAct& first = steps[1].acts(0);
  EXPECT_EQ(FromMessage(first.charged()), absl::Milliseconds(25));
  EXPECT_EQ(FromMessage(first.bank_left()),
            absl::Seconds(60) - absl::Milliseconds(15));
  const v1::StepAct& second = steps[2].acts(0);
  ASSERT_NE(second.event().seat(), first.event().seat());
  EXPECT_EQ(FromMessage(second.charged()), absl::Milliseconds(35));
  EXPECT_EQ(FromMessage(second.bank_left()),
            absl::Seconds(60) - absl::Milliseconds(25));
}

// A match of three in which the referee plays for some seats.
Record WithSeatsPlayedFor() {
  Record record = RandomRecord({.game = &tally::kGame,
                                .seats = 3,
                                .options = "rounds=40",
                                .fault_every = 10,
                                .max_milliseconds = 30});
  SetClockWithBank(record);
  return record;
}

TEST(StepReplayTest, NoTimeRunsForASeatThatIsPlayedFor) {
  int acts = 0;
  for (const v1::MatchStep& step : StepsOf(WithSeatsPlayedFor(), kTableView)) {
    for (const v1::StepAct& act : step.acts()) {
      const bool fails = act.fault() != v1::FAULT_KIND_UNSPECIFIED;
      EXPECT_EQ(act.has_charged(), fails || !act.played_for());
      EXPECT_EQ(act.has_bank_left(), fails || !act.played_for());
      acts += act.played_for() && !fails ? 1 : 0;
    }
  }
  EXPECT_GT(acts, 0);
}

TEST(StepReplayTest, TheFaultAfterWhichASeatIsPlayedForSaysSo) {
  int told = 0;
  for (const v1::MatchStep& step : StepsOf(WithSeatsPlayedFor(), kTableView)) {
    std::vector<std::string> expected;
    for (const v1::StepAct& act : step.acts()) {
      if (act.fault() == v1::FAULT_KIND_UNSPECIFIED || !act.played_for()) {
        continue;
      }
      expected.push_back(absl::StrCat("seat ", act.event().seat(),
                                      " is played for from now on"));
    }
    std::vector<std::string> effects;
    for (const std::string& effect : step.effects()) {
      if (absl::StrContains(effect, "played for")) effects.push_back(effect);
    }
    EXPECT_EQ(effects, expected);
    told += static_cast<int>(effects.size());
  }
  EXPECT_GT(told, 0);
}

TEST(StepReplayTest, APauseOfTheRefereeIsToldWithTheStepThatFollows) {
  Record record = RandomRecord({.game = &Ordo(), .seats = 2});
  record.entries.insert(
      record.entries.begin() + 2,
      {.kind = EntryKind::kPause, .charged = absl::Milliseconds(250)});
  const Steps steps = StepsOf(record, kSpectator);
  ASSERT_GT(steps.size(), 5u);
  for (const v1::MatchStep& step : steps) {
    const auto told =
        Contains(std::string("the referee stood still for 250 ms"));
    if (step.step() == 3) {
      EXPECT_THAT(step.effects(), told);
    } else {
      EXPECT_THAT(step.effects(), Not(told)) << step.step();
    }
  }
}

// A match that ends with `end` after some decisions; with none, before its
// start.
Record Ending(const Game& game, int seats, const MatchEntry& end,
              uint32_t decisions) {
  const Table cancelled = PlayRandomMatch(
      {.game = &game, .seats = seats, .cancel_after = std::max(decisions, 1u)});
  Table table = Table::Create(cancelled.config()).value();
  for (const MatchEntry& entry : cancelled.entries()) {
    if (entry.kind == EntryKind::kCancel || decisions == 0) break;
    table.Play(entry).value();
  }
  table.Play(end).value();
  return RecordOf(table, {});
}

TEST(StepReplayTest, TheLastStepOfAForfeitSaysWhoFailed) {
  for (const View view : ViewsOf(2)) {
    const Steps steps = StepsOf(Ending(Ordo(), 2,
                                       {.kind = EntryKind::kFault,
                                        .fault = v1::FAULT_KIND_LATE,
                                        .seat = 1},
                                       5),
                                view);
    const v1::MatchStep& last = steps.back();
    ASSERT_THAT(last.acts(), SizeIs(1));
    EXPECT_EQ(last.acts(0).event().seat(), 1u);
    EXPECT_EQ(last.acts(0).fault(), v1::FAULT_KIND_LATE);
    EXPECT_FALSE(last.acts(0).event().has_action());
    EXPECT_EQ(last.acts(0).sentence(), "seat 1 did not answer in time");
    EXPECT_EQ(last.decision(), 6u);
    EXPECT_THAT(last.marks(), Contains(v1::STEP_MARK_FAULT));
    EXPECT_THAT(last.effects(),
                Contains("the match ends by forfeit: late seat 1"));
  }
}

TEST(StepReplayTest, AMatchThatNeverBeganIsOneStep) {
  const Steps steps = StepsOf(Ending(Octrix(), 2,
                                     {.kind = EntryKind::kFault,
                                      .fault = v1::FAULT_KIND_NOT_READY,
                                      .seat = 0},
                                     0),
                              kSpectator);
  ASSERT_THAT(steps, Not(IsEmpty()));
  EXPECT_EQ(steps.back().acts(0).fault(), v1::FAULT_KIND_NOT_READY);
  EXPECT_EQ(steps.back().acts(0).sentence(), "seat 0 was not ready in time");
}

TEST(StepReplayTest, AVoidMatchSaysSo) {
  for (const EntryKind kind : {EntryKind::kCancel, EntryKind::kAbandon}) {
    const Steps steps =
        StepsOf(Ending(Octrix(), 4, {.kind = kind}, 3), kSpectator);
    EXPECT_THAT(steps.back().acts(), IsEmpty());
    EXPECT_THAT(steps.back().effects(),
                ElementsAre(HasSubstr("ends without a result")));
  }
}

// ---- Live ----

StepMaker Live(const Table& table) {
  return StepMaker(Table::Create(table.config()).value(), {.live = true});
}

Steps Rest(StepMaker& maker, const std::vector<MatchEntry>& entries) {
  Steps steps;
  const auto take = [&] {
    if (auto step = maker.Take()) steps.push_back(*std::move(step));
  };
  take();
  while (maker.played() < entries.size()) {
    EXPECT_TRUE(maker.Play(entries[maker.played()]).ok());
    take();
  }
  return steps;
}

TEST(StepReplayTest, AMatchUnderWayTellsNoFaultsAndTimes) {
  const Table table = PlayRandomMatch({.game = &tally::kGame,
                                       .seats = 3,
                                       .options = "rounds=40",
                                       .fault_every = 20,
                                       .max_milliseconds = 30});
  ASSERT_GT(table.Result().faults_size(), 0);
  StepMaker maker = Live(table);
  Steps steps = Rest(maker, table.entries());
  steps.pop_back();
  for (const v1::MatchStep& step : steps) {
    EXPECT_THAT(step.marks(), Not(Contains(v1::STEP_MARK_FAULT)));
    EXPECT_THAT(step.effects(), Each(Not(HasSubstr("substitute"))));
    for (const v1::StepAct& act : step.acts()) {
      EXPECT_FALSE(act.has_charged() || act.has_bank_left());
      EXPECT_EQ(act.fault(), v1::FAULT_KIND_UNSPECIFIED);
      EXPECT_FALSE(act.played_for());
    }
  }
}

// A step does not depend on the steps before it.
TEST(StepReplayTest, APartIsThatPartOfTheWhole) {
  for (const Game& game : AllGames()) {
    const Record record = RandomRecord({.game = &game,
                                        .seats = game.info->default_seats,
                                        .announcement_every = 3});
    const Steps all = StepsOf(record, kTableView);
    for (const uint32_t from : {0u, 1u, 2u, 7u, 23u}) {
      StepReplay replay = StepReplay::Create(record, kTableView).value();
      for (size_t i = from; i < all.size(); ++i) {
        const auto step = replay.Next(from).value();
        ASSERT_TRUE(step.has_value()) << i;
        ASSERT_EQ(step->DebugString(), all[i].DebugString()) << from;
      }
      EXPECT_FALSE(replay.Next(from).value().has_value());
    }
  }
}

TEST(StepReplayTest, ASeatThatIsNotThereIsNamed) {
  const Record record = RandomRecord({.game = &Ordo(), .seats = 2});
  EXPECT_THAT(std::string(StepReplay::Create(record, 2).status().message()),
              HasSubstr("no seat 2; the match has seats 0 to 1"));
}

}  // namespace
}  // namespace arena
