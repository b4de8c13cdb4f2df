#include "arena/competition/course/amendment.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <set>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "arena/competition/course/differences.h"
#include "arena/competition/planning/change_log.h"
#include "arena/competition/planning/change_text.h"
#include "arena/competition/planning/formats.h"
#include "gmock/gmock.h"
#include "tests/arena/competition/made_up.h"
#include "tests/arena/competition/planning/make_scheduler.h"
#include "tests/testing/status_matchers.h"

namespace arena::competition {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;
using Change = v1::CompetitionChange;

// ---- Changes ----

Change Out(const std::string& name, Change::Ruling ruling) {
  Change change;
  change.set_reason("it cheated");
  change.mutable_disqualified()->set_entrant(name);
  change.mutable_disqualified()->set_ruling(ruling);
  return change;
}
Change Dropped(const std::string& name) {
  return Out(name, Change::RULING_DROP);
}
Change Forfeited(const std::string& name) {
  return Out(name, Change::RULING_FORFEIT);
}

Change Struck(const std::string& entrant, const std::string& opponent) {
  Change change;
  change.set_reason("one lost on purpose");
  change.mutable_struck()->set_entrant(entrant);
  change.mutable_struck()->set_opponent(opponent);
  return change;
}

Change Number(const std::string& key, uint32_t after) {
  Change change;
  change.mutable_number()->set_key(key);
  change.mutable_number()->set_after(after);
  return change;
}

Change Entered(int index) {
  Change change;
  *change.mutable_entered() = EntrantOf(index);
  return change;
}

Change Replayed(const std::string& name) {
  Change change;
  change.set_replayed(name);
  return change;
}

Change WithClock(int seconds) {
  Change change;
  v1::Clock& clock = *change.mutable_clock()->mutable_after();
  clock.mutable_start_budget()->set_seconds(10);
  clock.mutable_allowance()->set_seconds(seconds);
  return change;
}

Moment MomentOf(const Scheduler& scheduler, size_t results) {
  return {.next_set = scheduler.next_set(),
          .first_untouched_set = scheduler.first_untouched_set(),
          .complete = scheduler.complete(),
          .results = static_cast<uint32_t>(results)};
}

v1::CompetitionSpec Changed(const Scheduler& scheduler, const Log& log,
                            const std::vector<Change>& changes) {
  v1::CompetitionSpec spec = scheduler.spec();
  for (const Change& change : changes) {
    auto amended = Amended(spec, change, MomentOf(scheduler, log.size()));
    EXPECT_THAT(amended, IsOk());
    if (amended.ok()) spec = *std::move(amended);
  }
  return spec;
}

Scheduler From(const v1::CompetitionSpec& spec, const Log& log) {
  Scheduler scheduler = MakeScheduler(spec);
  for (const v1::CompetitionMatch& match : log) {
    EXPECT_THAT(scheduler.Add(match), IsOk());
  }
  return scheduler;
}

v1::CompetitionSpec SpecFor(v1::Format format, int entrants,
                            const std::string& form = "two") {
  v1::CompetitionSpec spec = SpecOf(FormNamed(form), format, entrants);
  spec.set_concurrent_sets(4);
  if (FormatOf(spec).endless) spec.set_max_sets(30);
  if (FormatOf(spec).asks_rounds) spec.set_rounds(4);
  return spec;
}

std::set<uint32_t> SetsWith(const Log& log, uint32_t entrant) {
  std::set<uint32_t> sets;
  for (const v1::CompetitionMatch& match : log) {
    if (absl::c_linear_search(match.entrants(), entrant)) {
      sets.insert(match.set());
    }
  }
  return sets;
}

const Standing& LineFor(const std::vector<Standing>& lines, uint32_t entrant) {
  return *absl::c_find_if(
      lines, [&](const Standing& line) { return line.entrant == entrant; });
}

// ---- The schedule follows from configuration, changes and results ----

struct ChangeCase {
  std::string name;
  v1::Format format;
  int entrants;
  std::vector<Change> changes;
};
void PrintTo(const ChangeCase& c, std::ostream* out) { *out << c.name; }

std::vector<ChangeCase> ChangeCases() {
  std::vector<ChangeCase> cases;
  for (const FormatInfo& info : Formats()) {
    const auto add = [&](const std::string& what, int entrants,
                         const std::vector<Change>& changes) {
      cases.push_back(
          {absl::StrCat(info.word, "_", what), info.format, entrants, changes});
    };
    add("drops", 6, {Dropped("a1")});
    add("forfeits", 6, {Forfeited("a0")});
    add("gets_a_clock", 5, {WithClock(7)});
    if (info.format != v1::FORMAT_KNOCKOUT) {
      add("strikes", 6, {Struck("a0", "a1"), Struck("a0", "a4")});
    }
    if (info.endless) continue;
    add("gets_sets", 6, {Number("sets", 3)});
    add("drops_two", 5, {Dropped("a0"), Forfeited("a1")});
    if (!info.closed.empty()) continue;
    add("gets_an_entrant", 5, {Entered(5)});
    add("gets_all", 5,
        {Number("sets", 2), Entered(5), Dropped("a2"), Entered(6)});
  }
  cases.push_back(
      {"SwissGetsRounds", v1::FORMAT_SWISS, 6, {Number("rounds", 6)}});
  cases.push_back(
      {"LadderGoesOn", v1::FORMAT_LADDER, 6, {Number("max_sets", 50)}});
  cases.push_back(
      {"RoundRobinReplays", v1::FORMAT_ROUND_ROBIN, 5, {Replayed("a2")}});
  return cases;
}

class ChangedTest : public ::testing::TestWithParam<ChangeCase> {
 protected:
  static constexpr MadeUp kMadeUp{.void_percent = 15};
  ChangedTest() { spec_.set_format(GetParam().format); }
  bool IsLadder() const { return FormatOf(spec_).endless; }
  // The numbers of results after which the competition is changed. Later, the
  // last round is paired.
  std::vector<int> Moments() const {
    return FormatOf(spec_).rounds ? std::vector<int>{0, 1, 3, 5}
                                  : std::vector<int>{0, 1, 5, 9, 14};
  }

