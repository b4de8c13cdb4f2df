// A caller that follows a competition.
#ifndef REFEREE_COMPETITIONS_COMPETITION_WATCHER_H_
#define REFEREE_COMPETITIONS_COMPETITION_WATCHER_H_

#include "arena/v1/competition_service.pb.h"

namespace arena::referee {

// Called by one thread at a time; every method returns at once.
class CompetitionWatcher {
 public:
  virtual ~CompetitionWatcher() = default;
  // Gets the competition as it is now; false if the caller is gone.
  virtual bool OnProgress(const v1::Competition& competition) = 0;
  // The competition is over, and nothing follows.
  virtual void OnOver() = 0;
};

}  // namespace arena::referee

#endif  // REFEREE_COMPETITIONS_COMPETITION_WATCHER_H_
