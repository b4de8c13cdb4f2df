#include "arena/competition/planning/ladder.h"

#include <algorithm>
#include <map>
#include <set>

#include "absl/algorithm/container.h"
#include "arena/competition/planning/duplicate.h"
#include "arena/core/check.h"
#include "gmock/gmock.h"
#include "tests/arena/competition/made_up.h"
#include "tests/testing/status_matchers.h"

namespace arena::competition {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

class LadderTest : public ::testing::Test {
 protected:
  void Begin(const std::string& form, int entrants, uint32_t slots,
             uint32_t max_sets = 0) {
    spec_ = SpecOf(FormNamed(form), v1::FORMAT_LADDER, entrants);
    spec_.set_concurrent_sets(slots);
    spec_.set_max_sets(max_sets);
    Restart();
  }
  void Restart() {
    absl::StatusOr<Scheduler> scheduler = Scheduler::Create(spec_);
    ARENA_CHECK(scheduler.ok(), scheduler.status().ToString());
    scheduler_.emplace(*std::move(scheduler));
  }
  // Starts the planned matches and notes each encounter by its first set.
  void Plan() {
    auto planned = scheduler_->Next(1000);
    ARENA_CHECK(planned.ok(), planned.status().ToString());
    for (PlannedMatch& match : *planned) {
      if (begun_.insert(match.set).second) {
        const auto sides = BySide(scheduler_->form(), match.entrants);
        encounters_.emplace_back(sides.begin(), sides.end());
      }
      open_.push_back(std::move(match));
    }
  }
  // Ends one open match, if there is one without the slow entrant.
  void EndOne(int slow = -1) {
    ARENA_CHECK(!open_.empty());
    const auto fast = absl::c_find_if(open_, [&](const PlannedMatch& match) {
      return !absl::c_linear_search(match.entrants,
                                    static_cast<uint32_t>(slow));
    });
    End(fast == open_.end() ? open_.begin() : fast);
  }
  void End(std::vector<PlannedMatch>::iterator match) {
    v1::CompetitionMatch played = MadeUp().Play(*scheduler_, *match);
    for (int seat = 0; seat < played.entrants_size(); ++seat) {
      if (static_cast<int>(played.entrants(seat)) != faulty_) continue;
      played.mutable_result()->add_faults()->set_seat(
          static_cast<uint32_t>(seat));
    }
    log_.push_back(played);
    const absl::Status added = scheduler_->Add(played);
    ARENA_CHECK(added.ok(), added.ToString());
    open_.erase(match);
  }
  void PlayMatches(int count, int slow = -1) {
    for (int i = 0; i < count; ++i) {
      Plan();
      EndOne(slow);
    }
    Plan();
  }
  // The longest run of encounters without the entrant, behind the first `from`.
  size_t LongestWait(uint32_t entrant, size_t from) const {
    size_t longest = 0;
    size_t wait = 0;
    for (size_t i = from; i < encounters_.size(); ++i) {
      wait = encounters_[i].contains(entrant) ? 0 : wait + 1;
      longest = std::max(longest, wait);
    }
    return longest;
  }
  int EncountersOf(uint32_t entrant, size_t from = 0) const {
    return static_cast<int>(std::count_if(
        encounters_.begin() + from, encounters_.end(),
        [&](const auto& encounter) { return encounter.contains(entrant); }));
  }

