// Results and faults as messages.
#ifndef ARENA_MATCH_RESULT_H_
#define ARENA_MATCH_RESULT_H_

#include "arena/match/entry.h"
#include "arena/v1/result.pb.h"

namespace arena {

// Whether a match with this end has a result, as a forfeit does. A competition
// plays a match without a result again.
inline bool HasResult(v1::Termination termination) {
  return termination == v1::TERMINATION_NORMAL ||
         termination == v1::TERMINATION_FORFEIT;
}

// Faults have the same numbers in entries, records and messages.
inline v1::FaultKind ToMessage(FaultKind fault) {
  static_assert(int{v1::FAULT_KIND_UNSPECIFIED} == int(FaultKind::kNone) &&
                int{v1::FAULT_KIND_LATE} == int(FaultKind::kLate) &&
                int{v1::FAULT_KIND_ILLEGAL} == int(FaultKind::kIllegal) &&
                int{v1::FAULT_KIND_MALFORMED} == int(FaultKind::kMalformed) &&
                int{v1::FAULT_KIND_GONE} == int(FaultKind::kGone) &&
                int{v1::FAULT_KIND_CRASHED} == int(FaultKind::kCrashed) &&
                int{v1::FAULT_KIND_FLOOD} == int(FaultKind::kFlood) &&
                int{v1::FAULT_KIND_NOT_READY} == int(FaultKind::kNotReady) &&
                int{v1::FaultKind_MAX} == kMaxFaultKind);
  return static_cast<v1::FaultKind>(fault);
}
// A number that names no fault is none.
inline FaultKind FromMessage(v1::FaultKind fault) {
  return v1::FaultKind_IsValid(fault) ? static_cast<FaultKind>(fault)
                                      : FaultKind::kNone;
}

}  // namespace arena

#endif  // ARENA_MATCH_RESULT_H_
