#include "arena/record/step_replay.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/match/clock.h"

namespace arena {

absl::StatusOr<StepReplay> StepReplay::Create(const Record& record, View view,
                                              bool position_text,
                                              absl::Span<const Game> games) {
  ARENA_ASSIGN_OR_RETURN(const Table empty, TableOf(record.header, games));
  const int seats = empty.config().seats;
  if (view.has_value() && *view != kSpectator &&
      (*view < 0 || *view >= seats)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "no seat ", *view, "; the match has seats 0 to ", seats - 1));
  }
  Table table = empty;
  for (const MatchEntry& entry : record.entries) {
    if (const auto played = table.Play(entry); !played.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat("ply ", table.plies(), ": ", played.status().message()));
    }
  }
  StepStyle style{.view = view, .position_text = position_text};
  if (record.header.has_clock()) {
    ARENA_ASSIGN_OR_RETURN(style.clock,
                           ClockFromMessage(record.header.clock()));
  }
  return StepReplay(StepMaker(empty, style), record.entries);
}

std::optional<v1::MatchStep> StepReplay::Next() {
  std::optional<v1::MatchStep> step = maker_.Take();
  while (!step.has_value() && maker_.played() < entries_.size()) {
    // They have been played before, by Create.
    ARENA_CHECK(maker_.Play(entries_[maker_.played()]).ok());
    step = maker_.Take();
  }
  return step;
}

}  // namespace arena
