// Those who watch one match.
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

// Tells thousands of news a few at a time, with a pause between, so that
// matches and calls wait for a few of them and not for all. What happens in the
// meantime is told in the next round, so a watcher who is told late misses
// nothing. Does not keep the watchers alive, and forgets those that are gone.
// Thread-safe.
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

// One spectator for the match, whatever the number of those who watch: it is
// told each entry once, makes the steps that people may see, `delay` later, and
// adds them to the story that all watchers read. It does so on a strand of its
// own, so thousands who watch take no time from the match, and in small parts,
// so the past of a long match takes none from other audiences. It goes on after
// the match until all is told. Thread-safe.
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

  // What there is to be seen. A watcher reads it from its first OnNews on.
  const std::shared_ptr<MatchStory>& story() const { return story_; }
  // Tells the watcher of news: the first time when the past of the match, as it
  // was when the audience began, is in the story.
  void Join(std::weak_ptr<Watcher> watcher);

  void OnBegin(const MatchSettings& settings,
               std::vector<MatchEntry> past) override;
  void OnEntries(const std::vector<MatchEntry>& entries) override;
  void OnEnd(const v1::MatchResult& result,
             const RecordReference& record) override;
  void OnLost(const absl::Status& why) override;

 private:
  // What happened, until it may be seen.
  struct Happening {
    absl::Time due;
    std::vector<MatchEntry> entries;
    // Runs after the entries.
    std::function<void()> then;
  };

  void Later(std::vector<MatchEntry> entries, std::function<void()> then = {});
  void SetTimer();
  // Shows what is due, or a part of it.
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

  // ---- Of the strand ----
  // In order of time.
  std::deque<Happening> waiting_;
  // How many entries of the first one have been played.
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
  // The match tells this one from now on. Forgets those of matches that are
  // over.
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
