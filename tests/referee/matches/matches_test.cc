// Matches of a host: creating, listing, cancelling, watching, restarting.
#include <algorithm>
#include <functional>
#include <map>

#include "absl/strings/str_cat.h"
#include "arena/record/record.h"
#include "arena/record/verify.h"
#include "tests/referee/matches/host_fixture.h"
#include "tests/referee/matches/match_states.h"
#include "tests/testing/status_matchers.h"

namespace arena::referee {
namespace {

using ::testing::ElementsAreArray;
using ::testing::HasSubstr;

// ---- Creating ----

TEST_F(HostTest, AMatchHasTheClockOfTheRefereeOrTheOneAskedFor) {
  v1::CreateMatchRequest request = Request({"bot:a", "first"});
  const v1::Clock usual = Get(Create(request)).clock();
  EXPECT_EQ(usual.start_budget().seconds(), 10);
  EXPECT_EQ(usual.bank().seconds(), 60);
  EXPECT_TRUE(usual.has_increment());
  EXPECT_FALSE(usual.untimed());
  request.mutable_clock()->mutable_bank()->set_seconds(5);
  const v1::Clock own = Get(Create(request)).clock();
  EXPECT_EQ(own.start_budget().seconds(), 10);
  EXPECT_TRUE(own.has_allowance());
  EXPECT_EQ(own.allowance().seconds(), 0);
  request.mutable_clock()->Clear();
  request.mutable_clock()->set_untimed(true);
  const v1::Clock none = Get(Create(request)).clock();
  EXPECT_EQ(none.ShortDebugString(),
            "start_budget { seconds: 10 } untimed: true");
}

TEST_F(HostTest, AnUntimedMatchEndsWhenItsBotStaysAway) {
  v1::CreateMatchRequest request = Request({"bot:a", "first"});
  request.mutable_clock()->set_untimed(true);
  const std::string match = Create(request);
  FakeBot& bot = Connect("a");
  Step();  // The bot gets ready, and does not answer.
  executor_.Advance(absl::Minutes(10));
  executor_.RunAll();
  EXPECT_EQ(StateOf(match), v1::Match::STATE_RUNNING);
  HangUp(bot);
  executor_.Advance(kUntimedAbsence);
  executor_.RunAll();
  EXPECT_EQ(Get(match).result().faults(0).kind(), v1::FAULT_KIND_GONE);
}

TEST_F(HostTest, RepeatingARequestCreatesNothing) {
  v1::CreateMatchRequest request = Request({"bot:a", "first"});
  request.set_request_id("once");
  EXPECT_EQ(Create(request), Create(request));
}

TEST_F(HostTest, RepeatingARequestAfterARestartCreatesNothing) {
  v1::CreateMatchRequest request = Request({"bot:a", "first"});
  request.set_request_id("once");
  const std::string match = Create(request);
  StopHost();
  StartHost();
  EXPECT_EQ(Create(request), match);
}

TEST_F(HostTest, AnotherMatchUnderTheSameRequestIdIsRefused) {
  v1::CreateMatchRequest first = Request({"bot:a", "first"});
  first.set_request_id("once");
  Create(first);
  const std::vector<std::pair<absl::string_view,
                              std::function<void(v1::CreateMatchRequest&)>>>
      changes = {
          {"seats", [](auto& r) { r.mutable_seats(0)->set_bot("b"); }},
          {"seats", [](auto& r) { r.add_seats()->set_built_in("first"); }},
          {"options", [](auto& r) { (*r.mutable_options())["target"] = "9"; }},
          {"clock",
           [](auto& r) { r.mutable_clock()->mutable_bank()->set_seconds(7); }},
          {"max_faults", [](auto& r) { r.set_max_faults(7); }},
          {"seed", [](auto& r) { r.set_seed(std::string(32, 's')); }},
          {"label", [](auto& r) { r.set_label("another"); }}};
  for (const auto& [what, change] : changes) {
    v1::CreateMatchRequest second = first;
    change(second);
    EXPECT_THAT(TryCreate(second),
                StatusIs(absl::StatusCode::kAlreadyExists,
                         HasSubstr(absl::StrCat("differs in ", what, ";"))));
  }
}

TEST_F(HostTest, AFullRefereeRefusesMatches) {
  StopHost();
  options_.max_matches = 2;
  StartHost();
  Create(Request({"bot:a", "first"}));
  Create(Request({"bot:a", "first"}));
  EXPECT_EQ(TryCreate(Request({"bot:a", "first"})).status().code(),
            absl::StatusCode::kResourceExhausted);
}

TEST_F(HostTest, AMatchOfBuiltInPlayersEndsByItself) {
  const std::string match = Create(Request({"greedy", "random", "first"}));
  const v1::Match over = Get(match);
  EXPECT_EQ(over.state(), kFinished);
  EXPECT_EQ(over.result().termination(), v1::TERMINATION_NORMAL);
}

// ---- Listing ----

TEST_F(HostTest, PagesHoldEveryMatchOnceNewestFirst) {
  std::vector<std::string> created;
  for (int i = 0; i < 7; ++i) {
    created.push_back(Create(Request({"bot:a", "first"})));
  }
  std::reverse(created.begin(), created.end());
  std::vector<std::string> listed;
  v1::ListMatchesRequest request;
  request.set_page_size(3);
  do {
    requests_->ListMatches(request,
                           [&](absl::StatusOr<v1::ListMatchesResponse> r) {
                             ASSERT_TRUE(r.ok()) << r.status();
                             for (const v1::Match& m : r->matches())
                               listed.push_back(m.match_id());
                             request.set_page_token(r->next_page_token());
                           });
    executor_.RunAll();
  } while (!request.page_token().empty());
  EXPECT_THAT(listed, ElementsAreArray(created));
}

TEST_F(HostTest, APageThatIsTooLargeIsRefused) {
  v1::ListMatchesRequest request;
  request.set_page_size(1001);
  absl::Status status;
  requests_->ListMatches(request,
                         [&](const auto& page) { status = page.status(); });
  executor_.RunAll();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(status.message(), ::testing::HasSubstr("page_size is 1001"));
}

TEST_F(HostTest, AListShowsOneStateIfAsked) {
  const std::string over = Create(Request({"first", "first"}));
  Create(Request({"bot:a", "first"}));
  v1::ListMatchesRequest request;
  request.set_state(kFinished);
  v1::ListMatchesResponse response;
  requests_->ListMatches(
      request,
      [&](absl::StatusOr<v1::ListMatchesResponse> r) { response = *r; });
  executor_.RunAll();
  ASSERT_EQ(response.matches_size(), 1);
  EXPECT_EQ(response.matches(0).match_id(), over);
}

TEST_F(HostTest, APageTokenOfSomebodyElseIsRefused) {
  v1::ListMatchesRequest request;
  request.set_page_token("next");
  absl::Status status;
  requests_->ListMatches(
      request,
      [&](absl::StatusOr<v1::ListMatchesResponse> r) { status = r.status(); });
  executor_.RunAll();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()), HasSubstr("\"next\""));
}

