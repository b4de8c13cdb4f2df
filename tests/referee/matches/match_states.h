// Short names for the states of a match.
#ifndef TESTS_REFEREE_MATCHES_MATCH_STATES_H_
#define TESTS_REFEREE_MATCHES_MATCH_STATES_H_

#include "arena/v1/match_service.pb.h"

namespace arena::referee {

inline constexpr auto kPending = v1::Match::STATE_PENDING;
inline constexpr auto kRunning = v1::Match::STATE_RUNNING;
inline constexpr auto kFinished = v1::Match::STATE_FINISHED;

}  // namespace arena::referee

#endif  // TESTS_REFEREE_MATCHES_MATCH_STATES_H_
