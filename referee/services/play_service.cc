#include "referee/services/play_service.h"

#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/rpc/grpc_status.h"
#include "referee/sessions/outbox.h"

namespace arena::referee {
namespace {

// What the two kinds of streams have in common: the outbox and the session.
class Stream : public Outbox, public CountedStream<Stream> {
 public:
  Stream(MatchHost& host, const Executor& clock, const SessionLimits& limits)
      : Outbox(limits.max_unread_responses), host_(host), clock_(clock) {}

  // Counts the stream among those of the caller and calls `begin`; or ends it
  // if the caller may not open it.
  void Serve(Access& access, absl::string_view method,
             const CallContext& context, std::function<void()> begin) {
    // Held, so that it does not end while the access may still begin it.
    if (!Hold()) return;
    Enter(
        access, method, context,
        [this, begin = std::move(begin)](const absl::StatusOr<Caller>& caller) {
          if (caller.ok()) caller_ = *caller;
          caller.ok() ? begin() : Close(caller.status());
          Unhold();
        });
  }
  // The token of the caller is no longer valid.
  void Revoke(const absl::Status& status) {
    Send(FatalError(v1::ERROR_REASON_TOKEN_REVOKED, status));
    Close(status);
  }

 protected:
  // The host hears of the end before the bot, which may come back at once under
  // its name. Where the bot is gone, what it said last is still to be read.
  void TellEnd(const absl::Status& status) {
    if (session_ == nullptr || absl::IsCancelled(status)) return;
    host_.OnStreamOver(session_, shared_from_this());
  }
  void Release() {
    Abandon();
    // Session and stream point to each other. That ends here, even if the host
    // no longer listens. If it has heard of the end, it hears nothing new.
    if (session_ != nullptr) {
      host_.OnStreamOver(std::move(session_), shared_from_this());
    }
    Leave();
  }

  // Presents the bot to the host, then calls `opened`, or ends the stream. The
  // stream is held meanwhile: a bot that hangs up at once must neither be
  // forgotten with a session nor be read from. If it hung up so early that its
  // hello comes after the end of the stream, the host never hears of it.
  void Open(const v1::Hello& hello, std::function<void()> opened) {
    if (!Hold()) return;
    host_.Open(hello, caller_, shared_from_this(),
               [self = shared_from_this(), opened = std::move(opened)](
                   absl::StatusOr<std::shared_ptr<Session>> session) {
                 if (session.ok()) {
                   self->Begin(*std::move(session));
                   opened();
                 } else {
                   self->Close(session.status());
                 }
                 self->Unhold();
               });
  }

  MatchHost& host_;
  const Executor& clock_;
  std::shared_ptr<Session> session_;

 private:
  void Begin(std::shared_ptr<Session> session) {
    set_on_late_prompt([session, &clock = clock_](const v1::Prompt& prompt) {
      session->ReportLatePrompt(prompt, clock.Now());
    });
    session_ = std::move(session);
  }