  v1::CompetitionSpec spec_;
  std::optional<Scheduler> scheduler_;
  std::vector<PlannedMatch> open_;
  std::set<uint32_t> begun_;
  std::vector<std::set<uint32_t>> encounters_;
  Log log_;
  // The entrant that has a fault in every match.
  int faulty_ = -1;
};

TEST_F(LadderTest, NobodyWaitsLongerThanTwiceTheField) {
  for (const auto& [form, entrants] :
       {std::pair{"two", 3}, {"two", 10}, {"three", 9}, {"four", 17}}) {
    encounters_.clear(), begun_.clear(), open_.clear(), log_.clear();
    Begin(form, entrants, 4);
    PlayMatches(800);
    for (int i = 0; i < entrants; ++i) {
      EXPECT_LE(LongestWait(static_cast<uint32_t>(i), 0), 2u * entrants)
          << form << " " << i;
    }
  }
}
TEST_F(LadderTest, NobodyStarvesWhileBotsJoin) {
  Begin("two", 6, 4);
  for (int joined = 0; joined < 20; ++joined) {
    PlayMatches(20);
    ASSERT_THAT(scheduler_->Enter(EntrantOf(6 + joined)), IsOk());
  }
  PlayMatches(300);
  for (uint32_t i = 0; i < 6; ++i) EXPECT_LE(LongestWait(i, 0), 2u * 26) << i;
}
TEST_F(LadderTest, ANewcomerPlaysSoonAndOften) {
  Begin("two", 6, 4);
  PlayMatches(200);
  const size_t before = encounters_.size();
  ASSERT_THAT(scheduler_->Enter(EntrantOf(6)), IsOk());
  PlayMatches(40);
  EXPECT_TRUE(encounters_[before].contains(6) ||
              encounters_[before + 1].contains(6));
  EXPECT_GE(EncountersOf(6, before), 8);
}
TEST_F(LadderTest, ASlowBotDoesNotHoldUpTheOthers) {
  Begin("two", 6, 12);
  PlayMatches(400, /*slow=*/2);
  const auto stuck = absl::c_count_if(open_, [](const PlannedMatch& match) {
    return absl::c_linear_search(match.entrants, 2u);
  });
  EXPECT_GT(stuck, 0);
  // The slow entrant holds at most half of the slots, with two matches each.
  EXPECT_LE(stuck, 2 * 6);
  for (const uint32_t i : {0u, 1u, 3u, 4u, 5u}) {
    EXPECT_LE(LongestWait(i, 0), 2u * 6) << i;
  }
}
TEST_F(LadderTest, OpponentsAreAboutEquallyStrong) {
  Begin("two", 12, 4);
  PlayMatches(2000);
  double near = 0;
  double far = 0;
  for (size_t i = 500; i < encounters_.size(); ++i) {
    const int gap = static_cast<int>(*encounters_[i].rbegin()) -
                    static_cast<int>(*encounters_[i].begin());
    (gap <= 4 ? near : far) += 1;
  }
  // Chance alone would give 38 of 66.
  EXPECT_GT(near, 3 * far);
}
TEST_F(LadderTest, EndsAfterSoManySets) {
  Begin("three", 5, 3, /*max_sets=*/25);
  spec_.set_sets(2);
  Restart();
  Rng rng("end");
  EXPECT_THAT(PlayAll(*scheduler_, {}, rng), SizeIs(25 * 3));
  EXPECT_TRUE(scheduler_->finished());
  EXPECT_EQ(scheduler_->progress().sets_over(), 25u);
}
TEST_F(LadderTest, WithoutEndThereIsNoTotal) {
  Begin("two", 3, 2);
  PlayMatches(50);
  EXPECT_EQ(scheduler_->progress().matches_total(), 0u);
  EXPECT_EQ(scheduler_->progress().matches_over(), 50u);
  EXPECT_FALSE(scheduler_->finished());
}

// ---- Benching ----

TEST_F(LadderTest, TooManyFaultsBenchABot) {
  faulty_ = 1;
  Begin("two", 4, 2);
  PlayMatches(100);
  EXPECT_THAT(scheduler_->bench()->benched(),
              ElementsAre(Field(&Benching::entrant, 1)));
  // Ten matches with faults came first; the matches of two slots were under
  // way.
  EXPECT_LE(EncountersOf(1), 5 + 2);
}
TEST_F(LadderTest, ABenchedBotReturnsForgiven) {
  faulty_ = 1;
  Begin("two", 4, 2);
  PlayMatches(100);
  faulty_ = -1;
  const size_t before = encounters_.size();
  EXPECT_EQ(*scheduler_->Enter(EntrantOf(1)), 1u);
  EXPECT_THAT(scheduler_->bench()->benched(), IsEmpty());
  PlayMatches(100);
  EXPECT_THAT(scheduler_->bench()->benched(), IsEmpty());
  EXPECT_GT(EncountersOf(1, before), 8);
}
TEST_F(LadderTest, ARestartKnowsWhoReturnedFromItsMatches) {
  faulty_ = 1;
  Begin("two", 4, 2);
  PlayMatches(100);
  faulty_ = -1;
  ASSERT_THAT(scheduler_->Enter(EntrantOf(1)), IsOk());
  PlayMatches(60);
  Restart();
  for (const auto& match : log_) ASSERT_THAT(scheduler_->Add(match), IsOk());
  EXPECT_THAT(scheduler_->bench()->benched(), IsEmpty());
}
TEST_F(LadderTest, ABenchingSaysWhatItFollowedFrom) {
  faulty_ = 1;
  Begin("two", 4, 2);
  PlayMatches(100);
  ASSERT_THAT(scheduler_->bench()->benched(), SizeIs(1));
  const Benching benching = scheduler_->bench()->benched()[0];
  // The entrant had one fault in each of its own matches. Others have played in
  // between.
  EXPECT_EQ(benching.faults, 10u);
  EXPECT_EQ(benching.matches, 10u);
  EXPECT_GT(benching.at, benching.since + 9);
  const v1::CompetitionMatch& last = log_[benching.at - 1];
  EXPECT_TRUE(absl::c_linear_search(last.entrants(), 1u));
}
TEST_F(LadderTest, ABenchingBeginsWithTheFirstMatchThatCounts) {
  Begin("two", 4, 2);
  PlayMatches(200);
  faulty_ = 1;
  PlayMatches(100);
  ASSERT_THAT(scheduler_->bench()->benched(), SizeIs(1));
  const Benching benching = scheduler_->bench()->benched()[0];
  uint32_t played = 0;
  for (uint32_t i = benching.since; i <= benching.at; ++i) {
    played += absl::c_linear_search(log_[i - 1].entrants(), 1u) ? 1 : 0;
  }
  EXPECT_EQ(played, benching.matches);
}
TEST_F(LadderTest, WhatABenchedBotDoesLaterChangesNothing) {
  faulty_ = 1;
  Begin("two", 4, 8);
  while (scheduler_->bench()->benched().empty()) PlayMatches(1);
  const Benching before = scheduler_->bench()->benched()[0];
  PlayMatches(40);
  ASSERT_TRUE(std::any_of(log_.begin() + before.at, log_.end(),
                          [](const v1::CompetitionMatch& match) {
                            return absl::c_linear_search(match.entrants(), 1u);
                          }));
  EXPECT_EQ(scheduler_->bench()->benched()[0].at, before.at);
  EXPECT_EQ(scheduler_->bench()->benched()[0].faults, before.faults);
}
TEST_F(LadderTest, ARestartFindsTheSameBenching) {
  faulty_ = 1;
  Begin("two", 4, 2);
  PlayMatches(100);
  const Benching before = scheduler_->bench()->benched()[0];
  Restart();
  for (const auto& match : log_) ASSERT_THAT(scheduler_->Add(match), IsOk());
  ASSERT_THAT(scheduler_->bench()->benched(), SizeIs(1));
  EXPECT_EQ(scheduler_->bench()->benched()[0].at, before.at);
  EXPECT_EQ(scheduler_->bench()->benched()[0].since, before.since);
}
TEST_F(LadderTest, ASuspendedEntrantBeginsNothingUntilItMayAgain) {
  Begin("two", 4, 2);
  PlayMatches(20);
  scheduler_->bench()->Suspend(1, true);
  const size_t before = encounters_.size();
  PlayMatches(40);
  EXPECT_EQ(EncountersOf(1, before), 0);
  EXPECT_THAT(scheduler_->bench()->benched(), IsEmpty());
  scheduler_->bench()->Suspend(1, false);
  PlayMatches(40);
  EXPECT_GT(EncountersOf(1, before), 3);
}
TEST_F(LadderTest, WithTooFewWhoPlayItWaits) {
  faulty_ = 1;
  Begin("two", 2, 1);
  for (int i = 0; i < 10; ++i) {
    Plan();
    EndOne();
  }
  Plan();
  EXPECT_THAT(open_, IsEmpty());
  EXPECT_FALSE(scheduler_->finished());
  ASSERT_THAT(scheduler_->Enter(EntrantOf(2)), IsOk());
  Plan();
  EXPECT_THAT(open_, Not(IsEmpty()));
}
TEST_F(LadderTest, ARestartWithALaterEntrantKeepsWhatWasPlayed) {
  Begin("two", 4, 3);
  PlayMatches(31);
  ASSERT_THAT(scheduler_->Enter(EntrantOf(4)), IsOk());
  PlayMatches(30);
  const std::vector<std::string> next = LinesOf(open_);
  spec_ = scheduler_->spec();
  Restart();
  for (const auto& match : log_) ASSERT_THAT(scheduler_->Add(match), IsOk());
  EXPECT_EQ(LinesOf(*scheduler_->Next(1000)), next);
}

// ---- Entering ----

TEST_F(LadderTest, EnteringTwiceIsHarmless) {
  Begin("two", 4, 2);
  EXPECT_EQ(*scheduler_->Enter(EntrantOf(4)), 4u);
  EXPECT_EQ(*scheduler_->Enter(EntrantOf(4)), 4u);
  EXPECT_THAT(scheduler_->spec().entrants(), SizeIs(5));
}
TEST_F(LadderTest, AnotherEntrantOfTheSameNameIsRefused) {
  Begin("two", 4, 2);
  v1::Entrant entrant = EntrantOf(1);
  entrant.mutable_players(0)->set_bot("another");
  EXPECT_THAT(scheduler_->Enter(entrant),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("entrant.name is \"a1\"")));
}
TEST_F(LadderTest, ALogOutOfOrderIsDataLoss) {
  Begin("two", 4, 1);
  PlayMatches(20);
  Restart();
  absl::Status status;
  // The matches of the first set are missing.
  for (size_t i = 2; i < log_.size(); ++i) {
    status.Update(scheduler_->Add(log_[i]));
  }
  status.Update(scheduler_->Next(10).status());
  EXPECT_THAT(status, StatusIs(absl::StatusCode::kDataLoss,
                               HasSubstr("expected the log in order")));
}

