// Asks one bot, and sends its answers.
#include "sdk/cpp/seat.h"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <utility>

#include "sdk/cpp/base/referee_words.h"
#include "sdk/cpp/base/thrown.h"
#include "sdk/cpp/base/times.h"

namespace pentathlon {

Seat::Seat(v1::MatchStart start, const BotFactory& factory,
           Connection& connection, const Log& log)
    : start_(std::move(start)),
      factory_(factory),
      connection_(connection),
      log_(log) {}

bool Seat::Post(v1::PlayResponse response) {
  const auto now = std::chrono::steady_clock::now();
  const v1::ActAck ack =
      response.has_prompt() ? response.prompt().ack() : response.act_ack();
  std::string fault;
  bool restarted = false;
  bool idle = false;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    fault = FaultToTell(ack);
    restarted = response.has_match_start() && ready_;
    if (!restarted) {
      Note(response);
      if (response.prompt().has_ack()) {
        // A separate message, because the prompt may become void unread.
        v1::PlayResponse ack;
        *ack.mutable_act_ack() = response.prompt().ack();
        messages_.push_back({std::move(ack), now});
      }
      messages_.push_back({std::move(response), now});
      idle = !std::exchange(at_work_, true);
    }
  }
  // The decision is already closed at this report.
  if (!fault.empty()) Report(LogLevel::kWarning, ack.decision(), fault);
  if (!restarted) return idle;
  // The connection is back. The bot has been set up before, and may be
  // thinking right now: the referee need not wait for it.
  AnswerStart();
  return false;
}

void Seat::Note(const v1::PlayResponse& response) {
  if (response.has_prompt()) {
    // The new prompt is complete, so an older prompt that the bot has not seen
    // is void.
    DropPrompts();
    if (response.prompt().has_ack()) NoteEnd(response.prompt().ack());
    open_decision_ = response.prompt().decision();
  } else if (response.has_act_ack()) {
    NoteEnd(response.act_ack());
  } else if (response.has_match_end()) {
    DropPrompts();
    open_decision_ = 0;
    closed_ = true;
  }
}

void Seat::NoteEnd(const v1::ActAck& ack) {
  const bool over = ack.status() == v1::ActAck::STATUS_FAULT ||
                    ack.status() == v1::ActAck::STATUS_DECISION_CLOSED;
  if (!over || ack.decision() != open_decision_) return;
  DropPrompts();
  open_decision_ = 0;
}

void Seat::DropPrompts() {
  std::erase_if(messages_, [](const Message& message) {
    return message.response.has_prompt();
  });
}

bool Seat::IsOpen(uint32_t decision) {
  const std::lock_guard<std::mutex> lock(mutex_);
  return !closed_ && decision == open_decision_;
}

void Seat::Close() {
  const std::lock_guard<std::mutex> lock(mutex_);
  lost_ = closed_ = true;
}

void Seat::Work() {
  while (std::optional<Message> message = NextMessage()) {
    Handle(*std::move(message));
  }
}

std::optional<Seat::Message> Seat::NextMessage() {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (lost_) messages_.clear();
  if (messages_.empty()) {
    at_work_ = false;
    return std::nullopt;
  }
  Message message = std::move(messages_.front());
  messages_.pop_front();
  return message;
}

void Seat::Handle(Message message) {
  v1::PlayResponse& response = message.response;
  switch (response.kind_case()) {
    case v1::PlayResponse::kMatchStart:
      return SetUp();
    case v1::PlayResponse::kPrompt:
      return OnPrompt(std::move(*response.mutable_prompt()), message.received);
    case v1::PlayResponse::kActAck:
      return OnAck(response.act_ack());
    case v1::PlayResponse::kAnnounceAck:
      return OnAnnounceAck(response.announce_ack());
    case v1::PlayResponse::kEvents:
      if (bot_) {
        Guard("OnEvents", 0, [&] { bot_->OnEvents(response.events()); });
      }
      return;
    case v1::PlayResponse::kMatchEnd:
      if (bot_) Guard("OnEnd", 0, [&] { bot_->OnEnd(response.match_end()); });
      return;
    default:
      return;
  }
}

void Seat::SetUp() {
  {
    // A second start that came during the first set-up.
    const std::lock_guard<std::mutex> lock(mutex_);
    if (ready_) return;
  }
  std::unique_ptr<Bot> bot;
  std::optional<std::string> declined;
  const auto unless_declined = [&](const auto& call) {
    try {
      call();
    } catch (const Decline& refusal) {
      declined = refusal.reason();
      bot.reset();
    }
  };
  bool made = Guard("the making of the bot", 0, [&] {
    unless_declined([&] {
      bot = factory_(start_);
      if (bot == nullptr) throw std::logic_error("it gave no bot");
      bot->leave_ = [this] { connection_.Leave(); };
    });
  });
  if (bot != nullptr) {
    made = Guard("OnStart", 0, [&] {
      unless_declined([&] { bot->OnStart(start_); });
    });
  }
  if (made) bot_ = std::move(bot);
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    ready_ = true;
    declined_ = declined;
    if (!made) broken_ = thrown_;
  }
  if (declined.has_value()) {
    Report(LogLevel::kWarning, 0, "declined: " + *declined);
  }
  // Sent even without a bot: its first decision then ends in a fault at once
  // rather than after the start budget.
  AnswerStart();
}

