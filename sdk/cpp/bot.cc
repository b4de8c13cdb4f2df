// The small values that pass between a bot and its session.
#include "sdk/cpp/bot.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "sdk/cpp/base/times.h"

namespace pentathlon {
namespace {

// Throws if `index` is outside a list of the prompt.
void CheckIndex(uint32_t index, int size, const std::string& list) {
  if (index < static_cast<uint32_t>(size)) return;
  throw std::out_of_range("index " + std::to_string(index) +
                          " is outside the prompt's " + std::to_string(size) +
                          " " + list + ", which count from 0");
}

// The beginning of a text, in the form of a reason that the referee accepts:
// one line of up to 200 bytes that ends with a whole character.
std::string OneLine(std::string text) {
  constexpr size_t kMost = 200;
  if (text.size() > kMost) {
    size_t end = kMost;
    while (end > 0 && (text[end] & 0xc0) == 0x80) --end;
    text.resize(end);
  }
  std::replace_if(
      text.begin(), text.end(),
      [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; },
      ' ');
  return text;
}

}  // namespace

Prompt::Prompt(const v1::MatchStart& match, v1::Prompt message,
               std::chrono::steady_clock::time_point received,
               std::function<bool()> is_open)
    : match_(match),
      message_(std::move(message)),
      received_(received),
      is_open_(std::move(is_open)),
      random_(seed()) {}

std::optional<std::chrono::nanoseconds> Prompt::TimeLeft() const {
  if (!message_.has_allowance_left() && !message_.has_bank_left()) {
    return std::nullopt;
  }
  const std::chrono::nanoseconds left =
      WireTime(message_.allowance_left()) + WireTime(message_.bank_left()) -
      (std::chrono::steady_clock::now() - received_);
  return std::max(left, std::chrono::nanoseconds(0));
}

std::optional<std::chrono::nanoseconds> Prompt::RoundTrip() const {
  if (!message_.has_round_trip()) return std::nullopt;
  return WireTime(message_.round_trip());
}

uint64_t Prompt::seed() const {
  return SeedOf(match_.private_seed(), seat(), decision());
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
  if (act_.has_index()) {
    CheckIndex(act_.index(), prompt.actions_size(), "actions");
  }
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
      CheckIndex(act_.index(), prompt.announcements_size(), "announcements");
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

std::string Decline::reason() const { return OneLine(what()); }

uint64_t SeedOf(const std::string& private_seed, uint32_t seat,
                uint32_t decision) {
  uint64_t hash = 0xcbf29ce484222325;
  const auto mix = [&hash](const std::string& bytes) {
    for (const char byte : bytes) {
      hash = (hash ^ static_cast<uint8_t>(byte)) * 0x100000001b3;
    }
  };
  mix(private_seed);
  mix("/" + std::to_string(seat) + "/" + std::to_string(decision));
  return hash;
}

uint64_t Chance::Draw() {
  state_ += 0x9e3779b97f4a7c15;
  uint64_t value = state_;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
  value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
  return value ^ (value >> 31);
}

uint64_t Chance::Below(uint64_t count) {
  if (count == 0) {
    throw std::invalid_argument("count is 0; it should be at least 1");
  }
  // Draws beyond the last multiple would favour small numbers. 2^64 modulo
  // count, computed without 2^64.
  const uint64_t surplus = (UINT64_MAX % count + 1) % count;
  uint64_t value = Draw();
  while (surplus != 0 && value >= 0 - surplus) value = Draw();
  return value % count;
}

}  // namespace pentathlon
