// Messages of the referee in the words of this SDK. Not for bots.
#ifndef SDK_CPP_BASE_REFEREE_WORDS_H_
#define SDK_CPP_BASE_REFEREE_WORDS_H_

#include <string>

#include "arena/v1/play_service.pb.h"

namespace pentathlon {

namespace v1 = arena::v1;

// The reason why there is no connection, in plain words where gRPC's are for
// experts.
std::string PlainReason(const std::string& details);

// "late" for FAULT_KIND_LATE, as in results; the number for a kind that only a
// newer referee knows.
std::string FaultWord(const v1::ActAck& ack);

// "late after 1.250 s".
std::string FaultAndTime(const v1::ActAck& ack);

// The referee's words about a fault, without the fault's name in front.
std::string FaultWords(const v1::ActAck& ack);

}  // namespace pentathlon

#endif  // SDK_CPP_BASE_REFEREE_WORDS_H_
