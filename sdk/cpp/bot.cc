// Choices as messages.
#include "sdk/cpp/bot.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

namespace pentathlon {
namespace {

// Throws if `index` is outside a list of the prompt.
void CheckIndex(uint32_t index, int size, const std::string& list) {
  if (index < static_cast<uint32_t>(size)) return;
  throw std::out_of_range(absl::StrCat("index ", index,
                                       " is outside the prompt's ", size, " ",
                                       list, ", which count from 0"));
}

}  // namespace

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
  if (act_.has_index()) {
    // By id, because the list may change while the message is on its way.
    CheckIndex(act_.index(), prompt.announcements_size(), "announcements");
    announce.set_id(prompt.announcements(static_cast<int>(act_.index())).id());
  }
  if (act_.has_id()) announce.set_id(act_.id());
  if (act_.has_action()) *announce.mutable_action() = act_.action();
  if (act_.has_text()) announce.set_text(act_.text());
  return announce;
}

std::string Decline::reason() const {
  std::string text = what();
  size_t end = std::min<size_t>(text.size(), 200);
  // No part of a character.
  while (end < text.size() && end > 0 && (text[end] & 0xc0) == 0x80) --end;
  text.resize(end);
  std::replace_if(text.begin(), text.end(), absl::ascii_iscntrl, ' ');
  return text;
}

}  // namespace pentathlon
