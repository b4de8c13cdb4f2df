#include "arena/competition/planning/field.h"

#include <map>
#include <set>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "arena/competition/course/scheduler.h"
#include "arena/competition/planning/spec.h"
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

v1::CompetitionSpec FieldSpec(const std::string& form, v1::Format format,
                              int entrants) {
  v1::CompetitionSpec spec = SpecOf(FormNamed(form), format, entrants);
  spec.set_deals(v1::DEALS_FIELD);
  if (format == v1::FORMAT_LADDER) spec.set_max_sets(24);
  if (format == v1::FORMAT_SWISS) spec.set_rounds(4);
  return spec;
}

// Entrants 0 and 1 are bots of ada, 2 and 3 of eve. All others have an author
// of their own.
void AddAuthors(v1::CompetitionSpec& spec) {
  for (int i = 0; i < spec.entrants_size(); ++i) {
    spec.mutable_entrants(i)->add_authors(i < 2   ? "ada"
                                          : i < 4 ? "eve"
                                                  : absl::StrCat("author", i));
  }
}

Log Played(Scheduler& scheduler, const MadeUp& made_up = {}) {
  Rng rng("field");
  return PlayAll(scheduler, made_up, rng);
}

// The tables of each entrant (or each author), by set.
using Tables = std::map<std::pair<uint32_t, std::string>, std::set<uint32_t>>;
Tables TablesByName(const Log& log) {
  Tables tables;
  for (const v1::CompetitionMatch& match : log) {
    for (const uint32_t entrant : match.entrants()) {
      tables[{match.set(), absl::StrCat(entrant)}].insert(match.match());
    }
  }
  return tables;
}
Tables TablesByAuthor(const v1::CompetitionSpec& spec, const Log& log) {
  Tables tables;
  for (const v1::CompetitionMatch& match : log) {
    for (const uint32_t entrant : match.entrants()) {
      for (const std::string& author :
           spec.entrants(static_cast<int>(entrant)).authors()) {
        tables[{match.set(), author}].insert(match.match());
      }
    }
  }
  return tables;
}
bool OneTableEach(const Tables& tables) {
  return absl::c_all_of(
      tables, [](const auto& entry) { return entry.second.size() == 1; });
}

// ---- Every format ----

struct FieldCase {
  const char* form;
  v1::Format format;
  int entrants;
};
void PrintTo(const FieldCase& c, std::ostream* out) {
  *out << v1::Format_Name(c.format) << " " << c.form << c.entrants;
}

class FieldTest : public ::testing::TestWithParam<FieldCase> {
 protected:
  const v1::CompetitionSpec spec_ =
      FieldSpec(GetParam().form, GetParam().format, GetParam().entrants);
};
INSTANTIATE_TEST_SUITE_P(
    All, FieldTest,
    ::testing::Values(FieldCase{"two", v1::FORMAT_ROUND_ROBIN, 9},
                      FieldCase{"partners", v1::FORMAT_ROUND_ROBIN, 7},
                      FieldCase{"two", v1::FORMAT_SWISS, 9},
                      FieldCase{"partners", v1::FORMAT_SWISS, 10},
                      FieldCase{"two", v1::FORMAT_LADDER, 9},
                      FieldCase{"partners", v1::FORMAT_LADDER, 10}));

TEST_P(FieldTest, NoEntrantSitsAtTwoTablesOfADeal) {
  Scheduler scheduler = MakeScheduler(spec_);
  EXPECT_TRUE(OneTableEach(TablesByName(Played(scheduler))));
}

TEST_P(FieldTest, AnAuthorHasOneTableOfADeal) {
  v1::CompetitionSpec spec = spec_;
  AddAuthors(spec);
  Scheduler scheduler = MakeScheduler(spec);
  const Log log = Played(scheduler);
  EXPECT_TRUE(OneTableEach(TablesByAuthor(spec, log)));
  EXPECT_TRUE(scheduler.finished());
  std::set<uint32_t> seen;
  for (const v1::CompetitionMatch& match : log) {
    seen.insert(match.entrants().begin(), match.entrants().end());
  }
  EXPECT_THAT(seen, SizeIs(spec.entrants_size()));
}

