#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "referee/services/services.h"
#include "referee/sessions/outbox.h"

namespace arena::referee {
namespace {

// The objects that the streams of bots need.
struct Parts {
  MatchPipeline& host;
  const Executor& clock;
  Metrics& metrics;
  SessionLimits limits;
  SilentStreams& silent;
};

// The common part of both kinds of streams: the outbox and the session.
class BotStream : public Outbox, public CallStream {
 public:
  BotStream(const Parts& parts, std::shared_ptr<Call> call)
      : Outbox(parts.limits.max_unread_responses),
        parts_(parts),
        call_(std::move(call)) {}

  void OnRevoked(const absl::Status& why) override {
    Outbox::Send(FatalError(v1::ERROR_REASON_TOKEN_REVOKED, why));
    Close(why);
  }
  void OnWritten(bool ok) override { WriteDone(ok); }
  void OnCancel() override { Close(absl::CancelledError("cancelled")); }
  void OnDone() override {
    Abandon();
    // Session and stream point to each other. That ends here, even if the host
    // no longer listens. A host that has heard of the end hears nothing new.
    if (session_ != nullptr) {
      parts_.host.OnStreamOver(std::move(session_), Self());
    }
  }

 protected:
  // Presents the bot to the host, then calls `opened`, or ends the stream. The
  // stream is held meanwhile: the referee must neither keep a session for a bot
  // that hangs up at once, nor read from it. If the stream has ended before its
  // hello is handled, the host never hears of the bot.
  void Open(const v1::Hello& hello, std::function<void()> opened) {
    if (!Hold()) return;
    parts_.host.Open(hello, call_->caller(), Self(),
                     [self = Self(), opened = std::move(opened)](
                         absl::StatusOr<std::shared_ptr<Session>> session) {
                       if (session.ok()) {
                         self->TakeSession(*std::move(session));
                         opened();
                       } else {
                         self->Close(session.status());
                       }
                       self->Unhold();
                     });
  }

  const Parts parts_;
  const std::shared_ptr<Call> call_;
  std::shared_ptr<Session> session_;

 private:
  std::shared_ptr<BotStream> Self() {
    return std::static_pointer_cast<BotStream>(shared_from_this());
  }
  void TakeSession(std::shared_ptr<Session> session) {
    set_on_late_prompt(
        [session, &clock = parts_.clock](const v1::Prompt& prompt) {
          session->ReportLatePrompt(prompt, clock.Now());
        });
    session_ = std::move(session);
  }
  // The host hears of the end before the bot does, because the bot may come
  // back at once under its name. If the bot is gone, its last messages are
  // still to be read.
  void FinishStream(const absl::Status& status) override {
    if (session_ != nullptr && !absl::IsCancelled(status)) {
      parts_.host.OnStreamOver(session_, Self());
    }
    call_->Finish(status);
  }
  void CancelStream() override { call_->Cancel(); }
};

// A bot on a bidirectional stream. Reads only when the last request has been
// taken, so that a hello is answered before anything else.
class PlayStream final : public BotStream {
 public:
  using BotStream::BotStream;

  // Waits for the hello, but neither for ever nor together with too many
  // others.
  void Begin() override {
    absl::StatusOr<SilentStreams::PlacePtr> place = parts_.silent.Enter(
        call_->peer(), [stream = weak_from_this()](const absl::Status& status) {
          const auto open = std::static_pointer_cast<PlayStream>(stream.lock());
          if (open != nullptr) open->Close(status);
        });
    if (!place.ok()) return Close(place.status());
    silent_ = *std::move(place);
    if (!closing()) call_->Read();
  }
  void OnMessage(grpc::ByteBuffer message) override {
    const absl::Time now = parts_.clock.Now();
    silent_.reset();
    parts_.metrics.CountRequest();
    v1::PlayRequest request;
    if (!Unpack(std::move(message), request)) {
      return Close(absl::InvalidArgumentError(
          "the bytes of a request are no PlayRequest"));
    }
    if (session_ != nullptr) {
      session_->Receive(std::move(request), now);
      // Reading does not wait until the answers are written, although gRPC
      // would poll once less: otherwise a bot that does not read would not be
      // heard.
      if (!closing()) call_->Read();
      return;
    }
    if (!request.has_hello()) {
      return Close(absl::InvalidArgumentError(
          "the first request of a stream must be hello"));
    }
    Open(request.hello(), [this] { call_->Read(); });
  }
  void OnNoMore() override {
    silent_.reset();
    Close(absl::OkStatus());
  }
  void OnDone() override {
    silent_.reset();
    BotStream::OnDone();
  }

 private:
  void StartWriting(const Response& message) override {
    call_->Write(Packed(*message));
  }

  // Held until the first message comes.
  SilentStreams::PlacePtr silent_;
};

// A bot on a server stream; its requests come as unary calls.
class ReceiveStream final : public BotStream {
 public:
  ReceiveStream(const Parts& parts, std::shared_ptr<Call> call, v1::Hello hello)
      : BotStream(parts, std::move(call)), hello_(std::move(hello)) {}

  void Begin() override {
    Open(hello_, [] {});
  }

 private:
  void StartWriting(const Response& message) override {
    v1::ReceiveResponse response;
    *response.mutable_response() = *message;
    call_->Write(Packed(response));
  }

  const v1::Hello hello_;
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

// Gives a request of a bot to its session.
void Submit(Access& access, const Parts& parts, const Call& call,
            const v1::SubmitRequest& request,
            const Reply<v1::SubmitResponse>& reply) {
  const absl::Time received = parts.clock.Now();
  parts.metrics.CountRequest();
  if (request.request().has_hello()) {
    return reply(absl::FailedPreconditionError(
        "a hello goes through Receive; send ready, act, ping, pong or leave"));
  }
  parts.host.FindSession(
      request.session_token(),
      [&access, reply, received, caller = call.caller(), peer = call.peer(),
       play = request.request()](
          absl::StatusOr<std::shared_ptr<Session>> session) mutable {
        const absl::Status status = CheckSession(caller, session);
        if (!status.ok()) return reply(access.Refuse(caller, peer, status));
        (*session)->Receive(std::move(play), received);
        reply(v1::SubmitResponse());
      });
}

}  // namespace

std::vector<Method> PlayMethods(Access& access, MatchPipeline& host,
                                const Executor& clock, Metrics& metrics,
                                const SessionLimits& limits,
                                SilentStreams& silent) {
  const Parts parts = {host, clock, metrics, limits, silent};
  return {
      BidiStream("PlayService.Play", kBots,
                 [parts](const std::shared_ptr<Call>& call) {
                   return std::make_shared<PlayStream>(parts, call);
                 }),
      ServerStream<v1::ReceiveRequest>(
          "PlayService.Receive", kBots,
          [parts](const std::shared_ptr<Call>& call,
                  const v1::ReceiveRequest& request) {
            return std::make_shared<ReceiveStream>(parts, call,
                                                   request.hello());
          }),
      // A bot without bidirectional streams makes this call for every decision;
      // its session counts the calls.
      Unary("PlayService.Submit", kBots.Uncounted(),
            [&access, parts](const Call& call, const v1::SubmitRequest& request,
                             const Reply<v1::SubmitResponse>& reply) {
              Submit(access, parts, call, request, reply);
            })};
}

}  // namespace arena::referee
