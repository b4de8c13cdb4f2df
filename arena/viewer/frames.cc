#include "arena/viewer/frames.h"

#include <array>
#include <cstdint>
#include <utility>

#include "absl/algorithm/container.h"
#include "arena/core/check.h"
#include "arena/core/message_json.h"
#include "arena/record/step_replay.h"
#include "arena/viewer/json_patch.h"
#include "arena/viewer/shared_patch.h"

namespace arena::viewer {
namespace {

using Json = nlohmann::json;

// A step as JSON, with its observations apart.
struct SplitStep {
  Json step;
  Json observations = Json::array();
  bool begins_deal;
};

SplitStep Split(v1::MatchStep step, bool observations) {
  SplitStep split;
  split.begins_deal =
      absl::c_linear_search(step.marks(), v1::STEP_MARK_DEAL_BEGIN);
  if (observations) {
    for (const v1::Observation& seen : step.observations()) {
      split.observations.push_back(Json::parse(*MessageJson(seen)));
    }
  }
  step.clear_observations();
  split.step = Json::parse(*MessageJson(step));
  return split;
}

// Numbers that grow by one nearly always: told as what they grow by, they take
// no space.
constexpr std::array<const char*, 3> kCounters = {"step", "decision", "plies"};

// The steps of one view, of which the next can be looked at.
class Reader {
 public:
  // Without observations if another view has them.
  Reader(StepReplay replay, bool observations)
      : replay_(std::move(replay)), observations_(observations) {}

  absl::Status Advance() {
    ARENA_ASSIGN_OR_RETURN(std::optional<v1::MatchStep> step, replay_.Next());
    next_.reset();
    if (!step.has_value()) return absl::OkStatus();
    next_ = Split(*std::move(step), observations_);
    CountFromBefore(next_->step);
    return absl::OkStatus();
  }

  const std::optional<SplitStep>& next() const { return next_; }
  // How much of the match had been played after that step.
  size_t played() const { return replay_.played(); }

 private:
  void CountFromBefore(Json& step) {
    for (size_t i = 0; i < kCounters.size(); ++i) {
      const int64_t count = step.value(kCounters[i], int64_t{0});
      const int64_t growth = count - std::exchange(counts_[i], count);
      if (growth == 0) {
        step.erase(kCounters[i]);
      } else {
        step[kCounters[i]] = growth;
      }
    }
  }

  StepReplay replay_;
  bool observations_;
  std::optional<SplitStep> next_;
  std::array<int64_t, kCounters.size()> counts_ = {};
};

// What all that are shown observe: the seats of the first view, or who it is;
// then each other view that is not among them, i.e. everybody.
class Observers {
 public:
  // Takes over what the views saw in a step. A view without the step saw no
  // change.
  void Look(const SplitStep& first, const std::optional<SplitStep>& everybody) {
    Json now = first.observations;
    if (everybody.has_value()) {
      now.push_back(everybody->observations[0]);
    } else if (observations_.size() > now.size()) {
      now.push_back(observations_[now.size()]);
    }
    before_ = std::exchange(observations_, std::move(now));
  }

  const Json& observations() const { return observations_; }

  Json Changes() const {
    std::vector<Json> patches;
    for (size_t i = 0; i < observations_.size(); ++i) {
      patches.push_back(JsonPatch(before_[i], observations_[i]));
    }
    return SharedPatches(patches);
  }

 private:
  Json observations_;
  Json before_;
};

}  // namespace

absl::StatusOr<Json> FramesOf(const Record& record,
                              const std::vector<View>& views,
                              absl::Span<const Game> games) {
  std::vector<Reader> readers;
  for (const View& view : views) {
    ARENA_ASSIGN_OR_RETURN(
        StepReplay replay,
        StepReplay::Create(record, view, /*position_text=*/false, games));
    readers.emplace_back(std::move(replay),
                         readers.empty() || view == View(kSpectator));
    ARENA_RETURN_IF_ERROR(readers.back().Advance());
  }
  Json frames = Json::array();
  Observers observers;
  Reader& first = readers[0];
  while (first.next().has_value()) {
    std::vector<Json> others;
    std::optional<SplitStep> everybody;
    for (size_t i = 1; i < readers.size(); ++i) {
      Reader& reader = readers[i];
      const bool sees = reader.next().has_value() &&
                        reader.played() == first.played();
      others.push_back(
          sees ? JsonPatch(first.next()->step, reader.next()->step) : Json());
      if (!sees) continue;
      if (views[i] == View(kSpectator)) everybody = reader.next();
      ARENA_RETURN_IF_ERROR(reader.Advance());
    }
    observers.Look(*first.next(), everybody);
    Json frame = {{"step", first.next()->step}};
    if (Json steps = SharedPatches(others); !steps.empty()) {
      frame["steps"] = std::move(steps);
    }
    if (first.next()->begins_deal || frames.empty()) {
      frame["seen"] = observers.observations();
    } else {
      frame["changes"] = observers.Changes();
    }
    frames.push_back(std::move(frame));
    ARENA_RETURN_IF_ERROR(first.Advance());
  }
  return frames;
}

}  // namespace arena::viewer
