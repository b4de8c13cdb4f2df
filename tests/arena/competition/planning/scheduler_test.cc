#include "arena/competition/course/scheduler.h"

#include <algorithm>
#include <set>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "arena/competition/planning/duplicate.h"
#include "arena/competition/planning/formats.h"
#include "gmock/gmock.h"
#include "tests/arena/competition/made_up.h"
#include "tests/arena/competition/planning/make_scheduler.h"
#include "tests/testing/status_matchers.h"

namespace arena::competition {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

void Shuffle(std::vector<v1::CompetitionMatch>& log, Rng& rng) {
  for (size_t i = log.size(); i > 1; --i) {
    std::swap(log[i - 1], log[rng.Below(static_cast<uint32_t>(i))]);
  }
}

std::vector<uint32_t> SidesOf(const GameForm& form,
                              const v1::CompetitionMatch& match) {
  const std::vector<uint32_t> by_seat(match.entrants().begin(),
                                      match.entrants().end());
  return BySide(form, by_seat);
}

// The number of matches that every two entrants had with each other.
std::map<std::pair<uint32_t, uint32_t>, int> Meetings(const GameForm& form,
                                                      const Log& log) {
  std::map<std::pair<uint32_t, uint32_t>, int> meetings;
  for (const v1::CompetitionMatch& match : log) {
    const std::vector<uint32_t> sides = SidesOf(form, match);
    for (const uint32_t a : sides) {
      for (const uint32_t b : sides) {
        if (a < b) ++meetings[{a, b}];
      }
    }
  }
  return meetings;
}

// Whether all values of a map are equal.
template <typename Map>
bool AllEqual(const Map& map) {
  return absl::c_all_of(map, [&](const auto& entry) {
    return entry.second == map.begin()->second;
  });
}

// A competition that can end: one case for every sensible format and form.
struct Case {
  std::string form;
  v1::Format format;
  int entrants;
  bool independent = false;
  bool field = false;
};

v1::CompetitionSpec SpecOf(const Case& c) {
  v1::CompetitionSpec spec = SpecOf(FormNamed(c.form), c.format, c.entrants);
  spec.set_independent_deals(c.independent);
  if (c.field) spec.set_deals(v1::DEALS_FIELD);
  if (c.format == v1::FORMAT_LADDER) spec.set_max_sets(40);
  if (c.format != v1::FORMAT_KNOCKOUT) spec.set_sets(2);
  spec.set_concurrent_sets(8);
  return spec;
}

std::vector<Case> Cases() {
  std::vector<Case> cases;
  for (const NamedForm& form : Forms()) {
    for (const FormatInfo& info : Formats()) {
      if (info.two_sides && form.sides != 2) continue;
      for (const int entrants : {5, 8}) {
        cases.push_back({form.name, info.format, entrants});
      }
    }
  }
  cases.push_back({"two", v1::FORMAT_KNOCKOUT, 6, true});
  cases.push_back({"three", v1::FORMAT_SWISS, 7, true});
  cases.push_back({"two", v1::FORMAT_LADDER, 5, true});
  for (const FormatInfo& info : Formats()) {
    if (!info.field) continue;
    cases.push_back({"two", info.format, 7, false, true});
    cases.push_back({"partners", info.format, 8, false, true});
  }
  return cases;
}

std::string NameOf(const Case& c) {
  return absl::StrCat(v1::Format_Name(c.format), "_", c.form, c.entrants,
                      c.independent ? "_independent" : "",
                      c.field ? "_field" : "");
}
void PrintTo(const Case& c, std::ostream* out) { *out << NameOf(c); }

class AnyFormatTest : public ::testing::TestWithParam<Case> {
 protected:
  const v1::CompetitionSpec spec_ = SpecOf(GetParam());
};

INSTANTIATE_TEST_SUITE_P(All, AnyFormatTest, ::testing::ValuesIn(Cases()),
                         [](const auto& info) { return NameOf(info.param); });

TEST_P(AnyFormatTest, EndsWithAllMatchesOver) {
  Scheduler scheduler = MakeScheduler(spec_);
  Rng rng("ends");
  const Log log = PlayAll(scheduler, {.void_percent = 10}, rng);
  EXPECT_TRUE(scheduler.finished());
  const v1::Progress progress = scheduler.progress();
  EXPECT_EQ(progress.matches_over(), progress.matches_total());
  EXPECT_EQ(progress.sets_over(), progress.sets_total());
  EXPECT_EQ(progress.matches_open(), 0u);
  EXPECT_EQ(progress.void_sets(), 0u);
  EXPECT_EQ(progress.repeated_matches(), log.size() - progress.matches_over());
}

TEST_P(AnyFormatTest, EverybodySitsInEverySideEquallyOften) {
  Scheduler scheduler = MakeScheduler(spec_);
  Rng rng("seats");
  const Log log = PlayAll(scheduler, {}, rng);
  std::map<uint32_t, std::map<int, int>> sat;
  for (const v1::CompetitionMatch& match : log) {
    const std::vector<uint32_t> sides = SidesOf(scheduler.form(), match);
    for (size_t side = 0; side < sides.size(); ++side) {
      ++sat[sides[side]][static_cast<int>(side)];
    }
  }
  for (const auto& [entrant, sides] : sat) {
    EXPECT_THAT(sides, SizeIs(scheduler.form().sides.size()));
    EXPECT_TRUE(AllEqual(sides)) << entrant;
  }
}

TEST_P(AnyFormatTest, MatchesOfASetShareTheirSeedAndNoOthersDo) {
  Scheduler scheduler = MakeScheduler(spec_);
  std::map<Seed, std::set<uint32_t>> sets;
  Rng rng("seeds");
  for (int i = 0; i < 10; ++i) {
    const auto planned = scheduler.Next(1000);
    ASSERT_THAT(planned, IsOk());
    for (const PlannedMatch& match : *planned) {
      sets[match.seed].insert(match.set);
      ASSERT_THAT(scheduler.Add(MadeUp().Play(scheduler, match)), IsOk());
    }
  }
  EXPECT_GT(sets.size(), 1u);
  for (const auto& [seed, numbers] : sets) EXPECT_THAT(numbers, SizeIs(1));
}

// ---- Restarts ----

class RestartTest : public AnyFormatTest {
 protected:
  static constexpr MadeUp kMadeUp{.void_percent = 15, .fault_percent = 10};