// ---- Cancelling ----

TEST_F(HostTest, ACancelledPendingMatchIsOver) {
  const std::string match = Create(Request({"bot:a", "first"}));
  const absl::StatusOr<v1::Match> cancelled = Cancel(match);
  ASSERT_TRUE(cancelled.ok());
  EXPECT_EQ(cancelled->result().termination(), v1::TERMINATION_CANCELLED);
}

TEST_F(HostTest, ACancelledPendingMatchDoesNotStart) {
  EXPECT_TRUE(Cancel(Create(Request({"bot:a", "first"}))).ok());
  EXPECT_EQ(Connect("a").Starts(), 0);
}

TEST_F(HostTest, CancellingARunningMatchAnswersWithItsEnd) {
  Connect("a");
  const std::string match = Create(Request({"bot:a", "first"}));
  const absl::StatusOr<v1::Match> cancelled = Cancel(match);
  ASSERT_TRUE(cancelled.ok());
  EXPECT_EQ(cancelled->state(), kFinished);
  EXPECT_EQ(cancelled->result().termination(), v1::TERMINATION_CANCELLED);
  EXPECT_EQ(bots_[0].Ends(), 1);
}

TEST_F(HostTest, AMatchThatIsOverCannotBeCancelled) {
  const std::string match = Create(Request({"first", "first"}));
  EXPECT_EQ(Cancel(match).status().code(),
            absl::StatusCode::kFailedPrecondition);
}

TEST_F(HostTest, AMatchThatNeverWasCannotBeCancelled) {
  EXPECT_EQ(Cancel("nonsense").status().code(), absl::StatusCode::kNotFound);
}

// ---- Watching ----