  Caller caller_;
};

// One bot on a bidirectional stream. Reads only when the last request has
// been taken, so that a hello is answered before anything else.
class PlayReactor final
    : public Stream,
      public grpc::ServerBidiReactor<v1::PlayRequest, v1::PlayResponse> {
 public:
  PlayReactor(MatchHost& host, const Executor& clock, Metrics& metrics,
              const SessionLimits& limits, CallContext& context)
      : Stream(host, clock, limits), metrics_(metrics), context_(context) {}

  // It has come; what becomes of it is not known yet.
  void Arrive(SilentStreams& streams, const Peer& peer) {
    visit_ = streams.Arrive(peer);
  }
  // Waits for the hello, but neither for ever nor with too many others.
  void Start(SilentStreams& streams, const Peer& peer) {
    absl::StatusOr<SilentStreams::PlacePtr> place = streams.Enter(
        peer, [stream = weak_from_this()](const absl::Status& status) {
          if (const auto open = stream.lock()) open->Close(status);
        });
    if (!place.ok()) return Close(place.status());
    silent_ = *std::move(place);
    StartRead(&request_);
  }

  void OnReadDone(bool ok) override {
    const absl::Time now = clock_.Now();
    silent_.reset();
    if (!ok) return Close(absl::OkStatus());
    NoteMessage();
    metrics_.CountRequest();
    if (session_ != nullptr) {
      session_->Receive(std::move(request_), now);
      request_.Clear();
      // Reading does not wait until the answers are written, though gRPC would
      // poll once less: a bot that does not read would not be heard.
      if (!closing()) StartRead(&request_);
      return;
    }
    if (!request_.has_hello()) {
      return Close(absl::InvalidArgumentError(
          "the first request of a stream must be hello"));
    }
    v1::Hello hello;
    hello.Swap(request_.mutable_hello());
    request_.Clear();
    Open(hello, [this] { StartRead(&request_); });
  }
  void OnWriteDone(bool ok) override { WriteDone(ok); }
  void OnCancel() override { Close(absl::CancelledError("cancelled")); }
  void OnDone() override {
    silent_.reset();
    visit_.reset();
    Release();
  }

 private:
  void StartWriting(const Response& message) override { StartWrite(&*message); }
  void FinishStream(const absl::Status& status) override {
    TellEnd(status);
    Finish(ToGrpc(status));
  }

  void CancelStream() override { context_.TryCancel(); }

  Metrics& metrics_;
  CallContext& context_;
  v1::PlayRequest request_;
  std::unique_ptr<SilentStreams::Visit> visit_;
  // Held until something comes.
  SilentStreams::PlacePtr silent_;
};

// One bot on a server stream; its requests come as unary calls.
class ReceiveReactor final
    : public Stream,
      public grpc::ServerWriteReactor<v1::ReceiveResponse> {
 public:
  ReceiveReactor(MatchHost& host, const Executor& clock,
                 const SessionLimits& limits, CallContext& context)
      : Stream(host, clock, limits), context_(context) {}

  void Start(const v1::Hello& hello) {
    Open(hello, [] {});
  }
  void OnWriteDone(bool ok) override { WriteDone(ok); }
  void OnCancel() override { Close(absl::CancelledError("cancelled")); }
  void OnDone() override { Release(); }

 private:
  void StartWriting(const Response& message) override {
    *response_.mutable_response() = *message;
    StartWrite(&response_);
  }
  void FinishStream(const absl::Status& status) override {
    TellEnd(status);
    Finish(ToGrpc(status));
  }

  void CancelStream() override { context_.TryCancel(); }

  CallContext& context_;
  v1::ReceiveResponse response_;
};

absl::Status CheckSession(
    const Caller& caller,
    const absl::StatusOr<std::shared_ptr<Session>>& session) {
  ARENA_RETURN_IF_ERROR(session.status());
  if (caller.role != v1::ROLE_BOT || caller.owner == (*session)->name()) {
    return absl::OkStatus();
  }
  return absl::PermissionDeniedError(absl::StrCat(
      "the session does not belong to the bot \"", caller.owner, "\""));
}

}  // namespace

PlayService::PlayService(Access& access, MatchHost& host,
                         Executor& match_executor, Metrics& metrics,
                         const SessionLimits& limits, const PeerLimits& peers,
                         std::function<void(const std::string& connection)> cut)
    : access_(access),
      host_(host),
      clock_(match_executor),
      metrics_(metrics),
      limits_(limits),
      silent_(match_executor, peers, std::move(cut)) {}
PlayService::~PlayService() = default;

grpc::ServerBidiReactor<v1::PlayRequest, v1::PlayResponse>* PlayService::Play(
    CallContext* context) {
  const auto stream =
      std::make_shared<PlayReactor>(host_, clock_, metrics_, limits_, *context);
  const Peer peer = PeerOf(access_, *context);
  stream->Arrive(silent_, peer);
  stream->Serve(access_, "PlayService.Play", *context,
                [this, stream = stream.get(), peer] {
                  stream->Start(silent_, peer);
                });
  return stream.get();
}

grpc::ServerWriteReactor<v1::ReceiveResponse>* PlayService::Receive(
    CallContext* context, const v1::ReceiveRequest* request) {
  const auto stream =
      std::make_shared<ReceiveReactor>(host_, clock_, limits_, *context);
  stream->Serve(access_, "PlayService.Receive", *context,
                [stream = stream.get(), hello = request->hello()] {
                  stream->Start(hello);
                });
  return stream.get();
}

UnaryCall* PlayService::Submit(CallContext* context,
                               const v1::SubmitRequest* request,
                               v1::SubmitResponse* response) {
  const absl::Time received = clock_.Now();
  return ServeUnary(
      access_, "PlayService.Submit", context, response,
      [=, this](const Caller& caller, const auto& reply) {
        metrics_.CountRequest();
        if (request->request().has_hello()) {
          return reply(absl::FailedPreconditionError(
              "a hello goes through Receive; send ready, act, ping, pong or "
              "leave"));
        }
        host_.FindSession(
            request->session_token(),
            [this, reply, received, caller, peer = PeerOf(access_, *context),
             play = request->request()](
                absl::StatusOr<std::shared_ptr<Session>> session) mutable {
              const absl::Status status = CheckSession(caller, session);
              if (!status.ok()) {
                return reply(access_.Refuse(caller, peer, status));
              }
              (*session)->Receive(std::move(play), received);
              reply(v1::SubmitResponse());
            });
      });
}

}  // namespace arena::referee
