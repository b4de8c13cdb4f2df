// An attacker's bots are connected, enter a ladder and never play. The matches
// of the other bots must go on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "arena/core/secrets.h"
#include "tests/referee/competitions/running_competitions_fixture.h"
#include "tests/referee/matches/fake_bot.h"
#include "tests/referee/store/submitted_bot.h"
#include "tests/testing/plays.h"

namespace arena::referee {
namespace {

using ::testing::AnyOf;
using ::testing::Contains;
using ::testing::Each;
using ::testing::Ge;
using ::testing::IsEmpty;
using ::testing::Lt;
using ::testing::SizeIs;

const std::vector<std::string> kHonest = {"ada", "bob"};
const std::vector<std::string> kIdle = {"idle-1", "idle-2", "idle-3"};

class IdleBotsTest : public CompetitionHostTest {
 protected:
  // The ladder plays four sets at a time, which the three idle bots could fill.
  static v1::CompetitionSpec Ladder() {
    v1::CompetitionSpec spec = Spec(0, v1::FORMAT_LADDER);
    for (const auto* names : {&kIdle, &kHonest}) {
      for (const std::string& name : *names) {
        v1::Entrant& entrant = *spec.add_entrants();
        entrant.set_name(name);
        entrant.add_players()->set_bot(name);
      }
    }
    spec.set_concurrent_sets(4);
    return spec;
  }
  static v1::Hello HelloOf(const std::string& name) {
    v1::Hello hello;
    hello.set_name(name);
    hello.set_max_matches(4);
    AddAllGames(hello);
    return hello;
  }
  FakeBot& Connect(const v1::Hello& hello, bool plays) {
    FakeBot& bot = bots_.emplace_back();
    bot.name = hello.name();
    bot.plays = plays;
    bot.stream = std::make_shared<FakeStream>();
    matches_->Open(hello, Caller{}, bot.stream,
                   [&](const auto& session) { bot.session = session.value(); });
    executor_.RunAll();
    return bot;
  }
  void ConnectHonest() {
    for (const std::string& name : kHonest) Connect(HelloOf(name), true);
  }
  void HangUp(FakeBot& bot) {
    bot.stream->Close(absl::CancelledError());
    matches_->OnStreamOver(bot.session, bot.stream);
    executor_.RunAll();
  }
  // Lets every bot answer its messages; an idle bot answers only pings.
  bool AnswerAll() {
    bool something = false;
    for (FakeBot& bot : bots_) {
      while (bot.open() && bot.seen < bot.stream->received().size()) {
        const v1::PlayResponse message = bot.stream->received()[bot.seen++];
        std::optional<v1::PlayRequest> answer;
        if (message.has_ping()) {
          answer.emplace().mutable_pong()->set_nonce(message.ping().nonce());
        } else if (bot.plays) {
          answer = AnswerTo(message);
        }
        if (!answer.has_value()) continue;
        something = true;
        bot.session->Receive(*std::move(answer), executor_.Now());
      }
    }
    executor_.RunAll();
    return something;
  }
  // Plays until the time is over or thirty more matches are.
  void Play(absl::Duration time = absl::Seconds(20)) {
    const absl::Time end = executor_.Now() + time;
    const int before = Played();
    while (executor_.Now() < end && Played() < before + 30) {
      executor_.Advance(absl::Seconds(5));
      for (int i = 0; i < 200 && AnswerAll(); ++i) {
      }
    }
  }
  // Plays for the whole time, in longer steps.
  void Wait(absl::Duration time) {
    const absl::Time end = executor_.Now() + time;
    while (executor_.Now() < end) {
      executor_.Advance(absl::Seconds(10));
      for (int i = 0; i < 40 && AnswerAll(); ++i) {
      }
    }
  }
  // Returns how many matches have a result.
  int Played() {
    int played = 0;
    const v1::ListResultsResponse results = Results();
    for (const v1::CompetitionMatch& match : results.matches()) {
      played += match.result().ranks().empty() ? 0 : 1;
    }
    return played;
  }
  // Returns the entrants of matches that are not over.
  std::set<uint32_t> Busy() {
    std::set<uint32_t> entrants;
    const auto open = store_->competitions().ReadOpen("cup");
    EXPECT_THAT(open, IsOk());
    for (const CompetitionPlace& place : open.value()) {
      entrants.insert(place.entrants.begin(), place.entrants.end());
    }
    return entrants;
  }
  // Gives the bot an endless match against a built-in player.
  void KeepBusy(const std::string& bot) {
    v1::CreateMatchRequest request;
    request.set_game("octrix");
    request.add_seats()->set_bot(bot);
    request.add_seats()->set_built_in("first");
    request.mutable_clock()->set_untimed(true);
    absl::Status status;
    requests_->CreateMatch(request, Caller{}, [&](const auto& created) {
      status = created.status();
    });
    executor_.RunAll();
    EXPECT_THAT(status, IsOk());
  }

