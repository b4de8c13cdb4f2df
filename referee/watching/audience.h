// The watchers of one match.
#ifndef REFEREE_WATCHING_AUDIENCE_H_
#define REFEREE_WATCHING_AUDIENCE_H_

#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "arena/core/mutex.h"
#include "arena/executor/executor.h"
#include "arena/match/runner.h"
#include "arena/match/step_maker.h"
#include "arena/v1/match_service.pb.h"
#include "referee/watching/match_story.h"

namespace arena::referee {

// Reads a story. Must return at once. Thread-safe.
class Watcher {
 public:
  virtual ~Watcher() = default;
  // There may be more in the story.
  virtual void OnNews() = 0;
};

// Tells thousands of watchers the news, a few at a time, with a pause between,
// so that matches and calls wait only for a few of them. Events that happen
// meanwhile are told in the next round, so a watcher that is told late misses
// nothing. Does not keep the watchers alive, and forgets those that are gone.
// Thread-safe.
class Watchers final : public std::enable_shared_from_this<Watchers> {
 public:
  // How many watchers are told before a pause, and how long the pause is.
  static constexpr size_t kToldAtOnce = 100;
  static constexpr absl::Duration kPause = absl::Milliseconds(4);

  // The executor runs the reactions of the watchers.
  explicit Watchers(Executor& executor)
      : executor_(executor), strand_(executor.NewStrand()) {}

  // `tell`: the watcher is told at once, whoever else waits.
  void Add(std::weak_ptr<Watcher> watcher, bool tell);
  void TellAll();

 private:
  void TellSome();
  bool in_round() const { return next_ < watchers_.size(); }
  // Forgets watchers that are gone. Not in a round.
  void Forget();

  Executor& executor_;
  const std::unique_ptr<Strand> strand_;

  // ---- Used on the strand ----
  std::vector<std::weak_ptr<Watcher>> watchers_;
  // The watcher that is told next in this round; between rounds the end.
  size_t next_ = 0;
  // Whether there is news that is not told in this round.
  bool again_ = false;
  bool pausing_ = false;
  // How many watchers there may be before watchers that are gone are forgotten,
  // even while nothing happens. Half of the room is free then.
  static constexpr size_t kLeastRoom = 64;
  size_t room_ = kLeastRoom;
};

// One spectator for the match, whatever the number of watchers. It is told each
// entry once, makes the public steps `delay` later, and adds them to the story
// that all watchers read. It works on a strand of its own, so thousands of
// watchers take no time from the match. It works in small parts, so the past of
// a long match takes no time from other audiences. It goes on after the match
// until everything is told. Thread-safe.
class Audience final : public Spectator,
                       public std::enable_shared_from_this<Audience> {
 public:
  using MatchAnswer = std::function<void(absl::StatusOr<v1::Match>)>;
  // Asks for the match as it is stored.
  using LookUp = std::function<void(MatchAnswer)>;

  Audience(absl::Duration delay, Executor& executor, LookUp look_up)
      : delay_(delay),
        executor_(executor),
        look_up_(std::move(look_up)),
        strand_(executor.NewStrand()),
        watchers_(std::make_shared<Watchers>(executor)) {}

  // The public part of the match. A watcher reads it from its first OnNews on.
  const std::shared_ptr<MatchStory>& story() const { return story_; }
  // Tells the watcher of news. It is told for the first time when the story has
  // the past of the match up to the beginning of the audience.
  void Join(std::weak_ptr<Watcher> watcher);

  void OnBegin(const MatchSettings& settings,
               std::vector<MatchEntry> past) override;
  void OnEntries(const std::vector<MatchEntry>& entries) override;
  void OnEnd(const v1::MatchResult& result,
             const RecordReference& record) override;
  void OnLost(const absl::Status& why) override;

 private:
  // An event that may not be seen yet.
  struct Happening {
    absl::Time due;
    std::vector<MatchEntry> entries;
    // Runs after the entries.
    std::function<void()> then;
  };

  void Later(std::vector<MatchEntry> entries, std::function<void()> then = {});
  void SetTimer();
  // Shows the events that are due, or a part of them.
  void ShowDue();
  void Play(const MatchEntry& entry);
  void TakeStep();
  void End(MatchStory::End end);

  const absl::Duration delay_;
  Executor& executor_;
  const LookUp look_up_;
  const std::unique_ptr<Strand> strand_;
  const std::shared_ptr<MatchStory> story_ = std::make_shared<MatchStory>();
  const std::shared_ptr<Watchers> watchers_;

  // ---- Used on the strand ----
  // In order of time.
  std::deque<Happening> waiting_;
  // How many entries of the first event have been played.
  size_t played_ = 0;
  // From OnBegin on.
  std::optional<StepMaker> steps_;
  // Whether the past has been told.
  bool open_ = false;
};

// The audiences of matches that are watched now. Thread-safe.
class Audiences {
 public:
  // Null if there is none.
  std::shared_ptr<Audience> Find(const std::string& match_id) {
    MutexLock lock(mutex_);
    const auto found = audiences_.find(match_id);
    return found == audiences_.end() ? nullptr : found->second.lock();
  }
  // The match tells this audience from now on. Forgets audiences of matches
  // that are over.
  void Keep(const std::string& match_id,
            const std::shared_ptr<Audience>& audience) {
    MutexLock lock(mutex_);
    std::erase_if(audiences_,
                  [](const auto& entry) { return entry.second.expired(); });
    audiences_[match_id] = audience;
  }

 private:
  Mutex mutex_;
  std::map<std::string, std::weak_ptr<Audience>> audiences_
      ABSL_GUARDED_BY(mutex_);
};

}  // namespace arena::referee

#endif  // REFEREE_WATCHING_AUDIENCE_H_
