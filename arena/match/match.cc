#include "arena/match/match.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/core/text.h"

namespace arena {
namespace {

// The time after which a waiting prompt counts as handed over.
constexpr absl::Duration kHandOverPatience = absl::Seconds(1);

// Far longer than an action of any game in its notation, in bytes.
constexpr size_t kMaxActionText = 256;

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
      chairs_(settings.table.seats, Chair(settings.clock)) {
  ARENA_CHECK(static_cast<int>(settings.players.size()) == settings.table.seats,
              settings.players.size());
}

absl::Status Match::Restore(absl::Span<const MatchEntry> journal) {
  resumed_ = !journal.empty();
  resumed_entries_ = static_cast<int64_t>(journal.size());
  absl::Status status;
  for (const MatchEntry& entry : journal) {
    if (status = TakeUp(entry); !status.ok()) break;
  }
  // The end of the match may have followed by itself.
  if (status.ok() && begun_) status = PlayByItself();
  if (status.ok()) return status;
  return absl::DataLossError(
      absl::StrCat("journal of match ", settings_.id, ": ", status.message()));
}

absl::Status Match::TakeUp(const MatchEntry& entry) {
  const bool ends = entry.kind == EntryKind::kCancel ||
                    entry.kind == EntryKind::kAbandon ||
                    entry.kind == EntryKind::kDecline;
  // A match may end, and missing players are noted, before the first card is
  // dealt. Any other entry comes after it, also in journals of referees that
  // did not note the beginning.
  if (!ends && entry.fault != v1::FAULT_KIND_NOT_READY) begun_ = true;
  if (entry.kind == EntryKind::kBegin) return absl::OkStatus();
  if (begun_) {
    // A match that contradicts itself was ended for this reason (see GiveUp).
    const absl::Status status = PlayByItself();
    if (!status.ok() && !ends) return status;
  }
  const uint32_t decision = table_.decision();
  if (entry.kind == EntryKind::kAnnouncement) {
    for (Seat seat = 0; seat < settings_.table.seats; ++seat) {
      chairs_[seat].announcements.NoteOffer(decision,
                                            table_.Announceable(seat));
    }
  }
  // This comes first, because the seat may not belong to this match.
  ARENA_RETURN_IF_ERROR(Make(entry));
  if (entry.kind == EntryKind::kAnnouncement) {
    chairs_[entry.seat].announcements.NoteMade(decision, entry.action);
  }
  if (entry.kind == EntryKind::kChoice) {
    Chair& chair = chairs_[entry.seat];
    chair.clock.Charge(entry.charged);
    chair.answered = {.decision = decision,
                      .status = entry.fault == v1::FAULT_KIND_UNSPECIFIED
                                    ? AckStatus::kAccepted
                                    : AckStatus::kFault,
                      .fault = entry.fault,
                      .action = entry.action};
    chair.answered_index.reset();
  }
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

void Match::Attach(Seat seat, PlayerTraits traits, absl::Time now,
                   Effects& effects) {
  Chair& chair = chairs_[seat];
  chair.attached = true;
  chair.traits = traits;
  chair.unsent.Clear();
  if (!traits.built_in) {
    effects.notices.push_back({seat, Started{resumed_ || playing_}});
  }
  if (playing_) Ask(seat, now, effects);
}

void Match::Detach(Seat seat, absl::Time now) {
  Chair& chair = chairs_[seat];
  chair.attached = false;
  chair.away_since = now;
  chair.open.clock_start = std::min(chair.open.clock_start, now);
}

void Match::Ready(Seat seat, absl::Time now, Effects& effects) {
  chairs_[seat].ready = true;
  if (playing_ || over()) return;
  if (AllReady()) StartPlaying(now, effects);
}

void Match::Decline(Seat seat, const std::string& words,
                    absl::FunctionRef<bool()> excused, absl::Time now,
                    Effects& effects) {
  if (over()) return;
  if (begun_ || chairs_[seat].ready || table_.PlayedFor(seat)) {
    effects.notices.push_back(
        {seat, Misplaced{absl::StrCat(
                   "seat ", seat,
                   " can no longer decline; expected only one Decline, in "
                   "place of the first Ready")}});
    return;
  }
  if (excused()) {
    words_ = words;
    return Enter({.kind = EntryKind::kDecline, .seat = seat}, effects);
  }
  Enter({.kind = EntryKind::kFault,
         .fault = v1::FAULT_KIND_NOT_READY,
         .seat = seat},
        effects);
  if (!over() && AllReady()) StartPlaying(now, effects);
}

bool Match::AllReady() const {
  for (Seat seat = 0; seat < settings_.table.seats; ++seat) {
    if (!chairs_[seat].ready && !table_.PlayedFor(seat)) return false;
  }
  return true;
}

void Match::StartPlaying(absl::Time now, Effects& effects) {
  playing_ = true;
  start_deadline_ = absl::InfiniteFuture();
  if (!begun_) {
    begun_ = true;
    effects.ride_along = effects.journal.empty();
    effects.journal.push_back({.kind = EntryKind::kBegin});
  }
  GoOn(now, effects);
}

// ---- Playing ----

void Match::HandedOver(Seat seat, uint32_t decision, absl::Time now) {
  Open& open = chairs_[seat].open;
  if (open.decision == decision) {
    open.clock_start = std::min(open.clock_start, now);
  }
}

void Match::Queued(Seat seat, uint32_t decision, absl::Time now) {
  HandedOver(seat, decision, now + kHandOverPatience);
}

void Match::Act(Seat seat, const Answer& answer, absl::Time received,
                Effects& effects) {
  // Most acts lead to an acknowledgement and prompts.
  effects.notices.reserve(3);
  const Chair& chair = chairs_[seat];
  const uint32_t decision = answer.decision;
  if (!playing_ || decision != chair.open.decision ||
      decision != table_.decision() || !Owes(seat)) {
    return Acknowledge(seat, ClosedAck(seat, answer), effects);
  }
  const Reading reading = Read(seat, answer);
  if (received >= DeadlineOf(seat)) {
    CommitFault(seat, v1::FAULT_KIND_LATE,
                "the answer came when the time was over", received, effects);
  } else if (reading.fault != v1::FAULT_KIND_UNSPECIFIED) {
    CommitFault(seat, reading.fault, reading.message, received, effects);
  } else {
    Choose({.kind = EntryKind::kChoice,
            .seat = seat,
            .action = reading.action,
            .charged = Elapsed(seat, received)},
           effects);
  }
  GoOn(received, effects);
  // A choice has no effect yet while other seats still owe theirs.
  effects.ride_along = chair.traits.built_in && effects.notices.empty() &&
                       !over() && decision == table_.decision();
}

Match::Reading Match::Read(Seat seat, const Answer& answer) {
  if (const auto* index = std::get_if<ListIndex>(&answer.choice)) {
    const absl::Span<const Action> legal = table_.Legal(seat);
    if (index->value < legal.size()) return {legal[index->value]};
    return {.fault = v1::FAULT_KIND_ILLEGAL,
            .message = absl::StrCat("index ", index->value, " of ",
                                    legal.size(), " legal actions")};
  }
  const absl::StatusOr<Action> action = ActionOf(seat, answer);
  if (!action.ok()) {
    return {.fault = v1::FAULT_KIND_MALFORMED,
            .message = std::string(action.status().message())};
  }
  if (absl::c_binary_search(table_.Legal(seat), *action)) return {*action};
  const bool announces =
      chairs_[seat].announcements.Offered(table_.decision(), *action);
  const std::string what =
      std::holds_alternative<Action>(answer.choice)
          ? absl::StrCat("action ", *action)
          : absl::StrCat("\"", table_.state()->ActionToString(seat, *action),
                         "\"");
  return {.fault = v1::FAULT_KIND_ILLEGAL,
          .message =
              absl::StrCat(what, announces ? " is an announcement, which is "
                                             "made by Announce and not by Act"
                                           : " is not among the legal "
                                             "actions of the prompt")};
}

absl::StatusOr<Action> Match::ActionOf(Seat seat, const Answer& answer) const {
  if (const auto* id = std::get_if<Action>(&answer.choice)) return *id;
  if (const auto* message = std::get_if<v1::GameAction>(&answer.choice)) {
    return table_.state()->ActionFromMessage(seat, *message);
  }
  if (const auto* text = std::get_if<std::string>(&answer.choice)) {
    // Errors quote the text, and go into records.
    if (text->size() > kMaxActionText) {
      return absl::InvalidArgumentError(
          absl::StrCat("action \"", Shortened(*text), "\" has ", text->size(),
                       " bytes; expected at most ", kMaxActionText));
    }
    return table_.state()->ParseAction(seat, *text);
  }
  return absl::InvalidArgumentError(
      "the act has no choice; expected index, id, action or text");
}

void Match::Announce(Seat seat, const Answer& answer, absl::Time received,
                     Effects& effects) {
  const uint32_t decision = answer.decision;
  const absl::StatusOr<Action> action = ActionOf(seat, answer);
  if (!action.ok()) {
    const absl::string_view why =
        std::holds_alternative<std::monostate>(answer.choice)
            ? "nothing is announced; expected id, action or text"
            : action.status().message();
    return Acknowledge(seat, RefusedAck(seat, decision, why), effects);
  }
  if (const auto ack = UselessAck(seat, decision, *action)) {
    return Acknowledge(seat, *ack, effects);
  }
  chairs_[seat].announcements.NoteMade(decision, *action);
  Enter({.kind = EntryKind::kAnnouncement, .seat = seat, .action = *action},
        effects);
  Acknowledge(seat,
              AnnounceAck{.decision = decision,
                          .status = AnnounceStatus::kMade,
                          .action = *action},
              effects);
  GoOn(received, effects);
}

void Match::Choose(const MatchEntry& choice, Effects& effects) {
  Chair& chair = chairs_[choice.seat];
  chair.clock.Charge(choice.charged);
  const bool fault = choice.fault != v1::FAULT_KIND_UNSPECIFIED;
  chair.answered = {.decision = table_.decision(),
                    .status = fault ? AckStatus::kFault : AckStatus::kAccepted,
                    .fault = choice.fault,
                    .action = choice.action};
  chair.answered_index.reset();
  if (!chair.traits.built_in) {
    const absl::Span<const Action> legal = table_.Legal(choice.seat);
    const auto place = absl::c_lower_bound(legal, choice.action);
    chair.answered_index = static_cast<uint32_t>(place - legal.begin());
  }
  if (chair.clock.limited()) {
    chair.answered.time = {choice.charged, chair.clock.bank()};
  }
  Enter(choice, effects);
  if (!fault) Acknowledge(choice.seat, chair.answered, effects);
}

void Match::CommitFault(Seat seat, v1::FaultKind fault,
                        absl::string_view message, absl::Time now,
                        Effects& effects) {
  const MatchEntry entry = table_.FaultEntry(seat, fault, Elapsed(seat, now));
  Ack& ack = chairs_[seat].answered;
  if (entry.kind == EntryKind::kChoice) {
    Choose(entry, effects);
  } else {
    const SeatClock& clock = chairs_[seat].clock;
    ack = {.decision = table_.decision(),
           .status = AckStatus::kFault,
           .fault = fault};
    if (clock.limited()) ack.time = {Elapsed(seat, now), clock.bank()};
    Enter(entry, effects);
  }
  ack.message = absl::StrCat(FaultName(fault), ": ", message);
  Acknowledge(seat, ack, effects);
}

void Match::Fail(Seat seat, v1::FaultKind fault, absl::Time now,
                 Effects& effects) {
  if (over() || !playing_) return;
  if (!Owes(seat) && settings_.table.seats != 2) return;
  CommitFault(seat, fault, "the bot failed", now, effects);
  GoOn(now, effects);
}

void Match::Tick(absl::Time now, Effects& effects) {
  if (over()) return;
  if (!playing_) {
    if (now >= start_deadline_) StopWaiting(now, effects);
    return;
  }
  while (const std::optional<Seat> seat = LateSeat(now)) {
    const Chair& chair = chairs_[*seat];
    CommitFault(*seat,
                chair.attached ? v1::FAULT_KIND_LATE : v1::FAULT_KIND_GONE,
                chair.clock.limited() ? "no answer came in time"
                                      : "the bot did not come back in time",
                now, effects);
    if (over()) break;
  }
  GoOn(now, effects);
}

void Match::StopWaiting(absl::Time now, Effects& effects) {
  const bool nobody =
      absl::c_none_of(chairs_, [](const Chair& p) { return p.ready; });
  if (resumed_ || nobody) return End(EntryKind::kAbandon, effects);
  for (Seat seat = 0; seat < settings_.table.seats && !over(); ++seat) {
    if (chairs_[seat].ready) continue;
    Enter({.kind = EntryKind::kFault,
           .fault = v1::FAULT_KIND_NOT_READY,
           .seat = seat},
          effects);
  }
  if (!over()) StartPlaying(now, effects);
}

void Match::Slept(absl::Duration duration, Effects& effects) {
  const absl::Duration pause = absl::Trunc(duration, absl::Microseconds(1));
  const bool clock_runs = playing_ && next_deadline() != absl::InfiniteFuture();
  if (!clock_runs || pause <= absl::ZeroDuration()) return;
  Enter({.kind = EntryKind::kPause, .charged = pause}, effects);
  effects.ride_along = !over();
}

void Match::End(EntryKind kind, Effects& effects) {
  if (!over()) Enter({.kind = kind}, effects);
}

// ---- What follows ----

absl::Status Match::Make(const MatchEntry& entry) {
  NoteContents(entry);
  return table_.Play(entry, [this](const Ply& ply) { CollectEvents(ply); })
      .status();
}

void Match::Enter(const MatchEntry& entry, Effects& effects) {
  if (const absl::Status status = Make(entry); !status.ok()) {
    return GiveUp(status, effects);
  }
  effects.journal.push_back(entry);
}

void Match::GiveUp(const absl::Status& why, Effects& effects) {
  if (over()) return;
  trouble_ = why;
  Enter({.kind = EntryKind::kAbandon}, effects);
}

absl::Status Match::PlayByItself() {
  while (const std::optional<MatchEntry> entry = table_.FollowsByItself()) {
    ARENA_RETURN_IF_ERROR(Make(*entry));
  }
  return absl::OkStatus();
}

void Match::GoOn(absl::Time now, Effects& effects) {
  if (const absl::Status status = PlayByItself(); !status.ok()) {
    GiveUp(status, effects);
  }
  TellAll(now, effects);
}

v1::MatchResult Match::Result() const {
  v1::MatchResult result = table_.Result();
  if (!words_.empty()) {
    result.set_reason(absl::StrCat(result.reason(), ": ", words_));
  }
  return result;
}

// ---- Time ----

absl::Duration Match::Elapsed(Seat seat, absl::Time now) const {
  if (!chairs_[seat].clock.limited()) return absl::ZeroDuration();
  const absl::Duration elapsed =
      std::max(now - chairs_[seat].open.clock_start, absl::ZeroDuration());
  // The journal holds whole microseconds, and a restart must find the same
  // bank, so only whole microseconds are charged.
  return absl::Microseconds(absl::ToInt64Microseconds(elapsed));
}

absl::Time Match::DeadlineOf(Seat seat) const {
  const Chair& chair = chairs_[seat];
  if (!playing_ || chair.traits.built_in ||
      chair.open.decision != table_.decision() || !Owes(seat)) {
    return absl::InfiniteFuture();
  }
  const absl::Time start = chair.open.clock_start;
  if (chair.clock.limited()) return start + chair.clock.Budget();
  if (chair.attached) return absl::InfiniteFuture();
  return std::max(start, chair.away_since) + kUntimedAbsence;
}

std::optional<Seat> Match::LateSeat(absl::Time now) const {
  std::optional<Seat> late;
  for (Seat seat = 0; seat < settings_.table.seats; ++seat) {
    const absl::Time deadline = DeadlineOf(seat);
    if (now < deadline) continue;
    if (!late.has_value() || deadline < DeadlineOf(*late)) late = seat;
  }
  return late;
}

absl::Time Match::next_deadline() const {
  if (over()) return absl::InfiniteFuture();
  if (!playing_) return start_deadline_;
  absl::Time next = absl::InfiniteFuture();
  for (Seat seat = 0; seat < settings_.table.seats; ++seat) {
    next = std::min(next, DeadlineOf(seat));
  }
  return next;
}

}  // namespace arena
