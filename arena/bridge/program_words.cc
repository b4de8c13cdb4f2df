// Reads the lines of a seat's program, and names their mistakes.

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "arena/bridge/bridged_seat.h"
#include "arena/bridge/json_lines.h"
#include "arena/core/text.h"
#include "sdk/cpp/bot.h"

namespace arena::bridge {
namespace {

// The most wrong lines of a match that are reported.
constexpr int kMostReports = 20;

}  // namespace

void BridgedSeat::OnLine(const std::string& line) {
  if (absl::StripAsciiWhitespace(line).empty()) return;
  absl::StatusOr<v1::PlayRequest> request = RequestOf(line);
  Requests out;
  {
    MutexLock lock(mutex_);
    if (over_) return;
    const bool answers_start =
        request.ok() && (request->has_ready() || request->has_decline());
    // The program still sends lines about the previous match.
    if (has_played_ && !ready_ && !answers_start) return;
    spoke_ = true;
    if (request.ok()) {
      TakeRequest(line, *std::move(request), out);
    } else {
      TakeNonsense(line, std::string(request.status().message()), out);
    }
  }
  Send(out);
}

void BridgedSeat::OnLongLine(const std::string& beginning) {
  Requests out;
  {
    MutexLock lock(mutex_);
    if (over_) return;
    spoke_ = true;
    TakeNonsense(beginning,
                 absl::StrCat("the line is longer than ", kLongestLine,
                              " bytes; expected one object a line"),
                 out);
  }
  Send(out);
}

void BridgedSeat::TakeRequest(const std::string& line, v1::PlayRequest request,
                              Requests& out) {
  const auto place = [this](const auto& message) {
    return PlaceProblem(message.match_id(), message.seat());
  };
  const std::string problem = request.has_ready()     ? place(request.ready())
                              : request.has_decline() ? place(request.decline())
                              : request.has_act()     ? place(request.act())
                                                  : place(request.announce());
  if (!problem.empty()) {
    // The program may send late lines about the previous match.
    if (!has_played_) TakeNonsense(line, problem, out);
    return;
  }
  switch (request.kind_case()) {
    case v1::PlayRequest::kReady:
      return TakeReady(out);
    case v1::PlayRequest::kDecline:
      return TakeDecline(request.decline().reason(), out);
    case v1::PlayRequest::kAct:
      return TakeAct(line, std::move(*request.mutable_act()), out);
    default:
      return TakeAnnounce(std::move(*request.mutable_announce()), out);
  }
}

std::string BridgedSeat::PlaceProblem(const std::string& match_id,
                                      uint32_t seat) const {
  if (!match_id.empty() && match_id != start_.match_id()) {
    return absl::StrCat("it names match \"", Shortened(match_id),
                        "\"; this is match \"", start_.match_id(),
                        "\", which can be left out");
  }
  // An absent seat reads as 0.
  if (seat != 0 && seat != start_.seat()) {
    return absl::StrCat("it names seat ", seat, "; this is seat ",
                        start_.seat(), ", which can be left out");
  }
  return "";
}

void BridgedSeat::TakeReady(Requests& out) {
  if (ready_ || declined_.has_value()) return;
  ready_ = true;
  AnswerStart(out);
}

void BridgedSeat::TakeDecline(const std::string& reason, Requests& out) {
  if (declined_.has_value()) return;
  if (ready_) {
    return Report(Level::kWarning, 0,
                  "the program can no longer decline; expected decline in place "
                  "of ready");
  }
  declined_ = pentathlon::Decline(reason).reason();
  Report(Level::kWarning, 0, "declined: " + *declined_);
  AnswerStart(out);
}

void BridgedSeat::TakeAct(const std::string& line, v1::Act act, Requests& out) {
  if (act.decision() > newest_decision_) {
    return TakeNonsense(line,
                        absl::StrCat("decision ", act.decision(),
                                     " is not open; the newest one is ",
                                     newest_decision_),
                        out);
  }
  const std::optional<Question> question = Answered(act.decision());
  if (!question.has_value()) {
    // A repeated answer, or an answer to a prompt that was replaced.
    if (act.decision() != 0) return;
    return TakeNonsense(line, "no prompt of kind MUST waits for an act", out);
  }
  if (!IsOpen(question->decision)) return;
  act.set_decision(question->decision);
  if (act.choice_case() == v1::Act::kIndex) {
    if (act.index() >= question->ids.size()) {
      questions_.push_front(*question);
      return TakeNonsense(
          line,
          absl::StrCat("index ", act.index(), " is outside the prompt's ",
                       question->ids.size(), " actions, which count from 0"),
          out);
    }
    act.set_id(question->ids[act.index()]);
  } else if (act.choice_case() == v1::Act::CHOICE_NOT_SET) {
    questions_.push_front(*question);
    return TakeNonsense(
        line, "the act has no choice; expected index, id, action or text", out);
  }
  Answer(act, out);
}

std::optional<BridgedSeat::Question> BridgedSeat::Answered(uint32_t decision) {
  // A program that names the decision may skip prompts.
  while (decision != 0 && !questions_.empty() &&
         questions_.front().decision < decision) {
    questions_.pop_front();
  }
  if (questions_.empty()) return std::nullopt;
  if (decision != 0 && questions_.front().decision != decision) return {};
  Question question = std::move(questions_.front());
  questions_.pop_front();
  last_is_question_ = last_is_question_ && !questions_.empty();
  return question;
}

bool BridgedSeat::IsOpen(uint32_t decision) const {
  return decision == newest_decision_ && decision > closed_ &&
         decision != answer_.decision();
}

void BridgedSeat::TakeAnnounce(v1::Announce announce, Requests& out) {
  if (announce.decision() == 0) announce.set_decision(newest_decision_);
  announce.set_match_id(start_.match_id());
  announce.set_seat(start_.seat());
  announce_ = std::move(announce);
  announce_stream_ = 0;
  *out.emplace_back().mutable_announce() = announce_;
}

void BridgedSeat::TakeNonsense(const std::string& line, const std::string& why,
                               Requests& out) {
  std::optional<Question> question;
  if (ready_) question = Answered(0);
  const uint32_t decision = question.has_value() ? question->decision : 0;
  if (++nonsense_ <= kMostReports) {
    Report(Level::kError, decision,
           absl::StrCat("the program wrote `", Printable(Shortened(line)),
                        "`: ", why,
                        ready_ || declined_.has_value()
                            ? ""
                            : "; the match waits for {\"ready\":{}}"));
  }
  if (nonsense_ == kMostReports) {
    Report(Level::kError, 0, "further wrong lines of this match are not told");
  }
  if (decision == 0 || !IsOpen(decision)) return;
  nonsense_in_ = decision;
  Fault(decision, out);
}

}  // namespace arena::bridge
