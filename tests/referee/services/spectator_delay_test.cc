// WatchMatch of a referee whose spectators see everything later. The test moves
// the time: a second service with the delay shows the matches of a referee
// without delay.
#include <gmock/gmock.h>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "arena/core/mutex.h"
#include "arena/core/secrets.h"
#include "arena/executor/executor.h"
#include "referee/access/admission.h"
#include "referee/calls/grpc_service.h"
#include "referee/services/services.h"
#include "referee/store/store_executor.h"
#include "tests/referee/services/raw_bot.h"
#include "tests/referee/store/store_testing.h"

namespace arena::referee {
namespace {

using ::testing::ElementsAreArray;

// Runs tasks on a pool. Its clock stands still until the test moves it.
class HeldTime final : public Executor {
 public:
  ~HeldTime() override {
    pool_.Stop();
    // Tasks are destroyed outside of the lock: a task may own the strand that
    // it waits for.
    std::map<Strand*, Wish> traits;
    MutexLock lock(mutex_);
    traits.swap(traits_);
  }
  std::unique_ptr<Strand> NewStrand() override {
    return std::make_unique<HeldStrand>(*this, pool_.NewStrand());
  }
  absl::Time Now() const override {
    MutexLock lock(mutex_);
    return now_;
  }
  void Advance(absl::Duration time) {
    std::vector<std::pair<Strand*, std::function<void()>>> due;
    {
      MutexLock lock(mutex_);
      now_ += time;
      for (auto it = traits_.begin(); it != traits_.end();) {
        if (it->second.time > now_) {
          ++it;
          continue;
        }
        due.emplace_back(it->first, std::move(it->second.task));
        it = traits_.erase(it);
      }
    }
    for (auto& [strand, task] : due) strand->Post(std::move(task));
  }

 private:
  struct Wish {
    absl::Time time;
    std::function<void()> task;
  };
  class HeldStrand final : public Strand {
   public:
    HeldStrand(HeldTime& owner, std::unique_ptr<Strand> strand)
        : owner_(owner), strand_(std::move(strand)) {}
    ~HeldStrand() override {
      Wish dropped;
      MutexLock lock(owner_.mutex_);
      const auto it = owner_.traits_.find(this);
      if (it == owner_.traits_.end()) return;
      dropped = std::move(it->second);
      owner_.traits_.erase(it);
    }
    void Post(std::function<void()> task) override {
      strand_->Post(std::move(task));
    }
    void WakeAt(absl::Time time, std::function<void()> task) override {
      {
        MutexLock lock(owner_.mutex_);
        if (time > owner_.now_) {
          owner_.traits_[this] = {time, std::move(task)};
          return;
        }
      }
      // Time has gone on since the caller chose its time.
      strand_->Post(std::move(task));
    }
    bool TryRun(absl::FunctionRef<void()> task) override {
      return strand_->TryRun(task);
    }
    bool IsHere() const override { return strand_->IsHere(); }

   private:
    HeldTime& owner_;
    const std::unique_ptr<Strand> strand_;
  };

  PoolExecutor pool_{1};
  mutable Mutex mutex_;
  absl::Time now_ ABSL_GUARDED_BY(mutex_) = absl::UnixEpoch();
  std::map<Strand*, Wish> traits_ ABSL_GUARDED_BY(mutex_);
};

// A stream of WatchMatch, read message by message.
class Watcher {
 public:
  Watcher(v1::MatchService::Stub& stub, const std::string& match_id,
          const std::string& token) {
    context_.set_deadline(std::chrono::system_clock::now() + kPatience);
    if (!token.empty()) {
      context_.AddMetadata("authorization", "Bearer " + token);
    }
    v1::WatchMatchRequest request;
    request.set_match_id(match_id);
    reader_ = stub.AsyncWatchMatch(&context_, request, &queue_, nullptr);
    Await();
    AskForNext();
  }
  ~Watcher() {
    context_.TryCancel();
    queue_.Shutdown();
    void* tag;
    bool ok;
    while (queue_.Next(&tag, &ok)) {
    }
  }
  // Returns the next message as text.
  std::string Next() {
    if (!Await()) return "no more";
    const std::string text = news_.ShortDebugString();
    AskForNext();
    return text;
  }
  // Returns whether an unread message has come.
  bool HasNext() {
    void* tag;
    bool ok;
    return queue_.AsyncNext(&tag, &ok, std::chrono::system_clock::now()) !=
           grpc::CompletionQueue::TIMEOUT;
  }

 private:
  void AskForNext() { reader_->Read(&news_, nullptr); }
  bool Await() {
    void* tag;
    bool ok = false;
    return queue_.Next(&tag, &ok) && ok;
  }