  std::deque<FakeBot> bots_;
};

TEST_F(IdleBotsTest, ThoseThatPlayAnotherGameGetNoMatches) {
  for (const std::string& name : kIdle) {
    v1::Hello hello = HelloOf(name);
    hello.clear_plays();
    hello.add_plays()->set_game("ordo");
    Connect(hello, false);
  }
  ConnectHonest();
  ASSERT_THAT(Create(Ladder()), IsOk());
  Play();
  EXPECT_THAT(Busy(), Each(AnyOf(3u, 4u)));
  EXPECT_THAT(Played(), Ge(10));
}

TEST_F(IdleBotsTest, ThoseThatPlayOtherOptionsGetNoMatches) {
  for (const std::string& name : kIdle) {
    v1::Hello hello = HelloOf(name);
    hello.clear_plays();
    v1::GameSupport& octrix = *hello.add_plays();
    octrix.set_game("octrix");
    v1::OptionConstraint& target = *octrix.add_options();
    target.set_name("target");
    target.add_values("5");
    Connect(hello, false);
  }
  ConnectHonest();
  ASSERT_THAT(Create(Ladder()), IsOk());
  Play();
  EXPECT_THAT(Busy(), Each(AnyOf(3u, 4u)));
  EXPECT_THAT(Played(), Ge(10));
}

TEST_F(IdleBotsTest, ThoseWithoutASessionForTheMatchGetNoMatches) {
  for (const std::string& name : kIdle) Connect(HelloOf(name), false);
  for (const std::string& name : kHonest) {
    for (int i = 0; i < 12; ++i) {
      v1::Hello hello = HelloOf(name);
      hello.set_instance(absl::StrCat(i));
      hello.set_one_match(true);
      Connect(hello, true);
    }
  }
  v1::CompetitionSpec spec = Ladder();
  spec.set_isolation(v1::ISOLATION_MATCHES);
  ASSERT_THAT(Create(spec), IsOk());
  Play();
  EXPECT_THAT(Played(), Ge(10));
}

TEST_F(IdleBotsTest, ThoseThatAreAboutToLeaveGetNoMatches) {
  for (const std::string& name : kIdle) {
    Connect(HelloOf(name), false);
    KeepBusy(name);
    v1::PlayRequest leave;
    leave.mutable_leave();
    bots_.back().session->Receive(std::move(leave), executor_.Now());
  }
  ConnectHonest();
  ASSERT_THAT(Create(Ladder()), IsOk());
  Play();
  EXPECT_THAT(Busy(), Each(AnyOf(3u, 4u)));
  EXPECT_THAT(Played(), Ge(10));
}

TEST_F(IdleBotsTest, ThoseThatAreBusyElsewhereAreNotWaitedForForEver) {
  for (const std::string& name : kIdle) {
    v1::Hello hello = HelloOf(name);
    hello.set_max_matches(1);
    Connect(hello, true);
    KeepBusy(name);
    // The bot gets ready, and answers nothing after that.
    AnswerAll();
    bots_.back().plays = false;
    bots_.back().seen = bots_.back().stream->received().size();
  }
  ConnectHonest();
  ASSERT_THAT(Create(Ladder()), IsOk());
  EXPECT_THAT(Busy(), Contains(0u)) << "it might have room soon";
  Wait(kBusyPatience + absl::Minutes(1));
  EXPECT_THAT(Busy(), Each(AnyOf(3u, 4u)));
  // After its pause the bot still has no room.
  Wait(absl::Minutes(3));
  EXPECT_THAT(Busy(), Each(AnyOf(3u, 4u)));
  const int before = Played();
  Play();
  EXPECT_THAT(Played(), Ge(before + 10));
}

TEST_F(IdleBotsTest, ThoseThatLeaveTheirMatchesAreNotWaitedForForEver) {
  for (const std::string& name : kIdle) Connect(HelloOf(name), false);
  ASSERT_THAT(Create(Ladder()), IsOk());
  ASSERT_THAT(Busy(), SizeIs(Ge(2u)));
  for (FakeBot& bot : bots_) HangUp(bot);
  ConnectHonest();
  Wait(kAbsencePatience + absl::Minutes(3));
  EXPECT_THAT(Busy(), Each(AnyOf(3u, 4u)));
  EXPECT_THAT(Played(), Ge(10));
}

// ---- Submitted bots, which need runners ----

class RunnersShortTest : public IdleBotsTest {
 protected:
  RunnersShortTest() {
    for (const std::string& name : kIdle) {
      const VersionRow row = SubmittedRow(name, "1", "python", name);
      EXPECT_THAT(SubmitBot(*store_, row, "author of " + name, name), IsOk());
    }
  }
  // Tells the store the same as the host of runners does.
  void SetRunners(bool there) {
    for (const std::string& name : kIdle) {
      if (!there) {
        EXPECT_THAT(store_->referees().SetAbsent(name, "~"), IsOk());
        continue;
      }
      EXPECT_THAT(store_->referees().SetPresent({.bot = name,
                                                 .instance = "~",
                                                 .token_sha256 = Sha256(name),
                                                 .fresh = true,
                                                 .max_matches = 1000,
                                                 .places = 4}),
                  IsOk());
    }
  }
  // Only submitted bots are in this ladder, so that their matches wait.
  static v1::CompetitionSpec SubmittedLadder() {
    v1::CompetitionSpec spec = Ladder();
    spec.mutable_entrants()->DeleteSubrange(3, 2);
    return spec;
  }
};

TEST_F(RunnersShortTest, WhoWaitsForAFullRunnerIsNotToBlame) {
  SetRunners(true);
  ASSERT_THAT(Create(SubmittedLadder()), IsOk());
  ASSERT_THAT(Busy(), Contains(0u));
  const auto before = store_->competitions().ReadOpenMatches("cup");
  Wait(kBusyPatience + absl::Minutes(2));
  const auto after = store_->competitions().ReadOpenMatches("cup");
  ASSERT_THAT(after, IsOk());
  EXPECT_EQ(after->size(), before->size());
  EXPECT_EQ(Results().matches_size(), 0) << "nothing was withdrawn";
}

TEST_F(RunnersShortTest, MatchesWaitWhileRunnersAreUpgraded) {
  SetRunners(true);
  ASSERT_THAT(Create(SubmittedLadder()), IsOk());
  ASSERT_THAT(Busy(), Contains(0u));
  SetRunners(false);
  Wait(kAbsencePatience + absl::Minutes(2));
  EXPECT_EQ(Results().matches_size(), 0) << "nothing was withdrawn";
}

TEST_F(RunnersShortTest, WithoutRunnersForLongThePlacesAreForOthers) {
  SetRunners(true);
  ASSERT_THAT(Create(Ladder()), IsOk());
  ASSERT_THAT(Busy(), Contains(0u));
  SetRunners(false);
  ConnectHonest();
  Wait(kBusyPatience + absl::Minutes(1));
  EXPECT_THAT(Busy(), Each(AnyOf(3u, 4u)));
  const int before = Played();
  Play();
  EXPECT_THAT(Played(), Ge(before + 10));
}

TEST_F(RunnersShortTest, WhoHadNoRunnersIsNotPaused) {
  SetRunners(true);
  ASSERT_THAT(Create(SubmittedLadder()), IsOk());
  SetRunners(false);
  Wait(kBusyPatience + absl::Minutes(1));
  ASSERT_THAT(Busy(), IsEmpty());
  SetRunners(true);
  Wait(absl::Seconds(10));
  EXPECT_THAT(Busy(), Contains(0u));
}

// ---- The bot that is to blame ----

// The bot that cannot begin is to blame, not the opponent that waits.
TEST_F(IdleBotsTest, TheOpponentOfAnIdleBotPlaysOnWhenItIsAlone) {
  v1::CompetitionSpec spec = Ladder();
  spec.mutable_entrants()->DeleteSubrange(1, 3);
  ASSERT_EQ(spec.entrants_size(), 2);
  FakeBot& idle = Connect(HelloOf("idle-1"), false);
  ASSERT_THAT(store_->referees().SetPresent({.bot = "bob"}), IsOk());
  ASSERT_THAT(Create(spec), IsOk());
  ASSERT_THAT(Busy(), SizeIs(2));
  HangUp(idle);
  ASSERT_THAT(store_->referees().SetAbsent("bob"), IsOk());
  Connect(HelloOf("bob"), true);
  Play(kAbsencePatience + absl::Minutes(1));
  ASSERT_THAT(Busy(), IsEmpty());
  Connect(HelloOf("idle-1"), true);
  Play(kAbsencePatience);
  EXPECT_THAT(Played(), Ge(1)) << "bob was not paused, and idle-1 is back";
}

TEST_F(IdleBotsTest, AReasonNamesNoPlayer) {
  v1::CompetitionSpec spec = Ladder();
  spec.set_anonymous(true);
  for (const std::string& name : kIdle) Connect(HelloOf(name), false);
  for (const auto& name : kIdle) {
    ASSERT_THAT(store_->referees().SetPresent({.bot = name}), IsOk());
  }
  ASSERT_THAT(Create(spec), IsOk());
  for (FakeBot& bot : bots_) HangUp(bot);
  Play(kAbsencePatience + absl::Minutes(1));
  const v1::ListResultsResponse results = Results();
  ASSERT_GT(results.matches_size(), 0);
  for (const v1::CompetitionMatch& match : results.matches()) {
    for (const std::string& name : kIdle) {
      EXPECT_THAT(match.result().reason(),
                  ::testing::Not(::testing::HasSubstr(name)));
    }
  }
}

// A format that needs all results waits for absent bots, but plays the other
// matches first.
TEST_F(IdleBotsTest, InAClosedFormatTheMatchesOfOthersComeFirst) {
  v1::CompetitionSpec spec = Spec(4, v1::FORMAT_ROUND_ROBIN);
  for (const int idle : {0, 1}) {
    spec.mutable_entrants(idle)->mutable_players(0)->set_bot(kIdle[idle]);
  }
  spec.set_concurrent_sets(1);
  ASSERT_THAT(Create(spec), IsOk());
  executor_.Advance(absl::Seconds(1));
  EXPECT_EQ(Get().progress().sets_over(), 1u);
}

TEST_F(IdleBotsTest, InAClosedFormatStalledSetsLeaveTheirPlaces) {
  v1::CompetitionSpec spec = Spec(3, v1::FORMAT_ROUND_ROBIN);
  const std::vector<std::string> bots = {"idle-1", "ada", "bob"};
  for (int i = 0; i < 3; ++i) {
    spec.mutable_entrants(i)->mutable_players(0)->set_bot(bots[i]);
  }
  spec.set_concurrent_sets(1);
  FakeBot& idle = Connect(HelloOf("idle-1"), false);
  Connect(HelloOf("ada"), false);
  ASSERT_THAT(Create(spec), IsOk());
  ASSERT_EQ(Busy(), (std::set<uint32_t>{0, 1}));
  HangUp(idle);
  HangUp(bots_.back());
  ConnectHonest();
  Play(kAbsencePatience + absl::Seconds(20));
  EXPECT_EQ(Get().progress().sets_over(), 1u);
  EXPECT_THAT(Played(), Lt(4));
}

// ---- Waiting for others ----

OpenMatch Waiting(const std::string& id, std::vector<uint32_t> entrants) {
  return {.match_id = id, .entrants = std::move(entrants)};
}

TEST(StallWatchTest, AMatchWaitsFromTheFirstLookOn) {
  StallWatch watch;
  const absl::Time start = absl::UnixEpoch();
  const std::vector<OpenMatch> open = {Waiting("m", {1, 2})};
  watch.Look(open, start);
  watch.Look(open, start + absl::Minutes(1));
  EXPECT_THAT(watch.HoldersFor(absl::Minutes(2), start + absl::Minutes(1)),
              IsEmpty());
  EXPECT_EQ(watch.HoldersFor(absl::Minutes(2), start + absl::Minutes(2)),
            (std::set<uint32_t>{1, 2}));
}

TEST(StallWatchTest, WhoPlaysHoldsUpNobody) {
  StallWatch watch;
  const absl::Time start = absl::UnixEpoch();
  watch.Look({Waiting("m", {1, 2})}, start);
  watch.NotePlayed(1, start + absl::Minutes(1));
  EXPECT_EQ(watch.HoldersFor(absl::Minutes(2), start + absl::Minutes(2)),
            (std::set<uint32_t>{2}));
}

TEST(StallWatchTest, EveryPauseIsTwiceAsLongUpToAnHour) {
  StallWatch watch;
  absl::Time now = absl::UnixEpoch();
  watch.Pause(1, now);
  EXPECT_TRUE(watch.IsPaused(1, now + kAbsencePatience - absl::Seconds(1)));
  EXPECT_FALSE(watch.IsPaused(1, now + kAbsencePatience));
  watch.Pause(1, now);
  EXPECT_TRUE(watch.IsPaused(1, now + kAbsencePatience));
  for (int i = 0; i < 20; ++i) watch.Pause(1, now);
  EXPECT_FALSE(watch.IsPaused(1, now + kLongestPause));
}

}  // namespace
}  // namespace arena::referee
