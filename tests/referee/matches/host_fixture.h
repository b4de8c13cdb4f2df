// A match host on a real store, without gRPC. Bots are fake streams, and the
// test controls time and threads.
#ifndef TESTS_REFEREE_MATCHES_HOST_FIXTURE_H_
#define TESTS_REFEREE_MATCHES_HOST_FIXTURE_H_

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <spdlog/spdlog.h>

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/matches/match_requests.h"
#include "referee/store/open_store.h"
#include "tests/referee/journal/inline_journal.h"
#include "tests/referee/matches/fake_bot.h"
#include "tests/referee/store/store_testing.h"
#include "tests/testing/manual_executor.h"
#include "tests/testing/match_request.h"
#include "tests/testing/plays.h"

namespace arena::referee {

class HostTest : public ::testing::Test, public DeafReferee {
 protected:
  HostTest() {
    spdlog::set_level(spdlog::level::off);
    store_ = OpenOrDie(folder_.File("store"));
    options_.on_failure = [this](const auto& status) { failure_ = status; };
    StartHost();
  }
  ~HostTest() override { StopHost(); }

  void StartHost() {
    journal_ = std::make_unique<InlineJournal>(store_->journal());
    metrics_ = std::make_unique<Metrics>();
    MakeHost(*journal_);
    Restore();
  }
  // Call it before Restore.
  void MakeHost(Journal& journal) {
    store_executor_ = std::make_unique<StoreExecutor>(
        *store_, *store_threads_, executor_, options_.lease / 3);
    host_ = std::make_unique<MatchPipeline>(
        *store_executor_, journal, executor_, *match_executor_, *thinkers_,
        *metrics_, *this, *this, options_);
    requests_ = std::make_unique<MatchRequests>(*host_);
  }
  void Restore() {
    absl::Status restored = absl::UnknownError("no answer");
    host_->Restore([&](absl::Status status) { restored = status; });
    executor_.RunAll();
    EXPECT_TRUE(restored.ok()) << restored;
  }
  // Takes the place of the earlier referee, whose lease is over.
  void RestartAs(const std::string& name) {
    StopHost();
    store_ = *OpenStore("sqlite:" + folder_.File("store"), name);
    StartHost();
  }
  // Acts like a crash: nobody is told, and nothing is finished.
  void StopHost() {
    executor_.DropAll();
    host_.reset();
    store_executor_.reset();
    bots_.clear();
  }

  // ---- Bots ----
  static v1::Hello HelloOf(const std::string& name, uint32_t max_matches = 1) {
    v1::Hello hello;
    hello.set_name(name);
    hello.set_max_matches(max_matches);
    AddAllGames(hello);
    return hello;
  }
  FakeBot& Connect(const v1::Hello& hello, const Caller& caller = {}) {
    FakeBot& bot = bots_.emplace_back();
    bot.name = hello.name();
    bot.stream = std::make_shared<FakeStream>();
    host_->Open(hello, caller, bot.stream,
                [&bot](absl::StatusOr<std::shared_ptr<Session>> session) {
                  if (!session.ok()) return bot.stream->Close(session.status());
                  bot.session = *std::move(session);
                });
    executor_.RunAll();
    if (!bot.stream->received().empty()) {
      bot.token = bot.stream->received()[0].welcome().session_token();
    }
    return bot;
  }
  FakeBot& Connect(const std::string& name, uint32_t max_matches = 1) {
    return Connect(HelloOf(name, max_matches));
  }
  FakeBot& Resume(const std::string& name, const std::string& token,
                  uint32_t max_matches = 1) {
    v1::Hello hello = HelloOf(name, max_matches);
    hello.set_resume_token(token);
    return Connect(hello);
  }
  void HangUp(FakeBot& bot) {
    bot.stream->Close(absl::CancelledError());
    host_->OnStreamOver(bot.session, bot.stream);
    executor_.RunAll();
  }
  void Send(FakeBot& bot, const v1::PlayRequest& request) {
    bot.session->Receive(v1::PlayRequest(request), match_executor_->Now());
    executor_.RunAll();
  }
  void Leave(FakeBot& bot) {
    v1::PlayRequest request;
    request.mutable_leave();
    Send(bot, request);
  }
  // Lets all bots answer their messages; returns false if there were none.
  bool Step() {
    bool something = false;
    for (FakeBot& bot : bots_) {
      if (bot.session == nullptr || !bot.plays) continue;
      while (bot.open() && bot.seen < bot.stream->received().size()) {
        const v1::PlayResponse message = bot.stream->received()[bot.seen++];
        something = true;
        Answer(bot, message);
      }
    }
    executor_.RunAll();
    return something;
  }
  void PlayToTheEnd() {
    while (Step()) continue;
  }
  void Answer(FakeBot& bot, const v1::PlayResponse& message) {
    std::optional<v1::PlayRequest> answer = AnswerTo(message);
    if (!answer.has_value()) return;
    bot.session->Receive(*std::move(answer), match_executor_->Now());
  }

  // ---- Matches ----
  static v1::CreateMatchRequest Request(const std::vector<std::string>& seats,
                                        uint8_t seed = 1) {
    v1::CreateMatchRequest request = testing::MatchRequest("octrix", seats);
    (*request.mutable_options())["target"] = "8";
    request.set_seed(std::string(32, static_cast<char>(seed)));
    return request;
  }
  absl::StatusOr<v1::Match> TryCreate(const v1::CreateMatchRequest& request,
                                      const Caller& caller = {}) {
    absl::StatusOr<v1::Match> match;
    requests_->CreateMatch(request, caller, [&](const auto& m) { match = m; });
    executor_.RunAll();
    return match;
  }
  // Returns the id of a new match.
  std::string Create(const v1::CreateMatchRequest& request) {
    const absl::StatusOr<v1::Match> match = TryCreate(request);
    EXPECT_TRUE(match.ok()) << match.status();
    return match.ok() ? match->match_id() : "";
  }
  v1::Match Get(const std::string& match_id) {
    absl::StatusOr<v1::Match> match;
    requests_->GetMatch(match_id, [&](const auto& m) { match = m; });
    executor_.RunAll();
    EXPECT_TRUE(match.ok()) << match.status();
    return match.value_or(v1::Match());
  }
  v1::Match::State StateOf(const std::string& id) { return Get(id).state(); }
  absl::StatusOr<v1::Match> Cancel(const std::string& match_id,
                                   const Caller& caller = {}) {
    absl::StatusOr<v1::Match> match;
    requests_->CancelMatch(match_id, caller, [&](const auto& m) { match = m; });
    executor_.RunAll();
    return match;
  }

  TemporaryFolder folder_;
  testing::ManualExecutor executor_;
  // Runs matches, and times bots.
  Executor* match_executor_ = &executor_;
  // Runs built-in players that search.
  Executor* thinkers_ = &executor_;
  // Runs the work of the store.
  testing::ManualExecutor* store_threads_ = &executor_;
  std::unique_ptr<Store> store_;
  HostOptions options_;
  std::unique_ptr<Journal> journal_;
  std::unique_ptr<Metrics> metrics_;
  std::unique_ptr<StoreExecutor> store_executor_;
  std::unique_ptr<MatchPipeline> host_;
  std::unique_ptr<MatchRequests> requests_;
  std::deque<FakeBot> bots_;
  absl::Status failure_;
};

}  // namespace arena::referee

#endif  // TESTS_REFEREE_MATCHES_HOST_FIXTURE_H_