// If a table began later, somebody could tell its seats the deal.
TEST_P(FieldTest, AllTablesOfADealAreReleasedAtOnce) {
  Scheduler scheduler = MakeScheduler(spec_);
  std::set<uint32_t> released;
  for (;;) {
    const auto planned = *scheduler.Next(1);
    if (planned.empty()) break;
    std::set<uint32_t> now;
    for (const PlannedMatch& match : planned) now.insert(match.set);
    for (const uint32_t set : now) EXPECT_TRUE(released.insert(set).second);
    for (const PlannedMatch& match : planned) {
      ASSERT_THAT(scheduler.Add(MadeUp().Play(scheduler, match)), IsOk());
    }
  }
  EXPECT_TRUE(scheduler.finished());
  EXPECT_GT(released.size(), 3u);
}

TEST_P(FieldTest, NeitherMatchesNorAuthorsNeedTheSeedToBeFollowed) {
  // Standings are computed while the seed is secret.
  v1::CompetitionSpec other = spec_;
  other.set_seed(std::string(32, 'x'));
  if (spec_.format() == v1::FORMAT_LADDER) GTEST_SKIP() << "it draws opponents";
  Scheduler one = MakeScheduler(spec_);
  Scheduler two = MakeScheduler(other);
  EXPECT_EQ(LinesOf(Played(one)), LinesOf(Played(two)));
}

// ---- Void tables ----

TEST(FieldVoidTest, ATableWithoutAResultTakesNothingFromTheOthers) {
  Scheduler scheduler =
      MakeScheduler(FieldSpec("two", v1::FORMAT_ROUND_ROBIN, 6));
  const std::vector<PlannedMatch> set = *scheduler.Next(1);
  ASSERT_THAT(set, SizeIs(3));
  const MadeUp in_vain{.void_set = static_cast<int>(set[0].set)};
  PlannedMatch first = set[0];
  for (uint32_t attempt = 0; attempt < kMaxAttempts; ++attempt) {
    first.attempt = attempt;
    ASSERT_THAT(scheduler.Add(in_vain.Play(scheduler, first)), IsOk());
  }
  for (const PlannedMatch& match : {set[1], set[2]}) {
    ASSERT_THAT(scheduler.Add(MadeUp().Play(scheduler, match)), IsOk());
  }
  EXPECT_THAT(scheduler.results().Meetings(set[0].set), SizeIs(2));
  EXPECT_EQ(scheduler.progress().void_sets(), 0u);
  EXPECT_EQ(scheduler.progress().sets_over(), 1u);
  EXPECT_EQ(scheduler.progress().matches_total(), 15u * 2 - 1);
}

TEST(FieldVoidTest, ADealWithoutAnyResultIsVoid) {
  Scheduler scheduler =
      MakeScheduler(FieldSpec("two", v1::FORMAT_ROUND_ROBIN, 6));
  Played(scheduler, {.void_set = 1});
  EXPECT_TRUE(scheduler.finished());
  EXPECT_EQ(scheduler.progress().void_sets(), 1u);
  EXPECT_EQ(scheduler.progress().matches_total(), 14u * 2 - 1);
}

// ---- Ladders ----

TEST(FieldLadderTest, ItWaitsUntilEnoughEntrantsMayPlay) {
  v1::CompetitionSpec spec = FieldSpec("two", v1::FORMAT_LADDER, 6);
  spec.set_tables(3);
  Scheduler scheduler = MakeScheduler(spec);
  scheduler.bench()->Suspend(3, true);
  EXPECT_THAT(*scheduler.Next(1), IsEmpty());
  scheduler.bench()->Suspend(3, false);
  EXPECT_THAT(*scheduler.Next(1), SizeIs(3));
}

TEST(FieldLadderTest, ALostTableIsFilledAgainAlthoughOthersMayPlayNow) {
  v1::CompetitionSpec spec = FieldSpec("two", v1::FORMAT_LADDER, 8);
  spec.set_tables(2);
  Scheduler first = MakeScheduler(spec);
  const std::vector<PlannedMatch> set = *first.Next(1);
  ASSERT_THAT(set, SizeIs(2));
  Scheduler second = MakeScheduler(spec);
  ASSERT_THAT(second.Add(set[0].ToMessage()), IsOk());
  second.bench()->Suspend(set[1].entrants[0], true);
  const std::vector<PlannedMatch> again = *second.Next(1);
  ASSERT_THAT(again, SizeIs(1));
  EXPECT_EQ(again[0].match, 1u);
  for (const uint32_t entrant : again[0].entrants) {
    EXPECT_FALSE(absl::c_linear_search(set[0].entrants, entrant));
    EXPECT_NE(entrant, set[1].entrants[0]);
  }
}

