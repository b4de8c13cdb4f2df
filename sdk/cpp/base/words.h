// Seats, times and faults in the words of the log. Not for bots.
#ifndef SDK_CPP_BASE_WORDS_H_
#define SDK_CPP_BASE_WORDS_H_

#include <google/protobuf/duration.pb.h>

#include <chrono>
#include <cstdint>
#include <string>

#include "arena/v1/play_service.pb.h"

namespace pentathlon {

// "match=m seat=0 decision=1"; without the decision if it is 0.
std::string WhereText(const std::string& match_id, uint32_t seat,
                      uint32_t decision = 0);

// "1.250 s".
std::string SecondsText(std::chrono::duration<double> time);

// "60 s", "0.5 s".
std::string ShortSeconds(std::chrono::duration<double> time);

// The time of a message, cut to thirty years: a referee can send any value, and
// sums of a few times must stay within range.
std::chrono::nanoseconds WireTime(const google::protobuf::Duration& time);

// "fault late after 1.250 s: WORDS", with the words of the referee, or "fault
// malformed, WHY" if the SDK knows why.
std::string FaultText(const arena::v1::ActAck& ack, const std::string& why);

}  // namespace pentathlon

#endif  // SDK_CPP_BASE_WORDS_H_
