// Handles the referee's messages and the life of the program. program_words.cc
// handles the program's output.
#include "arena/bridge/bridged_seat.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "arena/bridge/json_lines.h"
#include "sdk/cpp/base/words.h"

namespace arena::bridge {

BridgedSeat::BridgedSeat(v1::MatchStart start,
                         pentathlon::Connection& connection, Programs& programs,
                         const pentathlon::Log& log)
    : start_(std::move(start)),
      connection_(connection),
      programs_(programs),
      log_(log) {}

void BridgedSeat::Begin() {
  Requests out;
  {
    MutexLock lock(mutex_);
    StartProgram(/*again=*/false, out);
  }
  Send(out);
}

void BridgedSeat::Take(v1::PlayResponse message) {
  Requests out;
  {
    MutexLock lock(mutex_);
    if (over_) return;
    switch (message.kind_case()) {
      case v1::PlayResponse::kMatchStart:
        // The connection is back. The program has the match already.
        if (ready_ || declined_.has_value()) AnswerStart(out);
        break;
      case v1::PlayResponse::kPrompt:
        TakePrompt(*message.mutable_prompt(), out);
        break;
      case v1::PlayResponse::kActAck:
        TakeAck(message.act_ack());
        break;
      case v1::PlayResponse::kAnnounceAck:
        if (message.announce_ack().status() ==
            v1::AnnounceAck::STATUS_REFUSED) {
          Report(Level::kWarning, message.announce_ack().decision(),
                 "announcement refused: " + message.announce_ack().message());
        }
        Write(message);
        break;
      case v1::PlayResponse::kMatchEnd:
        TakeEnd(message);
        break;
      default:
        Write(message);
    }
  }
  Send(out);
}

void BridgedSeat::Lose() {
  MutexLock lock(mutex_);
  if (over_) return;
  over_ = true;
  if (child_ != nullptr) programs_.Bury(std::move(child_));
}

// ---- From the referee ----

void BridgedSeat::TakePrompt(v1::Prompt& prompt, Requests& out) {
  if (prompt.has_ack()) {
    TakeAck(prompt.ack());
    prompt.clear_ack();
  }
  const bool must = prompt.kind() == v1::DECISION_KIND_MUST;
  const uint32_t decision = prompt.decision();
  newest_decision_ = decision;
  if (must && decision == answer_.decision()) return RepeatAnswer(out);
  newest_ = prompt;
  if (given_up_) {
    if (must) Fault(decision, out);
    return;
  }
  Show(prompt);
}

void BridgedSeat::Show(const v1::Prompt& prompt) {
  v1::PlayResponse message;
  *message.mutable_prompt() = prompt;
  if (child_->WritePrompt(JsonOf(message)) && last_is_question_) {
    questions_.pop_back();
  }
  last_is_question_ = prompt.kind() == v1::DECISION_KIND_MUST;
  if (!last_is_question_) return;
  Question& question = questions_.emplace_back();
  question.decision = prompt.decision();
  for (const v1::LegalAction& action : prompt.actions()) {
    question.ids.push_back(action.id());
  }
}

void BridgedSeat::TakeBackPrompt() {
  if (child_ == nullptr || !child_->DropPrompt()) return;
  if (last_is_question_) questions_.pop_back();
  last_is_question_ = false;
}

void BridgedSeat::RepeatAnswer(Requests& out) {
  // On a new stream the answer, and what was announced before it, may have been
  // lost with the old one; repeating them is harmless.
  if (answer_stream_ == connection_.stream()) return;
  if (announce_.decision() == answer_.decision() &&
      announce_stream_ != connection_.stream()) {
    *out.emplace_back().mutable_announce() = announce_;
  }
  *out.emplace_back().mutable_act() = answer_;
}

void BridgedSeat::TakeAck(const v1::ActAck& ack) {
  const bool fault = ack.status() == v1::ActAck::STATUS_FAULT;
  if (fault && ack.decision() > fault_told_) {
    fault_told_ = ack.decision();
    Report(Level::kWarning, ack.decision(),
           pentathlon::FaultText(ack, WhyFault(ack)));
  }
  if (fault || ack.status() == v1::ActAck::STATUS_DECISION_CLOSED) {
    closed_ = std::max(closed_, ack.decision());
    if (newest_.has_value() && newest_->decision() == ack.decision()) {
      newest_.reset();
      TakeBackPrompt();
    }
  }
  v1::PlayResponse message;
  *message.mutable_act_ack() = ack;
  Write(message);
}

std::string BridgedSeat::WhyFault(const v1::ActAck& ack) const {
  if (nonsense_in_ == ack.decision()) {
    return "because of a wrong line of the program";
  }
  if (given_up_ && ack.fault() == v1::FAULT_KIND_MALFORMED) {
    return "because the program does not run";
  }
  return "";
}

void BridgedSeat::TakeEnd(const v1::PlayResponse& message) {
  const v1::MatchResult& result = message.match_end().result();
  if (std::any_of(result.faults().begin(), result.faults().end(),
                  [this](const v1::Fault& fault) {
                    return fault.seat() == start_.seat() &&
                           fault.kind() == v1::FAULT_KIND_NOT_READY;
                  }) &&
      !declined_.has_value()) {
    Report(Level::kWarning, 0,
           "the program has not written {\"ready\":{}} in time; output in a "
           "buffer does not arrive: flush standard output after each line "
           "(python3 -u, or PYTHONUNBUFFERED=1)");
  }
  over_ = true;
  TakeBackPrompt();
  Write(message);
  if (child_ != nullptr) programs_.GiveBack(std::move(child_));
}

void BridgedSeat::AnswerStart(Requests& out) const {
  v1::PlayRequest& request = out.emplace_back();
  if (declined_.has_value()) {
    request.mutable_decline()->set_match_id(start_.match_id());
    request.mutable_decline()->set_seat(start_.seat());
    request.mutable_decline()->set_reason(*declined_);
  } else {
    request.mutable_ready()->set_match_id(start_.match_id());
    request.mutable_ready()->set_seat(start_.seat());
  }
}

// ---- The program ----

void BridgedSeat::StartProgram(bool again, Requests& out) {
  spoke_ = false;
  questions_.clear();
  last_is_question_ = false;
  absl::StatusOr<Programs::Found> found =
      again ? programs_.New(shared_from_this())
            : programs_.ForMatch(shared_from_this());
  if (!found.ok()) {
    Report(Level::kError, 0, std::string(found.status().message()));
    return GiveUp(out);
  }
  child_ = std::move(found->child);
  has_played_ = found->has_played;
  WriteStart(/*resumed=*/again && ready_);
  if (newest_.has_value()) Show(*newest_);
}

void BridgedSeat::WriteStart(bool resumed) {
  v1::PlayResponse message;
  *message.mutable_match_start() = start_;
  if (resumed) message.mutable_match_start()->set_resumed(true);
  Write(message);
}

void BridgedSeat::OnEnd(const std::string& how) {
  Requests out;
  {
    MutexLock lock(mutex_);
    if (over_) return;
    if (child_ != nullptr) programs_.Bury(std::move(child_));
    const uint32_t decision = newest_.has_value() ? newest_->decision() : 0;
    // A program that plays one match may still have been there when the next
    // one came.
    const bool was_leaving = has_played_ && !spoke_;
    const std::string what = absl::StrCat(
        "the program ended in the middle of the match, with ", how);
    if (was_leaving) {
      StartProgram(/*again=*/true, out);
    } else if (restarts_ < kMostRestarts) {
      Report(Level::kError, decision,
             absl::StrCat(what, "; it is started again (", ++restarts_, " of ",
                          kMostRestarts, ")"));
      StartProgram(/*again=*/true, out);
    } else {
      Report(
          Level::kError, decision,
          absl::StrCat(what, "; it was started again ", kMostRestarts,
                       " times, and each further decision of this match is a "
                       "fault at once"));
      GiveUp(out);
    }
  }
  Send(out);
}

void BridgedSeat::GiveUp(Requests& out) {
  given_up_ = true;
  questions_.clear();
  last_is_question_ = false;
  // The first decision then ends in a fault at once rather than after the start
  // budget.
  if (!ready_ && !declined_.has_value()) {
    ready_ = true;
    AnswerStart(out);
  }
  if (newest_.has_value() && newest_->kind() == v1::DECISION_KIND_MUST) {
    Fault(newest_->decision(), out);
  }
}

void BridgedSeat::Write(const v1::PlayResponse& message) {
  if (child_ != nullptr) child_->Write(JsonOf(message));
}

// ---- To the referee ----

void BridgedSeat::Fault(uint32_t decision, Requests& out) {
  v1::Act act;
  act.set_decision(decision);
  Answer(act, out);
}

void BridgedSeat::Answer(const v1::Act& act, Requests& out) {
  answer_ = act;
  answer_.set_match_id(start_.match_id());
  answer_.set_seat(start_.seat());
  answer_stream_ = 0;
  if (newest_.has_value() && newest_->decision() == act.decision() &&
      newest_->kind() == v1::DECISION_KIND_MUST) {
    newest_.reset();
  }
  *out.emplace_back().mutable_act() = answer_;
}

// Without the lock, because a write may wait for the referee.
void BridgedSeat::Send(const Requests& requests) {
  for (const v1::PlayRequest& request : requests) {
    const uint64_t stream = connection_.Send(request);
    MutexLock lock(mutex_);
    if (request.has_act() && request.act().decision() == answer_.decision()) {
      answer_stream_ = stream;
    }
    if (request.has_announce() &&
        request.announce().decision() == announce_.decision()) {
      announce_stream_ = stream;
    }
  }
}

void BridgedSeat::Report(Level level, uint32_t decision,
                         const std::string& what) const {
  if (!log_) return;
  const std::string where =
      pentathlon::WhereText(start_.match_id(), start_.seat(), decision);
  log_(level, where + ": " + what);
}

}  // namespace arena::bridge
