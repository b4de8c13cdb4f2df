// The steps of a match, as several views saw them, in little space.
#ifndef ARENA_VIEWER_FRAMES_H_
#define ARENA_VIEWER_FRAMES_H_

#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "arena/match/step_view.h"
#include "arena/record/record.h"

namespace arena::viewer {

// The frames of a document (see README.md), a list. The first view sees every
// step that another one sees. Errors as for StepReplay.
absl::StatusOr<nlohmann::json> FramesOf(const Record& record,
                                        const std::vector<View>& views,
                                        absl::Span<const Game> games);

}  // namespace arena::viewer

#endif  // ARENA_VIEWER_FRAMES_H_
