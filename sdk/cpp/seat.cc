// Asks one bot, and sends its answers.
#include "sdk/cpp/seat.h"

#include <cxxabi.h>

#include <cstdlib>
#include <stdexcept>
#include <typeinfo>
#include <utility>

#include "sdk/cpp/base/words.h"

namespace pentathlon {
namespace {

// "std::out_of_range".
std::string NameOf(const std::type_info& type) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(
      abi::__cxa_demangle(type.name(), nullptr, nullptr, &status), &std::free);
  return status == 0 ? name.get() : type.name();
}

}  // namespace

Seat::Seat(v1::MatchStart start, const BotFactory& factory,
           Connection& connection, const Log& log)
    : start_(std::move(start)),
      factory_(factory),
      connection_(connection),
      log_(log) {}

// ---- Any thread ----

bool Seat::Post(v1::PlayResponse response) {
  bool idle = false;
  if (response.prompt().has_ack()) {
    // A separate message, because the prompt may become void unread.
    v1::PlayResponse ack;
    *ack.mutable_act_ack() = response.prompt().ack();
    idle = Take(std::move(ack));
  }
  return Take(std::move(response)) || idle;
}

bool Seat::Take(v1::PlayResponse response) {
  std::unique_lock<std::mutex> lock(mutex_);
  if (response.has_match_start() && greeting_.has_value()) {
    // The connection is back. The bot has been set up before, and may be
    // thinking right now: the referee need not wait for it.
    lock.unlock();
    if (!closed_) connection_.Send(*greeting_);
    return false;
  }
  const std::string fault = Note(response);
  const uint32_t decision = response.act_ack().decision();
  messages_.push_back({std::move(response), Clock::now()});
  const bool idle = !std::exchange(at_work_, true);
  lock.unlock();
  if (!fault.empty()) Report(LogLevel::kWarning, decision, fault);
  return idle;
}

std::string Seat::Note(const v1::PlayResponse& response) {
  if (response.has_act_ack()) return NoteAck(response.act_ack());
  if (response.has_prompt()) {
    // It is complete, so an older prompt that the bot has not seen is void.
    OpenDecision(response.prompt().decision());
  } else if (response.has_match_end()) {
    closed_ = true;
    OpenDecision(0);
  }
  return "";
}

std::string Seat::NoteAck(const v1::ActAck& ack) {
  const bool fault = ack.status() == v1::ActAck::STATUS_FAULT;
  const bool over = fault || ack.status() == v1::ActAck::STATUS_DECISION_CLOSED;
  if (over && ack.decision() == open_decision_) OpenDecision(0);
  if (!fault || ack.decision() <= fault_told_) return "";
  fault_told_ = ack.decision();
  const bool threw = !threw_.empty() &&
                     ack.fault() == v1::FAULT_KIND_MALFORMED &&
                     (threw_in_ == 0 || threw_in_ == ack.decision());
  std::string text = FaultText(ack, threw ? "because " + threw_ : "");
  if (ack.fault() == v1::FAULT_KIND_LATE && thinking_ != 0 &&
      thinking_ < ack.decision()) {
    text += "; the bot is still thinking about decision " +
            std::to_string(thinking_);
  }
  return text;
}

void Seat::OpenDecision(uint32_t decision) {
  std::erase_if(messages_, [](const Message& message) {
    return message.response.has_prompt();
  });
  open_decision_ = decision;
}

bool Seat::IsOpen(uint32_t decision) {
  const std::lock_guard<std::mutex> lock(mutex_);
  return !closed_ && decision == open_decision_;
}

void Seat::Close() {
  const std::lock_guard<std::mutex> lock(mutex_);
  closed_ = true;
  OpenDecision(0);
}

// ---- The thread at work ----

void Seat::Work() {
  while (std::optional<Message> message = NextMessage()) {
    Handle(*std::move(message));
  }
}

std::optional<Seat::Message> Seat::NextMessage() {
  const std::lock_guard<std::mutex> lock(mutex_);
  at_work_ = !messages_.empty();
  if (!at_work_) return std::nullopt;
  Message message = std::move(messages_.front());
  messages_.pop_front();
  return message;
}

void Seat::Handle(Message message) {
  v1::PlayResponse& response = message.response;
  const auto tell = [&](const char* function, uint32_t decision,
                        const auto& call) {
    if (bot_) Guard(function, decision, call);
  };
  switch (response.kind_case()) {
    case v1::PlayResponse::kMatchStart:
      return SetUp();
    case v1::PlayResponse::kPrompt:
      return OnPrompt(std::move(*response.mutable_prompt()), message.received);
    case v1::PlayResponse::kActAck:
      return tell("OnAck", response.act_ack().decision(),
                  [&] { bot_->OnAck(response.act_ack()); });
    case v1::PlayResponse::kAnnounceAck: {
      const v1::AnnounceAck& ack = response.announce_ack();
      if (ack.status() == v1::AnnounceAck::STATUS_REFUSED) {
        Report(LogLevel::kWarning, ack.decision(),
               "announcement refused: " + ack.message());
      }
      return tell("OnAnnounceAck", ack.decision(),
                  [&] { bot_->OnAnnounceAck(ack); });
    }
    case v1::PlayResponse::kEvents:
      return tell("OnEvents", 0, [&] { bot_->OnEvents(response.events()); });
    case v1::PlayResponse::kMatchEnd:
      return tell("OnEnd", 0, [&] { bot_->OnEnd(response.match_end()); });
    default:
      return;
  }
}

