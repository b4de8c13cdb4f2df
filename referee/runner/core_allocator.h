// Gives the processes that play cores of their own.
#ifndef REFEREE_RUNNER_CORE_ALLOCATOR_H_
#define REFEREE_RUNNER_CORE_ALLOCATOR_H_

#include <functional>
#include <list>
#include <memory>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "arena/core/mutex.h"
#include "arena/process/processors.h"

namespace arena::runner {

// Each process that plays has the cores that it is to have to itself, from the
// beginning of its match to the end. When more are wanted than there are, all
// that play share all of them, and the system shares them out evenly.
//
// Processes that do not play yet, and builds, run on all of them; see
// sandbox::Placement::urgent. Thread-safe.
class CoreAllocator {
 public:
  // Told where its process runs from now on. It must be quick, and must not
  // come back to the keeper.
  using Place = std::function<void(const Processors&)>;

  // What a process that plays has; it gives that back when it is destroyed.
  class Seat;

  // The processors that bots may use, which no other runner uses; empty: some,
  // which cannot be given out.
  explicit CoreAllocator(Processors processors);

  // `place` is called before this returns, and then until the seat is destroyed
  // whenever it has to move. `cores`: at least 1.
  std::unique_ptr<Seat> Take(int cores, Place place);

  const Processors& processors() const { return processors_; }

 private:
  struct Taken {
    int cores;
    Place place;
    // Null before it was placed.
    std::unique_ptr<Processors> at;
  };

  void GiveBack(std::list<Taken>::iterator taken);
  // Tells everyone who moves.
  void Arrange() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Takes so many out of `free`, if possible parts of cores that nobody has.
  Processors Choose(int count, Processors& free) const;
  static void Move(Taken& taken, Processors to);

  const Processors processors_;
  // By number, see CoreOf.
  std::vector<int> core_of_;
  // Held while seats are placed, so that each is placed last where it is.
  Mutex mutex_;
  std::list<Taken> taken_ ABSL_GUARDED_BY(mutex_);
};

class CoreAllocator::Seat {
 public:
  Seat(CoreAllocator& keeper, std::list<Taken>::iterator taken)
      : keeper_(keeper), taken_(taken) {}
  ~Seat() { keeper_.GiveBack(taken_); }
  Seat(const Seat&) = delete;
  Seat& operator=(const Seat&) = delete;

 private:
  CoreAllocator& keeper_;
  const std::list<Taken>::iterator taken_;
};

}  // namespace arena::runner

#endif  // REFEREE_RUNNER_CORE_ALLOCATOR_H_
