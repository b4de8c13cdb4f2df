#include "referee/runner/core_allocator.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "arena/core/check.h"

namespace arena::runner {

CoreAllocator::CoreAllocator(Processors processors)
    : processors_(std::move(processors)) {
  for (const int number : processors_) {
    core_of_.resize(std::max<size_t>(core_of_.size(), number + 1));
    core_of_[number] = CoreOf(number);
  }
}

std::unique_ptr<CoreAllocator::Seat> CoreAllocator::Take(int cores,
                                                         Place place) {
  ARENA_CHECK(cores >= 1, cores);
  MutexLock lock(mutex_);
  taken_.push_back({cores, std::move(place), nullptr});
  Arrange();
  return std::make_unique<Seat>(*this, std::prev(taken_.end()));
}

void CoreAllocator::GiveBack(std::list<Taken>::iterator taken) {
  MutexLock lock(mutex_);
  taken_.erase(taken);
  Arrange();
}

void CoreAllocator::Arrange() {
  size_t wanted = 0;
  for (const Taken& taken : taken_) wanted += taken.cores;
  if (wanted > processors_.size()) {
    for (Taken& taken : taken_) Move(taken, processors_);
    return;
  }
  // A process that has cores of its own keeps them.
  const auto has_own = [](const Taken& taken) {
    return taken.at != nullptr &&
           taken.at->size() == static_cast<size_t>(taken.cores);
  };
  Processors free = processors_;
  std::vector<Taken*> to_move;
  for (Taken& taken : taken_) {
    const auto is_free = [&](int number) {
      return absl::c_linear_search(free, number);
    };
    const bool stays = has_own(taken) && absl::c_all_of(*taken.at, is_free);
    if (!stays) {
      to_move.push_back(&taken);
      continue;
    }
    for (const int number : *taken.at) free.erase(absl::c_find(free, number));
  }
  for (Taken* const taken : to_move) Move(*taken, Choose(taken->cores, free));
}

Processors CoreAllocator::Choose(int count, Processors& free) const {
  // How many parts of each core are free.
  std::vector<int> parts(core_of_.empty() ? 0
                                          : 1 + *absl::c_max_element(core_of_));
  for (const int number : free) ++parts[core_of_[number]];
  absl::c_stable_sort(free, [&](int one, int other) {
    return parts[core_of_[one]] > parts[core_of_[other]];
  });
  Processors chosen(free.begin(), free.begin() + count);
  free.erase(free.begin(), free.begin() + count);
  absl::c_sort(free);
  absl::c_sort(chosen);
  return chosen;
}

void CoreAllocator::Move(Taken& taken, Processors to) {
  if (taken.at != nullptr && *taken.at == to) return;
  taken.place(to);
  taken.at = std::make_unique<Processors>(std::move(to));
}

}  // namespace arena::runner
