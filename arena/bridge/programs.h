// The programs of a bridge, both playing and waiting for a match.
#ifndef ARENA_BRIDGE_PROGRAMS_H_
#define ARENA_BRIDGE_PROGRAMS_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/bridge/child.h"
#include "arena/core/mutex.h"

namespace arena::bridge {

// Starts a program for each simultaneous match, and keeps the program for a
// later match. Thread-safe.
class Programs {
 public:
  explicit Programs(std::vector<std::string> command)
      : command_(std::move(command)) {}
  ~Programs() { EndAll(); }

  // A program for a match, and whether the program has played a match before.
  // Errors as for Process::Start.
  struct Found {
    std::shared_ptr<Child> child;
    bool has_played = false;
  };
  absl::StatusOr<Found> ForMatch(std::shared_ptr<ChildListener> listener);
  // A program that has played nothing.
  absl::StatusOr<Found> New(std::shared_ptr<ChildListener> listener) const;

  // Takes back a program that is free for another match.
  void GiveBack(std::shared_ptr<Child> child);
  // Takes a program that has ended or was asked to end.
  void Bury(std::shared_ptr<Child> child);
  // Destroys the buried children that have ended, without waiting. Never call
  // it on the thread of a child.
  void Sweep();
  // Ends all free and buried programs at the same time.
  void EndAll();

 private:
  const std::vector<std::string> command_;
  Mutex mutex_;
  std::vector<std::shared_ptr<Child>> free_ ABSL_GUARDED_BY(mutex_);
  std::vector<std::shared_ptr<Child>> buried_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace arena::bridge

#endif  // ARENA_BRIDGE_PROGRAMS_H_
