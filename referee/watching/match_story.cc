#include "referee/watching/match_story.h"

#include <zstd.h>

#include <numeric>
#include <utility>

#include "absl/algorithm/container.h"
#include "arena/core/check.h"

namespace arena::referee {
namespace {

constexpr uint32_t kBlockSteps = 64;
// So many readers that catch up can be at different places of the match before
// a reader opens a block that was open a moment ago.
constexpr size_t kMostOpened = 4;

grpc::Slice BytesOf(const v1::WatchMatchResponse& message) {
  return grpc::Slice(message.SerializeAsString());
}

// The fastest level.
constexpr int kLevel = 1;

void Append(const grpc::Slice& bytes, std::string& all) {
  all.append(reinterpret_cast<const char*>(bytes.begin()), bytes.size());
}

}  // namespace

void MatchStory::Add(const v1::MatchStep& step) {
  v1::WatchMatchResponse message;
  *message.mutable_step() = step;
  grpc::Slice bytes = BytesOf(message);
  MutexLock lock(mutex_);
  ARENA_CHECK(step.step() == Size(), step.step(), Size());
  // Readers that read along have also read the last steps of a full block when
  // it is closed.
  if (latest_.size() == 2 * kBlockSteps) {
    blocks_.emplace_back(absl::MakeSpan(latest_).first(kBlockSteps));
    latest_.erase(latest_.begin(), latest_.begin() + kBlockSteps);
  }
  latest_.push_back(std::move(bytes));
  // Readers that catch up open the blocks again.
  opened_.clear();
}

void MatchStory::Finish(End end) {
  MutexLock lock(mutex_);
  end_ = std::move(end);
}

uint32_t MatchStory::size() const {
  MutexLock lock(mutex_);
  return Size();
}

uint32_t MatchStory::Size() const {
  return static_cast<uint32_t>(blocks_.size() * kBlockSteps + latest_.size());
}

size_t MatchStory::bytes() const {
  MutexLock lock(mutex_);
  size_t bytes = 0;
  for (const StepBlock& block : blocks_) bytes += block.bytes();
  for (const grpc::Slice& step : latest_) bytes += step.size();
  return bytes;
}

const grpc::Slice& MatchStory::At(uint32_t number) const {
  const uint32_t block = number / kBlockSteps;
  if (block < blocks_.size()) return Open(block).steps[number % kBlockSteps];
  return latest_[number - blocks_.size() * kBlockSteps];
}

const MatchStory::Opened& MatchStory::Open(uint32_t block) const {
  const auto open = absl::c_find_if(
      opened_, [&](const Opened& one) { return one.block == block; });
  if (open != opened_.end()) {
    opened_.splice(opened_.end(), opened_, open);
  } else {
    opened_.push_back({block, blocks_[block].Open()});
    if (opened_.size() > kMostOpened) opened_.pop_front();
  }
  return opened_.back();
}

std::optional<grpc::ByteBuffer> MatchStory::Message(uint32_t number) const {
  MutexLock lock(mutex_);
  if (number >= Size()) return std::nullopt;
  return grpc::ByteBuffer(&At(number), 1);
}

std::optional<v1::MatchStep> MatchStory::Step(uint32_t number) const {
  grpc::Slice bytes;
  {
    MutexLock lock(mutex_);
    if (number >= Size()) return std::nullopt;
    bytes = At(number);
  }
  v1::WatchMatchResponse message;
  ARENA_CHECK(
      message.ParseFromArray(bytes.begin(), static_cast<int>(bytes.size())),
      number);
  return std::move(*message.mutable_step());
}

std::optional<v1::MatchStep> MatchStory::Position() const {
  const uint32_t steps = size();
  if (steps == 0) return std::nullopt;
  std::optional<v1::MatchStep> position = Step(steps - 1);
  // An announcement has the number of the decision that is still open.
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

StepBlock::StepBlock(absl::Span<const grpc::Slice> steps) {
  std::string all;
  for (const grpc::Slice& step : steps) {
    Append(step, all);
    sizes_.push_back(static_cast<uint32_t>(step.size()));
  }
  packed_.resize(ZSTD_compressBound(all.size()));
  const size_t size = ZSTD_compress(packed_.data(), packed_.size(), all.data(),
                                    all.size(), kLevel);
  ARENA_CHECK(!ZSTD_isError(size), ZSTD_getErrorName(size));
  packed_.resize(size);
  packed_.shrink_to_fit();
}

std::vector<grpc::Slice> StepBlock::Open() const {
  std::string all(std::accumulate(sizes_.begin(), sizes_.end(), size_t{0}),
                  '\0');
  const size_t size =
      ZSTD_decompress(all.data(), all.size(), packed_.data(), packed_.size());
  ARENA_CHECK(size == all.size(), size, all.size());
  std::vector<grpc::Slice> steps;
  size_t at = 0;
  for (const uint32_t bytes : sizes_) {
    steps.emplace_back(all.data() + at, bytes);
    at += bytes;
  }
  return steps;
}

}  // namespace arena::referee