 private:
  v1::CompetitionSpec spec_;
};

INSTANTIATE_TEST_SUITE_P(All, ChangedTest, ::testing::ValuesIn(ChangeCases()),
                         [](const auto& info) { return info.param.name; });

// The competition is changed after any number of results, and then stopped
// after every further one. Each time the same schedule follows from the
// specification and the log.
TEST_P(ChangedTest, StoppedAnywhereItGoesOnAsIfNothingHadHappened) {
  for (const int before : Moments()) {
    Scheduler first =
        MakeScheduler(SpecFor(GetParam().format, GetParam().entrants));
    Rng order(absl::StrCat("order ", before));
    Log log = PlayAll(first, kMadeUp, order, before);
    const v1::CompetitionSpec spec = Changed(first, log, GetParam().changes);
    Scheduler changed = From(spec, log);
    const Log rest = PlayAll(changed, kMadeUp, order);
    EXPECT_TRUE(changed.finished()) << before;
    Scheduler stopped = From(spec, log);
    std::vector<PlannedMatch> open;
    for (const v1::CompetitionMatch& match : rest) {
      const auto planned = stopped.Next(1000);
      ASSERT_THAT(planned, IsOk());
      open.insert(open.end(), planned->begin(), planned->end());
      const auto found = absl::c_find_if(open, [&](const PlannedMatch& one) {
        return LineOf(one.ToMessage()) == LineOf(match);
      });
      ASSERT_NE(found, open.end()) << before << ": " << LineOf(match);
      open.erase(found);
      log.push_back(match);
      stopped = From(spec, log);
      for (const PlannedMatch& one : open) {
        ASSERT_THAT(stopped.Add(one.ToMessage()), IsOk());
      }
    }
    EXPECT_TRUE(stopped.finished()) << before;
    EXPECT_EQ(TableOf(stopped), TableOf(changed)) << before;
    const v1::Progress progress = stopped.progress();
    EXPECT_EQ(progress.matches_over(), progress.matches_total()) << before;
    EXPECT_EQ(progress.sets_over(), progress.sets_total()) << before;
  }
}

TEST_P(ChangedTest, TheOrderOfResultsChangesNothing) {
  if (IsLadder()) return;
  Scheduler first =
      MakeScheduler(SpecFor(GetParam().format, GetParam().entrants));
  Rng order("order");
  Log log = PlayAll(first, kMadeUp, order, 5);
  const v1::CompetitionSpec spec = Changed(first, log, GetParam().changes);
  Scheduler changed = From(spec, log);
  const Log rest = PlayAll(changed, kMadeUp, order);
  log.insert(log.end(), rest.begin(), rest.end());
  std::reverse(log.begin(), log.end());
  EXPECT_EQ(TableOf(From(spec, log)), TableOf(changed));
}

TEST_P(ChangedTest, ToRepeatAChangeIsHarmless) {
  Scheduler first =
      MakeScheduler(SpecFor(GetParam().format, GetParam().entrants));
  const v1::CompetitionSpec spec = Changed(first, {}, GetParam().changes);
  for (const Change& change : GetParam().changes) {
    const auto again = Amended(spec, change, MomentOf(first, 0));
    ASSERT_THAT(again, IsOk());
    EXPECT_THAT(again->changes(), SizeIs(spec.changes_size()));
  }
}

// ---- Disqualified ----

TEST(AmendmentTest, AllThatADroppedEntrantPlayedCountsForNothing) {
  Scheduler first = MakeScheduler(SpecFor(v1::FORMAT_ROUND_ROBIN, 5));
  Rng order("drop");
  Log log = PlayAll(first, {}, order, 12);
  Scheduler changed = From(Changed(first, log, {Dropped("a0")}), log);
  const Log rest = PlayAll(changed, {}, order);
  EXPECT_THAT(SetsWith(rest, 0), IsEmpty());
  const std::vector<Standing> lines = changed.standings();
  EXPECT_EQ(LineFor(lines, 0).sets, 0);
  for (const uint32_t other : {1, 2, 3, 4}) {
    EXPECT_EQ(LineFor(lines, other).sets, 3);
  }
  // Matches that were played stay.
  EXPECT_EQ(changed.progress().matches_over(), log.size() + rest.size());
  EXPECT_EQ(changed.progress().void_sets(), 0u);
}

TEST(AmendmentTest, WhoForfeitsHasLostEvenWhatWasNotPlayed) {
  Scheduler first = MakeScheduler(SpecFor(v1::FORMAT_ROUND_ROBIN, 5));
  Rng order("forfeit");
  Log log = PlayAll(first, {}, order, 6);
  Scheduler changed = From(Changed(first, log, {Forfeited("a0")}), log);
  EXPECT_THAT(SetsWith(PlayAll(changed, {}, order), 0), IsEmpty());
  const std::vector<Standing> lines = changed.standings();
  EXPECT_EQ(LineFor(lines, 0).sets, 4);
  EXPECT_EQ(LineFor(lines, 0).total.half_points, 0);
  for (const uint32_t other : {1, 2, 3, 4}) {
    EXPECT_EQ(LineFor(lines, other).sets, 4);
  }
}

TEST(AmendmentTest, TheOpponentOfACheatGoesOnInAKnockout) {
  Scheduler first = MakeScheduler(SpecFor(v1::FORMAT_KNOCKOUT, 4));
  Rng order("knockout");
  const Log log = PlayAll(first, {}, order);
  ASSERT_EQ(first.standings().front().place, 1);
  const uint32_t winner = first.standings()[0].entrant;
  const uint32_t second = first.standings()[1].entrant;
  const Scheduler changed =
      From(Changed(first, log, {Dropped(absl::StrCat("a", winner))}), log);
  EXPECT_TRUE(changed.finished());
  EXPECT_EQ(changed.standings().front().entrant, second);
}

TEST(AmendmentTest, ASwissPairsACheatNoMoreAndKeepsEarlierRounds) {
  Scheduler first = MakeScheduler(SpecFor(v1::FORMAT_SWISS, 6));
  Rng order("swiss");
  Log log = PlayAll(first, {}, order, 8);
  Scheduler changed = From(Changed(first, log, {Dropped("a0")}), log);
  const Log rest = PlayAll(changed, {}, order);
  EXPECT_TRUE(changed.finished());
  EXPECT_THAT(SetsWith(rest, 0), IsEmpty());
  EXPECT_THAT(SetsWith(log, 0), Not(IsEmpty()));
}

TEST(AmendmentTest, ADisqualificationNeedsAReason) {
  const Scheduler first = MakeScheduler(SpecFor(v1::FORMAT_SWISS, 6));
  Change change = Dropped("a0");
  change.clear_reason();
  EXPECT_THAT(Amended(first.spec(), change, MomentOf(first, 0)),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("reason is empty")));
  EXPECT_THAT(Amended(first.spec(), Dropped("nobody"), MomentOf(first, 0)),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("nobody")));
}

