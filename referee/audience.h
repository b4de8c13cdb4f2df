// Those who watch one match.
#ifndef REFEREE_AUDIENCE_H_
#define REFEREE_AUDIENCE_H_

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "arena/match/executor.h"
#include "arena/match/runner.h"
#include "arena/v1/match_service.pb.h"

namespace arena::referee {

// Called on the strand of the audience; must return at once.
class Watcher {
 public:
  virtual ~Watcher() = default;
  // The position first, then what happens.
  virtual void OnStep(const v1::MatchStep& step) = 0;
  // The last call: the match as it is stored when it is over, or why it cannot
  // be followed here any more.
  virtual void OnOver(const absl::StatusOr<v1::Match>& match) = 0;
};

// One spectator for the match, whatever the number of those who watch: it is
// told each thing once, and tells it on, `delay` later, on a strand of its own.
// So thousands who watch take no time from the match. It tells everything in the
// same order, the end last, even after the match. Thread-safe.
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
        strand_(executor.NewStrand()) {}

  // Whoever comes late is shown the position first that the others see now. The
  // audience does not keep its watchers alive, and forgets those that are gone.
  void Join(std::weak_ptr<Watcher> watcher);

  void OnStep(const v1::MatchStep& step) override;
  void OnEnd(const v1::MatchResult& result,
             const RecordReference& record) override;
  void OnLost(const absl::Status& why) override;

 private:
  struct Waiting {
    absl::Time due;
    std::function<void()> happen;
  };

  void Later(std::function<void()> happen);
  void SetTimer();
  void HappenDue();
  // Tells all watchers, and forgets those that are gone.
  void TellAll(const std::function<void(Watcher&)>& tell);
  void End(absl::StatusOr<v1::Match> match);

  const absl::Duration delay_;
  Executor& executor_;
  const LookUp look_up_;
  const std::unique_ptr<Strand> strand_;

  // ---- Of the strand ----
  // In order of time.
  std::deque<Waiting> waiting_;
  std::vector<std::weak_ptr<Watcher>> watchers_;
  // What was told last.
  std::optional<v1::MatchStep> last_;
  // How it ended, once it has.
  std::optional<absl::StatusOr<v1::Match>> end_;
};

}  // namespace arena::referee

#endif  // REFEREE_AUDIENCE_H_
