#include "referee/runner/play_proxy.h"

#include <grpcpp/server_posix.h>

#include <atomic>
#include <future>
#include <optional>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "arena/core/check.h"
#include "arena/core/descriptor.h"
#include "arena/core/mutex.h"
#include "referee/base/grpc_status.h"
#include "referee/base/write_queue.h"
#include "referee/door/flood_budget.h"
#include "referee/door/grpc_settings.h"
#include "referee/door/peer_limits.h"
#include "referee/runner/freezer.h"
#include "referee/runner/referee_call.h"

namespace arena::runner {
namespace {

// What may wait for a side that does not read: the referee's own bound.
constexpr size_t kMostUnread = 10'000;
constexpr size_t kMostUnsent = 1'000;
// How long the streams of a process that is ended may take.
constexpr absl::Duration kCloseTime = absl::Seconds(1);
// Between two attempts to hear what a process without a stream would be told.
constexpr absl::Duration kWatchAgain = absl::Seconds(1);
// The bound of the referee's own door.
constexpr int kMostRequestBytes = 64 * 1024;
// One for use, and some that are about to end.
constexpr int kMostStreams = 4;

// Whether a bot may have to say something to it.
bool IsAnswerable(const v1::PlayResponse& message) {
  return message.has_match_start() || message.has_prompt() ||
         message.has_events() || message.has_match_end();
}

}  // namespace

// ---- What streams share ----

// Thread-safe.
class PlayProxy::Passage final : public SessionFront,
                                 public std::enable_shared_from_this<Passage> {
 public:
  Passage(const ProxiedSession& session, PlayListener& listener)
      : SessionFront(session),
        stub_(v1::PlayService::NewStub(session.referee)),
        listener_(&listener) {
    const auto say_gone = std::make_shared<std::promise<void>>();
    gone_ = say_gone->get_future();
    presence_ = {nullptr, [say_gone](void*) { say_gone->set_value(); }};
  }

  v1::PlayService::Stub& stub() const { return *stub_; }
  // Every stream to the referee keeps it.
  const std::shared_ptr<void>& presence() const { return presence_; }
  referee::FloodBudget& budget() { return budget_; }

  // False if another stream of the process is open.
  bool Take() {
    MutexLock lock(mutex_);
    return !std::exchange(taken_, true);
  }
  // The stream has said hello: nobody needs to watch in its place.
  void Engage(const v1::Hello& hello);
  void GiveBack();
  // See PlayListener::OnHello.
  void Watch();
  // What a watch has heard.
  void Hear(const v1::PlayResponse& response) {
    MutexLock lock(listener_mutex_);
    if (listener_ != nullptr) listener_->OnMessage(response);
  }
  void OnWatchOver(const Upstream* watch);
  // The listener hears nothing more. Returns when no stream to the referee is
  // left: a channel that ends on a thread of its own stream ends the process.
  void Close();

 private:
  const std::unique_ptr<v1::PlayService::Stub> stub_;
  std::shared_ptr<void> presence_;
  std::future<void> gone_;
  Mutex mutex_;
  // Whether the process has a stream, and whether that has said hello.
  bool taken_ ABSL_GUARDED_BY(mutex_) = false;
  bool engaged_ ABSL_GUARDED_BY(mutex_) = false;
  bool closed_ ABSL_GUARDED_BY(mutex_) = false;
  // Whether Watch was called while that stream was about to end.
  bool watch_wanted_ ABSL_GUARDED_BY(mutex_) = false;
  // The last one of the process.
  std::optional<v1::Hello> hello_ ABSL_GUARDED_BY(mutex_);
  std::shared_ptr<Upstream> watch_ ABSL_GUARDED_BY(mutex_);
  referee::FloodBudget budget_;
  // Held while the listener hears what a watch has heard.
  Mutex listener_mutex_;
  PlayListener* listener_ ABSL_GUARDED_BY(listener_mutex_);
};

// ---- The stream to the referee ----

// Lives until gRPC is done with it. Each of the two streams keeps the other one
// alive until it is over. Without a downstream it is a watch.
class PlayProxy::Upstream final
    : public grpc::ClientBidiReactor<v1::PlayRequest, v1::PlayResponse>,
      public referee::WriteQueue<v1::PlayRequest>,
      public std::enable_shared_from_this<Upstream> {
 public:
  Upstream(std::shared_ptr<Passage> passage,
           std::shared_ptr<Downstream> downstream)
      : WriteQueue(kMostUnsent, "the referee"),
        presence_(passage->presence()),
        passage_(std::move(passage)),
        downstream_(std::move(downstream)) {
    // It can be closed before it has begun.
    (void)Hold();
  }

  void Start(const v1::Hello& hello) {
    self_ = shared_from_this();
    context_.AddMetadata("authorization",
                         absl::StrCat("Bearer ", passage_->token()));
    passage_->stub().async()->Play(&context_, this);
    // gRPC must not be done before the writes from other threads are.
    AddHold();
    v1::PlayRequest request;
    *request.mutable_hello() = hello;
    Send(std::move(request));
    StartRead(&response_);
    StartCall();
    Unhold();
  }
  void Send(v1::PlayRequest request) { Push(std::move(request)); }
  // Nobody listens any more. Does not wait for a referee that does not read.
  void Close() { Break(); }

  void OnReadDone(bool ok) override;
  void OnWriteDone(bool ok) override { WriteDone(ok); }
  void OnDone(const grpc::Status& status) override;

 private:
  void StartWriting(const v1::PlayRequest& request) override {
    StartWrite(&request);
  }
  void FinishStream(const absl::Status&) override {
    // Cancelled, it would no longer tell how the referee has ended it.
    if (!over_) context_.TryCancel();
    RemoveHold();
  }
  void CancelStream() override { context_.TryCancel(); }
  // Does with a response what the process needs not do.
  void Prepare();
  void PassOn();

  // Let go of last: the context has a share of the channel.
  const std::shared_ptr<void> presence_;
  const std::shared_ptr<Passage> passage_;
  // Null: nobody but the listener hears it.
  std::shared_ptr<Downstream> downstream_;
  std::shared_ptr<Upstream> self_;
  grpc::ClientContext context_;
  v1::PlayResponse response_;
  std::atomic<bool> over_ = false;
  // Used by the calls of gRPC for what it reads, and after them by OnDone.
  bool welcomed_ = false;
};

// ---- The stream to the process ----

class PlayProxy::Downstream final
    : public grpc::ServerBidiReactor<v1::PlayRequest, v1::PlayResponse>,
      public referee::WriteQueue<v1::PlayResponse>,
      public std::enable_shared_from_this<Downstream> {
 public:
  Downstream(std::shared_ptr<Passage> passage, PlayListener& listener,
             grpc::CallbackServerContext& context)
      : WriteQueue(kMostUnread, "the bot"),
        passage_(std::move(passage)),
        listener_(listener),
        context_(context) {}

  void Start() {
    self_ = shared_from_this();
    taken_ = passage_->Take();
    if (taken_) return StartRead(&request_);
    End(absl::AlreadyExistsError("this process has a stream already"));
  }
  void Send(v1::PlayResponse response) {
    // The listener is there as long as the stream is.
    if (!Hold()) return;
    // A frozen process would not read, so this must not wait for its turn.
    listener_.OnMessage(response);
    if (IsAnswerable(response)) passage_->budget().Earn();
    Push(std::move(response));
    Unhold();
  }
  void Close(const absl::Status& status) { End(status); }

  void OnReadDone(bool ok) override {
    if (!ok) return End(absl::OkStatus());
    const absl::Status flood =
        passage_->budget().Spend(0, referee::FloodBudget::kRequestWork);
    if (!flood.ok()) {
      listener_.OnFlood(flood);
      return End(flood);
    }
    if (upstream_ == nullptr) {
      if (!request_.has_hello()) {
        return End(absl::InvalidArgumentError(
            "the first request of a stream must be hello"));
      }
      passage_->Engage(request_.hello());
      listener_.OnHello([weak = std::weak_ptr<Passage>(passage_)] {
        if (const auto passage = weak.lock()) passage->Watch();
      });
      upstream_ = std::make_shared<Upstream>(passage_, shared_from_this());
      upstream_->Start(passage_->Introduce(request_.hello()));
    } else {
      PassOn();
    }
    request_.Clear();
    if (!closing()) StartRead(&request_);
  }
  void OnWriteDone(bool ok) override { WriteDone(ok); }
  void OnCancel() override { End(absl::CancelledError("cancelled"), true); }
  void OnDone() override {
    Abandon();
    if (upstream_ != nullptr) upstream_->Close();
    upstream_.reset();
    if (taken_) {
      listener_.OnStreamEnd();
      passage_->GiveBack();
    }
    self_.reset();
  }

 private:
  void PassOn() {
    if (request_.has_ping()) {
      v1::PlayResponse answer;
      answer.mutable_pong()->set_nonce(request_.ping().nonce());
      return Send(std::move(answer));
    }
    if (request_.has_pong()) return;
    const mischief::ToReferee passage = passage_->Pass(request_);
    if (passage.told) {
      if (request_.has_ready()) passage_->NoteReady(request_.ready());
      listener_.OnRequest(request_);
      upstream_->Send(request_);
    }
    if (passage.then_end.has_value()) {
      Close(referee::FromGrpc(*passage.then_end));
    }
  }
  void StartWriting(const v1::PlayResponse& response) override {
    StartWrite(&response);
  }
  void FinishStream(const absl::Status& status) override {
    Finish(referee::ToGrpc(status));
  }
  void CancelStream() override { context_.TryCancel(); }

  const std::shared_ptr<Passage> passage_;
  PlayListener& listener_;
  grpc::CallbackServerContext& context_;
  bool taken_ = false;
  std::shared_ptr<Downstream> self_;
  std::shared_ptr<Upstream> upstream_;
  v1::PlayRequest request_;
};

void PlayProxy::Upstream::OnReadDone(bool ok) {
  if (!ok) {
    over_ = true;
    return End(absl::CancelledError("the referee has ended it"), true);
  }
  if (response_.has_ping()) {
    v1::PlayRequest answer;
    answer.mutable_pong()->set_nonce(response_.ping().nonce());
    Send(std::move(answer));
  } else {
    Prepare();
    downstream_ == nullptr ? passage_->Hear(response_) : PassOn();
  }
  response_.Clear();
  StartRead(&response_);
}

void PlayProxy::Upstream::Prepare() {
  if (response_.has_welcome()) {
    passage_->TakeWelcome(*response_.mutable_welcome());
    welcomed_ = true;
  } else if (response_.has_match_start()) {
    v1::MatchStart& start = *response_.mutable_match_start();
    *start.mutable_resources() = passage_->resources();
    if (!passage_->HasAnswered(start)) return;
    // A frozen process could not say it again.
    v1::PlayRequest ready;
    ready.mutable_ready()->set_match_id(start.match_id());
    ready.mutable_ready()->set_seat(start.seat());
    Send(std::move(ready));
  } else if (response_.has_match_end()) {
    passage_->NoteMatchEnd(response_.match_end());
  }
}

void PlayProxy::Upstream::PassOn() {
  mischief::ToBot passage = passage_->Pass(response_);
  for (v1::PlayResponse& told : passage.told) {
    downstream_->Send(std::move(told));
  }
  if (passage.then_end.has_value()) {
    downstream_->Close(referee::FromGrpc(*passage.then_end));
  }
}

void PlayProxy::Upstream::OnDone(const grpc::Status& status) {
  Abandon();
  if (welcomed_) passage_->NoteEnd();
  if (downstream_ == nullptr) {
    passage_->OnWatchOver(this);
  } else {
    downstream_->Close(referee::FromGrpc(status));
  }
  downstream_.reset();
  self_.reset();
}

// ---- The watch ----

void PlayProxy::Passage::Engage(const v1::Hello& hello) {
  std::shared_ptr<Upstream> watch;
  {
    MutexLock lock(mutex_);
    engaged_ = true;
    watch_wanted_ = false;
    hello_ = hello;
    watch = std::exchange(watch_, nullptr);
  }
  if (watch != nullptr) watch->Close();
}

void PlayProxy::Passage::GiveBack() {
  bool watch_wanted = false;
  {
    MutexLock lock(mutex_);
    taken_ = false;
    engaged_ = false;
    watch_wanted = watch_wanted_;
  }
  if (watch_wanted) Watch();
}

void PlayProxy::Passage::Watch() {
  std::shared_ptr<Upstream> watch;
  v1::Hello hello;
  {
    MutexLock lock(mutex_);
    watch_wanted_ = engaged_;
    const bool possible = !engaged_ && !closed_ && hello_.has_value();
    if (!possible || watch_ != nullptr) return;
    watch = watch_ = std::make_shared<Upstream>(shared_from_this(), nullptr);
    hello = *hello_;
  }
  watch->Start(Introduce(hello));
}

void PlayProxy::Passage::OnWatchOver(const Upstream* watch) {
  {
    MutexLock lock(mutex_);
    if (watch_.get() != watch) return;
    watch_.reset();
  }
  RunAfterAlarm(kWatchAgain, [weak = weak_from_this()] {
    if (const auto passage = weak.lock()) passage->Watch();
  });
}

void PlayProxy::Passage::Close() {
  {
    MutexLock lock(listener_mutex_);
    listener_ = nullptr;
  }
  std::shared_ptr<Upstream> watch;
  {
    MutexLock lock(mutex_);
    closed_ = true;
    watch = std::exchange(watch_, nullptr);
  }
  if (watch != nullptr) std::exchange(watch, nullptr)->Close();
  presence_.reset();
  gone_.wait();
}

// ---- The service ----

PlayProxy::PlayProxy(const ProxiedSession& session, PlayListener& listener)
    : passage_(std::make_shared<Passage>(session, listener)),
      listener_(listener) {}

absl::StatusOr<std::unique_ptr<PlayProxy>> PlayProxy::Open(
    const std::string& socket, const ProxiedSession& session,
    PlayListener& listener) {
  std::unique_ptr<PlayProxy> proxy(new PlayProxy(session, listener));
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
          proxy->passage_->budget()));
  return proxy;
}

PlayProxy::~PlayProxy() {
  turnstile_.reset();
  if (server_ != nullptr) {
    server_->Shutdown(absl::ToChronoTime(absl::Now() + kCloseTime));
    server_->Wait();
  }
  passage_->Close();
}

grpc::ServerBidiReactor<v1::PlayRequest, v1::PlayResponse>* PlayProxy::Play(
    grpc::CallbackServerContext* context) {
  const auto stream =
      std::make_shared<Downstream>(passage_, listener_, *context);
  stream->Start();
  return stream.get();
}

bool PlayProxy::connected() const { return passage_->connected(); }

}  // namespace arena::runner
