#include "referee/runner/play_proxy.h"

#include <sys/stat.h>

#include <atomic>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "arena/core/mutex.h"
#include "arena/mischief/mischief.h"
#include "referee/base/grpc_status.h"
#include "referee/base/write_queue.h"
#include "referee/runner/referee_call.h"

namespace arena::runner {
namespace {

// What may wait for a side that does not read: the referee's own bound.
constexpr size_t kMostUnread = 10'000;
constexpr size_t kMostUnsent = 1'000;
// How long the streams of a process that is ended may take.
constexpr absl::Duration kCloseTime = absl::Seconds(1);

}  // namespace

// ---- What streams share ----

// Thread-safe.
class PlayProxy::Passage {
 public:
  explicit Passage(ProxiedSession session)
      : session_(std::move(session)),
        stub_(v1::PlayService::NewStub(session_.referee)),
        mischief_(session_.rehearses
                      ? mischief::MakeRehearsal()
                      : std::make_unique<mischief::Mischief>()) {}

  const std::string& token() const { return session_.token; }
  const v1::Resources& resources() const { return session_.resources; }
  v1::PlayService::Stub& stub() const { return *stub_; }

  // False if another stream of the process is open.
  bool Take() {
    MutexLock lock(mutex_);
    return !std::exchange(taken_, true);
  }
  void GiveBack() {
    MutexLock lock(mutex_);
    taken_ = false;
  }
  bool connected() const {
    MutexLock lock(mutex_);
    return connected_ > 0 || broken_on_purpose_;
  }
  // A stream to the referee that was welcomed is over. The next one may have
  // been welcomed before.
  void NoteEnd() {
    MutexLock lock(mutex_);
    --connected_;
  }

  // What the referee hears instead of this hello.
  v1::Hello Introduce(const v1::Hello& hello) const {
    v1::Hello introduced;
    introduced.set_name(session_.bot);
    introduced.set_instance(session_.process_id);
    introduced.set_version(session_.version);
    introduced.set_language(hello.language());
    introduced.set_max_matches(1);
    introduced.set_one_match(!session_.several_matches);
    for (const int capability : hello.capabilities()) {
      if (capability == v1::CAPABILITY_REDIRECT) continue;
      introduced.add_capabilities(static_cast<v1::Capability>(capability));
    }
    *introduced.mutable_plays() = hello.plays();
    MutexLock lock(mutex_);
    introduced.set_resume_token(session_token_);
    return introduced;
  }
  // Keeps the token of the session; the process gets a useless one.
  void TakeWelcome(v1::Welcome& welcome) {
    MutexLock lock(mutex_);
    ++connected_;
    broken_on_purpose_ = false;
    session_token_ = welcome.session_token();
    welcome.set_session_token(session_.process_id);
  }
  mischief::ToBot Pass(const v1::PlayResponse& response) {
    MutexLock lock(mutex_);
    mischief::ToBot passage = mischief_->OnResponse(response);
    broken_on_purpose_ |= passage.then_end.has_value();
    return passage;
  }
  mischief::ToReferee Pass(const v1::PlayRequest& request) {
    MutexLock lock(mutex_);
    mischief::ToReferee passage = mischief_->OnRequest(request);
    broken_on_purpose_ |= passage.then_end.has_value();
    return passage;
  }

