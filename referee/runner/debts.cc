#include "referee/runner/debts.h"

#include <functional>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"

namespace arena::runner {
namespace {

// What a prompt shows, but not how much time is left.
size_t ContentOf(const v1::Prompt& prompt) {
  std::string bytes = prompt.observation().SerializeAsString();
  for (const v1::LegalAction& announcement : prompt.announcements()) {
    absl::StrAppend(&bytes, " ", announcement.id());
  }
  return std::hash<std::string>()(bytes);
}

}  // namespace

bool Debts::Hear(const v1::PlayResponse& message) {
  switch (message.kind_case()) {
    case v1::PlayResponse::kWelcome:
      return !std::exchange(greeted_, true);
    case v1::PlayResponse::kMatchStart: {
      const v1::MatchStart& start = message.match_start();
      const auto [seat, is_new] =
          seats_.try_emplace({start.match_id(), start.seat()});
      if (is_new) seat->second.owes_ready = true;
      return is_new;
    }
    case v1::PlayResponse::kPrompt:
      return HearPrompt(message.prompt());
    case v1::PlayResponse::kActAck:
      return HearAck(message.act_ack());
    case v1::PlayResponse::kEvents:
      return true;
    case v1::PlayResponse::kMatchEnd: {
      const std::string& over = message.match_end().match_id();
      return std::erase_if(seats_, [&](const auto& seat) {
               return seat.first.first == over;
             }) > 0;
    }
    default:
      return false;
  }
}

bool Debts::HearPrompt(const v1::Prompt& prompt) {
  Seat& seat = seats_[{prompt.match_id(), prompt.seat()}];
  if (prompt.has_ack()) HearAck(prompt.ack());
  if (prompt.kind() == v1::DECISION_KIND_MUST) {
    // Also if it has answered: then the answer was lost on its way.
    seat.owed = prompt.decision();
  } else if (seat.owed.has_value() && *seat.owed < prompt.decision()) {
    seat.owed.reset();
  }
  const size_t content = ContentOf(prompt);
  const bool is_news =
      prompt.decision() > seat.newest || content != seat.content;
  seat.newest = prompt.decision();
  seat.content = content;
  return is_news;
}

bool Debts::HearAck(const v1::ActAck& ack) {
  const auto found = seats_.find({ack.match_id(), ack.seat()});
  if (found == seats_.end()) return false;
  Seat& seat = found->second;
  // A decision may be over without an act of the process.
  if (seat.owed == ack.decision()) seat.owed.reset();
  if (seat.made != ack.decision()) return false;
  seat.made.reset();
  return true;
}

bool Debts::Pay(const v1::PlayRequest& request) {
  const auto pay_ready = [this](const std::string& match, uint32_t seat) {
    const auto found = seats_.find({match, seat});
    return found != seats_.end() &&
           std::exchange(found->second.owes_ready, false);
  };
  if (request.has_ready()) {
    return pay_ready(request.ready().match_id(), request.ready().seat());
  }
  if (request.has_decline()) {
    return pay_ready(request.decline().match_id(), request.decline().seat());
  }
  if (!request.has_act()) return false;
  const v1::Act& act = request.act();
  const auto found = seats_.find({act.match_id(), act.seat()});
  // An act may be late, and the next decision open.
  if (found == seats_.end() || found->second.owed != act.decision()) {
    return false;
  }
  found->second.owed.reset();
  found->second.made = act.decision();
  return true;
}

bool Debts::any() const {
  return absl::c_any_of(seats_, [](const auto& seat) {
    return seat.second.owes_ready || seat.second.owed.has_value();
  });
}

}  // namespace arena::runner
