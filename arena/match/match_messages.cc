// What a match tells its players: starts, events, prompts and acks.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/match/match.h"
#include "arena/v1/observation.pb.h"

namespace arena {
namespace {

// What counts as the content of a prompt: all but the times.
std::string ContentOf(const v1::Prompt& prompt) {
  v1::Prompt copy = prompt;
  copy.clear_allowance_left();
  copy.clear_bank_left();
  return copy.SerializeAsString();
}

}  // namespace

void Match::CollectEvents(const Ply& ply) {
  if (ply.empty()) return;
  const auto add = [&](Seat seat, v1::Events& events) {
    v1::Event& event = *events.add_events();
    table_.state()->EventFor(seat, ply, event);
    event.set_ply(table_.public_plies());
    // An announcement that is none of the receiver's business.
    if (event.actions().empty()) events.mutable_events()->RemoveLast();
  };
  for (Seat seat = 0; seat < settings_.table.seats; ++seat) {
    Place& place = places_[seat];
    if (place.attached && place.wishes.events) add(seat, place.unsent);
  }
  if (watched_) add(kSpectator, unsent_to_spectators_);
}

void Match::Announce(absl::Time now, Effects& effects) {
  const auto send = [&](Seat seat, v1::Events& events) {
    if (events.events().empty()) return;
    Outgoing& out = effects.messages.emplace_back();
    out.seat = seat;
    v1::Events& message = *out.message.mutable_events();
    message.Swap(&events);
    message.set_match_id(settings_.id);
    message.set_seat(std::max(seat, 0));
  };
  send(kSpectator, unsent_to_spectators_);
  for (Seat seat = 0; seat < settings_.table.seats; ++seat) {
    send(seat, places_[seat].unsent);
  }
  if (over()) return;
  const bool refresh = table_.state()->info().announcements;
  for (Seat seat = 0; seat < settings_.table.seats; ++seat) {
    const bool is_new = places_[seat].prompted != table_.decision();
    if (!is_new && !refresh) continue;
    RefreshLists(seat);
    if (is_new) places_[seat].clock_start = absl::InfiniteFuture();
    SendPrompt(seat, now, effects);
  }
}

void Match::SendPrompt(Seat seat, absl::Time now, Effects& effects) {
  Place& place = places_[seat];
  // A built-in player never announces anything.
  if (!place.owes && (place.announcements.empty() || place.wishes.built_in)) {
    return;
  }
  const bool is_new = place.prompted != table_.decision();
  place.prompted = table_.decision();
  if (!place.attached) {
    place.clock_start = std::min(place.clock_start, now);
    return;
  }
  Outgoing out{seat, {}};
  FillPrompt(seat, now, *out.message.mutable_prompt());
  if (table_.state()->info().announcements) {
    std::string content = ContentOf(out.message.prompt());
    if (!is_new && content == place.content) return;
    place.content = std::move(content);
  }
  effects.messages.push_back(std::move(out));
}

void Match::FillPrompt(Seat seat, absl::Time now, v1::Prompt& prompt) const {
  const Place& place = places_[seat];
  const AnyState& state = table_.state();
  prompt.set_match_id(settings_.id);
  prompt.set_seat(seat);
  prompt.set_decision(table_.decision());
  prompt.set_kind(place.owes ? v1::DECISION_KIND_MUST : v1::DECISION_KIND_MAY);
  state->ObservationFor(seat, *prompt.mutable_observation());
  const auto fill = [&](Action action, v1::LegalAction& legal) {
    legal.set_id(action);
    state->ActionToMessage(seat, action, *legal.mutable_action());
    if (place.wishes.text) {
      legal.set_text(state->ActionToString(seat, action));
    }
  };
  for (const Action action : place.legal) fill(action, *prompt.add_actions());
  for (const Action action : place.announcements) {
    fill(action, *prompt.add_announcements());
  }
  if (!settings_.clock.has_value() || !place.owes) return;
  const absl::Duration used =
      std::max(now - place.clock_start, absl::ZeroDuration());
  const absl::Duration allowance = settings_.clock->allowance;
  const absl::Duration beyond =
      std::max(used - allowance, absl::ZeroDuration());
  ToMessage(std::max(allowance - used, absl::ZeroDuration()),
            *prompt.mutable_allowance_left());
  ToMessage(std::max(place.clock.bank() - beyond, absl::ZeroDuration()),
            *prompt.mutable_bank_left());
}

void Match::SendStart(Seat seat, bool resumed, Effects& effects) const {
  Outgoing& out = effects.messages.emplace_back();
  out.seat = seat;
  v1::MatchStart& start = *out.message.mutable_match_start();
  const GameInfo& info = table_.state()->info();
  start.set_match_id(settings_.id);
  start.set_seat(seat);
  start.set_game(info.name);
  start.set_rules_version(info.rules_version);
  for (const auto& [name, value] : settings_.table.options.given()) {
    (*start.mutable_options())[name] = value;
  }
  for (Seat s = 0; s < settings_.table.seats; ++s) {
    start.add_players(settings_.players[s]);
    start.add_teams(table_.state()->TeamOf(s));
  }
  if (settings_.clock.has_value()) {
    ClockToMessage(*settings_.clock, *start.mutable_clock());
  }
  const auto commitment = SeedCommitment(settings_.table.seed);
  start.set_seed_commitment(commitment.data(), commitment.size());
  start.set_max_faults(settings_.table.max_faults);
  start.set_resumed(resumed);
  start.set_label(settings_.label);
}

void Match::SendAck(Seat seat, v1::ActAck ack, Effects& effects) const {
  if (!places_[seat].attached || places_[seat].wishes.built_in) return;
  ack.set_match_id(settings_.id);
  ack.set_seat(seat);
  ack.set_faults(table_.FaultsOf(seat));
  Outgoing& out = effects.messages.emplace_back();
  out.seat = seat;
  *out.message.mutable_act_ack() = std::move(ack);
}

void Match::FoldAcks(Effects& effects) {
  std::vector<Outgoing>& messages = effects.messages;
  for (auto ack = messages.begin(); ack != messages.end();) {
    const auto prompt =
        std::find_if(ack, messages.end(), [&](const Outgoing& out) {
          return out.seat == ack->seat && out.message.has_prompt();
        });
    const bool fold =
        prompt != messages.end() &&
        ack->message.act_ack().status() == v1::ActAck::STATUS_ACCEPTED;
    if (fold) {
      prompt->message.mutable_prompt()->mutable_ack()->Swap(
          ack->message.mutable_act_ack());
      ack = messages.erase(ack);
    } else {
      ++ack;
    }
  }
}

}  // namespace arena
