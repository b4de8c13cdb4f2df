#include "arena/cli/bench/echo_server.h"

#include <grpcpp/grpcpp.h>
#include <signal.h>

#include <cstdio>
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/games/registry.h"
#include "arena/match/match.h"
#include "arena/v1/play_service.grpc.pb.h"

namespace arena::bench {
namespace {

// What the referee sends to seat 0 at the beginning of a match of Octrix.
std::vector<v1::PlayResponse> Opening() {
  const Game& game = *FindGame("octrix").value();
  Match match =
      Match::Create({.id = std::string(32, '0'),
                     .table = {.game = &game,
                               .seats = 2,
                               .options = GameOptions(game.info->options),
                               .seed = ParseSeed("echo").value()},
                     .clock = ClockSettings(),
                     .players = {"echo", "echo"},
                     .label = ""})
          .value();
  Effects effects;
  const absl::Time now = absl::UnixEpoch();
  match.Begin(now);
  for (const Seat seat : {0, 1}) match.Attach(seat, {}, now, effects);
  for (const Seat seat : {0, 1}) match.Ready(seat, now, effects);
  std::vector<v1::PlayResponse> opening;
  for (Outgoing& out : effects.messages) {
    if (out.seat == 0) opening.push_back(std::move(out.message));
  }
  ARENA_CHECK(opening.size() == 2 && opening[1].has_prompt());
  return opening;
}

class EchoReactor final
    : public grpc::ServerBidiReactor<v1::PlayRequest, v1::PlayResponse> {
 public:
  EchoReactor(const std::vector<v1::PlayResponse>& opening, bool idle)
      : opening_(opening), idle_(idle) {
    StartRead(&request_);
  }

  // One request, one response: a write is never in flight when the next
  // begins, but its completion may be reported late, so it is waited for.
  void OnReadDone(bool ok) override {
    if (!ok) return Finish(grpc::Status::OK);
    switch (request_.kind_case()) {
      case v1::PlayRequest::kHello:
        response_.mutable_welcome()->set_session_token(std::string(32, '0'));
        break;
      case v1::PlayRequest::kReady:
        response_ = opening_[1];
        break;
      case v1::PlayRequest::kAct:
        response_.mutable_prompt()->set_decision(request_.act().decision() + 1);
        break;
      default:
        return StartRead(&request_);
    }
    StartWrite(&response_);
  }
  void OnWriteDone(bool ok) override {
    if (!ok) return;
    if (response_.has_welcome() && !idle_) {
      response_ = opening_[0];
      return StartWrite(&response_);
    }
    StartRead(&request_);
  }
  void OnDone() override { delete this; }

 private:
  const std::vector<v1::PlayResponse>& opening_;
  const bool idle_;
  v1::PlayRequest request_;
  v1::PlayResponse response_;
};

class EchoService final : public v1::PlayService::CallbackService {
 public:
  explicit EchoService(bool idle) : opening_(Opening()), idle_(idle) {}
  grpc::ServerBidiReactor<v1::PlayRequest, v1::PlayResponse>* Play(
      grpc::CallbackServerContext* /*context*/) override {
    return new EchoReactor(opening_, idle_);
  }

 private:
  const std::vector<v1::PlayResponse> opening_;
  const bool idle_;
};

}  // namespace

absl::Status RunEchoServer(const std::string& address, bool idle) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  EchoService service(idle);
  grpc::ServerBuilder builder;
  int port = 0;
  builder.AddListeningPort(address, grpc::InsecureServerCredentials(), &port);
  builder.RegisterService(&service);
  const std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  if (server == nullptr || port == 0) {
    return absl::UnavailableError(absl::StrCat("cannot listen on ", address));
  }
  std::printf("listening %s%d\n",
              address.substr(0, address.rfind(':') + 1).c_str(), port);
  std::fflush(stdout);
  int signal = 0;
  sigwait(&signals, &signal);
  server->Shutdown(std::chrono::system_clock::now());
  return absl::OkStatus();
}

}  // namespace arena::bench