void Seat::SetUp() {
  if (greeting_.has_value()) return;  // A second start came meanwhile.
  // Sent even without a bot: its first decision then ends in a fault at once
  // rather than after the start budget.
  Sent greeting;
  greeting.request.mutable_ready()->set_match_id(start_.match_id());
  greeting.request.mutable_ready()->set_seat(start_.seat());
  std::string function = "the making of the bot";  // The one that runs.
  const std::string threw = Guard(function, 0, [&] {
    try {
      std::unique_ptr<Bot> bot = factory_(start_);
      if (bot == nullptr) throw std::logic_error("it gave no bot");
      bot->leave_ = [this] { connection_.Leave(); };
      function = "OnStart";
      bot->OnStart(start_);
      bot_ = std::move(bot);
    } catch (const Decline& refusal) {
      v1::Decline& decline = *greeting.request.mutable_decline();
      decline.set_match_id(start_.match_id());
      decline.set_seat(start_.seat());
      decline.set_reason(refusal.reason());
      Report(LogLevel::kWarning, 0, "declined: " + decline.reason());
    }
  });
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    greeting_ = greeting.request;
    threw_ = threw;
  }
  Send(greeting);
}

void Seat::OnPrompt(v1::Prompt message, Clock::time_point received) {
  const bool must = message.kind() == v1::DECISION_KIND_MUST;
  const uint32_t decision = message.decision();
  if (must && decision == answer_.request.act().decision()) return Repeat();
  const Prompt prompt(start_, std::move(message), received,
                      [this, decision] { return IsOpen(decision); });
  if (bot_ && !prompt.announcements().empty()) {
    Guard("Announce", decision, [&] {
      if (const std::optional<Choice> choice = bot_->Announce(prompt)) {
        *announced_.request.mutable_announce() =
            choice->ToAnnounce(prompt.message());
        Send(announced_);
      }
    });
  }
  if (!must) return;
  // If the bot throws, this act without a choice is sent. It is a fault at
  // once, so that the other players need not wait for the clock.
  v1::Act& act = *answer_.request.mutable_act();
  act.Clear();
  act.set_match_id(prompt.message().match_id());
  act.set_seat(prompt.seat());
  act.set_decision(decision);
  if (bot_) LetAct(prompt, received);
  Send(answer_);
}

void Seat::LetAct(const Prompt& prompt, Clock::time_point received) {
  const uint32_t decision = prompt.decision();
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    thinking_ = decision;
  }
  const std::string threw = Guard("Act", decision, [&] {
    *answer_.request.mutable_act() = bot_->Act(prompt).ToAct(prompt.message());
  });
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    thinking_ = 0;
    if (!threw.empty()) {
      threw_ = threw;
      threw_in_ = decision;
    }
    if (fault_told_ < decision) return;
  }
  Report(LogLevel::kWarning, decision,
         "Act took " + SecondsText(Clock::now() - received) +
             ", too long: the decision was over before");
}

void Seat::Repeat() {
  // A newer prompt for the decision does not make the answer void. On a new
  // stream the answer, and what was announced before it, may have been lost
  // with the old one; repeating them is harmless.
  if (answer_.stream == connection_.stream()) return;
  const bool announced = announced_.request.announce().decision() ==
                         answer_.request.act().decision();
  if (announced && announced_.stream != connection_.stream()) Send(announced_);
  Send(answer_);
}

void Seat::Send(Sent& sent) {
  sent.stream = closed_ ? 0 : connection_.Send(sent.request);
}

std::string Seat::Guard(const std::string& function, uint32_t decision,
                        const std::function<void()>& call) {
  std::string threw;
  std::string words;
  try {
    call();
    return "";
  } catch (const std::exception& error) {
    threw = function + " threw " + NameOf(typeid(error));
    words = std::string(": ") + error.what();
  } catch (...) {
    threw = function + " threw something other than a std::exception";
  }
  Report(LogLevel::kError, decision, threw + words);
  return threw;
}

void Seat::Report(LogLevel level, uint32_t decision,
                  const std::string& what) const {
  if (!log_) return;
  log_(level,
       WhereText(start_.match_id(), start_.seat(), decision) + ": " + what);
}

}  // namespace pentathlon
