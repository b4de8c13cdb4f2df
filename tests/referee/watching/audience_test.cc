// The view of spectators on a match, and its delays. The test moves the time.
#include "referee/watching/audience.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/games/registry.h"
#include "tests/arena/record/random_match.h"
#include "tests/testing/manual_executor.h"
#include "tests/testing/status_matchers.h"

namespace arena::referee {
namespace {

using ::testing::ElementsAreArray;
using ::testing::Ge;
using ::testing::IsEmpty;
using ::testing::SizeIs;

MatchSettings SettingsOf(const Table& table) {
  return {.id = "m",
          .table = table.config(),
          .clock = std::nullopt,
          .players = {},
          .label = ""};
}

// Plays a match with faults, announcements, times and pauses.
Table MatchOf(const Game& game) {
  return testing::PlayRandomMatch({.game = &game,
                                   .seats = game.info->default_seats,
                                   .fault_every = 17,
                                   .announcement_every = 3,
                                   .max_milliseconds = 30});
}

std::vector<std::string> StepsOf(const MatchStory& story) {
  std::vector<std::string> steps;
  for (uint32_t i = 0; i < story.size(); ++i) {
    steps.push_back(story.Step(i)->SerializeAsString());
  }
  return steps;
}

struct CountingWatcher : Watcher {
  void OnNews() override { ++news; }
  int news = 0;
};

class AudienceTest : public ::testing::Test {
 protected:
  static constexpr absl::Duration kDelay = absl::Seconds(10);

  ~AudienceTest() override { executor_.DropAll(); }

  std::shared_ptr<Audience> NewAudience(
      absl::Duration delay = absl::ZeroDuration()) {
    return std::make_shared<Audience>(
        delay, executor_, [this](const Audience::MatchAnswer& answer) {
          ++asked_;
          v1::Match match;
          match.set_match_id("m");
          match.set_state(v1::Match::STATE_FINISHED);
          answer(match);
        });
  }
  // Tells the audience that the match has come to this entry.
  void Begin(Audience& audience, const Table& match, size_t entries) {
    const std::vector<MatchEntry>& all = match.entries();
    audience.OnBegin(SettingsOf(match), {all.begin(), all.begin() + entries});
    executor_.RunAll();
  }
  void Happen(Audience& audience, const Table& match, size_t entry) {
    audience.OnEntries({match.entries()[entry]});
    executor_.RunAll();
  }

