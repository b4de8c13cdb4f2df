#include "arena/cli/check/meddler.h"

#include <deque>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"

namespace arena::check {
namespace {

// How long streams may take to end.
constexpr absl::Duration kCloseTime = absl::Seconds(1);

constexpr char kAuthorization[] = "authorization";

}  // namespace

// Thread-safe.
class Meddler::Desk {
 public:
  explicit Desk(std::shared_ptr<grpc::Channel> referee)
      : stub_(v1::PlayService::NewStub(std::move(referee))) {}

  v1::PlayService::Stub& stub() const { return *stub_; }

  void Begin(std::unique_ptr<mischief::Mischief> mischief) {
    MutexLock lock(mutex_);
    mischief_ = std::move(mischief);
    transcript_ = std::make_shared<Transcript>();
  }
  std::shared_ptr<Transcript> transcript() {
    MutexLock lock(mutex_);
    return transcript_;
  }
  int NewStream() {
    MutexLock lock(mutex_);
    return ++streams_;
  }

  mischief::ToBot Pass(int stream, const v1::PlayResponse& response) {
    MutexLock lock(mutex_);
    mischief::ToBot passage = mischief_->OnResponse(response);
    for (const v1::PlayResponse& told : passage.told) {
      transcript_->Add(stream, told);
    }
    return passage;
  }
  mischief::ToReferee Pass(int stream, const v1::PlayRequest& request) {
    MutexLock lock(mutex_);
    transcript_->Add(stream, request);
    return mischief_->OnRequest(request);
  }

 private:
  const std::unique_ptr<v1::PlayService::Stub> stub_;
  Mutex mutex_;
  std::unique_ptr<mischief::Mischief> mischief_ ABSL_GUARDED_BY(mutex_) =
      std::make_unique<mischief::Mischief>();
  std::shared_ptr<Transcript> transcript_ ABSL_GUARDED_BY(mutex_) =
      std::make_shared<Transcript>();
  int streams_ ABSL_GUARDED_BY(mutex_) = 0;
};

// One stream of the bot, and that to the referee, which a thread reads. Lives
// until both are over.
class Meddler::Stream final
    : public grpc::ServerBidiReactor<v1::PlayRequest, v1::PlayResponse>,
      public std::enable_shared_from_this<Stream> {
 public:
  Stream(std::shared_ptr<Desk> desk, const grpc::CallbackServerContext& bot)
      : desk_(std::move(desk)), number_(desk_->NewStream()) {
    const auto token = bot.client_metadata().find(kAuthorization);
    if (token != bot.client_metadata().end()) {
      context_.AddMetadata(kAuthorization,
                           {token->second.data(), token->second.size()});
    }
    referee_ = desk_->stub().Play(&context_);
  }

  void Start() {
    self_ = shared_from_this();
    std::thread([self = shared_from_this()] { self->ReadReferee(); }).detach();
    StartRead(&request_);
  }

  void OnReadDone(bool ok) override {
    if (!ok) {
      referee_->WritesDone();
      return;
    }
    const mischief::ToReferee passage = desk_->Pass(number_, request_);
    if (passage.told) referee_->Write(request_);
    if (passage.then_end.has_value()) return End(*passage.then_end);
    request_.Clear();
    StartRead(&request_);
  }

  void OnWriteDone(bool ok) override {
    MutexLock lock(mutex_);
    if (!ok) waiting_.clear();
    if (!waiting_.empty()) waiting_.pop_front();
    WriteNext();
  }

  void OnCancel() override { End(grpc::Status::CANCELLED); }

  void OnDone() override {
    context_.TryCancel();
    self_.reset();
  }

 private:
  void ReadReferee() {
    v1::PlayResponse response;
    while (referee_->Read(&response)) {
      mischief::ToBot passage = desk_->Pass(number_, response);
      for (v1::PlayResponse& told : passage.told) Send(std::move(told));
      if (passage.then_end.has_value()) End(*passage.then_end);
    }
    End(referee_->Finish());
  }

  void Send(v1::PlayResponse response) {
    MutexLock lock(mutex_);
    if (ended_.has_value()) return;
    waiting_.push_back(std::move(response));
    if (waiting_.size() == 1) WriteNext();
  }

  // The first end counts; what was sent before goes out first.
  void End(const grpc::Status& status) {
    context_.TryCancel();
    MutexLock lock(mutex_);
    if (ended_.has_value()) return;
    ended_ = status;
    if (waiting_.empty()) Finish(status);
  }

  // Writes the first of those that wait, or finishes after the last.
  void WriteNext() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    if (!waiting_.empty()) {
      StartWrite(&waiting_.front());
    } else if (ended_.has_value()) {
      Finish(*ended_);
    }
  }

  const std::shared_ptr<Desk> desk_;
  const int number_;
  std::shared_ptr<Stream> self_;
  grpc::ClientContext context_;
  std::unique_ptr<grpc::ClientReaderWriter<v1::PlayRequest, v1::PlayResponse>>
      referee_;
  v1::PlayRequest request_;
  Mutex mutex_;
  std::deque<v1::PlayResponse> waiting_ ABSL_GUARDED_BY(mutex_);
  std::optional<grpc::Status> ended_ ABSL_GUARDED_BY(mutex_);
};

Meddler::Meddler(std::shared_ptr<grpc::Channel> referee)
    : desk_(std::make_shared<Desk>(std::move(referee))) {}

absl::StatusOr<std::unique_ptr<Meddler>> Meddler::Open(
    const std::string& socket, std::shared_ptr<grpc::Channel> referee) {
  std::unique_ptr<Meddler> meddler(new Meddler(std::move(referee)));
  grpc::ServerBuilder builder;
  builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
  builder.AddListeningPort(absl::StrCat("unix:", socket),
                           grpc::InsecureServerCredentials());
  builder.RegisterService(meddler.get());
  meddler->server_ = builder.BuildAndStart();
  if (meddler->server_ == nullptr) {
    return absl::UnavailableError(
        absl::StrCat("cannot listen on the socket ", socket));
  }
  return meddler;
}

Meddler::~Meddler() {
  if (server_ == nullptr) return;
  server_->Shutdown(absl::ToChronoTime(absl::Now() + kCloseTime));
  server_->Wait();
}

void Meddler::Begin(std::unique_ptr<mischief::Mischief> mischief) {
  desk_->Begin(std::move(mischief));
}

std::shared_ptr<const Transcript> Meddler::transcript() const {
  return desk_->transcript();
}

grpc::ServerBidiReactor<v1::PlayRequest, v1::PlayResponse>* Meddler::Play(
    grpc::CallbackServerContext* context) {
  const auto stream = std::make_shared<Stream>(desk_, *context);
  stream->Start();
  return stream.get();
}

}  // namespace arena::check