// ---- Struck ----

std::set<uint32_t> SetsOfBoth(const Log& log, uint32_t a, uint32_t b) {
  std::set<uint32_t> both;
  absl::c_set_intersection(SetsWith(log, a), SetsWith(log, b),
                           std::inserter(both, both.end()));
  return both;
}

TEST(AmendmentTest, OnlyTheSetsAgainstEachOtherAreStruck) {
  v1::CompetitionSpec spec = SpecFor(v1::FORMAT_ROUND_ROBIN, 5);
  spec.set_sets(4);
  Scheduler first = MakeScheduler(spec);
  Rng order("strike");
  Log log = PlayAll(first, {}, order, 30);
  ASSERT_THAT(SetsOfBoth(log, 0, 3), Not(IsEmpty()));
  Scheduler changed = From(Changed(first, log, {Struck("a3", "a0")}), log);
  EXPECT_THAT(SetsOfBoth(PlayAll(changed, {}, order), 0, 3), IsEmpty());
  const std::vector<Standing> lines = changed.standings();
  for (const uint32_t entrant : {0, 1, 2, 3, 4}) {
    const bool struck = entrant == 0 || entrant == 3;
    EXPECT_EQ(LineFor(lines, entrant).sets, struck ? 12 : 16);
  }
}

TEST(AmendmentTest, InALadderTheyMeetNoMore) {
  v1::CompetitionSpec spec = SpecFor(v1::FORMAT_LADDER, 5);
  spec.set_max_sets(80);
  Scheduler first = MakeScheduler(spec);
  Rng order("strike");
  Log log = PlayAll(first, {}, order, 40);
  ASSERT_THAT(SetsOfBoth(log, 0, 3), Not(IsEmpty()));
  const uint32_t next = first.next_set();
  Scheduler changed = From(Changed(first, log, {Struck("a3", "a0")}), log);
  const Log rest = PlayAll(changed, {}, order);
  for (const uint32_t set : SetsOfBoth(rest, 0, 3)) EXPECT_LT(set, next);
  EXPECT_THAT(SetsOfBoth(rest, 0, 2), Not(IsEmpty()));
}

