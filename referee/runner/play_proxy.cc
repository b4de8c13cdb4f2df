#include "referee/runner/play_proxy.h"

#include <grpcpp/server_posix.h>

#include <optional>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "arena/core/check.h"
#include "arena/core/descriptor.h"
#include "arena/core/mutex.h"
#include "referee/door/flood_budget.h"
#include "referee/door/grpc_settings.h"
#include "referee/door/peer_limits.h"
#include "referee/runner/freezer.h"
#include "referee/runner/referee_call.h"

namespace arena::runner {
namespace {

// How long the streams may take to close when a process is ended.
constexpr absl::Duration kCloseTime = absl::Seconds(1);
// Between two attempts to open a stream in place of the process.
constexpr absl::Duration kWatchAgain = absl::Seconds(1);
// The same limit as the referee's.
constexpr int kMostRequestBytes = 64 * 1024;
// One stream in use, and some that are about to end.
constexpr int kMostStreams = 4;

// Whether a bot may have to answer the message.
bool IsAnswerable(const v1::PlayResponse& message) {
  return message.has_match_start() || message.has_prompt() ||
         message.has_events() || message.has_match_end();
}

}  // namespace

// ---- The state that streams share ----

// Thread-safe.
class PlayProxy::Shared final : public SessionFront,
                                public std::enable_shared_from_this<Shared> {
 public:
  Shared(std::shared_ptr<grpc::Channel> referee, const ProxiedSession& session,
         PlayListener& listener)
      : SessionFront(session),
        listener_(listener),
        referee_(std::in_place, std::move(referee)) {}

  PlayListener& listener() { return listener_; }
  RelayedReferee& referee() { return *referee_; }
  referee::FloodBudget& budget() { return budget_; }

  // False if another stream of the process is open.
  bool Take() {
    MutexLock lock(mutex_);
    return !std::exchange(taken_, true);
  }
  // The stream has said hello, so nothing need watch in its place.
  void Engage(const v1::Hello& hello);
  void GiveBack();
  // See PlayListener::OnHello.
  void Watch();
  void OnWatchOver(const Stream* watch);
  // Ends the streams of the process, and returns when no stream is left.
  void Close();

 private:
  PlayListener& listener_;
  // Until Close.
  std::optional<RelayedReferee> referee_;
  Mutex mutex_;
  // Whether the process has a stream, and whether that stream has said hello.
  bool taken_ ABSL_GUARDED_BY(mutex_) = false;
  bool engaged_ ABSL_GUARDED_BY(mutex_) = false;
  bool closed_ ABSL_GUARDED_BY(mutex_) = false;
  // Whether Watch was called while the process's stream was about to end.
  bool watch_wanted_ ABSL_GUARDED_BY(mutex_) = false;
  // The last hello of the process.
  std::optional<v1::Hello> hello_ ABSL_GUARDED_BY(mutex_);
  std::shared_ptr<Stream> watch_ ABSL_GUARDED_BY(mutex_);
  referee::FloodBudget budget_;
};

// ---- A stream ----

// The stream of the process. A stream without the process watches, or is
// refused.
class PlayProxy::Stream final : public PlayRelay {
 public:
  Stream(Shared& shared, bool of_process)
      : PlayRelay(shared.referee()),
        shared_(shared),
        listener_(shared.listener()),
        of_process_(of_process) {}

  // Says hello to the referee.
  void Introduce(const v1::Hello& hello) {
    Dial(absl::StrCat("Bearer ", shared_.token()));
    v1::PlayRequest request;
    *request.mutable_hello() = shared_.Introduce(hello);
    ToReferee(std::move(request));
  }

 private:
  void OnRequest(v1::PlayRequest& request) override {
    const absl::Status flood =
        shared_.budget().Spend(0, referee::FloodBudget::kRequestWork);
    if (!flood.ok()) {
      listener_.OnFlood(flood);
      return End(flood);
    }
    if (!engaged_) return Engage(request);
    if (request.has_ping()) {
      v1::PlayResponse answer;
      answer.mutable_pong()->set_nonce(request.ping().nonce());
      return ToBot(std::move(answer));
    }
    if (request.has_pong()) return;
    const mischief::ToReferee shared = shared_.Pass(request);
    if (shared.told) {
      if (request.has_ready()) shared_.NoteReady(request.ready());
      listener_.OnRequest(request);
      ToReferee(std::move(request));
    }
    if (shared.then_end.has_value()) End(*shared.then_end);
  }
  void Engage(const v1::PlayRequest& request) {
    if (!request.has_hello()) {
      return End(absl::InvalidArgumentError(
          "the first request of a stream must be hello"));
    }
    engaged_ = true;
    shared_.Engage(request.hello());
    listener_.OnHello([weak = shared_.weak_from_this()] {
      if (const auto shared = weak.lock()) shared->Watch();
    });
    Introduce(request.hello());
  }

