// Somebody who follows a competition.
#ifndef REFEREE_COMPETITION_WATCHER_H_
#define REFEREE_COMPETITION_WATCHER_H_

#include "arena/v1/competition_service.pb.h"

namespace arena::referee {

// Called by one thread at a time; returns at once.
class CompetitionWatcher {
 public:
  virtual ~CompetitionWatcher() = default;
  // The competition as it is; false if nobody listens any more.
  virtual bool OnProgress(const v1::Competition& competition) = 0;
  // It is over, and nothing follows.
  virtual void OnOver() = 0;
};

}  // namespace arena::referee

#endif  // REFEREE_COMPETITION_WATCHER_H_
