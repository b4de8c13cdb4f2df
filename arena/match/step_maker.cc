#include "arena/match/step_maker.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/core/sentence.h"
#include "arena/match/entry.h"

namespace arena {
namespace {

// The fault of a seat, as a sentence without a full stop.
std::string FaultSentence(Seat seat, v1::FaultKind fault) {
  const std::string who = SeatText(static_cast<uint32_t>(seat));
  switch (fault) {
    case v1::FAULT_KIND_LATE:
      return absl::StrCat(who, " did not answer in time");
    case v1::FAULT_KIND_ILLEGAL:
      return absl::StrCat(who, " chose an illegal action");
    case v1::FAULT_KIND_MALFORMED:
      return absl::StrCat(who, " sent an act that names no action");
    case v1::FAULT_KIND_GONE:
      return absl::StrCat(who, " was disconnected");
    case v1::FAULT_KIND_CRASHED:
      return absl::StrCat(who, " ended its program");
    case v1::FAULT_KIND_FLOOD:
      return absl::StrCat(who, " sent too many messages");
    case v1::FAULT_KIND_NOT_READY:
      return absl::StrCat(who, " was not ready in time");
    default:
      return absl::StrCat(who, " failed");
  }
}

std::string EndSentence(const v1::MatchResult& result) {
  switch (result.termination()) {
    case v1::TERMINATION_NORMAL:
      return absl::StrCat("the match ends: ", result.reason());
    case v1::TERMINATION_FORFEIT:
      return absl::StrCat("the match ends by forfeit: ", result.reason());
    case v1::TERMINATION_CANCELLED:
      return "the match ends without a result: it was cancelled";
    default:
      return "the match ends without a result: the referee could not go on";
  }
}

// Whether time ran for the choice. No time runs for a seat that is played for,
// except for the choice whose fault caused this.
bool WasTimed(const Table& table, const MatchEntry& entry) {
  return entry.fault != v1::FAULT_KIND_UNSPECIFIED ||
         !table.PlayedFor(entry.seat);
}

v1::StepAct* ActOf(Seat seat, v1::MatchStep& step) {
  for (v1::StepAct& act : *step.mutable_acts()) {
    if (static_cast<Seat>(act.event().seat()) == seat) return &act;
  }
  return nullptr;
}

}  // namespace

StepMaker::StepMaker(Table table, const StepStyle& style)
    : table_(std::move(table)),
      style_(style),
      clocks_(table_.config().seats, SeatClock(style.clock)),
      under_way_(UnderWay()) {
  ARENA_CHECK(table_.entries().empty());
}

bool StepMaker::AtRest() const {
  return table_.over() || table_.state()->node() != Node::kChance;
}

// ---- Entries ----

absl::Status StepMaker::Play(const MatchEntry& entry) {
  if (under_way_.has_value() && AtRest()) {
    under_way_.reset();
    before_ = Position();
  }
  return Advance(entry);
}

absl::Status StepMaker::Advance(const MatchEntry& entry) {
  const uint32_t decision = table_.decision();
  Ply ply;
  v1::PlyEvent event;
  const auto look = [&](const Ply& made) {
    ply = made;
    if (entry.kind != EntryKind::kChance) {
      event = EventSeen(table_.state(), style_.view, made);
    }
  };
  ARENA_RETURN_IF_ERROR(table_.Play(entry, look).status());
  ++played_;
  switch (entry.kind) {
    case EntryKind::kChoice:
      chosen_[entry.seat] = entry;
      ChargeTime(entry);
      [[fallthrough]];
    case EntryKind::kAnnouncement:
      if (!event.actions().empty()) {
        BeginPly(entry, ply, decision, std::move(event));
      }
      break;
    case EntryKind::kFault:
    case EntryKind::kCancel:
    case EntryKind::kDecline:
    case EntryKind::kAbandon:
      Current(decision).entries.push_back(entry);
      break;
    case EntryKind::kPause:
      remarks_.push_back(absl::StrCat("the referee stood still for ",
                                      absl::ToInt64Milliseconds(entry.charged),
                                      " ms"));
      break;
    case EntryKind::kChance:
    case EntryKind::kBegin:
      break;
  }
  return absl::OkStatus();
}

void StepMaker::ChargeTime(const MatchEntry& entry) {
  if (WasTimed(table_, entry)) clocks_[entry.seat].Charge(entry.charged);
}

StepMaker::UnderWay& StepMaker::Current(uint32_t decision) {
  if (!under_way_.has_value()) Begin(decision);
  return *under_way_;
}

void StepMaker::Begin(uint32_t decision) {
  ++number_;
  under_way_ = UnderWay();
  under_way_->decision = decision;
}

void StepMaker::BeginPly(const MatchEntry& entry, const Ply& ply,
                         uint32_t decision, v1::PlyEvent event) {
  Begin(decision);
  under_way_->event = std::move(event);
  under_way_->announcement = entry.kind == EntryKind::kAnnouncement;
  if (under_way_->announcement) return;
  for (const SeatAction& part : ply) {
    under_way_->entries.push_back(*std::exchange(chosen_[part.seat], {}));
  }
}

// ---- Steps ----

std::optional<v1::MatchStep> StepMaker::Take() {
  if (!under_way_.has_value() || !AtRest()) return std::nullopt;
  UnderWay done = *std::exchange(under_way_, std::nullopt);
  v1::MatchStep step;
  step.set_decision(done.decision);
  for (v1::SeatEvent& event : *done.event.mutable_actions()) {
    step.add_acts()->mutable_event()->Swap(&event);
  }
  FillMoment(step);
  table_.state()->Narrate(before_, step);
  if (done.announcement) step.add_marks(v1::STEP_MARK_ANNOUNCEMENT);
  if (TellsAll()) {
    for (std::string& remark : remarks_) step.add_effects(std::move(remark));
    FillFaultsAndTimes(done, step);
  }
  remarks_.clear();
  if (table_.over()) FillEnd(step);
  before_ = step;
  return step;
}

bool StepMaker::Drop() {
  if (!under_way_.has_value() || !AtRest()) return false;
  under_way_.reset();
  remarks_.clear();
  return true;
}

v1::MatchStep StepMaker::Position() const {
  v1::MatchStep step;
  const bool open = !table_.Owing().empty();
  step.set_decision(table_.decision() - (open ? 1 : 0));
  FillMoment(step);
  table_.state()->Narrate(v1::MatchStep(), step);
  step.clear_effects();
  step.clear_marks();
  return step;
}

void StepMaker::FillMoment(v1::MatchStep& step) const {
  step.set_step(number_);
  step.set_plies(style_.view.has_value() ? table_.public_plies()
                                         : table_.plies());
  FillPosition(table_.state(), table_.config().seats, style_.view,
               style_.position_text, step);
}

void StepMaker::FillFaultsAndTimes(const UnderWay& done,
                                   v1::MatchStep& step) const {
  for (const MatchEntry& entry : done.entries) {
    if (entry.seat < 0) continue;
    v1::StepAct* act = ActOf(entry.seat, step);
    if (act == nullptr) {
      act = step.add_acts();
      act->mutable_event()->set_seat(static_cast<uint32_t>(entry.seat));
      act->set_sentence(FaultSentence(entry.seat, entry.fault));
    }
    FillTime(entry, *act);
    if (entry.fault != v1::FAULT_KIND_UNSPECIFIED) FillFault(entry, *act, step);
    act->set_played_for(table_.PlayedFor(entry.seat) &&
                        table_.config().seats > 2);
  }
}

void StepMaker::FillTime(const MatchEntry& entry, v1::StepAct& act) const {
  if (!style_.clock.has_value() || entry.kind != EntryKind::kChoice ||
      !WasTimed(table_, entry)) {
    return;
  }
  ToMessage(entry.charged, *act.mutable_charged());
  ToMessage(clocks_[entry.seat].bank(), *act.mutable_bank_left());
}

void StepMaker::FillFault(const MatchEntry& entry, v1::StepAct& act,
                          v1::MatchStep& step) const {
  act.set_fault(entry.fault);
  step.add_marks(v1::STEP_MARK_FAULT);
  if (entry.kind == EntryKind::kChoice) {
    step.add_effects(absl::StrCat(FaultSentence(entry.seat, entry.fault),
                                  ": a substitute was played"));
  }
  if (table_.config().seats > 2 && table_.PlayedFor(entry.seat)) {
    step.add_effects(absl::StrCat(SeatText(static_cast<uint32_t>(entry.seat)),
                                  " is played for from now on"));
  }
}

void StepMaker::FillEnd(v1::MatchStep& step) const {
  step.add_effects(EndSentence(table_.Result()));
}

// ---- Matches under way ----

StepMaker LiveSteps(const MatchSettings& settings) {
  absl::StatusOr<Table> table = Table::Create(settings.table);
  ARENA_CHECK(table.ok(), table.status().message());
  return StepMaker(
      *std::move(table),
      {.view = kSpectator, .live = true, .clock = settings.clock});
}

v1::PlyEvent EventSeen(const AnyState& state, View view, const Ply& ply) {
  v1::PlyEvent open;
  state->EventFor(view.value_or(kSpectator), ply, open);
  if (view.has_value()) return open;
  // The table sees every action, and everything that spectators see revealed.
  v1::PlyEvent event;
  for (size_t i = 0; i < ply.size(); ++i) {
    const auto [seat, action] = ply[i];
    v1::SeatEvent& part = *event.add_actions();
    if (seat != kChance) part.set_seat(static_cast<uint32_t>(seat));
    state->ActionToMessage(seat, action, *part.mutable_action());
    part.set_text(state->ActionToString(seat, action));
    if (static_cast<size_t>(open.actions_size()) != ply.size()) continue;
    const v1::SeatEvent& shown = open.actions(static_cast<int>(i));
    if (shown.has_reveal()) *part.mutable_reveal() = shown.reveal();
  }
  return event;
}

void FillPosition(const AnyState& state, int seats, View view, bool text,
                  v1::MatchStep& step) {
  if (view.has_value()) {
    state->ObservationFor(*view, *step.add_observations());
  }
  const SeatScores returns = state->Returns();
  for (Seat seat = 0; seat < seats; ++seat) {
    step.add_returns(static_cast<int32_t>(returns[seat]));
    if (view.has_value()) continue;
    state->ObservationFor(seat, *step.add_observations());
  }
  if (!text) return;
  step.set_position_text(view.has_value()
                             ? state->ObservationToString(step.observations(0))
                             : state->ToString());
}

}  // namespace arena
