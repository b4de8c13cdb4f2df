// The small values that pass between a bot and its session.
#include "sdk/cpp/bot.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace pentathlon {
namespace {

std::chrono::nanoseconds ToChrono(const google::protobuf::Duration& duration) {
  return std::chrono::seconds(duration.seconds()) +
         std::chrono::nanoseconds(duration.nanos());
}

}  // namespace

std::optional<std::chrono::nanoseconds> Prompt::TimeLeft() const {
  // An absent bank means that the time beyond the allowance has no limit.
  if (!message_.has_allowance_left() || !message_.has_bank_left()) {
    return std::nullopt;
  }
  const std::chrono::nanoseconds left =
      ToChrono(message_.allowance_left()) + ToChrono(message_.bank_left()) -
      (std::chrono::steady_clock::now() - received_);
  return std::max(left, std::chrono::nanoseconds(0));
}

std::optional<std::chrono::nanoseconds> Prompt::RoundTrip() const {
  if (!message_.has_round_trip()) return std::nullopt;
  return ToChrono(message_.round_trip());
}

uint64_t Prompt::seed() const {
  // FNV-1a, as in the other SDKs.
  uint64_t hash = 0xcbf29ce484222325;
  const auto mix = [&hash](const std::string& bytes) {
    for (const char byte : bytes) {
      hash = (hash ^ static_cast<uint8_t>(byte)) * 0x100000001b3;
    }
  };
  mix(match_.private_seed());
  mix("/" + std::to_string(seat()) + "/" + std::to_string(decision()));
  return hash;
}

Choice::Choice(const v1::LegalAction& action) { act_.set_id(action.id()); }

Choice::Choice(v1::GameAction action) {
  *act_.mutable_action() = std::move(action);
}

Choice Choice::Index(uint32_t index) {
  Choice choice;
  choice.act_.set_index(index);
  return choice;
}

Choice Choice::Id(uint32_t id) {
  Choice choice;
  choice.act_.set_id(id);
  return choice;
}

Choice Choice::Text(std::string text) {
  Choice choice;
  choice.act_.set_text(std::move(text));
  return choice;
}

Choice Choice::WithNote(std::string note) const {
  Choice choice = *this;
  choice.act_.set_note(std::move(note));
  return choice;
}

v1::Act Choice::ToAct(const v1::Prompt& prompt) const {
  v1::Act act = act_;
  act.set_match_id(prompt.match_id());
  act.set_seat(prompt.seat());
  act.set_decision(prompt.decision());
  return act;
}

v1::Announce Choice::ToAnnounce(const v1::Prompt& prompt) const {
  v1::Announce announce;
  announce.set_match_id(prompt.match_id());
  announce.set_seat(prompt.seat());
  announce.set_decision(prompt.decision());
  switch (act_.choice_case()) {
    case v1::Act::kIndex:
      // By id, because the list may change while the message is on its way.
      if (act_.index() >= static_cast<uint32_t>(prompt.announcements_size())) {
        throw std::out_of_range("index " + std::to_string(act_.index()) +
                                " is outside the prompt's " +
                                std::to_string(prompt.announcements_size()) +
                                " announcements, which count from 0");
      }
      announce.set_id(
          prompt.announcements(static_cast<int>(act_.index())).id());
      break;
    case v1::Act::kId:
      announce.set_id(act_.id());
      break;
    case v1::Act::kAction:
      *announce.mutable_action() = act_.action();
      break;
    case v1::Act::kText:
      announce.set_text(act_.text());
      break;
    case v1::Act::CHOICE_NOT_SET:
      break;
  }
  return announce;
}

}  // namespace pentathlon
