// Those who read a story while it grows.
#ifndef REFEREE_WATCHING_WATCHERS_H_
#define REFEREE_WATCHING_WATCHERS_H_

#include <cstddef>
#include <memory>
#include <vector>

#include "arena/executor/executor.h"

namespace arena::referee {

// Reads a story. Must return at once. Thread-safe.
class Watcher {
 public:
  virtual ~Watcher() = default;
  // There may be more in the story.
  virtual void OnNews() = 0;
};

// Tells thousands of news a few at a time, with a pause between, so that matches
// and calls wait for a few of them and not for all. What happens in the meantime
// is told in the next round, so a watcher who is told late misses nothing. Does
// not keep the watchers alive, and forgets those that are gone. Thread-safe.
class Watchers final : public std::enable_shared_from_this<Watchers> {
 public:
  // Those who are told before a pause, which takes this long.
  static constexpr size_t kToldAtOnce = 100;
  static constexpr absl::Duration kPause = absl::Milliseconds(4);

  // The executor runs what the watchers do.
  explicit Watchers(Executor& executor)
      : executor_(executor), strand_(executor.NewStrand()) {}

  // `tell`: it is told at once, whoever else waits.
  void Add(std::weak_ptr<Watcher> watcher, bool tell);
  void TellAll();

 private:
  void TellSome();
  bool in_round() const { return next_ < watchers_.size(); }
  // Forgets those that are gone. Not in a round.
  void Forget();

  Executor& executor_;
  const std::unique_ptr<Strand> strand_;

  // ---- Of the strand ----
  std::vector<std::weak_ptr<Watcher>> watchers_;
  // Who is told next in this round; between rounds the end.
  size_t next_ = 0;
  // Whether there is news that is not told in this round.
  bool again_ = false;
  bool pausing_ = false;
  // How many watchers there may be before those that are gone are forgotten,
  // also while nothing happens: half of the room is free then.
  static constexpr size_t kLeastRoom = 64;
  size_t room_ = kLeastRoom;
};

}  // namespace arena::referee

#endif  // REFEREE_WATCHING_WATCHERS_H_