TEST_F(HostTest, ASpectatorMayComeBeforeTheMatchBegins) {
  const std::string match = Create(Request({"bot:a", "first"}));
  const auto spectator = std::make_shared<FakeSpectator>();
  requests_->WatchMatch(match, spectator, [](const auto&) {});
  Connect("a");
  PlayToTheEnd();
  EXPECT_GT(spectator->steps.size(), 5u);
  EXPECT_EQ(spectator->ended, v1::TERMINATION_NORMAL);
}

TEST_F(HostTest, ASpectatorOfACancelledPendingMatchIsTold) {
  const std::string match = Create(Request({"bot:a", "first"}));
  const auto spectator = std::make_shared<FakeSpectator>();
  requests_->WatchMatch(match, spectator, [](const auto&) {});
  EXPECT_TRUE(Cancel(match).ok());
  EXPECT_EQ(spectator->ended, v1::TERMINATION_CANCELLED);
}

TEST_F(HostTest, ASpectatorThatComesTooLateIsToldTheEnd) {
  const std::string match = Create(Request({"first", "first"}));
  const auto spectator = std::make_shared<FakeSpectator>();
  requests_->WatchMatch(match, spectator, [](const auto&) {});
  executor_.RunAll();
  EXPECT_EQ(spectator->ended, v1::TERMINATION_NORMAL);
}

// ---- Draining ----

TEST_F(HostTest, DrainingWaitsForRunningMatches) {
  Connect("a");
  Create(Request({"bot:a", "first"}));
  bool idle = false;
  host_->Drain(absl::Seconds(5), [&] { idle = true; });
  executor_.RunAll();
  EXPECT_FALSE(idle);
  PlayToTheEnd();
  EXPECT_TRUE(idle);
}

TEST_F(HostTest, DrainingWaitsForTheLastOfThem) {
  Connect("a", 2);
  const std::string first = Create(Request({"bot:a", "first"}, 1));
  Create(Request({"bot:a", "first"}, 2));
  bool idle = false;
  host_->Drain(absl::Seconds(5), [&] { idle = true; });
  EXPECT_TRUE(Cancel(first).ok());
  EXPECT_FALSE(idle);
  PlayToTheEnd();
  EXPECT_TRUE(idle);
}

TEST_F(HostTest, WhoDrainsStartsNoPendingMatch) {
  Connect("a");
  Create(Request({"bot:a", "first"}));
  const std::string second = Create(Request({"bot:a", "first"}));
  host_->Drain(absl::Seconds(5), [] {});
  PlayToTheEnd();
  EXPECT_EQ(StateOf(second), kPending);
}

TEST_F(HostTest, WhoDrainsTakesNoMatches) {
  host_->Drain(absl::Seconds(5), [] {});
  EXPECT_EQ(TryCreate(Request({"bot:a", "first"})).status().code(),
            absl::StatusCode::kUnavailable);
}

TEST_F(HostTest, WhoDrainsTakesNoBots) {
  host_->Drain(absl::Seconds(5), [] {});
  EXPECT_EQ(Connect("a").Error(), v1::ERROR_REASON_DRAINING);
}

TEST_F(HostTest, ABotMayReturnToItsMatchWhileTheRefereeDrains) {
  FakeBot& bot = Connect("a");
  Create(Request({"bot:a", "first"}));
  host_->Drain(absl::Seconds(5), [] {});
  HangUp(bot);
  FakeBot& back = Resume("a", bot.token);
  PlayToTheEnd();
  EXPECT_EQ(back.Ends(), 1);
}

TEST_F(HostTest, TheEndOfDrainingIsToldToEveryBot) {
  FakeBot& bot = Connect("a");
  host_->CloseStreams([] {});
  executor_.RunAll();
  EXPECT_EQ(bot.Error(), v1::ERROR_REASON_DRAINING);
  EXPECT_EQ(bot.Closed(), absl::StatusCode::kUnavailable);
}

// ---- Restarting ----

class RestartTest : public HostTest {
 protected:
  static constexpr int kMatches = 30;

  void CreateMatches() {
    for (int i = 0; i < kMatches; ++i) {
      matches_.push_back(Create(Request({"bot:a", "bot:b", "bot:c"}, i)));
    }
  }
  void ConnectAll() {
    for (const std::string name : {"a", "b", "c"}) {
      std::string& token = tokens_[name];
      token = (token.empty() ? Connect(name, kMatches)
                             : Resume(name, token, kMatches))
                  .token;
    }
  }
  void Restart() {
    StopHost();
    StartHost();
  }
  // Returns the results, which must not depend on restarts of the referee.
  std::vector<std::string> Results() {
    std::vector<std::string> results;
    for (const std::string& match : matches_) {
      results.push_back(Get(match).result().ShortDebugString());
    }
    return results;
  }