 private:
  const ProxiedSession session_;
  const std::unique_ptr<v1::PlayService::Stub> stub_;
  mutable Mutex mutex_;
  const std::unique_ptr<mischief::Mischief> mischief_ ABSL_PT_GUARDED_BY(mutex_);
  std::string session_token_ ABSL_GUARDED_BY(mutex_);
  bool taken_ ABSL_GUARDED_BY(mutex_) = false;
  int connected_ ABSL_GUARDED_BY(mutex_) = 0;
  bool broken_on_purpose_ ABSL_GUARDED_BY(mutex_) = false;
};

// ---- The stream to the referee ----

// Lives until gRPC is done with it. Each of the two streams keeps the other one
// alive until it is over.
class PlayProxy::Upstream final
    : public grpc::ClientBidiReactor<v1::PlayRequest, v1::PlayResponse>,
      public referee::WriteQueue<v1::PlayRequest>,
      public std::enable_shared_from_this<Upstream> {
 public:
  Upstream(std::shared_ptr<Passage> passage,
           std::shared_ptr<Downstream> downstream)
      : WriteQueue(kMostUnsent, "the referee"),
        passage_(std::move(passage)),
        downstream_(std::move(downstream)) {}

  void Start(const v1::Hello& hello) {
    self_ = shared_from_this();
    context_.AddMetadata(
        "authorization", absl::StrCat("Bearer ", passage_->token()));
    passage_->stub().async()->Play(&context_, this);
    // gRPC must not be done before the writes from other threads are.
    AddHold();
    v1::PlayRequest request;
    *request.mutable_hello() = hello;
    Send(std::move(request));
    StartRead(&response_);
    StartCall();
  }
  void Send(v1::PlayRequest request) { Push(std::move(request)); }
  // Nobody listens any more.
  void Close() { End(absl::CancelledError("the process is gone"), true); }

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

  const std::shared_ptr<Passage> passage_;
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
    Push(std::move(response));
    Unhold();
  }
  void Close(const absl::Status& status) { End(status); }

  void OnReadDone(bool ok) override {
    if (!ok) return End(absl::OkStatus());
    if (upstream_ == nullptr) {
      if (!request_.has_hello()) {
        return End(absl::InvalidArgumentError(
            "the first request of a stream must be hello"));
      }
      listener_.OnHello();
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
    return Close();
  }
  if (response_.has_ping()) {
    v1::PlayRequest answer;
    answer.mutable_pong()->set_nonce(response_.ping().nonce());
    Send(std::move(answer));
  } else {
    if (response_.has_welcome()) {
      passage_->TakeWelcome(*response_.mutable_welcome());
      welcomed_ = true;
    } else if (response_.has_match_start()) {
      *response_.mutable_match_start()->mutable_resources() =
          passage_->resources();
    }
    mischief::ToBot passage = passage_->Pass(response_);
    for (v1::PlayResponse& told : passage.told) {
      downstream_->Send(std::move(told));
    }
    if (passage.then_end.has_value()) {
      downstream_->Close(referee::FromGrpc(*passage.then_end));
    }
  }
  response_.Clear();
  StartRead(&response_);
}

void PlayProxy::Upstream::OnDone(const grpc::Status& status) {
  Abandon();
  if (welcomed_) passage_->NoteEnd();
  downstream_->Close(referee::FromGrpc(status));
  downstream_.reset();
  self_.reset();
}

// ---- The service ----

PlayProxy::PlayProxy(ProxiedSession session, PlayListener& listener)
    : passage_(std::make_shared<Passage>(std::move(session))),
      listener_(listener) {}

absl::StatusOr<std::unique_ptr<PlayProxy>> PlayProxy::Open(
    const std::string& socket, ProxiedSession session,
    PlayListener& listener) {
  std::unique_ptr<PlayProxy> proxy(
      new PlayProxy(std::move(session), listener));
  grpc::ServerBuilder builder;
  builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
  builder.AddChannelArgument(GRPC_ARG_HTTP2_BDP_PROBE, 0);
  builder.AddListeningPort(absl::StrCat("unix:", socket),
                           grpc::InsecureServerCredentials());
  builder.RegisterService(proxy.get());
  proxy->server_ = builder.BuildAndStart();
  if (proxy->server_ == nullptr) {
    return absl::UnavailableError(
        absl::StrCat("cannot listen on the socket ", socket));
  }
  // The process is another user.
  chmod(socket.c_str(), 0666);
  return proxy;
}

PlayProxy::~PlayProxy() {
  if (server_ == nullptr) return;
  server_->Shutdown(absl::ToChronoTime(absl::Now() + kCloseTime));
  server_->Wait();
}

grpc::ServerBidiReactor<v1::PlayRequest, v1::PlayResponse>* PlayProxy::Play(
    grpc::CallbackServerContext* context) {
  const auto stream = std::make_shared<Downstream>(passage_, listener_, *context);
  stream->Start();
  return stream.get();
}

bool PlayProxy::connected() const { return passage_->connected(); }

}  // namespace arena::runner
