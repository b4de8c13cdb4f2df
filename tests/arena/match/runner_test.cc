// The messages of a runner: their readers, their moments, and commits answered
// by hand.
#include "arena/match/runner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/executor/awake_clock.h"
#include "arena/v1/observation.pb.h"
#include "tests/testing/manual_executor.h"
#include "tests/testing/status_matchers.h"
#include "tests/testing/step_spectator.h"
#include "tests/testing/toy_game.h"

namespace arena {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr absl::Duration kSecond = absl::Seconds(1);

MatchSettings ToySettings(int seats) {
  return {.id = "m",
          .table = {.game = &ToyGame(),
                    .seats = seats,
                    .options = GameOptions(toy::kOptions),
                    .seed = ParseSeed("runner test").value()},
          .clock = ClockSettings{.start_budget = 10 * kSecond,
                                 .allowance = 1 * kSecond,
                                 .bank = 3 * kSecond,
                                 .increment = absl::ZeroDuration()},
          .players = std::vector<std::string>(seats, "p"),
          .label = ""};
}

// Keeps every message that it gets.
struct FakePlayer : Player {
  bool Deliver(Response message) override {
    if (message->has_match_end()) end = message->match_end();
    if (message->has_prompt()) prompt = message->prompt();
    received.push_back(KindOf(*message));
    return reads;
  }
  static std::string KindOf(const v1::PlayResponse& message) {
    if (message.has_match_start()) return "start";
    if (message.prompt().has_ack()) {
      return "prompt with ack " +
             std::to_string(message.prompt().ack().decision());
    }
    if (message.has_prompt()) return "prompt";
    if (message.has_act_ack()) {
      return absl::StrCat("ack ", message.act_ack().decision());
    }
    return message.has_match_end() ? "end" : "other";
  }

  // Whether the transport takes messages at once.
  bool reads = true;
  std::vector<std::string> received;
  v1::Prompt prompt;
  v1::MatchEnd end;
};

// Keeps every commit, and answers none by itself.
struct FakeStorage : MatchStorage {
  void Keep(int64_t ticket, std::vector<MatchEntry> entries,
            Kept kept) override {
    EXPECT_EQ(ticket, static_cast<int64_t>(journal.size()));
    journal.insert(journal.end(), entries.begin(), entries.end());
    commits.push_back(std::move(kept));
  }
  void StoreResult(const Match&, const std::vector<Note>& kept_notes,
                   Stored answer) override {
    notes = kept_notes;
    stored = std::move(answer);
    if (stores_at_once) stored(RecordReference{"hash"});
  }
  bool ExcusesDecline(Seat) override { return true; }
  void OnBroken(const absl::Status& status) override { broken = status; }
  void OnDone() override { done = true; }

  bool stores_at_once = true;
  std::vector<MatchEntry> journal;
  std::vector<Note> notes;
  std::deque<Kept> commits;
  Stored stored;
  absl::Status broken;
  bool done = false;
};

// Players that answer nothing by themselves, and commits that wait for
// Commit().
class RunnerTest : public ::testing::Test {
 protected:
  void TearDown() override { Forget(); }
  // Drops the unanswered commits, which keep the runner alive.
  void Forget() {
    if (runner_ == nullptr) return;
    storage_->commits.clear();
    storage_->stored = nullptr;
  }
  void Start(int seats, const std::vector<MatchEntry>& journal = {}) {
    Forget();
    auto match = Match::Create(ToySettings(seats), journal);
    ASSERT_THAT(match, IsOk());
    auto storage = std::make_unique<FakeStorage>();
    storage->journal = journal;
    storage_ = storage.get();
    runner_ =
        MatchRunner::Create(*std::move(match), *clock_, std::move(storage));
    runner_->Begin({});
    for (Seat seat = 0; seat < seats; ++seat) {
      players_.push_back(std::make_shared<FakePlayer>());
      runner_->Attach(seat, players_.back(), {});
    }
    for (Seat seat = 0; seat < seats; ++seat) runner_->Ready(seat);
    executor_.RunAll();
    for (const auto& player : players_) player->received.clear();
  }
  // The player thinks on the match's strand, or on one of `thinkers`.
  void SeatBuiltIn(Seat seat, Executor* thinkers = nullptr) {
    auto player = MakeBuiltIn("first", ToyGame(), 3, GameOptions(toy::kOptions),
                              ParseSeed("built-in").value());
    ASSERT_THAT(player, IsOk());
    runner_->AttachBuiltIn(
        seat, *std::move(player),
        thinkers == nullptr ? nullptr : thinkers->NewStrand());
    executor_.RunAll();
  }
  // Answers the open decision with its first action.
  void Act(Seat seat) {
    v1::Act act;
    act.set_decision(players_[seat]->prompt.decision());
    act.set_index(0);
    runner_->Act(seat, std::move(act), clock_->Now());
    executor_.RunAll();
  }
  // Answers the oldest waiting commit, or the one behind `skipped` others.
  void Commit(const absl::Status& status = absl::OkStatus(),
              size_t skipped = 0) {
    ASSERT_LT(skipped, storage_->commits.size());
    const auto at = storage_->commits.begin() + static_cast<int>(skipped);
    const MatchStorage::Kept kept = std::move(*at);
    storage_->commits.erase(at);
    kept(status);
    executor_.RunAll();
  }
  void CommitAll() {
    while (!storage_->commits.empty()) Commit();
  }
  void PlayToTheEnd() {
    while (!storage_->done && storage_->stored == nullptr) {
      for (size_t seat = 0; seat < players_.size(); ++seat) {
        if (players_[seat]->prompt.kind() != v1::DECISION_KIND_MUST) continue;
        Act(static_cast<Seat>(seat));
      }
      CommitAll();
    }
  }
  std::shared_ptr<testing::StepSpectator> Watch() {
    auto spectator = std::make_shared<testing::StepSpectator>();
    runner_->Watch(spectator);
    executor_.RunAll();
    return spectator;
  }

