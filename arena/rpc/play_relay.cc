#include "arena/rpc/play_relay.h"

#include <atomic>
#include <utility>

namespace arena {
namespace {

// The most messages that wait for a side that does not read: the referee's own
// bound.
constexpr size_t kMostUnread = 10'000;
constexpr size_t kMostUnsent = 1'000;

}  // namespace

RelayedReferee::RelayedReferee(std::shared_ptr<grpc::Channel> channel)
    : stub_(v1::PlayService::NewStub(std::move(channel))) {
  const auto say_gone = std::make_shared<std::promise<void>>();
  gone_ = say_gone->get_future();
  presence_ = {nullptr, [say_gone](void*) { say_gone->set_value(); }};
}

RelayedReferee::~RelayedReferee() {
  presence_.reset();
  gone_.wait();
}

// ---- The stream to the referee ----

class PlayRelay::RefereeStream final
    : public grpc::ClientBidiReactor<v1::PlayRequest, v1::PlayResponse>,
      public WriteQueue<v1::PlayRequest> {
 public:
  using WriteQueue::End;
  using WriteQueue::Push;

  explicit RefereeStream(PlayRelay& relay)
      : WriteQueue(kMostUnsent, "the referee"), relay_(relay) {}

  void Start(const std::string& authorization) {
    self_ = relay_.shared_from_this();
    if (!authorization.empty()) {
      context_.AddMetadata("authorization", authorization);
    }
    relay_.referee_.stub_->async()->Play(&context_, this);
    // gRPC must not be done before the writes from other threads are.
    AddHold();
    StartRead(&response_);
    StartCall();
  }
  // Does not wait for a referee that does not read. Before Start it prevents
  // the stream.
  void Close() { context_.TryCancel(); }

  void OnReadDone(bool ok) override {
    if (!ok) {
      over_ = true;
      return End(absl::CancelledError("the referee has ended it"), true);
    }
    relay_.OnResponse(response_);
    response_.Clear();
    StartRead(&response_);
  }
  void OnWriteDone(bool ok) override { WriteDone(ok); }
  void OnDone(const grpc::Status& status) override {
    Abandon();
    relay_.OnRefereeEnd();
    relay_.WriteQueue<v1::PlayResponse>::End(FromGrpc(status));
    self_.reset();
  }

 private:
  void StartWriting(const v1::PlayRequest& request) override {
    StartWrite(&request);
  }
  void FinishStream(const absl::Status& status) override {
    if (status.ok()) StartWritesDone();
    // A stream that is over must still report the referee's status.
    if (!status.ok() && !over_) context_.TryCancel();
    RemoveHold();
  }
  void CancelStream() override { context_.TryCancel(); }

  PlayRelay& relay_;
  std::shared_ptr<PlayRelay> self_;
  grpc::ClientContext context_;
  v1::PlayResponse response_;
  std::atomic<bool> over_ = false;
};

// ---- The stream of the bot ----

PlayRelay::PlayRelay(RelayedReferee& referee)
    : WriteQueue(kMostUnread, "the bot"),
      referee_(referee),
      presence_(referee.presence_),
      referee_stream_(std::make_unique<RefereeStream>(*this)) {}

PlayRelay::~PlayRelay() = default;

void PlayRelay::Serve() {
  self_ = shared_from_this();
  if (!closing()) StartRead(&request_);
}

void PlayRelay::Dial(const std::string& authorization) {
  dialed_ = true;
  referee_stream_->Start(authorization);
}

void PlayRelay::ToReferee(v1::PlayRequest request) {
  referee_stream_->Push(std::move(request));
}

void PlayRelay::ToBot(v1::PlayResponse response) {
  if (!Hold()) return;
  OnTold(response);
  Push(std::move(response));
  Unhold();
}

void PlayRelay::End(const absl::Status& status) {
  if (!Hold()) return;
  WriteQueue::End(status);
  referee_stream_->Close();
  Unhold();
}

void PlayRelay::OnReadDone(bool ok) {
  if (!ok) {
    // The referee still gets all messages, and its status ends the bot's
    // stream.
    if (dialed_) return referee_stream_->End(absl::OkStatus());
    return WriteQueue::End(absl::OkStatus());
  }
  OnRequest(request_);
  request_.Clear();
  if (!closing()) StartRead(&request_);
}

void PlayRelay::FinishStream(const absl::Status& status) {
  OnBotEnd();
  Finish(ToGrpc(status));
}

void PlayRelay::OnDone() {
  Abandon();
  referee_stream_->Close();
  self_.reset();
}

}  // namespace arena
