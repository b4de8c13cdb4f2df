// Bots that a ladder benches: their status, the report to their authors, and
// their return. The test ends the matches directly in the store.
#include "referee/competitions/benching.h"

#include <gmock/gmock.h>

#include <set>
#include <string>
#include <vector>

#include "tests/referee/competitions/running_competitions_fixture.h"

namespace arena::referee {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr uint32_t kBad = 1;

class BenchingTest : public CompetitionHostTest {
 protected:
  void SetUp() override {
    SetPresent({"good", "bad", "fine"}, true);
    ASSERT_THAT(Create(Ladder()), IsOk());
  }

  // Three bots; "bad" has a fault in each of its matches.
  static v1::CompetitionSpec Ladder() {
    v1::CompetitionSpec spec = Spec(3, v1::FORMAT_LADDER);
    const std::vector<std::string> names = {"good", "bad", "fine"};
    for (int i = 0; i < 3; ++i) {
      v1::Entrant& entrant = *spec.mutable_entrants(i);
      entrant.set_name("the-" + names[i]);
      entrant.mutable_players(0)->set_bot(names[i]);
    }
    spec.set_bench_faults(4);
    spec.set_concurrent_sets(1);
    return spec;
  }
  void Register(const std::string& name) {
    v1::Bot bot;
    bot.set_name(name);
    bot.set_author("ada");
    bot.set_status(v1::Bot::STATUS_ACTIVE);
    ASSERT_THAT(store_->bots().Insert(bot, absl::UnixEpoch()), IsOk());
  }
  v1::Bot Bot(const std::string& name) {
    const absl::StatusOr<v1::Bot> bot = store_->bots().Get(name);
    EXPECT_THAT(bot, IsOk());
    return bot.ok() ? *bot : v1::Bot();
  }
  void SetPresent(const std::vector<std::string>& bots, bool present) {
    for (const std::string& bot : bots) {
      ASSERT_THAT(present ? store_->referees().SetPresent({.bot = bot})
                          : store_->referees().SetAbsent(bot),
                  IsOk());
    }
    executor_.Advance(absl::Seconds(1));
  }
  void SetStatus(const std::string& name, v1::Bot::Status status) {
    ASSERT_THAT(store_->bots().SetStatus(name, status, "", "author ada",
                                         absl::UnixEpoch()),
                IsOk());
    executor_.Advance(absl::Seconds(1));
  }
  std::vector<MatchRow> ClaimPlanned(const std::vector<std::string>& bots = {
                                         "good", "bad", "fine"}) {
    const auto rows = store_->matches().Claim(bots, 100);
    EXPECT_THAT(rows, IsOk());
    return *rows;
  }
  // Ends the planned matches without telling the host. Returns the players.
  std::multiset<std::string> EndPlanned() { return End(ClaimPlanned()); }
  std::multiset<std::string> End(const std::vector<MatchRow>& rows) {
    std::multiset<std::string> players;
    for (const MatchRow& row : rows) {
      FinishedMatch finished = NormalEnd(row);
      for (uint32_t seat = 0; seat < row.seats.size(); ++seat) {
        players.insert(row.seats[seat].bot());
        if (row.seats[seat].bot() != "bad") continue;
        bad_matches_.insert(row.match_id);
        v1::Fault& fault = *finished.result.add_faults();
        fault.set_seat(seat);
        fault.set_kind(v1::FAULT_KIND_LATE);
        fault.set_decision(7);
        finished.fault_times.push_back(absl::Milliseconds(1500));
      }
      EXPECT_THAT(store_->matches().Finish(finished), IsOk());
    }
    return players;
  }
  std::multiset<std::string> Play(int times = 1) {
    std::multiset<std::string> players;
    for (int i = 0; i < times; ++i) {
      players.merge(EndPlanned());
      host_->OnMatchOver("cup");
      executor_.RunAll();
    }
    return players;
  }
  // Plays until "bad" has its fourth fault, which the ladder has not seen yet.
  void PlayToTheLastFault() {
    const size_t before = bad_matches_.size();
    for (int i = 0; i < 100; ++i) {
      EndPlanned();
      if (bad_matches_.size() >= before + 4) return;
      host_->OnMatchOver("cup");
      executor_.RunAll();
    }
    FAIL() << "it gets no matches";
  }
  absl::Status Enter(const std::string& bot) { return EnterAs(Caller{}, bot); }
  absl::Status Enter(const v1::Entrant& entrant) {
    return EnterAs(Caller{}, entrant);
  }
  absl::Status EnterAs(const Caller& caller, const std::string& bot) {
    v1::Entrant entrant;
    entrant.set_name(bot);
    entrant.add_players()->set_bot(bot);
    return EnterAs(caller, entrant);
  }
  absl::Status EnterAs(const Caller& caller, const v1::Entrant& entrant) {
    v1::EnterCompetitionRequest request;
    request.set_name("cup");
    *request.mutable_entrant() = entrant;
    absl::Status status;
    host_->Enter(request, caller,
                 [&](const auto& entered) { status = entered.status(); });
    executor_.RunAll();
    return status;
  }
  absl::Status Leave(const std::string& entrant, const Caller& caller = {}) {
    v1::LeaveCompetitionRequest request;
    request.set_name("cup");
    request.set_entrant(entrant);
    absl::Status status;
    host_->Leave(request, caller,
                 [&](const auto& left) { status = left.status(); });
    executor_.RunAll();
    return status;
  }
  void Restart() {
    Crash();
    Start();
    executor_.RunAll();
  }