TEST(AmendmentTest, AStrikeNeedsAReasonAndTwoEntrants) {
  const Scheduler first = MakeScheduler(SpecFor(v1::FORMAT_SWISS, 6));
  const auto refused = [&](Change change) {
    return Amended(first.spec(), std::move(change), MomentOf(first, 0));
  };
  EXPECT_THAT(refused(Struck("a0", "a0")),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("expected another entrant")));
  EXPECT_THAT(refused(Struck("a0", "nobody")),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("nobody")));
  Change change = Struck("a0", "a1");
  change.clear_reason();
  EXPECT_THAT(refused(change), StatusIs(absl::StatusCode::kInvalidArgument,
                                        HasSubstr("reason is empty")));
}

// ---- Extended ----

TEST(AmendmentTest, MoreSetsAreThoseThatItWouldHaveHadFromTheBeginning) {
  v1::CompetitionSpec spec = SpecFor(v1::FORMAT_ROUND_ROBIN, 5);
  Scheduler first = MakeScheduler(spec);
  Rng order("sets");
  Log log = PlayAll(first, {}, order);
  Scheduler changed = From(Changed(first, log, {Number("sets", 3)}), log);
  EXPECT_FALSE(changed.finished());
  const Log rest = PlayAll(changed, {}, order);
  log.insert(log.end(), rest.begin(), rest.end());
  spec.set_sets(3);
  Scheduler whole = MakeScheduler(spec);
  EXPECT_EQ(LinesOf(log), LinesOf(PlayAll(whole, {}, order)));
  EXPECT_EQ(TableOf(changed), TableOf(whole));
}