  grpc::ClientContext context_;
  grpc::CompletionQueue queue_;
  std::unique_ptr<grpc::ClientAsyncReader<v1::WatchMatchResponse>> reader_;
  v1::WatchMatchResponse news_;
};

class SpectatorDelayTest : public RefereeTest {
 protected:
  static constexpr absl::Duration kDelay = absl::Hours(1);

  void SetUp() override {
    StartReferee();
    for (const auto& [owner, role] : {std::pair{"eve", v1::ROLE_SPECTATOR},
                                      {"ada", v1::ROLE_AUTHOR},
                                      {"a", v1::ROLE_BOT},
                                      {"root", v1::ROLE_ADMIN}}) {
      ASSERT_TRUE(store_->tokens()
                      .Insert({.token_id = owner,
                               .secret_sha256 = Sha256(owner),
                               .role = role,
                               .owner = owner,
                               .created = absl::UnixEpoch()})
                      .ok());
    }
    access_ = std::make_unique<Access>(
        store_executor_, time_,
        AccessOptions{.tokens_required = true, .quotas = {}});
    silent_ = std::make_unique<SilentStreams>(time_, PeerLimits(),
                                              [](const std::string&) {});
    methods_ = std::make_unique<Admission>(
        *access_, *silent_,
        MatchMethods(server_->requests(), time_, kDelay, pages_));
    service_ = std::make_unique<GrpcService>(*methods_);
    grpc::ServerBuilder builder;
    builder.AddListeningPort("unix:" + folder_ + "/late",
                             grpc::InsecureServerCredentials());
    builder.RegisterCallbackGenericService(service_.get());
    door_ = builder.BuildAndStart();
    late_ = v1::MatchService::NewStub(grpc::CreateChannel(
        "unix:" + folder_ + "/late", grpc::InsecureChannelCredentials()));
  }
  void TearDown() override {
    door_->Shutdown(std::chrono::system_clock::now());
    server_.reset();
    store_threads_.Stop();
  }

  TemporaryFolder store_folder_;
  const std::unique_ptr<Store> store_ = OpenOrDie(store_folder_.File("store"));
  HeldTime time_;
  PoolExecutor store_threads_{4};
  StoreExecutor store_executor_{*store_, store_threads_, time_,
                                absl::Minutes(1)};
  std::unique_ptr<Access> access_;
  std::unique_ptr<SilentStreams> silent_;
  MatchPages pages_;
  std::unique_ptr<Admission> methods_;
  std::unique_ptr<GrpcService> service_;
  std::unique_ptr<grpc::Server> door_;
  std::unique_ptr<v1::MatchService::Stub> late_;
};

TEST_F(SpectatorDelayTest, NobodySeesAnythingBeforeItsTime) {
  v1::Match match;
  ASSERT_TRUE(Create(Request("octrix", {"bot:a", "first"}), &match).ok());
  Watcher now(*matches_, match.match_id(), "");
  std::map<std::string, std::unique_ptr<Watcher>> late;
  for (const char* who : {"eve", "ada", "a", "root"}) {
    late[who] = std::make_unique<Watcher>(*late_, match.match_id(), who);
    // The existence of the match is no secret.
    EXPECT_THAT(late[who]->Next(), ::testing::HasSubstr(match.match_id()));
  }
  now.Next();

  RawBot bot(*play_, "a");
  v1::Prompt prompt = bot.AwaitPrompt();
  std::vector<std::string> seen;
  for (int i = 0; i < 5; ++i) {
    seen.push_back(now.Next());
    bot.Send(RawBot::ActFor(prompt, 0));
    prompt = bot.AwaitPrompt();
  }
  time_.Advance(kDelay - absl::Seconds(1));
  for (auto& [who, watcher] : late) EXPECT_FALSE(watcher->HasNext()) << who;

  time_.Advance(absl::Seconds(1));
  for (auto& [who, watcher] : late) {
    std::vector<std::string> seen_late;
    for (size_t i = 0; i < seen.size(); ++i) {
      seen_late.push_back(watcher->Next());
    }
    EXPECT_THAT(seen_late, ElementsAreArray(seen)) << who;
  }
}

// The flag reaches the service. This delay is in real time, and never ends.
TEST_F(RefereeTest, ADelayedRefereeShowsNoEventsAtOnce) {
  options_.spectator_delay = absl::Hours(1);
  StartReferee();
  v1::Match match;
  ASSERT_TRUE(Create(Request("octrix", {"bot:a", "first"}), &match).ok());
  Watcher watcher(*matches_, match.match_id(), "");
  watcher.Next();
  RawBot(*play_, "a").PlayToTheEnd();
  EXPECT_FALSE(watcher.HasNext());
}

}  // namespace
}  // namespace arena::referee