  void OnResponse(v1::PlayResponse& response) override {
    if (response.has_ping()) {
      v1::PlayRequest answer;
      answer.mutable_pong()->set_nonce(response.ping().nonce());
      return ToReferee(std::move(answer));
    }
    Prepare(response);
    if (!of_process_) return listener_.OnMessage(response);
    mischief::ToBot shared = shared_.Pass(response);
    for (v1::PlayResponse& told : shared.told) ToBot(std::move(told));
    if (shared.then_end.has_value()) End(*shared.then_end);
  }
  // Handles the parts of a response that the process need not handle.
  void Prepare(v1::PlayResponse& response) {
    if (response.has_welcome()) {
      shared_.TakeWelcome(*response.mutable_welcome());
      welcomed_ = true;
    } else if (response.has_match_start()) {
      v1::MatchStart& start = *response.mutable_match_start();
      *start.mutable_resources() = shared_.resources();
      if (!shared_.HasAnswered(start)) return;
      // A frozen process could not say Ready again.
      v1::PlayRequest ready;
      ready.mutable_ready()->set_match_id(start.match_id());
      ready.mutable_ready()->set_seat(start.seat());
      ToReferee(std::move(ready));
    } else if (response.has_match_end()) {
      shared_.NoteMatchEnd(response.match_end());
    }
  }
  void OnTold(const v1::PlayResponse& response) override {
    // Told now: a frozen process does not read, so the turn of this message to
    // be written might never come.
    listener_.OnMessage(response);
    if (IsAnswerable(response)) shared_.budget().Earn();
  }

  void OnRefereeEnd() override {
    if (welcomed_) shared_.NoteEnd();
    if (!of_process_) shared_.OnWatchOver(this);
  }
  void OnBotEnd() override {
    if (!of_process_) return;
    listener_.OnStreamEnd();
    shared_.GiveBack();
  }

  Shared& shared_;
  PlayListener& listener_;
  const bool of_process_;
  // Whether the process has said hello.
  bool engaged_ = false;
  // Used by gRPC's calls for messages of the referee, and after them.
  bool welcomed_ = false;
};

// ---- The watch ----

void PlayProxy::Shared::Engage(const v1::Hello& hello) {
  std::shared_ptr<Stream> watch;
  {
    MutexLock lock(mutex_);
    engaged_ = true;
    watch_wanted_ = false;
    hello_ = hello;
    watch = std::exchange(watch_, nullptr);
  }
  if (watch != nullptr) watch->End(absl::CancelledError());
}

void PlayProxy::Shared::GiveBack() {
  bool watch_wanted = false;
  {
    MutexLock lock(mutex_);
    taken_ = false;
    engaged_ = false;
    watch_wanted = watch_wanted_;
  }
  if (watch_wanted) Watch();
}

void PlayProxy::Shared::Watch() {
  std::shared_ptr<Stream> watch;
  v1::Hello hello;
  {
    MutexLock lock(mutex_);
    watch_wanted_ = engaged_;
    const bool possible = !engaged_ && !closed_ && hello_.has_value();
    if (!possible || watch_ != nullptr) return;
    watch = watch_ = std::make_shared<Stream>(*this, /*of_process=*/false);
    hello = *hello_;
  }
  watch->Introduce(hello);
}

void PlayProxy::Shared::OnWatchOver(const Stream* watch) {
  {
    MutexLock lock(mutex_);
    if (watch_.get() != watch) return;
    watch_.reset();
  }
  RunAfterAlarm(kWatchAgain, [weak = weak_from_this()] {
    if (const auto shared = weak.lock()) shared->Watch();
  });
}

void PlayProxy::Shared::Close() {
  std::shared_ptr<Stream> watch;
  {
    MutexLock lock(mutex_);
    closed_ = true;
    watch = std::exchange(watch_, nullptr);
  }
  if (watch != nullptr) watch->End(absl::CancelledError());
  watch.reset();
  referee_.reset();
}

// ---- The service ----

absl::StatusOr<std::unique_ptr<PlayProxy>> PlayProxy::Open(
    const std::string& socket, std::shared_ptr<grpc::Channel> referee,
    const ProxiedSession& session, PlayListener& listener) {
  std::unique_ptr<PlayProxy> proxy(new PlayProxy(
      std::make_shared<Shared>(std::move(referee), session, listener)));
  grpc::ServerBuilder builder;
  const referee::PeerLimits limits = {.max_streams_of_connection =
                                          kMostStreams};
  referee::BoundGrpc(kMostRequestBytes, limits, builder);
  builder.RegisterService(proxy.get());
  proxy->server_ = builder.BuildAndStart();
  if (proxy->server_ == nullptr) {
    return absl::UnavailableError("gRPC did not start");
  }
  ARENA_ASSIGN_OR_RETURN(
      proxy->turnstile_,
      referee::Turnstile::Open(
          {.socket = socket,
           .most_header_bytes =
               static_cast<uint32_t>(limits.max_metadata_bytes),
           .serve =
               [server = proxy->server_.get()](Descriptor connection) {
                 grpc::AddInsecureChannelFromFd(server, connection.Release());
               },
           .on_flood =
               [&listener](const absl::Status& why) { listener.OnFlood(why); }},
          proxy->shared_->budget()));
  return proxy;
}

PlayProxy::~PlayProxy() {
  turnstile_.reset();
  if (server_ != nullptr) {
    server_->Shutdown(absl::ToChronoTime(absl::Now() + kCloseTime));
    server_->Wait();
  }
  shared_->Close();
}

PlayRelay* PlayProxy::Play(grpc::CallbackServerContext*) {
  const bool taken = shared_->Take();
  const auto stream = std::make_shared<Stream>(*shared_, taken);
  if (!taken) {
    stream->End(absl::AlreadyExistsError("this process has a stream already"));
  }
  stream->Serve();
  return stream.get();
}

bool PlayProxy::connected() const { return shared_->connected(); }

}  // namespace arena::runner