TEST(AmendmentTest, OneMoreEntrantMeetsAllOthersEquallyOften) {
  for (const char* form : {"two", "three", "partners"}) {
    Scheduler first = MakeScheduler(SpecFor(v1::FORMAT_ROUND_ROBIN, 5, form));
    Rng order("entrant");
    Log log = PlayAll(first, {}, order);
    Scheduler changed = From(Changed(first, log, {Entered(5)}), log);
    const Log rest = PlayAll(changed, {}, order);
    log.insert(log.end(), rest.begin(), rest.end());
    EXPECT_EQ(SetsWith(rest, 5).size(), SetsWith(log, 5).size());
    for (const Standing& line : changed.standings()) {
      EXPECT_EQ(line.sets, changed.standings().front().sets) << form;
    }
  }
}

TEST(AmendmentTest, OnlyTheMatchesOfOneBotArePlayedAgain) {
  Scheduler first = MakeScheduler(SpecFor(v1::FORMAT_ROUND_ROBIN, 5));
  Rng order("replay");
  const Log log = PlayAll(first, {}, order);
  Scheduler changed = From(Changed(first, log, {Replayed("a3")}), log);
  const Log rest = PlayAll(changed, {}, order);
  EXPECT_THAT(rest, SizeIs(4 * 2));
  EXPECT_EQ(SetsWith(rest, 3).size(), 4u);
  for (const Standing& line : changed.standings()) EXPECT_EQ(line.sets, 4);
}

TEST(AmendmentTest, SetsThatHaveBegunKeepTheirClock) {
  v1::CompetitionSpec spec = SpecFor(v1::FORMAT_ROUND_ROBIN, 5);
  *spec.mutable_clock() = WithClock(1).clock().after();
  Scheduler first = MakeScheduler(spec);
  Rng order("clock");
  const Log log = PlayAll(first, {}, order, 3);
  const uint32_t begun = first.first_untouched_set();
  const v1::CompetitionSpec changed = Changed(first, log, {WithClock(9)});
  ASSERT_GT(begun, 0u);
  EXPECT_EQ(ClockOf(changed, begun - 1)->allowance().seconds(), 1);
  EXPECT_EQ(ClockOf(changed, begun)->allowance().seconds(), 9);
}

TEST(AmendmentTest, SetsOfALaterSeedHaveOtherDeals) {
  v1::CompetitionSpec spec = SpecFor(v1::FORMAT_ROUND_ROBIN, 5);
  Change& change = *spec.add_changes();
  change.set_from_set(10);
  change.set_seed(std::string(sizeof(Seed), 'x'));
  v1::CompetitionSpec before = spec;
  before.clear_changes();
  EXPECT_EQ(SeedOfSet(spec, 9), SeedOfSet(before, 9));
  EXPECT_NE(SeedOfSet(spec, 10), SeedOfSet(before, 10));
}

// ---- Refused ----

TEST(AmendmentTest, AFormatRefusesWhatMakesNoSenseInIt) {
  const auto refused = [](v1::Format format, const Change& change) {
    const Scheduler first = MakeScheduler(SpecFor(format, 6));
    return Amended(first.spec(), change, MomentOf(first, 0)).status();
  };
  const auto because = [](const char* why) {
    return StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr(why));
  };
  EXPECT_THAT(refused(v1::FORMAT_KNOCKOUT, Entered(6)), because("bracket"));
  EXPECT_THAT(refused(v1::FORMAT_LADDER, Entered(6)), because("ladder enter"));
  EXPECT_THAT(refused(v1::FORMAT_SWISS, Replayed("a0")), because("pairings"));
  EXPECT_THAT(refused(v1::FORMAT_KNOCKOUT, Struck("a0", "a1")),
              because("which of them goes on"));
  EXPECT_THAT(refused(v1::FORMAT_LADDER, Number("sets", 2)),
              because("sets cannot change from 1 to 2"));
  EXPECT_THAT(refused(v1::FORMAT_ROUND_ROBIN, Number("rounds", 2)),
              because("only a Swiss"));
  EXPECT_THAT(refused(v1::FORMAT_SWISS, Number("rounds", 2)),
              because("rounds cannot change from 4 to 2"));
  EXPECT_THAT(refused(v1::FORMAT_SWISS, Number("max_sets", 2)),
              because("only a ladder"));
}

