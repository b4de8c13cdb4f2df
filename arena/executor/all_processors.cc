#include "arena/executor/all_processors.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace arena {

void OnAllProcessors(size_t count, absl::FunctionRef<void(size_t)> work) {
  std::atomic<size_t> next = 0;
  const auto take = [&] {
    for (size_t i = next++; i < count; i = next++) work(i);
  };
  std::vector<std::thread> others;
  const size_t processors = std::thread::hardware_concurrency();
  for (size_t i = 1; i < std::min(processors, count); ++i) {
    others.emplace_back(take);
  }
  take();
  for (std::thread& other : others) other.join();
}

}  // namespace arena