  std::vector<std::string> matches_;
  std::map<std::string, std::string> tokens_;
};

TEST_F(RestartTest, InterruptedMatchesEndLikeUndisturbedOnes) {
  CreateMatches();
  ConnectAll();
  PlayToTheEnd();
  const std::vector<std::string> undisturbed = Results();
  matches_.clear();
  StopHost();
  tokens_.clear();
  store_ = OpenOrDie(folder_.File("other"));
  StartHost();
  CreateMatches();
  for (int restarts = 0; restarts < 12; ++restarts) {
    ConnectAll();
    for (int i = 0; i < 3 + restarts; ++i) Step();
    Restart();
  }
  ConnectAll();
  PlayToTheEnd();
  EXPECT_THAT(Results(), ElementsAreArray(undisturbed));
}

TEST_F(RestartTest, InterruptedMatchesVerify) {
  CreateMatches();
  ConnectAll();
  for (int i = 0; i < 20; ++i) Step();
  Restart();
  ConnectAll();
  PlayToTheEnd();
  for (const std::string& match : matches_) {
    const auto record = store_->records().Get(match);
    ASSERT_TRUE(record.ok()) << record.status();
    EXPECT_TRUE(VerifyRecord(*record).status.ok());
    const v1::RecordHeader header = ReadRecord(*record)->header;
    EXPECT_EQ(header.private_seeds_size(), header.players_size());
    EXPECT_GT(header.options_size(), header.given_options_size());
  }
}

TEST_F(RestartTest, MatchesWhoseBotsStayAwayEndWithoutAResult) {
  CreateMatches();
  ConnectAll();
  Step();
  Restart();
  executor_.Advance(options_.limits.resume_grace + absl::Seconds(1));
  for (const std::string& match : matches_) {
    EXPECT_EQ(Get(match).result().termination(),
              v1::TERMINATION_INFRASTRUCTURE);
    EXPECT_EQ(Get(match).result().faults_size(), 0);
  }
}

TEST_F(RestartTest, ABotWithoutItsTokenDoesNotGetTheMatches) {
  CreateMatches();
  ConnectAll();
  Step();
  Restart();
  EXPECT_EQ(Connect("a", kMatches).Starts(), 0);
}

TEST_F(RestartTest, PendingMatchesStillWaitAfterARestart) {
  const std::string match = Create(Request({"bot:a", "first"}));
  Restart();
  EXPECT_EQ(StateOf(match), kPending);
  Connect("a");
  PlayToTheEnd();
  EXPECT_EQ(StateOf(match), kFinished);
}

TEST_F(RestartTest, AMatchOfOlderRulesEndsInsteadOfStoppingTheReferee) {
  const std::string match = Create(Request({"bot:a", "first"}));
  MatchRow row = *store_->matches().Get(match);
  row.match_id = "older";
  row.rules_version += 1;
  ASSERT_TRUE(store_->matches().Insert(row).ok());
  Restart();
  EXPECT_EQ(Get("older").result().termination(),
            v1::TERMINATION_INFRASTRUCTURE);
  EXPECT_THAT(Get("older").result().reason(), HasSubstr("rules version"));
}

// ---- A store that fails ----

// Refuses to append from a certain moment on.
class FailingJournal final : public Journal {
 public:
  void Append(absl::string_view, int64_t, std::vector<MatchEntry>,
              Done done) override {
    done(absl::UnavailableError("disk full"));
  }
  absl::StatusOr<std::vector<MatchEntry>> Read(absl::string_view) override {
    return absl::UnavailableError("disk full");
  }
  void Drop(absl::string_view) override {}
};

TEST_F(HostTest, AFailingJournalIsReportedOnce) {
  StopHost();
  FailingJournal journal;
  int failures = 0;
  options_.on_failure = [&](const absl::Status&) { ++failures; };
  MakeHost(journal);
  Create(Request({"first", "first"}));
  Create(Request({"first", "first"}));
  EXPECT_EQ(failures, 1);
  StopHost();
}

}  // namespace
}  // namespace arena::referee
