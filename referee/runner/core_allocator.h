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

// Each playing process has its cores to itself, from the beginning of its match
// to the end. When the processes want more cores than there are, all of them
// share all cores, and the system shares the cores out evenly.
//
// Processes that do not play yet, and builds, run on all cores; see
// sandbox::Placement::urgent. Thread-safe.
class CoreAllocator {
 public:
  // Called with the processors of a process when they change. Must be quick,
  // and must not call the allocator.
  using Place = std::function<void(const Processors&)>;

  // The cores of a playing process; its destruction gives them back.
  class Seat;

  // The processors for bots, which no other runner uses. Empty: any processors;
  // then no process gets cores of its own.
  explicit CoreAllocator(Processors processors);

  // `place` is called before this returns. After that it is called whenever the
  // seat has to move, until the seat is destroyed. `cores`: at least 1.
  std::unique_ptr<Seat> Take(int cores, Place place);

  const Processors& processors() const { return processors_; }

 private:
  struct Taken {
    int cores;
    Place place;
    // Null before the seat is placed.
    std::unique_ptr<Processors> at;
  };

  void GiveBack(std::list<Taken>::iterator taken);
  // Calls `place` of every seat that moves.
  void Arrange() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Takes so many processors out of `free`, if possible of cores that nobody
  // uses.
  Processors Choose(int count, Processors& free) const;
  static void Move(Taken& taken, Processors to);

  const Processors processors_;
  // By number, see CoreOf.
  std::vector<int> core_of_;
  // Held while seats are placed, so that the last call of `place` for a seat is
  // right.
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
