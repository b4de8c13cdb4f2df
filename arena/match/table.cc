#include "arena/match/table.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/games/registry.h"

namespace arena {

const char* FaultName(FaultKind fault) {
  switch (fault) {
    case FaultKind::kNone:
      return "none";
    case FaultKind::kLate:
      return "late";
    case FaultKind::kIllegal:
      return "illegal";
    case FaultKind::kMalformed:
      return "malformed";
    case FaultKind::kGone:
      return "gone";
    case FaultKind::kCrashed:
      return "crashed";
    case FaultKind::kFlood:
      return "flood";
    case FaultKind::kNotReady:
      return "not-ready";
  }
  return "unknown";
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
  if (state_->node() == Node::kDecision) decision_ = 1;
}

SeatSet Table::Owing() const {
  SeatSet owing;
  if (over_ || state_->node() != Node::kDecision) return owing;
  for (const Seat seat : state_->ToAct()) {
    if (!chosen_[seat].has_value()) owing.insert(seat);
  }
  return owing;
}

std::optional<Action> Table::Chosen(Seat seat) const {
  if (!chosen_[seat].has_value()) return std::nullopt;
  return chosen_[seat]->action;
}

std::optional<MatchEntry> Table::NextChance() {
  if (over_ || state_->node() != Node::kChance) return std::nullopt;
  const auto deal = static_cast<uint32_t>(state_->DealIndex());
  const uint32_t draw = deal == deal_ ? draw_ : 0;
  chance_.Seek(deal, draw);
  return MatchEntry{.kind = EntryKind::kChance,
                    .seat = kChance,
                    .action = state_->SampleChance(chance_)};
}

absl::Status Table::Check(const MatchEntry& entry) {
  const auto wrong = [](auto&&... text) {
    return absl::InvalidArgumentError(absl::StrCat(text...));
  };
  if (over_) return wrong("the match is over");
  const bool has_seat = entry.kind == EntryKind::kChoice ||
                        entry.kind == EntryKind::kAnnouncement ||
                        entry.kind == EntryKind::kFault;
  if (has_seat && (entry.seat < 0 || entry.seat >= config_.seats)) {
    return wrong("seat ", entry.seat, " of ", config_.seats);
  }
  switch (entry.kind) {
    case EntryKind::kChance: {
      const std::optional<MatchEntry> expected = NextChance();
      if (!expected.has_value()) return wrong("no chance outcome is due");
      if (*expected == entry) return absl::OkStatus();
      return wrong("the seed gives ",
                   state_->ActionToString(kChance, expected->action),
                   ", not action ", entry.action);
    }
    case EntryKind::kChoice: {
      if (!Owing().contains(entry.seat)) {
        return wrong("seat ", entry.seat, " owes no choice");
      }
      if (entry.fault != FaultKind::kNone && config_.seats == 2) {
        return wrong("with two seats a fault ends the match");
      }
      if (entry.fault != FaultKind::kNone || PlayedFor(entry.seat)) {
        const Action substitute = state_->Substitute(entry.seat);
        if (entry.action == substitute) return absl::OkStatus();
        return wrong("the substitute of seat ", entry.seat, " is action ",
                     substitute, ", not ", entry.action);
      }
      ActionList legal;
      state_->LegalActions(entry.seat, legal);
      if (absl::c_binary_search(legal, entry.action)) return absl::OkStatus();
      return wrong("action ", entry.action, " of seat ", entry.seat,
                   " is not legal");
    }
    case EntryKind::kAnnouncement: {
      if (PlayedFor(entry.seat)) {
        return wrong("seat ", entry.seat, " is played for");
      }
      ActionList possible;
      state_->Announcements(entry.seat, possible);
      if (state_->node() == Node::kDecision &&
          absl::c_binary_search(possible, entry.action)) {
        return absl::OkStatus();
      }
      return wrong("seat ", entry.seat, " cannot announce ", entry.action);
    }
    case EntryKind::kFault:
      if (entry.fault == FaultKind::kNone) return wrong("a fault of no kind");
      if (config_.seats > 2 && entry.fault != FaultKind::kNotReady) {
        return wrong("with more than two seats a fault comes with a choice");
      }
      if (config_.seats > 2 && PlayedFor(entry.seat)) {
        return wrong("seat ", entry.seat, " is played for already");
      }
      if (config_.seats > 2 && chosen_[entry.seat].has_value()) {
        return wrong("seat ", entry.seat, " has chosen already");
      }
      return absl::OkStatus();
    case EntryKind::kCancel:
    case EntryKind::kAbandon:
      return absl::OkStatus();
  }
  return wrong("an entry of unknown kind ", static_cast<int>(entry.kind));
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

void Table::Apply(const MatchEntry& entry) {
  const Ply ply = Completes(entry);
  switch (entry.kind) {
    case EntryKind::kChance: {
      const auto deal = static_cast<uint32_t>(state_->DealIndex());
      draw_ = deal == deal_ ? draw_ + 1 : 1;
      deal_ = deal;
      entries_.push_back(entry);
      MakePly(ply, entry.kind);
      break;
    }
    case EntryKind::kChoice:
      chosen_[entry.seat] = entry;
      if (entry.fault != FaultKind::kNone) AddFault(entry);
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
      if (config_.seats == 2) KeepChoices();
      entries_.push_back(entry);
      AddFault(entry);
      if (config_.seats == 2) {
        Finish(v1::TERMINATION_FORFEIT,
               absl::StrCat(FaultName(entry.fault), " seat ", entry.seat));
      } else {
        fault_counts_[entry.seat] = config_.max_faults;
      }
      break;
    case EntryKind::kCancel:
      KeepChoices();
      entries_.push_back(entry);
      Finish(v1::TERMINATION_CANCELLED, "cancelled");
      break;
    case EntryKind::kAbandon:
      KeepChoices();
      entries_.push_back(entry);
      Finish(v1::TERMINATION_INFRASTRUCTURE, "referee");
      break;
  }
  // When nobody is left to play for, the rest would be the referee's own game.
  // An open decision is finished first: when it is, does not depend on the
  // order in which its choices came.
  bool all_failed = true;
  for (Seat seat = 0; seat < config_.seats; ++seat) {
    all_failed = all_failed && PlayedFor(seat) && !chosen_[seat].has_value();
  }
  if (!over_ && all_failed) Finish(v1::TERMINATION_FORFEIT, "all bots failed");
}

void Table::KeepChoices() {
  for (std::optional<MatchEntry>& choice : chosen_) {
    if (choice.has_value()) entries_.push_back(*choice);
    choice.reset();
  }
}

void Table::MakePly(const Ply& ply, EntryKind kind) {
  state_->Apply(ply);
  ++plies_;
  if (kind != EntryKind::kAnnouncement) ++public_plies_;
  if (state_->node() == Node::kTerminal) {
    Finish(v1::TERMINATION_NORMAL, state_->EndReason());
  } else if (state_->node() == Node::kDecision &&
             kind != EntryKind::kAnnouncement) {
    // An announcement leaves the open decision open.
    ++decision_;
  }
}

void Table::AddFault(const MatchEntry& entry) {
  ++fault_counts_[entry.seat];
  v1::Fault& fault = faults_.emplace_back();
  fault.set_seat(entry.seat);
  fault.set_kind(static_cast<v1::FaultKind>(entry.fault));
  fault.set_decision(decision_);
}

void Table::Finish(v1::Termination termination, absl::string_view reason) {
  over_ = true;
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
  // Faults of one decision are told by seat: like its choices, whatever order
  // they came in.
  std::stable_sort(result.mutable_faults()->begin(),
                   result.mutable_faults()->end(),
                   [](const v1::Fault& a, const v1::Fault& b) {
                     return std::pair(a.decision(), a.seat()) <
                            std::pair(b.decision(), b.seat());
                   });
  const SeatScores returns = state_->Returns();
  for (Seat seat = 0; seat < config_.seats; ++seat) {
    result.add_returns(returns[seat]);
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