  testing::ManualExecutor executor_;
  testing::ManualExecutor thinkers_;
  // The executor of the runner.
  Executor* clock_ = &executor_;
  std::shared_ptr<MatchRunner> runner_;
  std::vector<std::shared_ptr<FakePlayer>> players_;
  FakeStorage* storage_ = nullptr;  // The storage of the runner.
};

// ---- Notes ----

TEST_F(RunnerTest, NoteOfAnOpenDecisionIsStoredWithTheResult) {
  Start(2);
  v1::Act act;
  act.set_decision(1);
  act.set_index(0);
  act.set_note("I expect 3");
  runner_->Act(0, std::move(act), clock_->Now());
  v1::Act closed;
  closed.set_decision(77);
  closed.set_note("of no decision");
  runner_->Act(1, std::move(closed), clock_->Now());
  PlayToTheEnd();
  EXPECT_THAT(storage_->notes, ElementsAre(Note{0, 1, "I expect 3"}));
}

// ---- The journal comes first ----

TEST_F(RunnerTest, NothingIsDeliveredBeforeItsCommit) {
  Start(3);
  Act(0);
  EXPECT_THAT(players_[0]->received, IsEmpty());
  Commit();
  EXPECT_THAT(players_[0]->received, ElementsAre("prompt with ack 1"));
}

TEST_F(RunnerTest, WhatNeedsNoCommitWaitsForWhatCameBefore) {
  Start(3);
  Act(0);
  v1::Act closed;
  closed.set_decision(77);
  runner_->Act(0, std::move(closed), executor_.Now());
  executor_.RunAll();
  EXPECT_THAT(players_[0]->received, IsEmpty());
  Commit();
  EXPECT_THAT(players_[0]->received,
              ElementsAre("prompt with ack 1", "ack 77"));
}

TEST_F(RunnerTest, MessagesKeepTheirOrderAcrossCommits) {
  Start(3);
  for (Seat seat = 0; seat < 3; ++seat) Act(seat);
  Commit();
  Commit();
  EXPECT_THAT(players_[2]->received, IsEmpty());
  Commit();
  EXPECT_THAT(players_[2]->received, ElementsAre("prompt with ack 1"));
}

TEST_F(RunnerTest, CommitsMayBeAnsweredInAnyOrder) {
  Start(3);
  for (Seat seat = 0; seat < 3; ++seat) Act(seat);
  Commit(absl::OkStatus(), 2);
  Commit(absl::OkStatus(), 1);
  EXPECT_THAT(players_[2]->received, IsEmpty());
  Commit();
  EXPECT_THAT(players_[2]->received, ElementsAre("prompt with ack 1"));
}

TEST_F(RunnerTest, ARestartedMatchGoesOnWithItsTickets) {
  Start(3);
  Act(0);
  Act(1);
  const std::vector<MatchEntry> journal = storage_->journal;
  players_.clear();
  // The storage expects a ticket behind the tickets of the journal.
  Start(3, journal);
  Act(2);
  EXPECT_EQ(storage_->journal.size(), journal.size() + 1);
}

TEST_F(RunnerTest, ABuiltInsChoiceInAnOpenDecisionGoesWithTheNextCommit) {
  Start(3);
  SeatBuiltIn(1);
  EXPECT_THAT(storage_->commits, IsEmpty());
  Act(0);
  EXPECT_EQ(storage_->commits.size(), 1u);
  ASSERT_EQ(storage_->journal.size(), 3u);
  EXPECT_EQ(storage_->journal[0].kind, EntryKind::kBegin);
  EXPECT_EQ(storage_->journal[1].seat, 1);
  EXPECT_EQ(storage_->journal[2].seat, 0);
}

TEST_F(RunnerTest, ABuiltInsChoiceThatClosesADecisionIsKeptAtOnce) {
  Start(3);
  Act(0);
  Act(2);
  SeatBuiltIn(1);
  // The built-in player is asked after the others have their messages.
  CommitAll();
  EXPECT_EQ(storage_->journal.size(), 4u);
  EXPECT_EQ(storage_->journal.back().seat, 1);
}

TEST_F(RunnerTest, ABuiltInThatIsAskedAgainChoosesTheSameOnlyOnce) {
  Start(3);
  SeatBuiltIn(1);
  SeatBuiltIn(1);
  Act(0);
  EXPECT_EQ(storage_->journal.size(), 3u);
}

TEST_F(RunnerTest, AMatchGoesOnWhileABuiltInThinksElsewhere) {
  Start(3);
  SeatBuiltIn(1, &thinkers_);
  Act(0);
  Act(2);
  CommitAll();
  EXPECT_EQ(storage_->journal.size(), 3u);
  thinkers_.RunAll();
  executor_.RunAll();
  ASSERT_EQ(storage_->journal.size(), 4u);
  EXPECT_EQ(storage_->journal.back().seat, 1);
}

TEST_F(RunnerTest, AChoiceAfterTheEndOfTheMatchIsIgnored) {
  Start(3);
  SeatBuiltIn(1, &thinkers_);
  runner_->End(EntryKind::kCancel);
  executor_.RunAll();
  const size_t entries = storage_->journal.size();
  thinkers_.RunAll();
  executor_.RunAll();
  EXPECT_EQ(storage_->journal.size(), entries);
}

TEST_F(RunnerTest, ABrokenJournalShowsNothingMore) {
  Start(3);
  Act(0);
  Act(1);
  Commit(absl::DataLossError("disk full"));
  Commit();
  Act(2);
  EXPECT_THAT(storage_->broken,
              StatusIs(absl::StatusCode::kDataLoss, "disk full"));
  EXPECT_THAT(players_[1]->received, IsEmpty());
  EXPECT_TRUE(storage_->commits.empty());
}

TEST_F(RunnerTest, TheEndWaitsForTheLastCommit) {
  Start(2);
  runner_->End(EntryKind::kCancel);
  executor_.RunAll();
  EXPECT_FALSE(storage_->done);
  Commit();
  EXPECT_TRUE(storage_->done);
}

// ---- Time ----

// A runner that uses the awake clock. A bot has four seconds.
class PauseTest : public RunnerTest {
 protected:
  PauseTest() { clock_ = &awake_; }
  ~PauseTest() override {
    executor_.DropAll();
    runner_.reset();
  }
  AwakeExecutor awake_{executor_};
  Heartbeat heartbeat_{awake_, executor_,
                       [this](absl::Duration pause) { runner_->Slept(pause); }};
};

TEST_F(PauseTest, APauseBetweenPromptAndActCostsNothing) {
  Start(2);
  executor_.StandStill(10 * kSecond);
  // The match handles the act before anybody else knows of the pause.
  Act(0);
  ASSERT_EQ(storage_->journal.size(), 2u);
  EXPECT_EQ(storage_->journal[1].fault, v1::FAULT_KIND_UNSPECIFIED);
  EXPECT_LE(storage_->journal[1].charged, AwakeClock::kLongestGap);
}

TEST_F(PauseTest, ATimerThatAPauseMakesEarlyIsSetAgain) {
  Start(2);
  executor_.StandStill(10 * kSecond);
  executor_.Advance(4 * kSecond - AwakeClock::kLongestGap);
  EXPECT_THAT(storage_->commits, IsEmpty());
  executor_.Advance(AwakeClock::kLongestGap);
  ASSERT_FALSE(storage_->journal.empty());
  EXPECT_EQ(storage_->journal.back().fault, v1::FAULT_KIND_LATE);
}

TEST_F(PauseTest, APauseIsNoted) {
  Start(2);
  executor_.StandStill(10 * kSecond);
  executor_.Advance(kSecond);
  Act(0);
  ASSERT_EQ(storage_->journal.size(), 3u);
  EXPECT_EQ(storage_->journal[1],
            (MatchEntry{.kind = EntryKind::kPause,
                        .charged = 10 * kSecond - AwakeClock::kBeat}));
}

TEST_F(RunnerTest, ASilentBotIsLateWhenItsTimeIsOver) {
  Start(2);
  executor_.Advance(4 * kSecond - absl::Microseconds(1));
  EXPECT_TRUE(storage_->journal.empty());
  executor_.Advance(absl::Microseconds(1));
  ASSERT_FALSE(storage_->journal.empty());
  EXPECT_EQ(storage_->journal.back().fault, v1::FAULT_KIND_LATE);
}

TEST_F(RunnerTest, TheTimeOfTheJournalIsNotTheBots) {
  Start(3);
  for (Seat seat = 0; seat < 3; ++seat) Act(seat);
  executor_.Advance(60 * kSecond);
  CommitAll();
  for (const MatchEntry& entry : storage_->journal) {
    EXPECT_EQ(entry.fault, v1::FAULT_KIND_UNSPECIFIED);
  }
}

TEST_F(RunnerTest, ATimerFollowsTheHandOverBehindACommit) {
  Start(3);
  for (Seat seat = 0; seat < 3; ++seat) Act(seat);
  executor_.Advance(10 * kSecond);
  CommitAll();
  executor_.Advance(4 * kSecond);
  EXPECT_EQ(storage_->journal.back().fault, v1::FAULT_KIND_LATE);
}

TEST_F(RunnerTest, ABotThatDoesNotReadHasOneSecondMore) {
  Start(3);
  for (const auto& player : players_) player->reads = false;
  for (Seat seat = 0; seat < 3; ++seat) Act(seat);
  CommitAll();
  executor_.Advance(5 * kSecond - absl::Microseconds(1));
  EXPECT_EQ(storage_->journal.back().fault, v1::FAULT_KIND_UNSPECIFIED);
  executor_.Advance(absl::Microseconds(1));
  EXPECT_EQ(storage_->journal.back().fault, v1::FAULT_KIND_LATE);
}

// ---- Spectators ----

TEST_F(RunnerTest, ASpectatorSeesNoChoiceBeforeAllAreIn) {
  Start(3);
  const auto spectator = Watch();
  const size_t before = spectator->steps.size();
  Act(0);
  Act(1);
  CommitAll();
  EXPECT_EQ(spectator->steps.size(), before);
  Act(2);
  CommitAll();
  EXPECT_EQ(spectator->steps.size(), before + 1);
}

TEST_F(RunnerTest, ASpectatorSeesOnlyWhatIsDurable) {
  Start(3);
  const auto spectator = Watch();
  for (Seat seat = 0; seat < 3; ++seat) Act(seat);
  Commit();
  Commit();
  EXPECT_EQ(spectator->steps.size(), 1u);
  Commit();
  EXPECT_EQ(spectator->steps.size(), 2u);
}

TEST_F(RunnerTest, ASpectatorOfAnUnfinishedCommitSeesEachStepOnce) {
  Start(3);
  for (Seat seat = 0; seat < 3; ++seat) Act(seat);
  const auto spectator = Watch();
  EXPECT_THAT(spectator->steps, IsEmpty());
  CommitAll();
  ASSERT_EQ(spectator->steps.size(), 2u);
  EXPECT_EQ(spectator->steps[1].acts().size(), 3);
}

TEST_F(RunnerTest, ASpectatorThatComesLateSeesTheMatchFromItsBeginning) {
  Start(3);
  const auto early = Watch();
  for (int i = 0; i < 4; ++i) {
    for (Seat seat = 0; seat < 3; ++seat) Act(seat);
    CommitAll();
  }
  const auto late = Watch();
  PlayToTheEnd();
  ASSERT_GT(early->steps.size(), 5u);
  ASSERT_EQ(late->steps.size(), early->steps.size());
  for (size_t i = 0; i < late->steps.size(); ++i) {
    EXPECT_EQ(late->steps[i].SerializeAsString(),
              early->steps[i].SerializeAsString());
  }
}

TEST_F(RunnerTest, ASpectatorSeesTheSpectatorsObservation) {
  Start(3);
  v1::Observation expected;
  runner_->Inspect([&](const Match& match) {
    match.table().state()->ObservationFor(kSpectator, expected);
  });
  const auto spectator = Watch();
  EXPECT_EQ(spectator->steps[0].observations(0).SerializeAsString(),
            expected.SerializeAsString());
}

TEST_F(RunnerTest, ASpectatorThatComesAfterTheEndIsToldTheEnd) {
  Start(3);
  PlayToTheEnd();
  const auto spectator = Watch();
  EXPECT_EQ(spectator->ended, v1::TERMINATION_NORMAL);
  EXPECT_EQ(spectator->record_sha256, "hash");
  EXPECT_THAT(spectator->steps, IsEmpty());
}

// ---- The end ----

TEST_F(RunnerTest, TheEndRevealsTheSeedAndNamesTheRecord) {
  Start(3);
  PlayToTheEnd();
  const v1::MatchEnd& end = players_[1]->end;
  const Seed seed = ParseSeed("runner test").value();
  EXPECT_EQ(end.seed(), std::string(seed.begin(), seed.end()));
  EXPECT_EQ(end.record_sha256(), "hash");
  EXPECT_EQ(end.result().termination(), v1::TERMINATION_NORMAL);
}

TEST_F(RunnerTest, TheEndIsTheLastThingAPlayerHears) {
  Start(3);
  PlayToTheEnd();
  EXPECT_EQ(players_[0]->received.back(), "end");
  Act(0);
  EXPECT_EQ(players_[0]->received.back(), "end");
}

TEST_F(RunnerTest, NobodyHearsOfTheEndBeforeItsResultIsStored) {
  Start(3);
  storage_->stores_at_once = false;
  PlayToTheEnd();
  EXPECT_NE(players_[0]->received.back(), "end");
  const auto late = Watch();
  EXPECT_FALSE(storage_->done);
  EXPECT_EQ(late->ended, v1::TERMINATION_UNSPECIFIED);
  storage_->stored(RecordReference{"hash"});
  executor_.RunAll();
  EXPECT_EQ(players_[0]->received.back(), "end");
  EXPECT_EQ(late->ended, v1::TERMINATION_NORMAL);
  EXPECT_TRUE(storage_->done);
}

TEST_F(RunnerTest, AResultThatIsNotStoredIsToldToNobody) {
  Start(3);
  storage_->stores_at_once = false;
  PlayToTheEnd();
  storage_->stored(absl::UnavailableError("no database"));
  executor_.RunAll();
  EXPECT_THAT(storage_->broken,
              StatusIs(absl::StatusCode::kUnavailable, "no database"));
  EXPECT_NE(players_[0]->received.back(), "end");
  EXPECT_FALSE(storage_->done);
}

// ---- On real threads ----

// Commits on another strand, in order, and counts results.
struct Host {
  explicit Host(Executor& executor) : strand(executor.NewStrand()) {}
  std::unique_ptr<Strand> strand;
  std::atomic<int> normal = 0, over = 0;
  std::promise<void> all_over;
};

constexpr int kMatches = 100;

struct PoolKeeper : MatchStorage {
  explicit PoolKeeper(Host& host) : host(host) {}
  void Keep(int64_t, std::vector<MatchEntry>, Kept kept) override {
    host.strand->Post([kept = std::move(kept)] { kept(absl::OkStatus()); });
  }
  void StoreResult(const Match& match, const std::vector<Note>&,
                   Stored stored) override {
    host.normal +=
        match.table().Result().termination() == v1::TERMINATION_NORMAL;
    host.strand->Post(
        [stored = std::move(stored)] { stored(RecordReference()); });
  }
  bool ExcusesDecline(Seat) override { return true; }
  void OnBroken(const absl::Status&) override {}
  void OnDone() override {
    if (++host.over == kMatches) host.all_over.set_value();
  }
  Host& host;
};

TEST(RunnerPoolTest, ManyMatchesEndOnAFewThreads) {
  PoolExecutor executor(4);
  Host host(executor);
  std::vector<std::shared_ptr<MatchRunner>> runners;
  for (int i = 0; i < kMatches; ++i) {
    MatchSettings settings = ToySettings(4);
    settings.table.seed = DeriveSeed(settings.table.seed, i);
    runners.push_back(MatchRunner::Create(Match::Create(settings).value(),
                                          executor,
                                          std::make_unique<PoolKeeper>(host)));
    runners.back()->Begin({});
    runners.back()->Watch(std::make_shared<testing::StepSpectator>());
    for (Seat seat = 0; seat < 4; ++seat) {
      auto player = MakeBuiltIn("random", ToyGame(), 4, settings.table.options,
                                BuiltInSeed(settings.table.seed, seat));
      runners.back()->AttachBuiltIn(seat, *std::move(player));
    }
  }
  EXPECT_EQ(host.all_over.get_future().wait_for(std::chrono::seconds(60)),
            std::future_status::ready);
  executor.Stop();
  EXPECT_EQ(host.normal, kMatches);
}

}  // namespace
}  // namespace arena