  bool IsLadder() const { return spec_.format() == v1::FORMAT_LADDER; }
  // A scheduler that knows the log and the open matches. `rng` loses some of
  // the open matches.
  Scheduler Restarted(Log log, const std::vector<PlannedMatch>& open,
                      std::vector<PlannedMatch>& lost) {
    if (!IsLadder()) Shuffle(log, rng_);
    Scheduler scheduler = MakeScheduler(spec_);
    for (const v1::CompetitionMatch& match : log) {
      EXPECT_THAT(scheduler.Add(match), IsOk());
    }
    for (const PlannedMatch& match : open) {
      if (rng_.Below(2) == 0) {
        lost.push_back(match);
      } else {
        EXPECT_THAT(scheduler.Add(match.ToMessage()), IsOk());
      }
    }
    return scheduler;
  }
  std::vector<PlannedMatch> Next(Scheduler& scheduler) {
    auto planned = scheduler.Next(1000);
    EXPECT_THAT(planned, IsOk());
    return *std::move(planned);
  }

  Rng rng_{"kills"};
};

INSTANTIATE_TEST_SUITE_P(All, RestartTest, ::testing::ValuesIn(Cases()),
                         [](const auto& info) { return NameOf(info.param); });

// Kills a competition again and again. Each time the competition is rebuilt
// from its log (in any order but for the ladder), with some open matches lost.
// The same matches end in the same order, so exactly the same matches must be
// planned.
TEST_P(RestartTest, KilledAnywhereItGoesOnAsIfNothingHadHappened) {
  Scheduler undisturbed = MakeScheduler(spec_);
  Rng order("order");
  const Log whole = PlayAll(undisturbed, kMadeUp, order);
  Scheduler scheduler = MakeScheduler(spec_);
  std::vector<PlannedMatch> open;
  for (size_t ended = 0; ended < whole.size(); ++ended) {
    const auto find = [&] {
      return absl::c_find_if(open, [&](const PlannedMatch& planned) {
        return LineOf(planned.ToMessage()) == LineOf(whole[ended]);
      });
    };
    // The scheduler is asked for matches sooner or later.
    if (find() == open.end() || rng_.Below(2) == 0) {
      const std::vector<PlannedMatch> planned = Next(scheduler);
      open.insert(open.end(), planned.begin(), planned.end());
    }
    ASSERT_NE(find(), open.end()) << LineOf(whole[ended]);
    open.erase(find());
    ASSERT_THAT(scheduler.Add(whole[ended]), IsOk());
    if (rng_.Below(4) == 0) {
      const Log log(whole.begin(), whole.begin() + ended + 1);
      std::vector<PlannedMatch> lost;
      scheduler = Restarted(log, open, lost);
      for (const PlannedMatch& gone : lost) std::erase(open, gone);
    }
  }
  EXPECT_THAT(LinesOf(open), IsEmpty());
  EXPECT_TRUE(scheduler.finished());
  EXPECT_EQ(TableOf(scheduler), TableOf(undisturbed));
}

TEST_P(RestartTest, WhatWasLostIsPlannedAgainAndNothingElse) {
  for (int played = 0; played < 20; ++played) {
    Scheduler first = MakeScheduler(spec_);
    Rng order("order");
    const Log log = PlayAll(first, kMadeUp, order, played);
    Scheduler second = MakeScheduler(spec_);
    for (const v1::CompetitionMatch& match : log) {
      ASSERT_THAT(second.Add(match), IsOk());
    }
    const std::vector<PlannedMatch> open = Next(second);
    std::vector<PlannedMatch> lost;
    Scheduler third = Restarted(log, open, lost);
    EXPECT_EQ(LinesOf(Next(third)), LinesOf(lost)) << played;
  }
}

// The same results in another order give the same table.
TEST_P(RestartTest, TheOrderOfResultsChangesNothing) {
  if (IsLadder()) GTEST_SKIP() << "a ladder follows its log";
  Scheduler one = MakeScheduler(spec_);
  Scheduler other = MakeScheduler(spec_);
  Rng order("one order");
  Rng another("another order");
  const Log log = PlayAll(one, kMadeUp, order, 100'000, 1000);
  EXPECT_EQ(LinesOf(PlayAll(other, kMadeUp, another, 100'000, 2)),
            LinesOf(log));
  EXPECT_EQ(TableOf(other), TableOf(one));
}

// ---- Every format ----

TEST_P(AnyFormatTest, AddingAMatchTwiceIsHarmless) {
  Scheduler scheduler = MakeScheduler(spec_);
  const auto planned = scheduler.Next(1);
  ASSERT_THAT(planned, IsOk());
  const auto played = MadeUp().Play(scheduler, planned->front());
  ASSERT_THAT(scheduler.Add(played), IsOk());
  const std::string before = scheduler.progress().DebugString();
  ASSERT_THAT(scheduler.Add(played), IsOk());
  ASSERT_THAT(scheduler.Add(planned->front().ToMessage()), IsOk());
  EXPECT_EQ(scheduler.progress().DebugString(), before);
}

TEST_P(AnyFormatTest, NoMoreSetsThanAllowedAreUnderWay) {
  Scheduler scheduler = MakeScheduler(spec_);
  const auto planned = scheduler.Next(3);
  ASSERT_THAT(planned, IsOk());
  std::set<uint32_t> sets;
  for (const PlannedMatch& match : *planned) sets.insert(match.set);
  EXPECT_LE(sets.size(), 3u);
  EXPECT_THAT(*scheduler.Next(3), IsEmpty());
}

// ---- Sizes ----

TEST(SchedulerTest, RoundRobinLetsEveryPairMeetEquallyOften) {
  for (const NamedForm& form : Forms()) {
    Scheduler scheduler =
        MakeScheduler(SpecOf(form, v1::FORMAT_ROUND_ROBIN, 7));
    Rng rng("pairs");
    const auto meetings =
        Meetings(scheduler.form(), PlayAll(scheduler, {}, rng));
    EXPECT_THAT(meetings, SizeIs(21)) << form.name;
    EXPECT_TRUE(AllEqual(meetings)) << form.name;
  }
}

TEST(SchedulerTest, RoundRobinHasAllChoicesOfEntrants) {
  EXPECT_EQ(MakeScheduler(SpecOf(FormNamed("two"), v1::FORMAT_ROUND_ROBIN, 7))
                .progress()
                .matches_total(),
            21u * 2);
  EXPECT_EQ(MakeScheduler(SpecOf(FormNamed("three"), v1::FORMAT_ROUND_ROBIN, 7))
                .progress()
                .matches_total(),
            35u * 3);
  EXPECT_EQ(MakeScheduler(SpecOf(FormNamed("four"), v1::FORMAT_ROUND_ROBIN, 7))
                .progress()
                .matches_total(),
            35u * 4);
}

TEST(SchedulerTest, InAGauntletEveryMatchHasTheFirstEntrant) {
  Scheduler scheduler =
      MakeScheduler(SpecOf(FormNamed("three"), v1::FORMAT_GAUNTLET, 6));
  Rng rng("gauntlet");
  const Log log = PlayAll(scheduler, {}, rng);
  EXPECT_THAT(log, SizeIs(10 * 3));
  for (const v1::CompetitionMatch& match : log) {
    EXPECT_TRUE(absl::c_linear_search(match.entrants(), 0u));
  }
}

TEST(SchedulerTest, IndependentDealsMakeEveryMatchASet) {
  v1::CompetitionSpec spec =
      SpecOf(FormNamed("four"), v1::FORMAT_ROUND_ROBIN, 4);
  spec.set_independent_deals(true);
  const v1::Progress progress = MakeScheduler(spec).progress();
  EXPECT_EQ(progress.sets_total(), 4u);
  EXPECT_EQ(progress.matches_total(), 4u);
}

// ---- Entrants that cannot begin ----

TEST(SchedulerTest, SetsOfEntrantsThatCannotBeginComeLast) {
  Scheduler scheduler =
      MakeScheduler(SpecOf(FormNamed("two"), v1::FORMAT_ROUND_ROBIN, 4));
  // Three sets of six have no entrant 0.
  const auto planned = scheduler.Next(4, {.unable = {0}, .stalled = {}});
  ASSERT_THAT(*planned, SizeIs(4 * 2));
  for (size_t i = 0; i < 3 * 2; ++i) {
    EXPECT_FALSE(absl::c_linear_search((*planned)[i].entrants, 0u));
  }
  EXPECT_TRUE(absl::c_linear_search(planned->back().entrants, 0u));
}

TEST(SchedulerTest, SetsOfStalledEntrantsLeaveTheirPlacesOnce) {
  Scheduler scheduler =
      MakeScheduler(SpecOf(FormNamed("two"), v1::FORMAT_GAUNTLET, 6));
  ASSERT_THAT(*scheduler.Next(2), SizeIs(2 * 2));
  ASSERT_THAT(*scheduler.Next(2), IsEmpty());
  // All sets have entrant 0, so entrant 0 stalls these sets, too.
  const Hindrance hindrance = {.unable = {0}, .stalled = {0}};
  EXPECT_THAT(*scheduler.Next(2, hindrance), SizeIs(2 * 2));
  EXPECT_THAT(*scheduler.Next(2, hindrance), IsEmpty());
}

// ---- Void matches ----

TEST(SchedulerTest, AVoidMatchIsPlayedAgainWithTheSameSeed) {
  Scheduler scheduler =
      MakeScheduler(SpecOf(FormNamed("two"), v1::FORMAT_ROUND_ROBIN, 2));
  PlannedMatch first = scheduler.Next(1)->front();
  ASSERT_THAT(scheduler.Add(MadeUp{.void_set = 0}.Play(scheduler, first)),
              IsOk());
  first.attempt = 1;
  EXPECT_THAT(*scheduler.Next(1), ElementsAre(first));
  EXPECT_EQ(scheduler.progress().repeated_matches(), 1u);
}

TEST(SchedulerTest, AfterFiveVoidAttemptsTheSetIsVoid) {
  Scheduler scheduler =
      MakeScheduler(SpecOf(FormNamed("two"), v1::FORMAT_ROUND_ROBIN, 3));
  Rng rng("void");
  const Log log = PlayAll(scheduler, {.void_set = 1}, rng);
  EXPECT_TRUE(scheduler.finished());
  EXPECT_EQ(scheduler.progress().void_sets(), 1u);
  EXPECT_EQ(scheduler.progress().sets_over(), 3u);
  EXPECT_EQ(scheduler.progress().matches_total(), 4u);
  EXPECT_FALSE(scheduler.results().Outcome(1).has_value());
}

TEST(SchedulerTest, AVoidSetEndsWithItsLastMatchAndRepeatsNone) {
  Scheduler scheduler =
      MakeScheduler(SpecOf(FormNamed("two"), v1::FORMAT_ROUND_ROBIN, 3));
  const std::vector<PlannedMatch> set = *scheduler.Next(1);
  ASSERT_THAT(set, SizeIs(2));
  const MadeUp in_vain{.void_set = static_cast<int>(set[0].set)};
  PlannedMatch first = set[0];
  for (uint32_t attempt = 0; attempt < 5; ++attempt) {
    first.attempt = attempt;
    ASSERT_THAT(scheduler.Add(in_vain.Play(scheduler, first)), IsOk());
  }
  EXPECT_EQ(scheduler.progress().sets_over(), 0u);
  ASSERT_THAT(scheduler.Add(in_vain.Play(scheduler, set[1])), IsOk());
  EXPECT_EQ(scheduler.progress().sets_over(), 1u);
  const std::vector<PlannedMatch> next = *scheduler.Next(9);
  ASSERT_THAT(next, SizeIs(4));
  for (const PlannedMatch& match : next) EXPECT_NE(match.set, set[0].set);
}

// ---- Logs of something else ----

TEST(SchedulerTest, OtherEntrantsThanPlannedAreDataLoss) {
  Scheduler scheduler =
      MakeScheduler(SpecOf(FormNamed("two"), v1::FORMAT_ROUND_ROBIN, 4));
  v1::CompetitionMatch match = scheduler.Next(1)->front().ToMessage();
  Scheduler other =
      MakeScheduler(SpecOf(FormNamed("two"), v1::FORMAT_ROUND_ROBIN, 4));
  match.mutable_entrants()->SwapElements(0, 1);
  EXPECT_THAT(other.Add(match),
              StatusIs(absl::StatusCode::kDataLoss, HasSubstr("has entrants")));
}

TEST(SchedulerTest, AnEntrantThatThereIsNotIsRefused) {
  Scheduler scheduler =
      MakeScheduler(SpecOf(FormNamed("two"), v1::FORMAT_ROUND_ROBIN, 4));
  v1::CompetitionMatch match = scheduler.Next(1)->front().ToMessage();
  match.set_entrants(0, 4);
  EXPECT_THAT(scheduler.Add(match),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("4,")));
}

TEST(SchedulerTest, ASetBehindTheLastIsDataLoss) {
  Scheduler scheduler =
      MakeScheduler(SpecOf(FormNamed("two"), v1::FORMAT_ROUND_ROBIN, 2));
  v1::CompetitionMatch match = scheduler.Next(1)->front().ToMessage();
  match.set_set(1);
  EXPECT_THAT(scheduler.Add(match),
              StatusIs(absl::StatusCode::kDataLoss, HasSubstr("no set 1")));
}

TEST(SchedulerTest, ASecondDifferentResultIsRefused) {
  Scheduler scheduler =
      MakeScheduler(SpecOf(FormNamed("two"), v1::FORMAT_ROUND_ROBIN, 2));
  v1::CompetitionMatch match =
      MadeUp().Play(scheduler, scheduler.Next(1)->front());
  ASSERT_THAT(scheduler.Add(match), IsOk());
  match.mutable_result()->set_returns(0, 77);
  EXPECT_THAT(scheduler.Add(match),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("second, different result")));
}

TEST(SchedulerTest, WithoutASeedThereIsNoSchedule) {
  v1::CompetitionSpec spec =
      SpecOf(FormNamed("two"), v1::FORMAT_ROUND_ROBIN, 2);
  spec.clear_seed();
  EXPECT_THAT(
      Scheduler::Create(spec),
      StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("seed is empty")));
}

TEST(SchedulerTest, OnlyALadderTakesEntrantsLater) {
  Scheduler scheduler =
      MakeScheduler(SpecOf(FormNamed("two"), v1::FORMAT_ROUND_ROBIN, 2));
  EXPECT_THAT(scheduler.Enter(EntrantOf(9)),
              StatusIs(absl::StatusCode::kFailedPrecondition,
                       HasSubstr("is not a ladder")));
}

}  // namespace
}  // namespace arena::competition
