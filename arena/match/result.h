// Results as messages.
#ifndef ARENA_MATCH_RESULT_H_
#define ARENA_MATCH_RESULT_H_

#include "arena/v1/result.pb.h"

namespace arena {

// Whether a match with this end has a result, as a forfeit does. A competition
// plays a match without a result again.
inline bool HasResult(v1::Termination termination) {
  return termination == v1::TERMINATION_NORMAL ||
         termination == v1::TERMINATION_FORFEIT;
}

}  // namespace arena

#endif  // ARENA_MATCH_RESULT_H_
