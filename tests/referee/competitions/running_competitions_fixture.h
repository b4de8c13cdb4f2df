// Competitions on a real store; the test controls time and threads.
#ifndef TESTS_REFEREE_COMPETITIONS_RUNNING_COMPETITIONS_FIXTURE_H_
#define TESTS_REFEREE_COMPETITIONS_RUNNING_COMPETITIONS_FIXTURE_H_

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <spdlog/spdlog.h>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "referee/competitions/running_competitions.h"
#include "referee/matches/match_pipeline.h"
#include "referee/matches/match_requests.h"
#include "tests/referee/journal/inline_journal.h"
#include "tests/referee/matches/fake_bot.h"
#include "tests/referee/store/store_testing.h"
#include "tests/testing/manual_executor.h"
#include "tests/testing/status_matchers.h"

namespace arena::referee {

class RecordingWatcher final : public CompetitionWatcher {
 public:
  bool OnProgress(const v1::Competition& competition) override {
    seen.push_back(competition);
    return listens;
  }
  void OnOver() override { over = true; }

  std::vector<v1::Competition> seen;
  bool over = false;
  bool listens = true;
};

class CompetitionHostTest : public ::testing::Test,
                            public DeafReferee,
                            public CompetitionOrders {
 protected:
  CompetitionHostTest() {
    spdlog::set_level(spdlog::level::off);
    store_ = OpenOrDie(folder_.File("store"));
    Start();
  }
  ~CompetitionHostTest() override { Crash(); }

  void Start() {
    journal_ = std::make_unique<InlineJournal>(store_->journal());
    metrics_ = std::make_unique<Metrics>();
    HostOptions host_options;
    host_options.on_failure = [](const absl::Status& status) {
      ADD_FAILURE() << status;
    };
    store_executor_ = std::make_unique<StoreExecutor>(
        *store_, executor_, executor_, absl::Seconds(3));
    matches_ = std::make_unique<MatchPipeline>(
        *store_executor_, *journal_, executor_, executor_, executor_, *metrics_,
        *this, *this, host_options);
    requests_ = std::make_unique<MatchRequests>(*matches_);
    CompetitionOptions options;
    options.on_failure = host_options.on_failure;
    options.max_entrants_of_author = max_entrants_of_author_;
    host_ = std::make_unique<RunningCompetitions>(*store_executor_, executor_,
                                                  *this, options);
    matches_->Restore([](absl::Status status) { EXPECT_THAT(status, IsOk()); });
    host_->Begin();
  }

  // ---- Between the two hosts ----
  void OnResult(const std::string& competition) override {
    host_->OnMatchOver(competition);
  }
  void ClaimMatches() override { matches_->ClaimMatches(); }
  void GiveBackPlannedOf(const std::string& competition) override {
    matches_->GiveBackPlannedOf(competition);
    on_release_(competition);
  }
  void CancelMatchesOf(const std::string& competition) override {
    matches_->CancelMatchesOf(competition);
    cancelled_.push_back(competition);
  }
  void ForgetWaiting(const std::vector<std::string>& match_ids) override {
    matches_->ForgetWaiting(match_ids);
  }

  // Ends the hosts without a message, and finishes nothing.
  void Crash() {
    executor_.DropAll();
    host_.reset();
    requests_.reset();
    matches_.reset();
  }

  static v1::CompetitionSpec Spec(int entrants, v1::Format format) {
    v1::CompetitionSpec spec;
    spec.set_name("cup");
    spec.set_game("octrix");
    (*spec.mutable_options())["target"] = "8";
    spec.set_seats(2);
    spec.set_seed(std::string(32, 's'));
    spec.set_format(format);
    spec.set_deals(v1::DEALS_DUPLICATE);
    for (int i = 0; i < entrants; ++i) {
      v1::Entrant& entrant = *spec.add_entrants();
      entrant.set_name(std::string(1, static_cast<char>('a' + i)));
      entrant.add_players()->set_built_in(i % 2 == 0 ? "random" : "greedy");
    }
    return spec;
  }
  absl::StatusOr<v1::Competition> Create(const v1::CompetitionSpec& spec) {
    absl::StatusOr<v1::Competition> created;
    host_->Create(spec,
                  [&](absl::StatusOr<v1::Competition> c) { created = c; });
    executor_.RunAll();
    return created;
  }
  void Stop() {
    host_->Stop("cup",
                [](const auto& stopped) { EXPECT_THAT(stopped, IsOk()); });
    executor_.RunAll();
  }
  v1::Competition Get() {
    v1::Competition competition;
    host_->Get("cup", [&](absl::StatusOr<v1::Competition> c) {
      EXPECT_THAT(c, IsOk());
      if (c.ok()) competition = *c;
    });
    executor_.RunAll();
    return competition;
  }
  // Returns a result in which the first seat wins.
  static FinishedMatch NormalEnd(const MatchRow& row) {
    FinishedMatch finished;
    finished.match_id = row.match_id;
    finished.result.set_termination(v1::TERMINATION_NORMAL);
    for (uint32_t seat = 0; seat < row.seats.size(); ++seat) {
      finished.result.add_returns(seat == 0 ? 1 : -1);
      finished.result.add_ranks(seat + 1);
    }
    return finished;
  }
  // Ends a claimed match without a result.
  void Cancel(const MatchRow& row) {
    FinishedMatch cancelled;
    cancelled.match_id = row.match_id;
    cancelled.result.set_termination(v1::TERMINATION_CANCELLED);
    EXPECT_THAT(store_->matches().Finish(cancelled), IsOk());
    host_->OnMatchOver("cup");
    executor_.RunAll();
  }
  v1::ListResultsResponse Results(uint32_t page_size = 0,
                                  const std::string& token = "") {
    v1::ListResultsRequest request;
    request.set_name("cup");
    request.set_page_size(page_size);
    request.set_page_token(token);
    v1::ListResultsResponse response;
    host_->ListResults(request, [&](absl::StatusOr<v1::ListResultsResponse> r) {
      EXPECT_THAT(r, IsOk());
      if (r.ok()) response = *r;
    });
    executor_.RunAll();
    return response;
  }
  // Returns all matches: set, match and attempt, players and end.
  std::map<std::string, std::string> Log() {
    std::map<std::string, std::string> log;
    v1::ListResultsResponse results = Results();
    for (v1::CompetitionMatch& match : *results.mutable_matches()) {
      match.clear_match_id();
      const std::string key =
          absl::StrCat(match.set(), ".", match.match(), ".", match.attempt());
      EXPECT_FALSE(log.contains(key)) << key << " was played twice";
      log[key] = match.ShortDebugString();
    }
    return log;
  }

  TemporaryFolder folder_;
  testing::ManualExecutor executor_;
  std::function<void(const std::string&)> on_release_ = [](const auto&) {};
  // Competitions whose running matches were cancelled.
  std::vector<std::string> cancelled_;
  std::unique_ptr<Store> store_;
  std::unique_ptr<StoreExecutor> store_executor_;
  std::unique_ptr<Journal> journal_;
  std::unique_ptr<Metrics> metrics_;
  std::unique_ptr<MatchPipeline> matches_;
  std::unique_ptr<MatchRequests> requests_;
  std::unique_ptr<RunningCompetitions> host_;
  int max_entrants_of_author_ = 0;
};

}  // namespace arena::referee

#endif  // TESTS_REFEREE_COMPETITIONS_RUNNING_COMPETITIONS_FIXTURE_H_
