#include "arena/bench/serial_bot.h"

#include <grpcpp/create_channel.h>

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "sdk/cpp/base/proxies.h"

namespace arena::bench {
namespace {

std::shared_ptr<grpc::Channel> OpenChannel(const std::string& address) {
  return grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(),
                                   pentathlon::ChannelArgumentsTo(address));
}

}  // namespace

SerialBot::SerialBot(const std::string& address, const std::string& name,
                     OnResponse on_response)
    : name_(name),
      on_response_(std::move(on_response)),
      stub_(v1::PlayService::NewStub(OpenChannel(address))),
      stream_(stub_->Play(&context_)) {
  v1::PlayRequest hello;
  hello.mutable_hello()->set_name(name);
  hello.mutable_hello()->add_plays()->set_game("octrix");
  stream_->Write(hello);
}

SerialBot::~SerialBot() {
  if (finished_) return;
  context_.TryCancel();
  Finish();
}

grpc::Status SerialBot::Finish() {
  finished_ = true;
  return stream_->Finish();
}

absl::StatusOr<std::vector<double>> SerialBot::Play(int decisions) {
  v1::PlayResponse response;
  while (static_cast<int>(latencies_.size()) < decisions) {
    if (!awaits_ack_ && !prompts_.empty()) {
      Act();
    } else if (stream_->Read(&response)) {
      Take(response);
    } else {
      return absl::UnavailableError(absl::StrCat(
          "the stream of the bot ", name_, " ended after ", latencies_.size(),
          " decisions: ", Finish().error_message()));
    }
  }
  return std::exchange(latencies_, {});
}

void SerialBot::Take(v1::PlayResponse& response) {
  if (response.has_act_ack() || response.prompt().has_ack()) {
    latencies_.push_back(absl::ToDoubleMicroseconds(absl::Now() - sent_));
    awaits_ack_ = false;
  }
  if (on_response_) on_response_(response);
  v1::PlayRequest request;
  if (response.has_match_start()) {
    request.mutable_ready()->set_match_id(response.match_start().match_id());
    request.mutable_ready()->set_seat(response.match_start().seat());
    stream_->Write(request);
  } else if (response.has_ping()) {
    request.mutable_pong()->set_nonce(response.ping().nonce());
    stream_->Write(request);
  } else if (response.prompt().kind() == v1::DECISION_KIND_MUST) {
    prompts_.push_back(std::move(*response.mutable_prompt()));
  }
}

void SerialBot::Act() {
  const v1::Prompt& prompt = prompts_.front();
  v1::PlayRequest request;
  v1::Act& act = *request.mutable_act();
  act.set_match_id(prompt.match_id());
  act.set_seat(prompt.seat());
  act.set_decision(prompt.decision());
  act.set_index(prompt.decision() %
                static_cast<uint32_t>(prompt.actions_size()));
  prompts_.pop_front();
  awaits_ack_ = true;
  sent_ = absl::Now();
  stream_->Write(request);
}

}  // namespace arena::bench
