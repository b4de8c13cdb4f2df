// The fake's side of the wire, on the sync API.
#include "tests/sdk_cpp/fake_referee.h"

#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server_builder.h>

#include <chrono>
#include <utility>

namespace pentathlon {

v1::PlayRequest FakeStream::Receive() {
  v1::PlayRequest request;
  if (!wire_.Read(&request)) request.Clear();
  return request;
}

void FakeStream::End(const grpc::Status& status) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!ended_.has_value()) ended_ = status;
  ended_signal_.notify_all();
}

void FakeStream::Fail(v1::ErrorReason reason, const std::string& message,
                      grpc::StatusCode code) {
  v1::PlayResponse response;
  response.mutable_error()->set_reason(reason);
  response.mutable_error()->set_message(message);
  response.mutable_error()->set_fatal(true);
  Send(response);
  End({code, message});
}

std::string FakeStream::Metadata(const std::string& key) const {
  const auto& metadata = context_.client_metadata();
  const auto found = metadata.find(key);
  if (found == metadata.end()) return "";
  return std::string(found->second.data(), found->second.size());
}

v1::Hello FakeStream::Welcome(const std::string& session_token, bool resumed) {
  v1::Hello hello = Receive().hello();
  v1::PlayResponse response;
  response.mutable_welcome()->set_session_token(session_token);
  response.mutable_welcome()->set_resumed(resumed);
  Send(response);
  return hello;
}

void FakeStream::SendStart(const std::string& match_id, uint32_t seat,
                           bool resumed) {
  v1::PlayResponse response;
  v1::MatchStart& start = *response.mutable_match_start();
  start.set_match_id(match_id);
  start.set_seat(seat);
  start.set_game("octrix");
  start.set_resumed(resumed);
  Send(response);
}

v1::Ready FakeStream::Start(const std::string& match_id, uint32_t seat,
                            bool resumed) {
  SendStart(match_id, seat, resumed);
  return Receive().ready();
}

void FakeStream::SendPrompt(const std::string& match_id, uint32_t decision,
                            bool announcements, v1::DecisionKind kind) {
  v1::PlayResponse response;
  v1::Prompt& prompt = *response.mutable_prompt();
  prompt.set_match_id(match_id);
  prompt.set_decision(decision);
  prompt.set_kind(kind);
  if (kind == v1::DECISION_KIND_MUST) {
    prompt.add_actions()->set_id(10);
    prompt.add_actions()->set_id(11);
  }
  if (announcements) prompt.add_announcements()->set_id(77);
  Send(response);
}

void FakeStream::SendEnd(const std::string& match_id) {
  v1::PlayResponse response;
  response.mutable_match_end()->set_match_id(match_id);
  Send(response);
}

void FakeStream::Redirect(const std::string& address) {
  v1::PlayResponse response;
  response.mutable_redirect()->set_address(address);
  response.mutable_redirect()->set_referee("other");
  Send(response);
  End({grpc::StatusCode::UNAVAILABLE, "the bot is wanted at referee other"});
}

v1::Pong FakeStream::Ping(uint32_t nonce) {
  v1::PlayResponse response;
  response.mutable_ping()->set_nonce(nonce);
  Send(response);
  return Receive().pong();
}

grpc::Status FakeStream::AwaitEnd() {
  std::unique_lock<std::mutex> lock(mutex_);
  ended_signal_.wait(lock, [this] { return ended_.has_value(); });
  return *ended_;
}

FakeReferee::FakeReferee(const std::string& address) {
  grpc::ServerBuilder builder;
  builder.AddListeningPort(address, grpc::InsecureServerCredentials());
  builder.RegisterService(this);
  server_ = builder.BuildAndStart();
}

FakeReferee::~FakeReferee() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    for (const auto& stream : streams_) {
      stream->End({grpc::StatusCode::UNAVAILABLE, "the referee stops"});
    }
  }
  server_->Shutdown(std::chrono::system_clock::now());
}

std::shared_ptr<FakeStream> FakeReferee::Accept() {
  std::unique_lock<std::mutex> lock(mutex_);
  connected_signal_.wait(lock, [this] { return !waiting_.empty(); });
  std::shared_ptr<FakeStream> stream = std::move(waiting_.front());
  waiting_.pop_front();
  return stream;
}

grpc::Status FakeReferee::Play(grpc::ServerContext* context,
                               FakeStream::Wire* wire) {
  auto stream = std::make_shared<FakeStream>(*context, *wire);
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    streams_.push_back(stream);
    waiting_.push_back(stream);
  }
  connected_signal_.notify_all();
  return stream->AwaitEnd();
}

}  // namespace pentathlon