// The ratings after a log in which one entrant has another version from `from`
// on.
std::vector<OnlineRating> RatingsWith(const v1::CompetitionSpec& spec,
                                      std::vector<v1::CompetitionMatch> log,
                                      uint32_t entrant, size_t from) {
  const auto form = FormOf(spec);
  ARENA_CHECK(form.ok());
  Ladder ladder(spec, *form);
  Results results = Results::Of(spec, *form);
  for (size_t i = 0; i < log.size(); ++i) {
    for (const uint32_t at_seat : log[i].entrants()) {
      log[i].add_versions(at_seat == entrant && i >= from ? "2" : "1");
    }
    ARENA_CHECK(ladder.Extend(results, /*room=*/true).ok());
    ARENA_CHECK(results.Add(log[i]).ok());
    ladder.Log(log[i]);
  }
  ARENA_CHECK(ladder.Extend(results, /*room=*/true).ok());
  return ladder.ratings();
}

TEST_F(LadderTest, ANewVersionHasTheRatingOfTheOneBeforeWithLessCertainty) {
  Begin("two", 4, 1);
  PlayMatches(80);
  const size_t all = log_.size();
  const auto same = RatingsWith(scheduler_->spec(), log_, 1, all);
  // The entrant has the new version from the first match on, so no other
  // version is known.
  EXPECT_EQ(RatingsWith(scheduler_->spec(), log_, 1, 0), same);
  size_t last = all;
  while (!absl::c_linear_search(log_[last - 1].entrants(), 1u)) --last;
  const auto changed = RatingsWith(scheduler_->spec(), log_, 1, last - 1);
  EXPECT_GT(changed[1].sigma, same[1].sigma + 1);
  EXPECT_LT(changed[1].sigma, OnlineRating().sigma);
  EXPECT_NE(changed[1].mu, OnlineRating().mu);
  EXPECT_NEAR(changed[1].mu, same[1].mu, 3 * OnlineRating().sigma / 2);
}

}  // namespace
}  // namespace arena::competition
