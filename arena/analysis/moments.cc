#include "arena/analysis/moments.h"

#include <optional>
#include <utility>

#include "arena/core/check.h"

namespace arena {
namespace {

// Collects the deals while a table plays.
class DealCollector {
 public:
  explicit DealCollector(const Table& table) : table_(table) {}

  // After each entry.
  void Look(const MatchEntry& entry) {
    drawn_ = drawn_ || entry.kind == EntryKind::kChance;
    const AnyState& state = table_.state();
    const bool over = state->node() == Node::kTerminal;
    if (begin_.has_value() &&
        (over || state->DealIndex() != (*begin_)->DealIndex())) {
      End();
    }
    if (drawn_ && !begin_.has_value() && state->node() == Node::kDecision) {
      begin_ = state;
    }
  }

  std::vector<PlayedDeal> Take() && { return std::move(deals_); }

 private:
  void End() {
    SeatScores points = table_.state()->Returns();
    const SeatScores before = (*begin_)->Returns();
    for (int seat = 0; seat < table_.config().seats; ++seat) {
      points[seat] -= before[seat];
    }
    deals_.push_back({*std::move(begin_), points});
    begin_.reset();
    drawn_ = false;
  }

  const Table& table_;
  // Whether cards of the next deal have been dealt.
  bool drawn_ = false;
  std::optional<AnyState> begin_;
  std::vector<PlayedDeal> deals_;
};

// The act that the entry makes, if it can be judged.
std::optional<Moment> MomentOf(const Table& table, const MatchEntry& entry) {
  Moment moment = {
      .state = table.state(), .decision = table.decision(), .entry = entry};
  if (entry.kind == EntryKind::kAnnouncement) return moment;
  if (entry.kind != EntryKind::kChoice) return std::nullopt;
  const absl::Span<const Action> legal = table.Legal(entry.seat);
  if (legal.size() < 2) return std::nullopt;
  moment.legal.assign(legal.begin(), legal.end());
  return moment;
}

}  // namespace

absl::StatusOr<Moments> MomentsOf(const Record& record, SeatSet seats,
                                  absl::Span<const Game> games) {
  ARENA_ASSIGN_OR_RETURN(Table table, TableOf(record.header, games));
  Moments moments = {.config = table.config()};
  DealCollector deals(table);
  for (const MatchEntry& entry : record.entries) {
    if (seats.contains(entry.seat)) {
      std::optional<Moment> moment = MomentOf(table, entry);
      if (moment.has_value()) moments.acts.push_back(*std::move(moment));
    }
    ARENA_RETURN_IF_ERROR(table.Play(entry).status());
    deals.Look(entry);
  }
  moments.deals = std::move(deals).Take();
  return moments;
}

}  // namespace arena
