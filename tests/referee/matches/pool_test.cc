// A match host on real threads, for ThreadSanitizer. Its bots answer from their
// own strands.
#include <atomic>
#include <future>

#include "tests/referee/journal/journal_testing.h"
#include "tests/referee/matches/host_fixture.h"

namespace arena::referee {
namespace {

constexpr int kBots = 4;
constexpr int kMatches = 40;

// A stream whose bot answers on a strand of its own.
class AnsweringStream final
    : public Transport,
      public std::enable_shared_from_this<AnsweringStream> {
 public:
  AnsweringStream(Executor& executor, std::atomic<int>& ends)
      : executor_(executor), ends_(ends), strand_(executor.NewStrand()) {}

  void set_session(std::shared_ptr<Session> session) {
    strand_->Post([self = shared_from_this(), session = std::move(session)] {
      self->session_ = session;
    });
  }
  // Ends the cycle of session and stream. Call it when all threads have ended.
  void Forget() { session_.reset(); }

  bool Send(Response message) override {
    strand_->Post([self = shared_from_this(), message = *message] {
      self->Answer(message);
    });
    return true;
  }
  void Close(absl::Status) override {}
  void Abort() override {}

 private:
  void Answer(const v1::PlayResponse& message) {
    v1::PlayRequest request;
    if (message.has_match_end()) ++ends_;
    if (message.has_match_start()) {
      request.mutable_ready()->set_match_id(message.match_start().match_id());
      request.mutable_ready()->set_seat(message.match_start().seat());
    } else if (message.prompt().kind() == v1::DECISION_KIND_MUST) {
      v1::Act& act = *request.mutable_act();
      act.set_match_id(message.prompt().match_id());
      act.set_seat(message.prompt().seat());
      act.set_decision(message.prompt().decision());
      act.set_index(0);
    } else {
      return;
    }
    session_->Receive(std::move(request), executor_.Now());
  }

  Executor& executor_;
  std::atomic<int>& ends_;
  const std::unique_ptr<Strand> strand_;
  std::shared_ptr<Session> session_;
};

TEST(HostPoolTest, ManyMatchesEndOnAFewThreads) {
  spdlog::set_level(spdlog::level::off);
  TemporaryFolder folder;
  const auto store = OpenOrDie(folder.File("store"));
  PoolExecutor executor(4);
  Metrics metrics;
  const auto elsewhere = executor.NewStrand();
  const auto journal = OpenJournalOrDie(
      folder.File("store"), *store,
      [&](std::function<void()> task) { elsewhere->Post(std::move(task)); });
  PoolExecutor store_threads(3);
  StoreExecutor store_executor(*store, store_threads, executor,
                               absl::Minutes(1));
  MatchEvents events;
  Access tokens(store_executor, executor, {});
  MatchPipeline host(store_executor, *journal, executor, executor, executor,
                     metrics, events, tokens, HostOptions());
  MatchRequests requests(host);
  std::promise<absl::Status> restored;
  host.Restore([&](absl::Status status) { restored.set_value(status); });
  ASSERT_TRUE(restored.get_future().get().ok());
  std::atomic<int> ends = 0;
  std::vector<std::shared_ptr<AnsweringStream>> streams;
  for (int bot = 0; bot < kBots; ++bot) {
    v1::Hello hello;
    hello.set_name("bot-" + std::to_string(bot));
    hello.set_max_matches(10);
    AddAllGames(hello);
    const auto stream = std::make_shared<AnsweringStream>(executor, ends);
    streams.push_back(stream);
    host.Open(hello, Caller{}, stream,
              [stream](absl::StatusOr<std::shared_ptr<Session>> session) {
                stream->set_session(session.value());
              });
  }
  for (int i = 0; i < kMatches; ++i) {
    v1::CreateMatchRequest request;
    request.set_game("octrix");
    (*request.mutable_options())["target"] = "8";
    for (int seat = 0; seat < 3; ++seat) {
      request.add_seats()->set_bot("bot-" + std::to_string((i + seat) % kBots));
    }
    requests.CreateMatch(request, Caller{},
                         [](const absl::StatusOr<v1::Match>& match) {
                           EXPECT_TRUE(match.ok()) << match.status();
                         });
  }
  // The lists give the lobby other work meanwhile.
  const auto give_up =
      std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (ends < 3 * kMatches && std::chrono::steady_clock::now() < give_up) {
    std::promise<void> listed;
    requests.ListMatches({}, [&](const auto&) { listed.set_value(); });
    listed.get_future().wait();
  }
  executor.Stop();
  store_threads.Stop();
  for (const auto& stream : streams) stream->Forget();
  EXPECT_EQ(ends, 3 * kMatches);
}

}  // namespace
}  // namespace arena::referee
