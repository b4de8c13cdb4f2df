#include "arena/record/step_replay.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/match/clock.h"

namespace arena {

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
  // A step is told by what has changed since the one before it, so that is made
  // as well.
  if (uint64_t{maker_.number()} + 1 < from) {
    maker_.Drop();
    return std::nullopt;
  }
  std::optional<v1::MatchStep> step = maker_.Take();
  if (step.has_value() && step->step() < from) step.reset();
  return step;
}

}  // namespace arena
