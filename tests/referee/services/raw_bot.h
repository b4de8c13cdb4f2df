// A bot as a bare stream, for tests of behaviour that no SDK has.
#ifndef TESTS_REFEREE_SERVICES_RAW_BOT_H_
#define TESTS_REFEREE_SERVICES_RAW_BOT_H_

#include <grpcpp/grpcpp.h>

#include <memory>
#include <optional>
#include <string>

#include "tests/referee/services/referee_fixture.h"
#include "tests/testing/plays.h"

namespace arena::referee {

class RawBot {
 public:
  explicit RawBot(v1::PlayService::Stub& stub,
                  std::unique_ptr<grpc::ClientContext> context =
                      std::make_unique<grpc::ClientContext>())
      : context_(std::move(context)) {
    context_->set_deadline(std::chrono::system_clock::now() + kPatience);
    stream_ = stub.Play(context_.get());
  }
  // Says hello, too, and reads the welcome.
  RawBot(v1::PlayService::Stub& stub, const std::string& name,
         const std::string& token = "")
      : RawBot(stub) {
    SayHello(name, token);
  }
  ~RawBot() {
    if (finished_) return;
    context_->TryCancel();
    stream_->Finish();
  }

  void SendHello(const std::string& name, const std::string& token = "") {
    v1::PlayRequest request;
    v1::Hello& hello = *request.mutable_hello();
    hello.set_name(name);
    hello.set_max_matches(100);
    AddAllGames(hello);
    hello.set_resume_token(token);
    Send(request);
  }
  // Returns the first response; a default one if there is none.
  v1::PlayResponse SayHello(const std::string& name,
                            const std::string& token = "") {
    SendHello(name, token);
    const v1::PlayResponse first = Read().value_or(v1::PlayResponse());
    token_ = first.welcome().session_token();
    return first;
  }
  bool Send(const v1::PlayRequest& request) { return stream_->Write(request); }
  void HalfClose() { stream_->WritesDone(); }
  // Returns the next response; nullopt at the end of the stream.
  std::optional<v1::PlayResponse> Read() {
    v1::PlayResponse response;
    if (!stream_->Read(&response)) return std::nullopt;
    if (response.has_error()) error_ = response.error();
    return response;
  }
  // Reads until a message satisfies the predicate. Returns a default one if
  // none does.
  template <typename Predicate>
  v1::PlayResponse ReadUntil(Predicate predicate) {
    while (auto response = Read()) {
      if (predicate(*response)) return *response;
    }
    ADD_FAILURE() << "the stream ended: " << Finish().error_message();
    return {};
  }
  // Reads to the end of the stream.
  grpc::Status Finish() {
    while (Read().has_value()) {
    }
    finished_ = true;
    return stream_->Finish();
  }
  grpc::StatusCode EndCode() { return Finish().error_code(); }

  void GetReady(const v1::MatchStart& start) {
    v1::PlayRequest request;
    request.mutable_ready()->set_match_id(start.match_id());
    request.mutable_ready()->set_seat(start.seat());
    Send(request);
  }
  // Gets ready for the next match and returns the first prompt.
  v1::Prompt AwaitPrompt() {
    while (auto response = Read()) {
      if (response->has_match_start()) GetReady(response->match_start());
      if (response->prompt().kind() == v1::DECISION_KIND_MUST) {
        return response->prompt();
      }
    }
    ADD_FAILURE() << "no prompt: " << Finish().error_message();
    return {};
  }
  static v1::PlayRequest ActFor(const v1::Prompt& prompt, uint32_t index) {
    v1::PlayRequest request;
    v1::Act& act = *request.mutable_act();
    act.set_match_id(prompt.match_id());
    act.set_seat(prompt.seat());
    act.set_decision(prompt.decision());
    act.set_index(index);
    return request;
  }
  v1::ActAck AwaitAck() {
    return ReadUntil([](const auto& m) { return m.has_act_ack(); }).act_ack();
  }
  v1::ErrorReason AwaitError() {
    return ReadUntil([](const auto& m) { return m.has_error(); })
        .error()
        .reason();
  }
  // Plays, always the first action, until a match is over.
  v1::MatchEnd PlayToTheEnd() {
    while (auto response = Read()) {
      if (response->has_match_start()) GetReady(response->match_start());
      if (response->prompt().kind() == v1::DECISION_KIND_MUST) {
        Send(ActFor(response->prompt(), 0));
      }
      if (response->has_match_end()) return response->match_end();
    }
    ADD_FAILURE() << "no end: " << Finish().error_message();
    return {};
  }

  const std::string& token() const { return token_; }
  // The last error that the bot read.
  const v1::PlayError& error() const { return error_; }
  grpc::ClientContext& context() { return *context_; }

 private:
  std::unique_ptr<grpc::ClientContext> context_;
  std::unique_ptr<grpc::ClientReaderWriter<v1::PlayRequest, v1::PlayResponse>>
      stream_;
  std::string token_;
  v1::PlayError error_;
  bool finished_ = false;
};

}  // namespace arena::referee

#endif  // TESTS_REFEREE_SERVICES_RAW_BOT_H_
