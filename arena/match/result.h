// What the end of a match means for those who count results.
#ifndef ARENA_MATCH_RESULT_H_
#define ARENA_MATCH_RESULT_H_

#include "arena/v1/result.pb.h"

namespace arena {

// Whether a match that ended so has a result (forfeits have). One without is
// played again, if it belongs to a competition.
inline bool HasResult(v1::Termination termination) {
  return termination == v1::TERMINATION_NORMAL ||
         termination == v1::TERMINATION_FORFEIT;
}

}  // namespace arena

#endif  // ARENA_MATCH_RESULT_H_
