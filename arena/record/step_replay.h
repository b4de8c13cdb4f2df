// Playing a record again, step by step.
#ifndef ARENA_RECORD_STEP_REPLAY_H_
#define ARENA_RECORD_STEP_REPLAY_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "arena/match/step_maker.h"
#include "arena/record/record.h"

namespace arena {

// The steps of a finished match, with everything that the view may know.
class StepReplay {
 public:
  // INVALID_ARGUMENT for a seat that the match does not have; otherwise as
  // TableOf.
  static absl::StatusOr<StepReplay> Create(
      const Record& record, View view, bool position_text = false,
      absl::Span<const Game> games = AllGames());

  // The next step that has this number or a higher one. Absent behind the last
  // one. INVALID_ARGUMENT names the entry if the entries do not follow the rules,
  // which is impossible after ReadRecord.
  absl::StatusOr<std::optional<v1::MatchStep>> Next(uint32_t from = 0);

  // How many entries of the record led to the step that Next gave last. The steps
  // of two views with the same number show the same position.
  size_t played() const { return maker_.played(); }

 private:
  StepReplay(StepMaker maker, std::vector<MatchEntry> entries)
      : maker_(std::move(maker)), entries_(std::move(entries)) {}

  // The step that is complete, if it is wanted.
  std::optional<v1::MatchStep> TakeFrom(uint32_t from);

  StepMaker maker_;
  std::vector<MatchEntry> entries_;
};

}  // namespace arena

#endif  // ARENA_RECORD_STEP_REPLAY_H_