TEST(FieldLadderTest, ANewEntrantJoinsItsFamily) {
  v1::CompetitionSpec spec = FieldSpec("two", v1::FORMAT_LADDER, 5);
  spec.set_tables(2);
  AddAuthors(spec);
  spec.mutable_entrants(1)->clear_authors();
  spec.mutable_entrants(1)->add_authors("alan");
  Scheduler scheduler = MakeScheduler(spec);
  v1::Entrant more = EntrantOf(5);
  more.add_authors("ada");
  ASSERT_THAT(scheduler.Enter(more), IsOk());
  EXPECT_TRUE(
      OneTableEach(TablesByAuthor(scheduler.spec(), Played(scheduler))));
}

// With two players at a table, most tables have no bot.
v1::CompetitionSpec FieldOfBuiltIns(int bots) {
  v1::CompetitionSpec spec = FieldSpec("two", v1::FORMAT_LADDER, 9);
  spec.set_tables(4);
  for (int i = bots; i < spec.entrants_size(); ++i) {
    spec.mutable_entrants(i)->mutable_players(0)->set_built_in("greedy");
  }
  return spec;
}

TEST(FieldLadderTest, OneBotAtATableOfADealIsEnough) {
  Scheduler scheduler = MakeScheduler(FieldOfBuiltIns(1));
  std::set<uint32_t> with_bot;
  std::set<uint32_t> sets;
  for (const v1::CompetitionMatch& match : Played(scheduler)) {
    sets.insert(match.set());
    if (absl::c_linear_search(match.entrants(), 0)) {
      with_bot.insert(match.set());
    }
  }
  EXPECT_TRUE(scheduler.finished());
  EXPECT_EQ(with_bot, sets);
}

TEST(FieldLadderTest, WithoutABotAndAnEndItWaits) {
  v1::CompetitionSpec spec = FieldOfBuiltIns(0);
  spec.clear_max_sets();
  Scheduler scheduler = MakeScheduler(spec);
  EXPECT_THAT(*scheduler.Next(1), IsEmpty());
  ASSERT_THAT(scheduler.Enter(EntrantOf(9)), IsOk());
  EXPECT_THAT(*scheduler.Next(1), SizeIs(4));
}

TEST(FieldKinshipTest, ThatAnAuthorsBotsMayMeetGivesThemNoSecondTable) {
  v1::CompetitionSpec spec = FieldSpec("two", v1::FORMAT_ROUND_ROBIN, 9);
  AddAuthors(spec);
  spec.set_same_author_meets(true);
  Scheduler scheduler = MakeScheduler(spec);
  const Log log = Played(scheduler);
  EXPECT_TRUE(OneTableEach(TablesByAuthor(spec, log)));
  EXPECT_EQ(scheduler.progress().matches_total(), 36u * 2);
}

TEST(FieldKinshipTest, OtherwiseTheyDoNotMeet) {
  v1::CompetitionSpec spec = FieldSpec("two", v1::FORMAT_ROUND_ROBIN, 9);
  AddAuthors(spec);
  Scheduler scheduler = MakeScheduler(spec);
  Played(scheduler);
  EXPECT_TRUE(scheduler.finished());
  EXPECT_EQ(scheduler.progress().matches_total(), 34u * 2);
}

// ---- Families ----

TEST(FamiliesTest, WhoHasAnAuthorInCommonIsOfOneFamily) {
  v1::CompetitionSpec spec =
      SpecOf(FormNamed("two"), v1::FORMAT_ROUND_ROBIN, 5);
  spec.mutable_entrants(1)->add_authors("ada");
  spec.mutable_entrants(2)->add_authors("eve");
  spec.mutable_entrants(4)->add_authors("ada");
  spec.mutable_entrants(4)->add_authors("eve");
  EXPECT_THAT(FamiliesOf(spec), ElementsAre(0, 1, 1, 3, 1));
}

TEST(FamiliesTest, PairsWithOneBotAreOfOneFamily) {
  v1::CompetitionSpec spec =
      SpecOf(FormNamed("partners"), v1::FORMAT_ROUND_ROBIN, 3);
  spec.mutable_entrants(0)->add_players()->set_bot("shared");
  spec.mutable_entrants(1)->add_players()->set_bot("other");
  spec.mutable_entrants(2)->add_players()->set_bot("shared");
  EXPECT_THAT(FamiliesOf(spec), ElementsAre(0, 1, 0));
}