TEST(AmendmentTest, AChangeFromAnotherValueIsRefused) {
  const Scheduler first = MakeScheduler(SpecFor(v1::FORMAT_ROUND_ROBIN, 6));
  Change change = Number("sets", 5);
  change.mutable_number()->set_before(3);
  EXPECT_THAT(Amended(first.spec(), change, MomentOf(first, 0)),
              StatusIs(absl::StatusCode::kFailedPrecondition,
                       HasSubstr("sets is 1, not 3")));
}

TEST(AmendmentTest, ALogThatContradictsTheRestIsRefused) {
  v1::CompetitionSpec spec = SpecFor(v1::FORMAT_ROUND_ROBIN, 5);
  *spec.add_changes() = Number("sets", 4);
  EXPECT_THAT(Scheduler::Create(spec),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("sets is 1; the last of its changes says 4")));
  spec.clear_changes();
  *spec.add_changes() = Dropped("nobody");
  EXPECT_THAT(
      Scheduler::Create(spec),
      StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("nobody")));
}

// ---- An edited specification ----

TEST(DifferencesTest, NothingDiffersFromItself) {
  const v1::CompetitionSpec now =
      MakeScheduler(SpecFor(v1::FORMAT_SWISS, 6)).spec();
  const auto changes = Differences(now, SpecFor(v1::FORMAT_SWISS, 6));
  ASSERT_THAT(changes, IsOk());
  EXPECT_THAT(*changes, IsEmpty());
}

TEST(DifferencesTest, TellsAllThatCanBeChanged) {
  v1::CompetitionSpec now =
      MakeScheduler(SpecFor(v1::FORMAT_ROUND_ROBIN, 4)).spec();
  now.mutable_entrants(1)->set_program("old");
  v1::CompetitionSpec wanted = SpecFor(v1::FORMAT_ROUND_ROBIN, 5);
  wanted.set_sets(4);
  wanted.mutable_entrants(1)->set_program("new");
  *wanted.mutable_clock() = WithClock(3).clock().after();
  const auto changes = Differences(now, wanted);
  ASSERT_THAT(changes, IsOk());
  std::vector<std::string> texts;
  for (const Change& change : *changes) texts.push_back(ChangeText(change));
  EXPECT_THAT(texts, SizeIs(4));
  EXPECT_THAT(texts, Contains("sets 1 → 4"));
  EXPECT_THAT(texts, Contains("a1 is another program (command)"));
  EXPECT_THAT(texts, Contains("one more entrant: a4"));
  EXPECT_THAT(texts, Contains(HasSubstr("allowance 3s")));
}

TEST(DifferencesTest, NamesKeyOldAndNewValueOfWhatCannotChange) {
  const v1::CompetitionSpec now = [] {
    v1::CompetitionSpec spec = SpecFor(v1::FORMAT_ROUND_ROBIN, 5);
    spec.set_sets(2);
    return MakeScheduler(spec).spec();
  }();
  v1::CompetitionSpec wanted = now;
  wanted.set_format(v1::FORMAT_GAUNTLET);
  wanted.set_max_faults(7);
  wanted.set_sets(1);
  wanted.mutable_entrants()->RemoveLast();
  EXPECT_THAT(
      Differences(now, wanted),
      StatusIs(absl::StatusCode::kFailedPrecondition,
               AllOf(HasSubstr("format: round_robin → gauntlet"),
                     HasSubstr("max_faults: 3 → 7"), HasSubstr("sets: 2 → 1"),
                     HasSubstr("entrants: a4 is missing"))));
}

}  // namespace
}  // namespace arena::competition
