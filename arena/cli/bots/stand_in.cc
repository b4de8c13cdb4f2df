#include "arena/cli/bots/stand_in.h"

#include <memory>
#include <utility>

#include "arena/cli/bots/crash_report.h"
#include "arena/games/registry.h"
#include "arena/v1/play_service.grpc.pb.h"

namespace arena::cli {
namespace {

// The pause before the next stream, if no decision was asked on the last
// stream.
constexpr std::chrono::milliseconds kPauseBeforeReturn(200);

v1::Hello HelloFor(const StandInPlan& plan, const std::string& session) {
  v1::Hello hello;
  hello.set_name(plan.bot);
  hello.set_instance(plan.instance);
  hello.set_one_match(plan.one_match);
  hello.set_max_matches(1);
  hello.set_resume_token(session);
  for (const Game& game : AllGames()) {
    hello.add_plays()->set_game(std::string(game.info->name));
  }
  return hello;
}

}  // namespace

StandIn::StandIn(StandInPlan plan)
    : plan_(std::move(plan)),
      session_(plan_.session),
      thread_([this] { Run(); }) {}

StandIn::~StandIn() {
  {
    MutexLock lock(mutex_);
    ends_ = true;
    if (stream_ != nullptr) stream_->TryCancel();
  }
  ending_.NotifyAll();
  thread_.join();
}

bool StandIn::Ends(std::chrono::milliseconds patience) {
  MutexLock lock(mutex_);
  return ending_.WaitFor(mutex_, absl::FromChrono(patience),
                         [this] { return ends_; });
}

void StandIn::Run() {
  RefereeFlags as_bot = plan_.referee;
  std::chrono::milliseconds pause(0);
  while (!Ends(pause)) {
    pause = kPauseBeforeReturn;
    // A session goes on with the token that has begun it.
    const bool begins = session_.empty();
    if (begins) {
      absl::StatusOr<std::string> token = plan_.next_token();
      if (!token.ok()) continue;
      as_bot.token = *std::move(token);
    }
    const bool asked = IsAsked(as_bot);
    if (asked) ReportCrash(as_bot, plan_.bot, plan_.instance, session_);
    // After the end of a session the next session need not wait.
    const bool over = !begins && session_.empty();
    if (asked || over) pause = pause.zero();
  }
}

bool StandIn::IsAsked(const RefereeFlags& as_bot) {
  const auto channel = ConnectTo(as_bot);
  if (!channel.ok()) return false;
  grpc::ClientContext context;
  {
    MutexLock lock(mutex_);
    if (ends_) return false;
    stream_ = &context;
  }
  const auto play = v1::PlayService::NewStub(*channel);
  const auto stream = play->Play(&context);
  v1::PlayRequest request;
  *request.mutable_hello() = HelloFor(plan_, session_);
  stream->Write(request);
  bool asked = false;
  v1::PlayResponse response;
  while (!asked && stream->Read(&response)) {
    if (response.has_welcome()) session_ = response.welcome().session_token();
    // Its session is over, or belongs to another bot.
    if (response.has_error() && response.error().fatal()) session_.clear();
    if (response.has_match_start()) {
      v1::Ready& ready = *request.mutable_ready();
      ready.set_match_id(response.match_start().match_id());
      ready.set_seat(response.match_start().seat());
      stream->Write(request);
    }
    asked = response.prompt().kind() == v1::DECISION_KIND_MUST;
  }
  context.TryCancel();
  stream->Finish();
  MutexLock lock(mutex_);
  stream_ = nullptr;
  return asked;
}

}  // namespace arena::cli
