#include "sdk/cpp/base/referee_words.h"

#include <algorithm>
#include <cctype>
#include <chrono>

#include "sdk/cpp/base/times.h"

namespace pentathlon {
std::string PlainReason(const std::string& details) {
  for (const char* words : {"ARES", "DNS", "errors resolving"}) {
    if (details.find(words) != std::string::npos) {
      return "this host name is not known";
    }
  }
  return details;
}

std::string FaultWord(const v1::ActAck& ack) {
  const std::string prefix = "FAULT_KIND_";
  std::string name = v1::FaultKind_Name(ack.fault());
  if (name.compare(0, prefix.size(), prefix) != 0) {
    return "of kind " + std::to_string(ack.fault());
  }
  name.erase(0, prefix.size());
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) {
    return c == '_' ? '-' : static_cast<char>(std::tolower(c));
  });
  return name;
}

std::string FaultAndTime(const v1::ActAck& ack) {
  if (!ack.has_charged()) return FaultWord(ack);
  const std::chrono::duration<double> charged(
      static_cast<double>(ack.charged().seconds()) +
      ack.charged().nanos() / 1e9);
  return FaultWord(ack) + " after " + SecondsText(charged);
}

std::string FaultWords(const v1::ActAck& ack) {
  const std::string name = FaultWord(ack) + ": ";
  const bool named = ack.message().compare(0, name.size(), name) == 0;
  return named ? ack.message().substr(name.size()) : ack.message();
}

}  // namespace pentathlon