void Seat::OnPrompt(v1::Prompt message,
                    std::chrono::steady_clock::time_point received) {
  const bool must = message.kind() == v1::DECISION_KIND_MUST;
  if (must && Answered(message)) return;
  const uint32_t decision = message.decision();
  const Prompt prompt(start_, std::move(message), received,
                      [this, decision] { return IsOpen(decision); });
  if (bot_ && !prompt.announcements().empty()) {
    Guard("Announce", prompt.decision(), [&] {
      if (std::optional<Choice> choice = bot_->Announce(prompt)) {
        announce_ = choice->ToAnnounce(prompt.message());
        announce_stream_ = SendAnnounce();
      }
    });
  }
  if (!must) return;
  // If the bot throws, this act without a choice is sent. It is a fault at
  // once, so that the other players need not wait for the clock.
  answer_.Clear();
  answer_.set_match_id(prompt.message().match_id());
  answer_.set_seat(prompt.seat());
  answer_.set_decision(prompt.decision());
  if (bot_) LetAct(prompt, received);
  answer_stream_ = SendAct();
}

void Seat::LetAct(const Prompt& prompt,
                  std::chrono::steady_clock::time_point received) {
  const uint32_t decision = prompt.decision();
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    thinking_ = decision;
  }
  const bool acted = Guard("Act", decision, [&] {
    answer_ = bot_->Act(prompt).ToAct(prompt.message());
  });
  bool too_long;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    thinking_ = 0;
    too_long = fault_told_ >= decision;
    if (!acted) {
      threw_in_ = decision;
      threw_ = thrown_;
    }
  }
  if (!too_long) return;
  Report(LogLevel::kWarning, decision,
         "Act took " +
             SecondsText(std::chrono::steady_clock::now() - received) +
             ", too long: the decision was over before");
}

bool Seat::Answered(const v1::Prompt& prompt) {
  if (prompt.decision() != answer_.decision()) return false;
  // A newer prompt for the decision does not make the answer void. On a new
  // stream the answer, and what was announced before it, may have been lost
  // with the old one; repeating them is harmless.
  if (answer_stream_ != connection_.stream()) {
    const bool announced = announce_.decision() == prompt.decision();
    if (announced && announce_stream_ != connection_.stream()) {
      announce_stream_ = SendAnnounce();
    }
    answer_stream_ = SendAct();
  }
  return true;
}

std::string Seat::FaultToTell(const v1::ActAck& ack) {
  if (ack.status() != v1::ActAck::STATUS_FAULT) return "";
  if (ack.decision() <= fault_told_) return "";
  fault_told_ = ack.decision();
  const std::string& threw = threw_in_ == ack.decision() ? threw_ : broken_;
  std::string text = "fault " + FaultAndTime(ack);
  if (ack.fault() == v1::FAULT_KIND_MALFORMED && !threw.empty()) {
    text += ", because " + threw;
  } else {
    text += ": " + FaultWords(ack);
  }
  if (ack.fault() == v1::FAULT_KIND_LATE && thinking_ != 0 &&
      thinking_ < ack.decision()) {
    text += "; the bot is still thinking about decision " +
            std::to_string(thinking_);
  }
  return text;
}

void Seat::OnAck(const v1::ActAck& ack) {
  if (bot_) Guard("OnAck", ack.decision(), [&] { bot_->OnAck(ack); });
}

void Seat::OnAnnounceAck(const v1::AnnounceAck& ack) {
  if (ack.status() == v1::AnnounceAck::STATUS_REFUSED) {
    Report(LogLevel::kWarning, ack.decision(),
           "announcement refused: " + ack.message());
  }
  if (bot_) {
    Guard("OnAnnounceAck", ack.decision(), [&] { bot_->OnAnnounceAck(ack); });
  }
}

void Seat::AnswerStart() {
  v1::PlayRequest request;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (declined_.has_value()) {
      request.mutable_decline()->set_match_id(start_.match_id());
      request.mutable_decline()->set_seat(start_.seat());
      request.mutable_decline()->set_reason(*declined_);
    } else {
      request.mutable_ready()->set_match_id(start_.match_id());
      request.mutable_ready()->set_seat(start_.seat());
    }
  }
  Send(request);
}

uint64_t Seat::SendAct() {
  v1::PlayRequest request;
  *request.mutable_act() = answer_;
  return Send(request);
}

uint64_t Seat::SendAnnounce() {
  v1::PlayRequest request;
  *request.mutable_announce() = announce_;
  return Send(request);
}

uint64_t Seat::Send(const v1::PlayRequest& request) {
  return closed_ ? 0 : connection_.Send(request);
}

bool Seat::Guard(const std::string& function, uint32_t decision,
                 const std::function<void()>& call) {
  const std::optional<Thrown> thrown = Catch(call);
  if (!thrown.has_value()) return true;
  thrown_ = function + " threw " + thrown->name;
  Report(LogLevel::kError, decision, thrown_ + thrown->words);
  return false;
}

void Seat::Report(LogLevel level, uint32_t decision,
                  const std::string& what) const {
  if (!log_) return;
  std::string where =
      "match=" + start_.match_id() + " seat=" + std::to_string(start_.seat());
  if (decision != 0) where += " decision=" + std::to_string(decision);
  log_(level, where + ": " + what);
}

}  // namespace pentathlon
