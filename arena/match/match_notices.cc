// The notices of a match to its players: events, open decisions,
// acknowledgements.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/match/match.h"

namespace arena {
namespace {

void AppendList(absl::Span<const Action> actions, std::string& out) {
  absl::StrAppend(&out, actions.size(), ":");
  out.append(reinterpret_cast<const char*>(actions.data()),
             actions.size() * sizeof(Action));
}

}  // namespace

void Match::NoteContents(const MatchEntry& entry) {
  const bool stays_open =
      entry.kind == EntryKind::kAnnouncement ||
      (entry.kind == EntryKind::kChoice && table_.Owing().size() > 1);
  if (!stays_open || !table_.state()->info().announcements) return;
  for (Seat seat = 0; seat < settings_.table.seats; ++seat) {
    Chair& chair = chairs_[seat];
    if (!chair.attached || chair.traits.built_in) continue;
    if (!chair.content_before.has_value()) {
      chair.content_before = ContentFor(seat);
    }
  }
}

void Match::CollectEvents(const Ply& ply) {
  const auto add = [&](Seat seat, EventList& events) {
    v1::PlyEvent& event = *events.Add();
    table_.state()->EventFor(seat, ply, event);
    event.set_ply(table_.public_plies());
    // The receiver may not know of this announcement.
    if (event.actions().empty()) events.RemoveLast();
  };
  for (Seat seat = 0; seat < settings_.table.seats; ++seat) {
    Chair& chair = chairs_[seat];
    if (chair.attached && chair.traits.events) add(seat, chair.unsent);
  }
}

void Match::TellAll(absl::Time now, Effects& effects) {
  const auto tell = [&](Seat seat, EventList& events) {
    if (events.empty()) return;
    Seen seen;
    seen.events.Swap(&events);
    effects.notices.push_back({seat, std::move(seen)});
  };
  for (Seat seat = 0; seat < settings_.table.seats; ++seat) {
    tell(seat, chairs_[seat].unsent);
  }
  if (over()) return;
  for (Seat seat = 0; seat < settings_.table.seats; ++seat) {
    const auto before = std::exchange(chairs_[seat].content_before, {});
    const bool is_new = chairs_[seat].open.decision != table_.decision();
    const bool has_changed = before.has_value() && *before != ContentFor(seat);
    if (is_new || has_changed) Ask(seat, now, effects);
  }
}

void Match::Ask(Seat seat, absl::Time now, Effects& effects) {
  Chair& chair = chairs_[seat];
  const bool must = Owes(seat);
  const absl::Span<const Action> possible = table_.Announceable(seat);
  // A built-in player never announces anything.
  if (!must && (possible.empty() || chair.traits.built_in)) return;
  chair.announcements.NoteOffer(table_.decision(), possible);
  if (chair.open.decision != table_.decision()) {
    chair.open = Open();
    chair.open.decision = table_.decision();
  }
  if (!chair.attached) {
    chair.open.clock_start = std::min(chair.open.clock_start, now);
    return;
  }
  Asked asked{.decision = table_.decision(), .must = must};
  if (must && !chair.traits.built_in) asked.time_left = TimeLeftOf(seat, now);
  effects.notices.push_back({seat, std::move(asked)});
}

std::string Match::ContentFor(Seat seat) const {
  v1::Observation observation;
  table_.state()->ObservationFor(seat, observation);
  std::string content = observation.SerializeAsString();
  AppendList(Owes(seat) ? table_.Legal(seat) : absl::Span<const Action>(),
             content);
  AppendList(table_.Announceable(seat), content);
  return content;
}

std::optional<TimeLeft> Match::TimeLeftOf(Seat seat, absl::Time now) const {
  if (!chairs_[seat].clock.limited()) return std::nullopt;
  const absl::Duration zero = absl::ZeroDuration();
  const absl::Duration allowance = settings_.clock->allowance;
  const absl::Duration used =
      std::max(now - chairs_[seat].open.clock_start, zero);
  const absl::Duration beyond = std::max(used - allowance, zero);
  return TimeLeft{.allowance = std::max(allowance - used, zero),
                  .bank = std::max(chairs_[seat].clock.bank() - beyond, zero)};
}

void Match::Acknowledge(Seat seat, Ack ack, Effects& effects) const {
  if (!chairs_[seat].attached || chairs_[seat].traits.built_in) return;
  ack.faults = table_.FaultsOf(seat);
  effects.notices.push_back({seat, std::move(ack)});
}

void Match::Acknowledge(Seat seat, AnnounceAck ack, Effects& effects) const {
  if (!chairs_[seat].attached || chairs_[seat].traits.built_in) return;
  effects.notices.push_back({seat, std::move(ack)});
}

Ack Match::AnsweredAck(Seat seat, const Answer& answer) const {
  const Chair& chair = chairs_[seat];
  if (chair.answered.status != AckStatus::kAccepted ||
      RepeatsChoice(seat, answer)) {
    return chair.answered;
  }
  return {.decision = answer.decision,
          .status = AckStatus::kAlreadyChosen,
          .message = "the seat has chosen another action in this decision",
          .action = chair.answered.action};
}

bool Match::RepeatsChoice(Seat seat, const Answer& answer) const {
  const Chair& chair = chairs_[seat];
  if (const auto* index = std::get_if<ListIndex>(&answer.choice)) {
    return !chair.answered_index.has_value() ||
           *chair.answered_index == index->value;
  }
  const absl::StatusOr<Action> action = ActionOf(seat, answer);
  return action.ok() && *action == chair.answered.action;
}

Ack Match::ClosedAck(Seat seat, const Answer& answer) const {
  const Chair& chair = chairs_[seat];
  const uint32_t decision = answer.decision;
  if (decision == chair.answered.decision &&
      chair.answered.status != AckStatus::kNone) {
    return AnsweredAck(seat, answer);
  }
  const bool open = playing_ && !over() && decision == table_.decision() &&
                    decision == chair.open.decision;
  return {.decision = decision,
          .status = AckStatus::kDecisionClosed,
          .message =
              open ? absl::StrCat("seat ", seat, " owes no choice in decision ",
                                  decision, "; announce with Announce")
                   : absl::StrCat("decision ", decision,
                                  " is not open; the newest one of seat ", seat,
                                  " is ", chair.open.decision)};
}

std::optional<AnnounceAck> Match::UselessAck(Seat seat, uint32_t decision,
                                             Action action) const {
  const Chair& chair = chairs_[seat];
  AnnounceAck ack{.decision = decision, .action = action};
  if (chair.announcements.Made(decision, action)) {
    ack.status = AnnounceStatus::kMade;
    return ack;
  }
  const uint32_t newest = chair.open.decision;
  if (decision == 0 || decision > newest) {
    return RefusedAck(seat, decision,
                      absl::StrCat("decision ", decision,
                                   " is not open; the newest one of seat ",
                                   seat, " is ", newest));
  }
  ack.status = AnnounceStatus::kTooLate;
  if (over() || decision < table_.decision()) {
    ack.message = absl::StrCat("decision ", decision, " is over");
    return ack;
  }
  if (absl::c_binary_search(table_.Announceable(seat), action)) return {};
  if (chair.announcements.Offered(decision, action)) {
    ack.message = "this announcement is no longer possible";
    return ack;
  }
  return RefusedAck(
      seat, decision,
      absl::StrCat("action ", action, " is not among the announcements"));
}

AnnounceAck Match::RefusedAck(Seat seat, uint32_t decision,
                              absl::string_view why) const {
  std::string message(why);
  if (decision == chairs_[seat].open.decision && !over()) {
    std::vector<std::string> possible;
    for (const Action action : table_.Announceable(seat)) {
      possible.push_back(absl::StrCat(
          action, " (", table_.state()->ActionToString(seat, action), ")"));
    }
    absl::StrAppend(
        &message, "; seat ", seat, " may announce ",
        possible.empty() ? "nothing" : absl::StrJoin(possible, ", "));
  }
  return {.decision = decision,
          .status = AnnounceStatus::kRefused,
          .message = std::move(message)};
}

}  // namespace arena
