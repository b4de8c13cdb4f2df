#include "arena/match/table.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "arena/core/check.h"
#include "arena/core/text.h"
#include "arena/games/registry.h"
#include "arena/match/entry.h"

namespace arena {

std::string FaultName(v1::FaultKind fault) {
  const std::string& name = v1::FaultKind_Name(fault);
  if (name.empty()) return absl::StrCat("kind ", static_cast<int>(fault));
  return absl::StrReplaceAll(EnumWord(name, "FAULT_KIND_"), {{"_", "-"}});
}

absl::StatusOr<Table> Table::Create(const TableConfig& config) {
  ARENA_RETURN_IF_ERROR(CheckSeats(*config.game->info, config.seats));
  if (config.max_faults < 1) {
    return absl::InvalidArgumentError(absl::StrCat(
        "max_faults is ", config.max_faults, "; expected at least 1"));
  }
  ARENA_ASSIGN_OR_RETURN(AnyState state,
                         config.game->create(config.seats, config.options));
  return Table(config, std::move(state));
}

Table::Table(const TableConfig& config, AnyState state)
    : config_(config), state_(std::move(state)), chance_(config.seed) {
  if (state_->node() == Node::kDecision) OpenDecision();
}

void Table::OpenDecision() {
  ++decision_;
  owing_ = state_->ToAct();
}

absl::Span<const Action> Table::Legal(Seat seat) const {
  List& list = legal_[seat];
  if (!list.known) {
    ActionList actions;
    state_->LegalActions(seat, actions);
    list.actions.assign(actions.begin(), actions.end());
    list.known = true;
  }
  return list.actions;
}

absl::Span<const Action> Table::Announceable(Seat seat) const {
  if (!state_->info().announcements || PlayedFor(seat) || over_ ||
      state_->node() != Node::kDecision) {
    return {};
  }
  List& list = announceable_[seat];
  if (!list.known) {
    ActionList actions;
    state_->Announcements(seat, actions);
    list.actions.assign(actions.begin(), actions.end());
    list.known = true;
  }
  return list.actions;
}

// ---- Entries ----

std::optional<MatchEntry> Table::NextChance() {
  if (over_ || state_->node() != Node::kChance) return std::nullopt;
  if (!due_.has_value()) {
    const auto deal = static_cast<uint32_t>(state_->DealIndex());
    const uint32_t draw = deal == deal_ ? draw_ : 0;
    chance_.Seek(deal, draw);
    due_ = MatchEntry{.kind = EntryKind::kChance,
                      .seat = kChance,
                      .action = state_->SampleChance(chance_)};
  }
  return due_;
}

std::optional<MatchEntry> Table::FollowsByItself() {
  if (std::optional<MatchEntry> chance = NextChance()) return chance;
  for (const Seat seat : Owing()) {
    if (!PlayedFor(seat)) continue;
    return MatchEntry{.kind = EntryKind::kChoice,
                      .seat = seat,
                      .action = state_->Substitute(seat)};
  }
  return std::nullopt;
}

MatchEntry Table::FaultEntry(Seat seat, v1::FaultKind fault,
                             absl::Duration charged) const {
  if (config_.seats == 2) {
    return {.kind = EntryKind::kFault,
            .fault = fault,
            .seat = seat,
            .charged = charged};
  }
  return {.kind = EntryKind::kChoice,
          .fault = fault,
          .seat = seat,
          .action = state_->Substitute(seat),
          .charged = charged};
}

absl::StatusOr<Played> Table::Play(const MatchEntry& entry, Look before) {
  ARENA_RETURN_IF_ERROR(Check(entry));
  const Played played{Completes(entry)};
  if (!played.ply.empty()) before(played.ply);
  Apply(entry, played.ply);
  return played;
}

namespace {

template <typename... Text>
absl::Status Wrong(Text&&... text) {
  return absl::InvalidArgumentError(absl::StrCat(text...));
}

}  // namespace

absl::Status Table::Check(const MatchEntry& entry) {
  if (over_) return Wrong("the match is over");
  const bool has_seat = entry.kind == EntryKind::kChoice ||
                        entry.kind == EntryKind::kAnnouncement ||
                        entry.kind == EntryKind::kFault ||
                        entry.kind == EntryKind::kDecline;
  if (has_seat && (entry.seat < 0 || entry.seat >= config_.seats)) {
    return Wrong("seat ", entry.seat, "; expected 0..", config_.seats - 1);
  }
  switch (entry.kind) {
    case EntryKind::kChance:
      return CheckChance(entry);
    case EntryKind::kChoice:
      return CheckChoice(entry);
    case EntryKind::kAnnouncement:
      return CheckAnnouncement(entry);
    case EntryKind::kFault:
      return CheckFault(entry);
    case EntryKind::kDecline:
      return CheckDecline();
    case EntryKind::kPause:
    case EntryKind::kCancel:
    case EntryKind::kAbandon:
      return absl::OkStatus();
    case EntryKind::kBegin:
      break;
  }
  return Wrong("an entry of unknown kind ", static_cast<int>(entry.kind));
}

absl::Status Table::CheckChance(const MatchEntry& entry) {
  const std::optional<MatchEntry> expected = NextChance();
  if (!expected.has_value()) return Wrong("no chance outcome is due");
  if (*expected == entry) return absl::OkStatus();
  return Wrong("the seed gives ",
               state_->ActionToString(kChance, expected->action),
               ", not action ", entry.action);
}

absl::Status Table::CheckChoice(const MatchEntry& entry) {
  const Seat seat = entry.seat;
  if (!Owing().contains(seat)) return Wrong("seat ", seat, " owes no choice");
  if (entry.fault != v1::FAULT_KIND_UNSPECIFIED && config_.seats == 2) {
    return Wrong("with two seats a fault ends the match");
  }
  if (entry.fault != v1::FAULT_KIND_UNSPECIFIED || PlayedFor(seat)) {
    const Action substitute = state_->Substitute(seat);
    if (entry.action == substitute) return absl::OkStatus();
    return Wrong("the substitute of seat ", seat, " is action ", substitute,
                 ", not ", entry.action);
  }
  if (absl::c_binary_search(Legal(seat), entry.action)) return absl::OkStatus();
  return Wrong("action ", entry.action, " of seat ", seat, " is not legal");
}

absl::Status Table::CheckAnnouncement(const MatchEntry& entry) {
  const Seat seat = entry.seat;
  if (PlayedFor(seat)) return Wrong("seat ", seat, " is played for");
  if (absl::c_binary_search(Announceable(seat), entry.action)) {
    return absl::OkStatus();
  }
  return Wrong("seat ", seat, " cannot announce action ", entry.action);
}

absl::Status Table::CheckFault(const MatchEntry& entry) const {
  const Seat seat = entry.seat;
  if (entry.fault == v1::FAULT_KIND_UNSPECIFIED)
    return Wrong("a fault without a kind");
  if (config_.seats == 2) return absl::OkStatus();
  if (entry.fault != v1::FAULT_KIND_NOT_READY) {
    return Wrong("with more than two seats a fault comes with a choice");
  }
  if (PlayedFor(seat)) return Wrong("seat ", seat, " is played for already");
  if (chosen_[seat].has_value()) {
    return Wrong("seat ", seat, " has chosen already");
  }
  return absl::OkStatus();
}

absl::Status Table::CheckDecline() const {
  const bool chosen = absl::c_any_of(
      chosen_, [](const auto& choice) { return choice.has_value(); });
  if (plies_ == 0 && !chosen) return absl::OkStatus();
  return Wrong("a match that has begun cannot be declined");
}

Ply Table::Completes(const MatchEntry& entry) const {
  Ply ply;
  switch (entry.kind) {
    case EntryKind::kChance:
    case EntryKind::kAnnouncement:
      ply.push_back({entry.seat, entry.action});
      break;
    case EntryKind::kChoice:
      if (Owing() != SeatSet::Of(entry.seat)) break;
      for (const Seat seat : state_->ToAct()) {
        ply.push_back(
            {seat, seat == entry.seat ? entry.action : chosen_[seat]->action});
      }
      break;
    default:
      break;
  }
  return ply;
}

void Table::Apply(const MatchEntry& entry, const Ply& ply) {
  switch (entry.kind) {
    case EntryKind::kChance:
      CountDraw();
      entries_.push_back(entry);
      MakePly(ply, entry.kind);
      break;
    case EntryKind::kChoice:
      chosen_[entry.seat] = entry;
      owing_.erase(entry.seat);
      if (entry.fault != v1::FAULT_KIND_UNSPECIFIED) AddFault(entry);
      if (!ply.empty()) {
        KeepChoices();
        MakePly(ply, entry.kind);
      }
      break;
    case EntryKind::kAnnouncement:
      entries_.push_back(entry);
      MakePly(ply, entry.kind);
      break;
    case EntryKind::kFault:
      if (config_.seats == 2) {
        EndWith(entry, v1::TERMINATION_FORFEIT,
                absl::StrCat(FaultName(entry.fault), " seat ", entry.seat));
      } else {
        entries_.push_back(entry);
      }
      AddFault(entry);
      if (config_.seats > 2) fault_counts_[entry.seat] = config_.max_faults;
      break;
    case EntryKind::kDecline:
      EndWith(entry, v1::TERMINATION_CANCELLED,
              absl::StrCat("seat ", entry.seat, " declined"));
      break;
    case EntryKind::kCancel:
      EndWith(entry, v1::TERMINATION_CANCELLED, "cancelled");
      break;
    case EntryKind::kAbandon:
      EndWith(entry, v1::TERMINATION_INFRASTRUCTURE, "referee");
      break;
    case EntryKind::kPause:
      entries_.push_back(entry);
      break;
    case EntryKind::kBegin:
      break;
  }
  EndIfNobodyPlays();
}

void Table::EndWith(const MatchEntry& entry, v1::Termination termination,
                    absl::string_view reason) {
  KeepChoices();
  entries_.push_back(entry);
  Finish(termination, reason);
}

void Table::EndIfNobodyPlays() {
  // If all seats are played for, the referee would play the rest alone. An open
  // decision is finished first, so that the end does not depend on the order
  // in which its choices came.
  if (over_) return;
  for (Seat seat = 0; seat < config_.seats; ++seat) {
    if (!PlayedFor(seat) || chosen_[seat].has_value()) return;
  }
  Finish(v1::TERMINATION_FORFEIT, "all bots failed");
}

void Table::CountDraw() {
  const auto deal = static_cast<uint32_t>(state_->DealIndex());
  draw_ = deal == deal_ ? draw_ + 1 : 1;
  deal_ = deal;
}

void Table::KeepChoices() {
  for (std::optional<MatchEntry>& choice : chosen_) {
    if (choice.has_value()) entries_.push_back(*choice);
    choice.reset();
  }
}

void Table::MakePly(const Ply& ply, EntryKind kind) {
  state_->Apply(ply);
  due_.reset();
  for (List& list : legal_) list.known = false;
  for (List& list : announceable_) list.known = false;
  ++plies_;
  if (kind != EntryKind::kAnnouncement) ++public_plies_;
  if (state_->node() == Node::kTerminal) {
    Finish(v1::TERMINATION_NORMAL, state_->EndReason());
  } else if (state_->node() == Node::kDecision &&
             kind != EntryKind::kAnnouncement) {
    // An announcement leaves the open decision open.
    OpenDecision();
  }
}

void Table::AddFault(const MatchEntry& entry) {
  ++fault_counts_[entry.seat];
  v1::Fault& fault = faults_.emplace_back();
  fault.set_seat(entry.seat);
  fault.set_kind(entry.fault);
  fault.set_decision(decision_);
}

void Table::Finish(v1::Termination termination, absl::string_view reason) {
  over_ = true;
  owing_ = {};
  termination_ = termination;
  reason_ = std::string(reason);
}

v1::MatchResult Table::Result() const {
  ARENA_CHECK(over_);
  v1::MatchResult result;
  result.set_termination(termination_);
  result.set_reason(reason_);
  result.set_plies(plies_);
  result.set_decisions(decision_);
  for (const v1::Fault& fault : faults_) *result.add_faults() = fault;
  // Faults of one decision are listed by seat, because they may come in any
  // order, as its choices do.
  std::stable_sort(result.mutable_faults()->begin(),
                   result.mutable_faults()->end(),
                   [](const v1::Fault& a, const v1::Fault& b) {
                     return std::pair(a.decision(), a.seat()) <
                            std::pair(b.decision(), b.seat());
                   });
  const SeatScores returns = state_->Returns();
  for (Seat seat = 0; seat < config_.seats; ++seat) {
    result.add_returns(static_cast<int32_t>(returns[seat]));
  }
  FillRanks(result);
  return result;
}

void Table::FillRanks(v1::MatchResult& result) const {
  if (termination_ != v1::TERMINATION_NORMAL &&
      termination_ != v1::TERMINATION_FORFEIT) {
    return;
  }
  // A seat's key: first whether its team failed, then its rank in the game.
  const SeatRanks game_ranks =
      termination_ == v1::TERMINATION_NORMAL ? state_->Ranks() : AllFirst();
  const auto failed = [&](Seat seat) {
    return config_.seats == 2 ? fault_counts_[seat] > 0 : PlayedFor(seat);
  };
  std::array<std::pair<bool, int>, kMaxSeats> keys;
  for (Seat seat = 0; seat < config_.seats; ++seat) {
    keys[seat] = {false, game_ranks[seat]};
    for (Seat mate = 0; mate < config_.seats; ++mate) {
      if (state_->TeamOf(mate) == state_->TeamOf(seat) && failed(mate)) {
        keys[seat].first = true;
      }
    }
  }
  for (Seat seat = 0; seat < config_.seats; ++seat) {
    const auto better =
        std::count_if(keys.begin(), keys.begin() + config_.seats,
                      [&](const auto& key) { return key < keys[seat]; });
    result.add_ranks(static_cast<uint32_t>(better) + 1);
  }
}

}  // namespace arena
