#include "referee/bench/paced_bot.h"

#include <utility>

namespace arena::referee {
namespace {

// Scatters seat and number of a decision over its actions.
uint32_t Choice(const v1::Prompt& prompt) {
  uint32_t mixed = prompt.decision() * 2654435761u + prompt.seat() * 40503u;
  mixed ^= mixed >> 15;
  return mixed % static_cast<uint32_t>(prompt.actions_size());
}

}  // namespace

PacedBot::PacedBot(Executor& executor, absl::Duration pace,
                   std::function<void()> on_match_end)
    : executor_(executor),
      pace_(pace),
      on_match_end_(std::move(on_match_end)),
      strand_(executor.NewStrand()) {}

void PacedBot::Begin(std::shared_ptr<Session> session) {
  strand_->Post([self = shared_from_this(), session = std::move(session)] {
    self->session_ = session;
  });
}

bool PacedBot::Send(v1::PlayResponse message) {
  strand_->Post([self = shared_from_this(), message = std::move(message)] {
    self->Take(message);
  });
  return true;
}

void PacedBot::Take(const v1::PlayResponse& message) {
  if (message.has_match_end()) return on_match_end_();
  if (message.has_match_start()) {
    v1::PlayRequest request;
    request.mutable_ready()->set_match_id(message.match_start().match_id());
    request.mutable_ready()->set_seat(message.match_start().seat());
    return session_->Receive(std::move(request), executor_.Now());
  }
  const v1::Prompt& prompt = message.prompt();
  if (prompt.kind() != v1::DECISION_KIND_MUST) return;
  ++decisions_;
  Due due{.time = executor_.Now() + pace_, .request = {}};
  v1::Act& act = *due.request.mutable_act();
  act.set_match_id(prompt.match_id());
  act.set_seat(prompt.seat());
  act.set_decision(prompt.decision());
  act.set_index(Choice(prompt));
  due_.push_back(std::move(due));
  if (due_.size() == 1) {
    strand_->WakeAt(due_.front().time, [this] { GiveDue(); });
  }
}

void PacedBot::GiveDue() {
  while (!due_.empty() && due_.front().time <= executor_.Now()) {
    session_->Receive(std::move(due_.front().request), executor_.Now());
    due_.pop_front();
  }
  if (due_.empty()) return;
  strand_->WakeAt(due_.front().time, [this] { GiveDue(); });
}

}  // namespace arena::referee