  std::set<std::string> bad_matches_;
};

TEST_F(BenchingTest, AnAuthorHasSoManyEntrantsAndNoMore) {
  Crash();
  max_entrants_of_author_ = 2;
  Start();
  executor_.RunAll();
  const Caller ada = {.role = v1::ROLE_AUTHOR,
                      .owner = "ada",
                      .token_id = "t",
                      .author = "ada"};
  for (const char* bot : {"a", "b", "c"}) Register(bot);
  EXPECT_THAT(EnterAs(ada, "a"), IsOk());
  EXPECT_THAT(EnterAs(ada, "b"), IsOk());
  const absl::Status third = EnterAs(ada, "c");
  EXPECT_EQ(third.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(third.message(), HasSubstr("ada has 2 entrants"));
  // The two entrants may come back; leaving makes no room for a third.
  EXPECT_THAT(Leave("a", ada), IsOk());
  EXPECT_FALSE(EnterAs(ada, "c").ok());
  EXPECT_THAT(EnterAs(ada, "a"), IsOk());
  EXPECT_THAT(EnterAs(Caller{}, "c"), IsOk());
}

TEST_F(BenchingTest, ABotWithTooManyFaultsBecomesBenchedByTheReferee) {
  Register("bad");
  Play(20);
  const v1::Bot bot = Bot("bad");
  EXPECT_EQ(bot.status(), v1::Bot::STATUS_BENCHED);
  EXPECT_EQ(bot.status_by(), "referee");
  EXPECT_EQ(bot.status_reason(),
            "4 faults in its last 4 matches of the ladder cup");
}

TEST_F(BenchingTest, TheReportHasTheFaultsThatCounted) {
  Register("bad");
  Play(20);
  ASSERT_EQ(Bot("bad").bench_reports_size(), 1);
  const v1::BenchReport report = Bot("bad").bench_reports(0);
  EXPECT_EQ(report.competition(), "cup");
  EXPECT_EQ(report.entrant(), "the-bad");
  EXPECT_EQ(report.fault_count(), 4u);
  ASSERT_EQ(report.faults_size(), 4);
  EXPECT_EQ(report.faults(0).fault().decision(), 7u);
  EXPECT_EQ(report.faults(0).fault().kind(), v1::FAULT_KIND_LATE);
  EXPECT_EQ(report.faults(0).charged().seconds(), 1);
  EXPECT_EQ(report.faults(0).charged().nanos(), 500000000);
}

TEST_F(BenchingTest, TheReportShowsItsOwnMatchesOnly) {
  for (const char* name : {"bad", "good", "fine"}) Register(name);
  Play(20);
  const v1::Bot bad = Bot("bad");
  ASSERT_EQ(bad.bench_reports_size(), 1);
  for (const v1::BotFault& fault : bad.bench_reports(0).faults()) {
    EXPECT_THAT(bad_matches_, Contains(fault.match_id()));
  }
  EXPECT_THAT(Bot("good").bench_reports(), IsEmpty());
  EXPECT_EQ(Bot("good").status(), v1::Bot::STATUS_ACTIVE);
}

TEST_F(BenchingTest, ABotThatIsNotRegisteredIsBenchedWithoutReport) {
  Play(20);
  EXPECT_THAT(Get().benched(), ElementsAre(kBad));
  EXPECT_THAT(store_->bots().Get("bad").status(), IsNotFound());
}

TEST_F(BenchingTest, WhatAnAuthorHasSaidBeforeRemains) {
  Register("bad");
  PlayToTheLastFault();
  ASSERT_THAT(store_->bots().SetStatus("bad", v1::Bot::STATUS_RETIRED, "old",
                                       "author ada", absl::UnixEpoch()),
              IsOk());
  Play(2);
  EXPECT_EQ(Bot("bad").status(), v1::Bot::STATUS_RETIRED);
  EXPECT_EQ(Bot("bad").status_by(), "author ada");
  EXPECT_EQ(Bot("bad").bench_reports_size(), 1);
}

// ---- Coming back ----

TEST_F(BenchingTest, ABotThatIsNotConnectedGetsNoMatches) {
  ASSERT_THAT(store_->referees().SetAbsent("fine"), IsOk());
  executor_.Advance(absl::Seconds(1));
  Play(1);
  EXPECT_THAT(Play(4), Not(Contains("fine")));
  ASSERT_THAT(store_->referees().SetPresent({.bot = "fine"}), IsOk());
  executor_.Advance(absl::Seconds(1));
  EXPECT_THAT(Play(4), Contains("fine"));
}

TEST_F(BenchingTest, WhoEntersWithoutBeingConnectedGetsNoMatches) {
  ASSERT_THAT(Enter("absent"), IsOk());
  // The ladder plays one set at a time: an absent bot's match would stop it.
  for (int i = 0; i < 10; ++i) EXPECT_FALSE(Play().empty()) << i;
}

TEST_F(BenchingTest, ABenchedBotGetsNoMatches) {
  Register("bad");
  Play(20);
  EXPECT_THAT(Play(20), Not(Contains("bad")));
}

TEST_F(BenchingTest, ABotThatIsActivatedPlaysAgain) {
  Register("bad");
  Play(20);
  SetStatus("bad", v1::Bot::STATUS_ACTIVE);
  EXPECT_THAT(Get().benched(), IsEmpty());
  EXPECT_THAT(Play(6), Contains("bad"));
}

TEST_F(BenchingTest, ABotThatIsActivatedPlaysAgainAfterARestart) {
  Register("bad");
  Play(20);
  SetStatus("bad", v1::Bot::STATUS_ACTIVE);
  Restart();
  EXPECT_THAT(Get().benched(), IsEmpty());
  EXPECT_THAT(Play(6), Contains("bad"));
}

TEST_F(BenchingTest, ALadderThatIsOverIsShownAfterARestart) {
  Crash();
  store_ = OpenOrDie(folder_.File("short"));
  Start();
  Register("bad");
  SetPresent({"good", "bad", "fine"}, true);
  v1::CompetitionSpec spec = Ladder();
  spec.set_max_sets(40);
  ASSERT_THAT(Create(spec), IsOk());
  Play(20);
  ASSERT_EQ(Bot("bad").status(), v1::Bot::STATUS_BENCHED);
  // The bot is active again, but plays no more.
  SetPresent({"bad"}, false);
  SetStatus("bad", v1::Bot::STATUS_ACTIVE);
  Play(40);
  ASSERT_EQ(Get().state(), v1::Competition::STATE_FINISHED);
  Restart();
  EXPECT_THAT(Get().benched(), IsEmpty());
}

TEST_F(BenchingTest,
       StoppedInMidPlayALadderKnowsWhoWasBenchedAndWhatWasPlayed) {
  Crash();
  store_ = OpenOrDie(folder_.File("wide"));
  Start();
  SetPresent({"good", "bad", "fine"}, true);
  v1::CompetitionSpec spec = Ladder();
  spec.set_concurrent_sets(2);
  ASSERT_THAT(Create(spec), IsOk());
  // Matches of "fine" stay planned; the other two bots play on.
  SetPresent({"fine"}, false);
  for (int i = 0; i < 20; ++i) {
    End(ClaimPlanned({"good", "bad"}));
    host_->OnMatchOver("cup");
    executor_.Advance(absl::Seconds(1));
  }
  const v1::Competition before = Get();
  ASSERT_THAT(before.benched(), ElementsAre(kBad));
  Stop();
  const v1::Competition stopped = Get();
  EXPECT_EQ(stopped.state(), v1::Competition::STATE_FINISHED);
  EXPECT_THAT(stopped.benched(), ElementsAre(kBad));
  EXPECT_EQ(stopped.progress().sets_over(), before.progress().sets_over());
}

TEST_F(BenchingTest, WhoComesTooLateForItsIndexGetsTheNext) {
  // Another referee has entered a bot first.
  const absl::StatusOr<CompetitionRow> row = store_->competitions().Get("cup");
  ASSERT_THAT(row, IsOk());
  CompetitionRow changed = *row;
  v1::Entrant& faster = *changed.spec.add_entrants();
  faster.set_name("faster");
  faster.add_players()->set_bot("faster");
  ASSERT_THAT(store_->competitions().Update(*row, changed, {}), IsOk());
  ASSERT_THAT(Enter("slower"), IsOk());
  EXPECT_EQ(Get().spec().entrants(3).name(), "faster");
  EXPECT_EQ(Get().spec().entrants(4).name(), "slower");
}

TEST_F(BenchingTest, ABenchedBotThatIsNotRegisteredPlaysOnWhenItEntersAgain) {
  Play(20);
  ASSERT_THAT(Get().benched(), ElementsAre(kBad));
  ASSERT_THAT(Enter(Ladder().entrants(1)), IsOk());
  EXPECT_THAT(Get().benched(), IsEmpty());
  Restart();
  EXPECT_THAT(Play(6), Contains("bad"));
}

TEST_F(BenchingTest, WhoFailsAgainIsReportedAgain) {
  Register("bad");
  Play(20);
  SetStatus("bad", v1::Bot::STATUS_ACTIVE);
  Play(30);
  EXPECT_EQ(Bot("bad").status(), v1::Bot::STATUS_BENCHED);
  EXPECT_EQ(Bot("bad").bench_reports_size(), 2);
}

TEST_F(BenchingTest, ABotThatItsAuthorHasBenchedGetsNoMatches) {
  Register("fine");
  SetStatus("fine", v1::Bot::STATUS_BENCHED);
  Play();  // The planned matches have "fine" in them.
  EXPECT_THAT(Play(3), Not(Contains("fine")));
  EXPECT_THAT(Get().benched(), Contains(2u));
}

TEST_F(BenchingTest, ABenchedBotIsActivatedBeforeItEnters) {
  Register("new");
  SetStatus("new", v1::Bot::STATUS_BENCHED);
  EXPECT_THAT(Enter("new"), StatusIs(absl::StatusCode::kFailedPrecondition,
                                     HasSubstr("arena bots activate new")));
}

TEST_F(BenchingTest, ARetiredBotDoesNotEnter) {
  Register("new");
  SetStatus("new", v1::Bot::STATUS_RETIRED);
  EXPECT_THAT(Enter("new"), StatusIs(absl::StatusCode::kFailedPrecondition,
                                     HasSubstr("retired")));
}

TEST_F(BenchingTest, ALadderBeginsWithThoseWhoAreThere) {
  v1::CompetitionSpec spec = Ladder();
  spec.set_name("plate");
  spec.set_concurrent_sets(8);
  spec.mutable_entrants(0)->mutable_players(0)->set_bot("absent");
  ASSERT_THAT(Create(spec), IsOk());
  const std::vector<CompetitionPlace> open =
      *store_->competitions().ReadOpen("plate");
  ASSERT_THAT(open, Not(IsEmpty()));
  for (const CompetitionPlace& place : open) {
    EXPECT_THAT(place.entrants, Not(Contains(0u)));
  }
}

TEST_F(BenchingTest, WatchersAreToldWhomAnAuthorBenches) {
  Register("fine");
  const auto watcher = std::make_shared<RecordingWatcher>();
  host_->Watch("cup", watcher, [](const auto&) {});
  executor_.RunAll();
  SetStatus("fine", v1::Bot::STATUS_BENCHED);
  EXPECT_THAT(watcher->seen.back().benched(), ElementsAre(2u));
}

TEST_F(BenchingTest, OnlyLaddersLeaveBenchedBotsOut) {
  v1::CompetitionSpec spec = Ladder();
  spec.set_name("plate");
  spec.set_format(v1::FORMAT_ROUND_ROBIN);
  spec.clear_bench_faults();
  Register("fine");
  SetStatus("fine", v1::Bot::STATUS_BENCHED);
  const auto created = Create(spec);
  ASSERT_THAT(created, IsOk());
  EXPECT_THAT(created->benched(), IsEmpty());
}

// ---- Leaving ----

v1::Entrant EntrantWith(const std::vector<std::string>& bots) {
  v1::Entrant entrant;
  for (const std::string& bot : bots) entrant.add_players()->set_bot(bot);
  return entrant;
}

TEST_F(BenchingTest, WhoHasLeftGetsNoMatchesUntilItEntersAgain) {
  ASSERT_THAT(Leave("the-fine"), IsOk());
  EXPECT_THAT(Get().benched(), ElementsAre(2u));
  // Matches that are already planned are played with "fine".
  Play(1);
  EXPECT_THAT(Play(5), Not(Contains("fine")));
  v1::Entrant again = EntrantWith({"fine"});
  again.set_name("the-fine");
  ASSERT_THAT(Enter(again), IsOk());
  EXPECT_THAT(Get().benched(), Not(Contains(2u)));
  Play(1);
  EXPECT_THAT(Play(8), Contains("fine"));
}

TEST_F(BenchingTest, WhoHasLeftStaysAwayWhenTheRefereeRestarts) {
  Register("fine");
  ASSERT_THAT(Leave("the-fine"), IsOk());
  ASSERT_THAT(Leave("the-fine"), IsOk());
  Restart();
  // The bot is active, so only its own leaving keeps it out.
  SetStatus("fine", v1::Bot::STATUS_ACTIVE);
  EXPECT_THAT(Get().benched(), ElementsAre(2u));
  Play(1);
  EXPECT_THAT(Play(5), Not(Contains("fine")));
}

TEST_F(BenchingTest, OnlyAnEntrantThatIsThereLeaves) {
  EXPECT_THAT(Leave("nobody"),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("nobody")));
}

TEST_F(BenchingTest, AnAuthorTakesOutItsOwnOnly) {
  Register("fine");
  const Caller bob{
      .role = v1::ROLE_AUTHOR, .owner = "bob", .token_id = "t", .author = ""};
  EXPECT_THAT(Leave("the-fine", bob),
              StatusIs(absl::StatusCode::kPermissionDenied, HasSubstr("fine")));
  EXPECT_THAT(Get().benched(), IsEmpty());
}

// ---- What follows from statuses and faults ----

TEST(StatusTest, ARetiredBotSuspendsItsEntrant) {
  EXPECT_TRUE(IsSuspended(
      EntrantWith({"a", "b"}),
      {{"a", v1::Bot::STATUS_ACTIVE}, {"b", v1::Bot::STATUS_RETIRED}}));
}

TEST(StatusTest, AnEntrantIsClearedByAllOfItsBots) {
  EXPECT_TRUE(IsCleared(EntrantWith({"a"}), {{"a", v1::Bot::STATUS_ACTIVE}}));
  EXPECT_FALSE(
      IsCleared(EntrantWith({"a", "b"}), {{"a", v1::Bot::STATUS_ACTIVE}}));
}

// A benched entrant of built-in players would come back at once otherwise.
TEST(StatusTest, AnEntrantOfBuiltInPlayersIsNeverCleared) {
  EXPECT_FALSE(IsCleared(EntrantWith({}), {}));
}

TEST_F(BenchingTest, APartnerWithoutFaultsIsNotBenched) {
  for (const char* name : {"bad", "good"}) Register(name);
  Play(10);
  v1::CompetitionSpec spec = Ladder();
  *spec.mutable_entrants(1) = EntrantWith({"bad", "good"});
  const auto benched = BenchedBots(
      *store_, spec, {.entrant = kBad, .at = 20, .since = 1, .faults = 4},
      absl::UnixEpoch());
  ASSERT_THAT(benched, IsOk());
  ASSERT_EQ(benched->size(), 1u);
  EXPECT_EQ(benched->front().bot, "bad");
}

TEST_F(BenchingTest, AReportHasTheFaultsOfItsResultsOnly) {
  Register("bad");
  PlayToTheLastFault();
  // The results with the four faults of "bad".
  std::vector<uint32_t> results;
  const ResultPage page = *store_->competitions().ReadResults("cup", 0, 100);
  for (uint32_t i = 0; i < page.matches.size(); ++i) {
    if (page.matches[i].result().faults_size() > 0) results.push_back(i + 1);
  }
  ASSERT_EQ(results.size(), 4u);
  const auto benched =
      BenchedBots(*store_, Ladder(),
                  {.entrant = kBad, .at = results[2], .since = results[1]},
                  absl::UnixEpoch());
  ASSERT_THAT(benched, IsOk());
  ASSERT_EQ(benched->size(), 1u);
  EXPECT_EQ(benched->front().report.faults_size(), 2);
}

// ---- A ladder that is stopped ----

TEST_F(BenchingTest, WhatIsUnderWayEndsBeforeAStoppedLadder) {
  const std::vector<MatchRow> open = ClaimPlanned();
  ASSERT_THAT(open, Not(IsEmpty()));
  Stop();
  EXPECT_EQ(Get().state(), v1::Competition::STATE_STOPPED);
  End(open);
  host_->OnMatchOver("cup");
  executor_.RunAll();
  EXPECT_EQ(Get().state(), v1::Competition::STATE_FINISHED);
  EXPECT_THAT(*store_->competitions().ReadOpen("cup"), IsEmpty());
}

TEST_F(BenchingTest, AStoppedLadderPlansNothing) {
  const std::vector<MatchRow> open = ClaimPlanned();
  ASSERT_EQ(open.size(), 2u);
  Stop();
  Cancel(open[0]);
  EXPECT_EQ(store_->competitions().ReadOpen("cup")->size(), 1u);
}

TEST_F(BenchingTest, NobodyEntersAStoppedLadder) {
  ClaimPlanned();
  Stop();
  EXPECT_THAT(Enter("new"), StatusIs(absl::StatusCode::kFailedPrecondition,
                                     HasSubstr("cup is over")));
}

// ---- Exactly once ----

TEST_F(BenchingTest, AFaultThatTheRefereeDiedOfIsJudgedByTheNext) {
  Register("bad");
  PlayToTheLastFault();
  Restart();
  EXPECT_THAT(Get().benched(), ElementsAre(kBad));
  EXPECT_EQ(Bot("bad").status(), v1::Bot::STATUS_BENCHED);
  EXPECT_EQ(Bot("bad").bench_reports_size(), 1);
}

TEST_F(BenchingTest, KilledAtAnyInstantEveryBenchingIsToldOnce) {
  Register("bad");
  Rng rng("benching");
  int kills = 0;
  for (int benching = 1; benching <= 5; ++benching) {
    while (Bot("bad").status() == v1::Bot::STATUS_ACTIVE) {
      ASSERT_LT(++kills, 1000) << "it is not benched";
      EndPlanned();
      host_->OnMatchOver("cup");
      executor_.RunSome(static_cast<int>(rng.Below(4)));
      Crash();
      Start();
      executor_.RunSome(static_cast<int>(rng.Below(8)));
    }
    EXPECT_EQ(Bot("bad").bench_reports_size(), benching);
    for (int i = 0; i < 3; ++i) Restart();
    EXPECT_EQ(Bot("bad").bench_reports_size(), benching);
    SetStatus("bad", v1::Bot::STATUS_ACTIVE);
  }
}

}  // namespace
}  // namespace arena::referee
