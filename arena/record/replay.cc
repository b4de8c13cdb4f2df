#include "arena/record/replay.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "arena/core/check.h"
#include "arena/match/clock.h"

namespace arena {

absl::StatusOr<Replay> Replay::Create(const Record& record,
                                      absl::Span<const Game> games) {
  ARENA_ASSIGN_OR_RETURN(const Table empty, TableOf(record.header, games));
  Table table = empty;
  for (const MatchEntry& entry : record.entries) {
    if (const auto played = table.Play(entry); !played.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat("ply ", table.plies(), ": ", played.status().message()));
    }
  }
  return Replay(empty, record.entries);
}

Replay::Replay(Table table, std::vector<MatchEntry> entries)
    : table_(std::move(table)), entries_(std::move(entries)) {
  FindPly();
}

void Replay::FindPly() {
  begin_ = end_;
  ply_.clear();
  while (end_ < entries_.size()) {
    const MatchEntry& entry = entries_[end_++];
    ply_ = table_.Completes(entry);
    if (!ply_.empty()) return;
    // A choice that waits for other choices leaves the position as it is.
    ARENA_CHECK(table_.Play(entry).ok());
  }
}

void Replay::Next() {
  ARENA_CHECK(!done());
  ARENA_CHECK(table_.Play(entries_[end_ - 1]).ok());
  FindPly();
}

absl::Span<const MatchEntry> Replay::entries() const {
  return absl::MakeConstSpan(entries_).subspan(begin_, end_ - begin_);
}

std::string TerminationName(v1::Termination termination) {
  const std::string& name = v1::Termination_Name(termination);
  return absl::AsciiStrToLower(absl::StripPrefix(name, "TERMINATION_"));
}

absl::StatusOr<StepReplay> StepReplay::Create(const Record& record, View view,
                                              bool position_text,
                                              absl::Span<const Game> games) {
  ARENA_ASSIGN_OR_RETURN(Table table, TableOf(record.header, games));
  const int seats = table.config().seats;
  if (view.has_value() && *view != kSpectator &&
      (*view < 0 || *view >= seats)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "no seat ", *view, "; the match has seats 0 to ", seats - 1));
  }
  StepStyle style{.view = view, .position_text = position_text};
  if (record.header.has_clock()) {
    ARENA_ASSIGN_OR_RETURN(style.clock,
                           ClockFromMessage(record.header.clock()));
  }
  return StepReplay(StepMaker(std::move(table), style), record.entries);
}

absl::StatusOr<std::optional<v1::MatchStep>> StepReplay::Next(uint32_t from) {
  std::optional<v1::MatchStep> step = TakeFrom(from);
  while (!step.has_value() && maker_.played() < entries_.size()) {
    const absl::Status played = maker_.Play(entries_[maker_.played()]);
    if (!played.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat("entry ", maker_.played(), ": ", played.message()));
    }
    step = TakeFrom(from);
  }
  return step;
}

std::optional<v1::MatchStep> StepReplay::TakeFrom(uint32_t from) {
  // A step is told by its changes since the previous step, so the previous step
  // is made as well.
  if (uint64_t{maker_.number()} + 1 < from) {
    maker_.Drop();
    return std::nullopt;
  }
  std::optional<v1::MatchStep> step = maker_.Take();
  if (step.has_value() && step->step() < from) step.reset();
  return step;
}

}  // namespace arena
