#include "referee/watching/step_block.h"

#include <zstd.h>

#include <numeric>

#include "arena/core/check.h"

namespace arena::referee {
namespace {

// The fastest.
constexpr int kLevel = 1;

void Append(const grpc::Slice& bytes, std::string& all) {
  all.append(reinterpret_cast<const char*>(bytes.begin()), bytes.size());
}

}  // namespace

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
