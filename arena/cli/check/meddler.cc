#include "arena/cli/check/meddler.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"

namespace arena::check {

class Meddler::Stream final : public PlayRelay {
 public:
  Stream(Meddler& meddler, int number)
      : PlayRelay(meddler.referee_), meddler_(meddler), number_(number) {}

 private:
  void OnRequest(v1::PlayRequest& request) override {
    mischief::ToReferee passage;
    {
      MutexLock lock(meddler_.mutex_);
      meddler_.transcript_->Add(number_, request);
      passage = meddler_.mischief_->OnRequest(request);
    }
    if (passage.told) ToReferee(std::move(request));
    if (passage.then_end.has_value()) End(*passage.then_end);
  }
  void OnResponse(v1::PlayResponse& response) override {
    mischief::ToBot passage;
    {
      MutexLock lock(meddler_.mutex_);
      passage = meddler_.mischief_->OnResponse(response);
      for (const v1::PlayResponse& told : passage.told) {
        meddler_.transcript_->Add(number_, told);
      }
    }
    for (v1::PlayResponse& told : passage.told) ToBot(std::move(told));
    if (passage.then_end.has_value()) End(*passage.then_end);
  }

  Meddler& meddler_;
  const int number_;
};

Meddler::Meddler(std::shared_ptr<grpc::Channel> referee)
    : referee_(std::move(referee)) {
  Begin(std::make_unique<mischief::Mischief>());
}

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
  // The time that streams may take to end.
  server_->Shutdown(absl::ToChronoTime(absl::Now() + absl::Seconds(1)));
  server_->Wait();
}

void Meddler::Begin(std::unique_ptr<mischief::Mischief> mischief) {
  MutexLock lock(mutex_);
  mischief_ = std::move(mischief);
  transcript_ = std::make_shared<Transcript>();
}

std::shared_ptr<const Transcript> Meddler::transcript() const {
  MutexLock lock(mutex_);
  return transcript_;
}

PlayRelay* Meddler::Play(grpc::CallbackServerContext* context) {
  const auto token = context->client_metadata().find("authorization");
  const auto stream = std::make_shared<Stream>(*this, ++streams_);
  stream->Dial(token == context->client_metadata().end()
                   ? ""
                   : std::string(token->second.data(), token->second.size()));
  stream->Serve();
  return stream.get();
}

}  // namespace arena::check
