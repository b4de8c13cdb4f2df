// Standings that are kept for the callers that ask for them.
#ifndef REFEREE_COMPETITIONS_STANDINGS_CACHE_H_
#define REFEREE_COMPETITIONS_STANDINGS_CACHE_H_

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "arena/core/mutex.h"
#include "arena/executor/executor.h"
#include "arena/v1/competition_service.pb.h"
#include "referee/store/store_executor.h"

namespace arena::referee {

// Standings that take a second to compute are kept for at least ten times that,
// however often callers ask and whatever is played meanwhile. The reason why
// standings cannot be computed is kept as long. The standings of a competition
// that is over have all results.
inline constexpr int kStandingsRest = 10;
inline constexpr absl::Duration kLeastStandingsRest = absl::Seconds(1);
// After every computation the cache rests for as long as the computation took.
// The cache refuses a call when so many different standings are wanted already.
// So a caller that asks for many different standings costs the referee half a
// thread at most.
inline constexpr size_t kMostStandingsWanted = 100;
// How many standings are kept, and how many bytes of them. If there are more,
// the cache forgets the oldest ones for which no caller waits.
inline constexpr size_t kMostSheets = 1000;
inline constexpr size_t kMostSheetBytes = 64 << 20;
// Beyond these limits a program computes the standings itself, from
// ListResults.
inline constexpr int kMostStandingsEntrants = 1000;
inline constexpr int kMostStandingsResults = 250'000;

// Computes on a strand of the executor, for one competition after the other.
// Thread-safe; store and executor must outlive it, and are stopped before it is
// destroyed.
class StandingsCache {
 public:
  using Answer = std::function<void(absl::StatusOr<v1::Standings>)>;

  StandingsCache(StoreExecutor& store, Executor& executor);

  // The standings of a competition as it is now, or was a little earlier.
  // DATA_LOSS if it is quarantined or a result is damaged; RESOURCE_EXHAUSTED
  // if it is too large, or if the cache has too much to do.
  void Get(v1::Competition competition, Answer answer);

 private:
  // The standings of one competition.
  struct Sheet {
    // Null before they are computed for the first time.
    std::shared_ptr<const absl::StatusOr<v1::Standings>> standings;
    size_t bytes = 0;
    // The competition at that time, without its results.
    std::string competition;
    // The standings are not computed anew before this time.
    absl::Time fresh_until = absl::InfinitePast();
    // Callers that wait for the standings that are being computed.
    std::vector<Answer> waiting;
  };
  // One computation.
  struct Work {
    v1::Competition competition;
    std::vector<v1::CompetitionMatch> results;
    int64_t last = 0;
    absl::Time began;
  };
  using SharedWork = std::shared_ptr<Work>;

  // Null if they must be computed first.
  std::shared_ptr<const absl::StatusOr<v1::Standings>> Kept(
      const Sheet& sheet, const v1::Competition& competition) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void ForgetOldest() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // These run on the strand.
  void GoOn();
  void ReadNext(const SharedWork& work);
  absl::StatusOr<v1::Standings> Compute(const Work& work) const;
  void Finish(const SharedWork& work, absl::StatusOr<v1::Standings> computed);

  StoreExecutor& store_;
  Executor& executor_;
  const std::unique_ptr<Strand> strand_;
  Mutex mutex_;
  // By competition; see SheetOf.
  std::map<std::string, Sheet> sheets_ ABSL_GUARDED_BY(mutex_);
  size_t bytes_ ABSL_GUARDED_BY(mutex_) = 0;
  // Computations that have not begun, and whether the cache works or rests.
  std::deque<SharedWork> wanted_ ABSL_GUARDED_BY(mutex_);
  bool busy_ ABSL_GUARDED_BY(mutex_) = false;
};

}  // namespace arena::referee

#endif  // REFEREE_COMPETITIONS_STANDINGS_CACHE_H_