  testing::ManualExecutor executor_;
  int asked_ = 0;
};

// Compares byte by byte, in a match of every game. An audience that begins late
// has the same steps as an audience from the beginning.
TEST_F(AudienceTest, WhoComesLateSeesWhatOthersHaveSeen) {
  for (const Game& game : testing::GamesOfTests()) {
    const Table match = MatchOf(game);
    const auto first = NewAudience();
    Begin(*first, match, 0);
    // Few games are so short that all of their entries can be tried.
    const size_t stride = std::max<size_t>(1, match.entries().size() / 40);
    for (size_t i = 0; i < match.entries().size(); ++i) {
      Happen(*first, match, i);
      if (i % stride != 0) continue;
      SCOPED_TRACE(absl::StrCat(game.info->name, " at entry ", i));
      const auto late = NewAudience();
      Begin(*late, match, i + 1);
      EXPECT_EQ(StepsOf(*late->story()), StepsOf(*first->story()));
    }
    EXPECT_THAT(StepsOf(*first->story()), SizeIs(Ge(5)));
  }
}

// The later steps are the same, too.
TEST_F(AudienceTest, WhoComesLateSeesWhatFollows) {
  for (const Game& game : testing::GamesOfTests()) {
    SCOPED_TRACE(game.info->name);
    const Table match = MatchOf(game);
    const auto early = NewAudience();
    const auto late = NewAudience();
    const size_t half = match.entries().size() / 2;
    Begin(*early, match, 0);
    for (size_t i = 0; i < half; ++i) Happen(*early, match, i);
    Begin(*late, match, half);
    for (size_t i = half; i < match.entries().size(); ++i) {
      Happen(*early, match, i);
      Happen(*late, match, i);
    }
    EXPECT_EQ(StepsOf(*late->story()), StepsOf(*early->story()));
  }
}

// The story has nothing hidden, and no time or fault before the end.
TEST_F(AudienceTest, TheStoryIsTheSpectatorsView) {
  for (const Game& game : testing::GamesOfTests()) {
    SCOPED_TRACE(game.info->name);
    const Table match = MatchOf(game);
    const auto audience = NewAudience();
    Begin(*audience, match, match.entries().size() - 1);
    const MatchStory& story = *audience->story();
    for (uint32_t i = 0; i < story.size(); ++i) {
      const v1::MatchStep step = *story.Step(i);
      ASSERT_EQ(step.observations_size(), 1);
      EXPECT_FALSE(step.observations(0).has_seat());
      for (const v1::StepAct& act : step.acts()) {
        EXPECT_FALSE(act.has_charged());
        EXPECT_EQ(act.fault(), v1::FAULT_KIND_UNSPECIFIED);
      }
    }
  }
}

TEST_F(AudienceTest, NothingIsSeenBeforeItsTime) {
  const Table match = MatchOf(**FindGame("octrix"));
  const auto audience = NewAudience(kDelay);
  const auto watcher = std::make_shared<CountingWatcher>();
  audience->Join(watcher);
  Begin(*audience, match, 40);
  executor_.Advance(kDelay - absl::Milliseconds(1));
  EXPECT_EQ(audience->story()->size(), 0u);
  EXPECT_EQ(watcher->news, 0);
  executor_.Advance(absl::Milliseconds(1));
  EXPECT_GT(audience->story()->size(), 0u);
  EXPECT_GT(watcher->news, 0);
}

TEST_F(AudienceTest, EachEntryWaitsForItself) {
  const Table match = MatchOf(**FindGame("octrix"));
  const auto undelayed = NewAudience();
  const auto audience = NewAudience(kDelay);
  Begin(*audience, match, 0);
  Begin(*undelayed, match, 0);
  std::vector<std::vector<std::string>> seen;
  for (size_t i = 0; i < match.entries().size(); ++i) {
    seen.push_back(StepsOf(*undelayed->story()));
    Happen(*audience, match, i);
    Happen(*undelayed, match, i);
    executor_.Advance(absl::Seconds(1));
    if (i < 10) continue;
    // Ten entries took ten seconds.
    EXPECT_THAT(StepsOf(*audience->story()), ElementsAreArray(seen[i - 8]));
  }
}

TEST_F(AudienceTest, TheEndComesLastAndAsLate) {
  const Table match = MatchOf(**FindGame("octrix"));
  auto audience = NewAudience(kDelay);
  const std::shared_ptr<MatchStory> story = audience->story();
  Begin(*audience, match, match.entries().size());
  audience->OnEnd({}, {});
  // The match drops the audience.
  audience.reset();
  executor_.RunAll();
  executor_.Advance(kDelay - absl::Milliseconds(1));
  EXPECT_EQ(asked_, 0);
  EXPECT_FALSE(story->end().has_value());
  executor_.Advance(absl::Milliseconds(1));
  ASSERT_TRUE(story->end().has_value());
  EXPECT_THAT(*story->end(), IsOk());
  EXPECT_GT(story->size(), 5u);
}

TEST_F(AudienceTest, ThatAMatchIsLostComesAsLate) {
  const auto audience = NewAudience(kDelay);
  const auto watcher = std::make_shared<CountingWatcher>();
  audience->Join(watcher);
  audience->OnLost(absl::FailedPreconditionError("elsewhere"));
  executor_.RunAll();
  EXPECT_FALSE(audience->story()->end().has_value());
  executor_.Advance(kDelay);
  EXPECT_EQ(audience->story()->end()->status().message(), "elsewhere");
  EXPECT_EQ(watcher->news, 1);
}

// The past of a long match is told in parts. Watchers are called only when they
// can have all of it: a watcher that wants the position would get an old one
// otherwise.
TEST_F(AudienceTest, ThePastIsToldInPartsAndAsAWhole) {
  const Table match = MatchOf(AllGames()[0]);
  ASSERT_GT(match.entries().size(), 200u);
  const auto audience = NewAudience();
  const auto watcher = std::make_shared<CountingWatcher>();
  audience->Join(watcher);
  audience->OnBegin(SettingsOf(match), match.entries());
  executor_.RunSome(4);
  EXPECT_GT(audience->story()->size(), 0u);
  EXPECT_LT(audience->story()->size(), 200u);
  EXPECT_EQ(watcher->news, 0);
  executor_.RunAll();
  EXPECT_EQ(watcher->news, 1);
}

TEST_F(AudienceTest, OneWhoComesBetweenIsCalledAtOnce) {
  const Table match = MatchOf(**FindGame("octrix"));
  const auto audience = NewAudience();
  Begin(*audience, match, 40);
  const auto watcher = std::make_shared<CountingWatcher>();
  audience->Join(watcher);
  executor_.RunAll();
  EXPECT_EQ(watcher->news, 1);
}

TEST_F(AudienceTest, WhoIsGoneIsForgotten) {
  const Table match = MatchOf(**FindGame("octrix"));
  const auto audience = NewAudience();
  Begin(*audience, match, 40);
  auto watcher = std::make_shared<CountingWatcher>();
  const std::weak_ptr<CountingWatcher> gone = watcher;
  audience->Join(watcher);
  executor_.RunAll();
  watcher.reset();
  EXPECT_TRUE(gone.expired());
  Happen(*audience, match, 40);
}

// ---- The position ----

TEST(MatchStoryTest, ThePositionIsThatOfTheLastStep) {
  MatchStory story;
  EXPECT_FALSE(story.Position().has_value());
  v1::MatchStep step;
  step.set_decision(7);
  step.add_acts();
  step.add_effects("seat 1 takes the trick");
  step.add_marks(v1::STEP_MARK_TRICK_END);
  step.add_returns(3);
  story.Add(step);
  const v1::MatchStep position = *story.Position();
  EXPECT_THAT(position.acts(), IsEmpty());
  EXPECT_THAT(position.effects(), IsEmpty());
  EXPECT_THAT(position.marks(), IsEmpty());
  EXPECT_EQ(position.returns(0), 3);
  EXPECT_EQ(position.decision(), 7u);
}

TEST(MatchStoryTest, AnAnnouncementTakesNoDecision) {
  MatchStory story;
  v1::MatchStep step;
  step.set_decision(7);
  step.add_marks(v1::STEP_MARK_ANNOUNCEMENT);
  story.Add(step);
  EXPECT_EQ(story.Position()->decision(), 6u);
}

}  // namespace
}  // namespace arena::referee
