#include "referee/match_story.h"

#include <utility>

#include "absl/algorithm/container.h"
#include "arena/core/check.h"

namespace arena::referee {
namespace {

grpc::Slice BytesOf(const v1::WatchMatchResponse& message) {
  return grpc::Slice(message.SerializeAsString());
}

}  // namespace

grpc::ByteBuffer Packed(const v1::WatchMatchResponse& message) {
  const grpc::Slice bytes = BytesOf(message);
  return {&bytes, 1};
}

void MatchStory::Add(const v1::MatchStep& step) {
  v1::WatchMatchResponse message;
  *message.mutable_step() = step;
  grpc::Slice bytes = BytesOf(message);
  MutexLock lock(mutex_);
  ARENA_CHECK(step.step() == steps_.size(), step.step(), steps_.size());
  steps_.push_back(std::move(bytes));
}

void MatchStory::Finish(End end) {
  MutexLock lock(mutex_);
  end_ = std::move(end);
}

uint32_t MatchStory::size() const {
  MutexLock lock(mutex_);
  return static_cast<uint32_t>(steps_.size());
}

std::optional<grpc::ByteBuffer> MatchStory::Message(uint32_t number) const {
  MutexLock lock(mutex_);
  if (number >= steps_.size()) return std::nullopt;
  return grpc::ByteBuffer(&steps_[number], 1);
}

std::optional<v1::MatchStep> MatchStory::Step(uint32_t number) const {
  grpc::Slice bytes;
  {
    MutexLock lock(mutex_);
    if (number >= steps_.size()) return std::nullopt;
    bytes = steps_[number];
  }
  v1::WatchMatchResponse message;
  ARENA_CHECK(message.ParseFromArray(bytes.begin(),
                                     static_cast<int>(bytes.size())),
              number);
  return std::move(*message.mutable_step());
}

std::optional<v1::MatchStep> MatchStory::Position() const {
  const uint32_t steps = size();
  if (steps == 0) return std::nullopt;
  std::optional<v1::MatchStep> position = Step(steps - 1);
  // An announcement has the number of the decision that is open still.
  if (absl::c_linear_search(position->marks(), v1::STEP_MARK_ANNOUNCEMENT)) {
    position->set_decision(position->decision() - 1);
  }
  position->clear_acts();
  position->clear_effects();
  position->clear_marks();
  return position;
}

std::optional<MatchStory::End> MatchStory::end() const {
  MutexLock lock(mutex_);
  return end_;
}

}  // namespace arena::referee
