#include "arena/match/match.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/v1/observation.pb.h"

namespace arena {
namespace {

// A prompt that waits counts as handed over after this time.
constexpr absl::Duration kHandOverPatience = absl::Seconds(1);

}  // namespace

// ---- Creation ----

absl::StatusOr<Match> Match::Create(const MatchSettings& settings,
                                    absl::Span<const MatchEntry> journal) {
  ARENA_ASSIGN_OR_RETURN(Table table, Table::Create(settings.table));
  Match match(settings, std::move(table));
  ARENA_RETURN_IF_ERROR(match.Restore(journal));
  return match;
}

Match::Match(const MatchSettings& settings, Table table)
    : settings_(settings),
      table_(std::move(table)),
      places_(settings.table.seats, Place(settings.clock)) {
  ARENA_CHECK(static_cast<int>(settings.players.size()) == settings.table.seats,
              settings.players.size());
}

absl::Status Match::Restore(absl::Span<const MatchEntry> journal) {
  for (const MatchEntry& entry : journal) {
    resumed_ = true;
    // Missing players were noted before the first card was dealt.
    if (entry.fault != FaultKind::kNotReady) PlayByItself();
    const absl::Status status = table_.Check(entry);
    if (!status.ok()) {
      return absl::DataLossError(absl::StrCat("journal of match ", settings_.id,
                                              ": ", status.message()));
    }
    if (entry.kind == EntryKind::kChoice) {
      Place& place = places_[entry.seat];
      place.clock.Charge(entry.charged);
      place.last_ack.set_decision(table_.decision());
      place.last_ack.set_status(entry.fault == FaultKind::kNone
                                    ? v1::ActAck::STATUS_ACCEPTED
                                    : v1::ActAck::STATUS_FAULT);
      place.last_ack.set_fault(static_cast<v1::FaultKind>(entry.fault));
    }
    Make(entry, nullptr);
  }
  resumed_entries_ = static_cast<int64_t>(journal.size());
  // What followed by itself may have been the end of the match.
  if (resumed_) PlayByItself();
  return absl::OkStatus();
}

// ---- Starting ----

void Match::Begin(absl::Time now, std::optional<absl::Duration> patience) {
  resumed_ = resumed_ || patience.has_value();
  const absl::Duration budget =
      patience.has_value()
          ? *patience
          : (settings_.clock.has_value() ? settings_.clock->start_budget
                                         : absl::InfiniteDuration());
  start_deadline_ = now + budget;
}

void Match::Attach(Seat seat, Wishes wishes, absl::Time now, Effects& effects) {
  Place& place = places_[seat];
  place.attached = true;
  place.wishes = wishes;
  place.unsent.Clear();
  place.content.clear();
  SendStart(seat, resumed_ || playing_, effects);
  if (playing_) {
    RefreshLists(seat);
    SendPrompt(seat, now, effects);
  }
}

void Match::Detach(Seat seat, absl::Time now) {
  Place& place = places_[seat];
  place.attached = false;
  place.clock_start = std::min(place.clock_start, now);
}

void Match::Ready(Seat seat, absl::Time now, Effects& effects) {
  places_[seat].ready = true;
  if (playing_ || over()) return;
  if (AllReady()) StartPlaying(now, effects);
}

bool Match::AllReady() const {
  for (Seat seat = 0; seat < settings_.table.seats; ++seat) {
    if (!places_[seat].ready && !table_.PlayedFor(seat)) return false;
  }
  return true;
}

void Match::StartPlaying(absl::Time now, Effects& effects) {
  playing_ = true;
  start_deadline_ = absl::InfiniteFuture();
  PlayByItself();
  Announce(now, effects);
}

// ---- Playing ----

void Match::HandedOver(Seat seat, uint32_t decision, absl::Time now) {
  Place& place = places_[seat];
  if (place.prompted == decision) {
    place.clock_start = std::min(place.clock_start, now);
  }
}

void Match::Queued(Seat seat, uint32_t decision, absl::Time now) {
  HandedOver(seat, decision, now + kHandOverPatience);
}

void Match::Act(Seat seat, const v1::Act& act, absl::Time received,
                Effects& effects) {
  Place& place = places_[seat];
  v1::ActAck ack;
  ack.set_decision(act.decision());
  if (over() || !playing_ || act.decision() != place.prompted ||
      place.prompted != table_.decision()) {
    if (act.decision() == place.last_ack.decision()) ack = place.last_ack;
    if (ack.status() == v1::ActAck::STATUS_UNSPECIFIED) {
      ack.set_status(v1::ActAck::STATUS_DECISION_CLOSED);
      ack.set_message(absl::StrCat("decision ", act.decision(),
                                   " is not open; the newest one of seat ",
                                   seat, " is ", place.prompted));
    }
    SendAck(seat, std::move(ack), effects);
    return;
  }
  const Reading reading = Read(seat, act);
  if (reading.announcement.has_value()) {
    const MatchEntry entry{.kind = EntryKind::kAnnouncement,
                           .seat = seat,
                           .action = *reading.announcement};
    Make(entry, &effects);
    ack.set_status(v1::ActAck::STATUS_ACCEPTED);
    SendAck(seat, std::move(ack), effects);
  } else if (!place.owes || reading.too_late) {
    // Nothing is owed, so nothing can be wrong: either a repetition of the
    // choice that was made, or an announcement that comes too late.
    if (!place.owes && act.decision() == place.last_ack.decision()) {
      ack = place.last_ack;
    } else {
      ack.set_status(v1::ActAck::STATUS_TOO_LATE);
      ack.set_message("this announcement is not possible, or no longer");
    }
    SendAck(seat, std::move(ack), effects);
    return;
  } else if (received >= DeadlineOf(place)) {
    CommitFault(seat, FaultKind::kLate, "the time is over", received, effects);
  } else if (reading.fault != FaultKind::kNone) {
    CommitFault(seat, reading.fault, reading.message, received, effects);
  } else {
    const absl::Duration elapsed =
        std::max(received - place.clock_start, absl::ZeroDuration());
    Choose(seat, *reading.choice, FaultKind::kNone, elapsed, effects);
  }
  PlayByItself();
  Announce(received, effects);
  FoldAcks(effects);
  effects.ride_along = place.wishes.built_in && effects.messages.empty() &&
                       !over() && act.decision() == table_.decision();
}

Match::Reading Match::Read(Seat seat, const v1::Act& act) const {
  const Place& place = places_[seat];
  absl::StatusOr<Action> action = absl::InvalidArgumentError(
      "the act has no choice; expected index, id, action or text");
  switch (act.choice_case()) {
    case v1::Act::kIndex:
      if (act.index() < place.legal.size()) {
        return {.choice = place.legal[act.index()]};
      }
      return {.fault = FaultKind::kIllegal,
              .message = absl::StrCat("index ", act.index(), " of ",
                                      place.legal.size(), " legal actions")};
    case v1::Act::kId:
      action = act.id();
      break;
    case v1::Act::kAction:
      action = table_.state()->ActionFromMessage(seat, act.action());
      break;
    case v1::Act::kText:
      action = table_.state()->ParseAction(seat, act.text());
      break;
    case v1::Act::CHOICE_NOT_SET:
      break;
  }
  if (!action.ok()) {
    return {.fault = FaultKind::kMalformed,
            .message = std::string(action.status().message())};
  }
  if (absl::c_binary_search(place.legal, *action)) return {.choice = *action};
  if (absl::c_binary_search(place.announcements, *action)) {
    return {.announcement = *action};
  }
  if (absl::c_linear_search(place.offered, *action)) return {.too_late = true};
  return {
      .fault = FaultKind::kIllegal,
      .message = absl::StrCat("action ", *action, " is not in the legal list")};
}

void Match::Choose(Seat seat, Action action, FaultKind fault,
                   absl::Duration elapsed, Effects& effects) {
  Place& place = places_[seat];
  // The journal holds whole microseconds, and a restart must find the same
  // bank: so this is what is charged.
  const absl::Duration charged = absl::Trunc(elapsed, absl::Microseconds(1));
  place.clock.Charge(charged);
  place.owes = false;
  v1::ActAck& ack = place.last_ack;
  ack.Clear();
  ack.set_decision(table_.decision());
  ack.set_status(fault == FaultKind::kNone ? v1::ActAck::STATUS_ACCEPTED
                                           : v1::ActAck::STATUS_FAULT);
  if (settings_.clock.has_value()) {
    ToMessage(charged, *ack.mutable_charged());
    ToMessage(place.clock.bank(), *ack.mutable_bank_left());
  }
  Make(
      {.kind = EntryKind::kChoice,
       .fault = fault,
       .seat = seat,
       .action = action,
       .charged = settings_.clock.has_value() ? charged : absl::ZeroDuration()},
      &effects);
  if (fault == FaultKind::kNone) SendAck(seat, ack, effects);
}

void Match::CommitFault(Seat seat, FaultKind fault, absl::string_view message,
                        absl::Time now, Effects& effects) {
  Place& place = places_[seat];
  v1::ActAck ack;
  if (settings_.table.seats == 2) {
    ack.set_decision(table_.decision());
    ack.set_status(v1::ActAck::STATUS_FAULT);
    Make({.kind = EntryKind::kFault, .fault = fault, .seat = seat}, &effects);
  } else {
    const Action substitute = table_.state()->Substitute(seat);
    const absl::Duration elapsed =
        std::max(now - place.clock_start, absl::ZeroDuration());
    Choose(seat, substitute, fault, elapsed, effects);
    ack = place.last_ack;
    ack.set_substitute(substitute);
  }
  ack.set_fault(static_cast<v1::FaultKind>(fault));
  ack.set_message(absl::StrCat(FaultName(fault), ": ", message));
  ack.set_faults(table_.FaultsOf(seat));
  place.last_ack = ack;
  SendAck(seat, std::move(ack), effects);
}

void Match::Fail(Seat seat, FaultKind fault, absl::Time now, Effects& effects) {
  if (over() || !playing_) return;
  if (!places_[seat].owes && settings_.table.seats != 2) return;
  CommitFault(seat, fault, "the bot failed", now, effects);
  PlayByItself();
  Announce(now, effects);
}

void Match::Tick(absl::Time now, Effects& effects) {
  if (over()) return;
  if (!playing_) {
    if (now < start_deadline_) return;
    const bool nobody =
        absl::c_none_of(places_, [](const Place& p) { return p.ready; });
    if (resumed_ || nobody) return End(EntryKind::kAbandon, effects);
    for (Seat seat = 0; seat < settings_.table.seats && !over(); ++seat) {
      if (places_[seat].ready) continue;
      Make({.kind = EntryKind::kFault,
            .fault = FaultKind::kNotReady,
            .seat = seat},
           &effects);
    }
    if (!over()) StartPlaying(now, effects);
    return;
  }
  while (const std::optional<Seat> seat = LateSeat(now)) {
    CommitFault(*seat,
                places_[*seat].attached ? FaultKind::kLate : FaultKind::kGone,
                "no act came within the time", now, effects);
    if (over()) break;
  }
  PlayByItself();
  Announce(now, effects);
}

void Match::End(EntryKind kind, Effects& effects) {
  if (!over()) Make({.kind = kind}, &effects);
}

// ---- What follows by itself ----

void Match::Make(const MatchEntry& entry, Effects* effects) {
  CollectEvents(table_.Completes(entry));
  table_.Apply(entry);
  if (effects != nullptr) effects->journal.push_back(entry);
}

void Match::PlayByItself() {
  while (!over()) {
    if (const std::optional<MatchEntry> chance = table_.NextChance()) {
      Make(*chance, nullptr);
      continue;
    }
    const SeatSet owing = table_.Owing();
    const auto seat =
        absl::c_find_if(owing, [&](Seat s) { return table_.PlayedFor(s); });
    if (seat == owing.end()) return;
    places_[*seat].owes = false;
    Make({.kind = EntryKind::kChoice,
          .seat = *seat,
          .action = table_.state()->Substitute(*seat)},
         nullptr);
  }
}

void Match::RefreshLists(Seat seat) {
  Place& place = places_[seat];
  ActionList list;
  place.owes = table_.Owing().contains(seat) && !table_.PlayedFor(seat);
  if (place.owes) table_.state()->LegalActions(seat, list);
  place.legal.assign(list.begin(), list.end());
  place.announcements.clear();
  if (table_.state()->info().announcements && !table_.PlayedFor(seat)) {
    table_.state()->Announcements(seat, list);
    place.announcements.assign(list.begin(), list.end());
    if (place.prompted != table_.decision()) place.offered.clear();
    place.offered.insert(place.offered.end(), list.begin(), list.end());
  }
}

// ---- Time ----

absl::Time Match::DeadlineOf(const Place& place) const {
  if (!playing_ || !place.owes || place.wishes.built_in ||
      !settings_.clock.has_value()) {
    return absl::InfiniteFuture();
  }
  return place.clock_start + place.clock.Budget();
}

std::optional<Seat> Match::LateSeat(absl::Time now) const {
  std::optional<Seat> late;
  for (Seat seat = 0; seat < settings_.table.seats; ++seat) {
    const absl::Time deadline = DeadlineOf(places_[seat]);
    if (now < deadline) continue;
    if (!late.has_value() || deadline < DeadlineOf(places_[*late])) late = seat;
  }
  return late;
}

absl::Time Match::next_deadline() const {
  if (over()) return absl::InfiniteFuture();
  if (!playing_) return start_deadline_;
  absl::Time next = absl::InfiniteFuture();
  for (const Place& place : places_) {
    next = std::min(next, DeadlineOf(place));
  }
  return next;
}

}  // namespace arena