TEST(SharedDealsTest, EncountersOfOtherFamiliesShareADeal) {
  const SharedDeals shared({{0, 1}, {2, 3}, {0, 2}, {1, 3}}, 2, {0, 1, 2, 3});
  EXPECT_THAT(shared.deals(),
              ElementsAre(ElementsAre(0, 1, 2, 3), ElementsAre(0, 2, 1, 3)));
  EXPECT_THAT(shared.deal_of(), ElementsAre(0, 0, 1, 1));
}
TEST(SharedDealsTest, EncountersWithOneFamilyDoNot) {
  const SharedDeals shared({{0, 1}, {2, 3}}, 2, {0, 1, 2, 0});
  EXPECT_THAT(shared.deals(),
              ElementsAre(ElementsAre(0, 1), ElementsAre(2, 3)));
}

// ---- Specifications ----

TEST(FieldSpecTest, AsManyTablesAsEntrantsFill) {
  EXPECT_EQ(Complete(FieldSpec("two", v1::FORMAT_SWISS, 9))->tables(), 4u);
  EXPECT_EQ(Complete(FieldSpec("partners", v1::FORMAT_SWISS, 6))->tables(), 3u);
}
TEST(FieldSpecTest, ALadderHasHalfAsManySoThatNobodyMayStopIt) {
  EXPECT_EQ(Complete(FieldSpec("two", v1::FORMAT_LADDER, 16))->tables(), 4u);
}
TEST(FieldSpecTest, CompletingItAgainChangesNothing) {
  const auto once = Complete(FieldSpec("two", v1::FORMAT_SWISS, 9));
  EXPECT_EQ(Complete(*once)->DebugString(), once->DebugString());
}
TEST(FieldSpecTest, TooManyTablesAreRefused) {
  v1::CompetitionSpec spec = FieldSpec("two", v1::FORMAT_SWISS, 9);
  spec.set_tables(5);
  EXPECT_THAT(Complete(spec),
              StatusIs(kInvalid, HasSubstr("tables is 5; expected 2 to 4")));
}
TEST(FieldSpecTest, OneTableIsRefused) {
  v1::CompetitionSpec spec = FieldSpec("two", v1::FORMAT_LADDER, 9);
  spec.set_tables(1);
  EXPECT_THAT(Complete(spec), StatusIs(kInvalid, HasSubstr("tables is 1")));
}
TEST(FieldSpecTest, BotsOfOneAuthorAreNoField) {
  v1::CompetitionSpec spec = FieldSpec("two", v1::FORMAT_SWISS, 4);
  AddAuthors(spec);
  EXPECT_THAT(Complete(spec),
              StatusIs(kInvalid,
                       HasSubstr("of which 2 have no author or bot in common; "
                                 "expected at least 4")));
}
TEST(FieldSpecTest, MoreThanTwoSidesHaveNone) {
  EXPECT_THAT(Complete(FieldSpec("four", v1::FORMAT_SWISS, 16)),
              StatusIs(kInvalid, HasSubstr("which is for two sides")));
}
TEST(FieldSpecTest, AKnockoutHasNone) {
  EXPECT_THAT(Complete(FieldSpec("two", v1::FORMAT_KNOCKOUT, 8)),
              StatusIs(kInvalid, HasSubstr("which FORMAT_KNOCKOUT cannot")));
}
TEST(FieldSpecTest, IndependentDealsContradictIt) {
  v1::CompetitionSpec spec = FieldSpec("two", v1::FORMAT_SWISS, 8);
  spec.set_independent_deals(true);
  EXPECT_THAT(Complete(spec),
              StatusIs(kInvalid, HasSubstr("expected only one of them")));
}
TEST(FieldSpecTest, TablesWithoutItAreRefused) {
  v1::CompetitionSpec spec =
      SpecOf(FormNamed("two"), v1::FORMAT_ROUND_ROBIN, 8);
  spec.set_tables(3);
  EXPECT_THAT(Complete(spec),
              StatusIs(kInvalid, HasSubstr("only DEALS_FIELD has it")));
}

}  // namespace
}  // namespace arena::competition
