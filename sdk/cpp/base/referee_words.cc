#include "sdk/cpp/base/referee_words.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <map>

#include "sdk/cpp/base/times.h"

namespace pentathlon {
namespace {

constexpr char kHello[] = "hello.";

const std::map<std::string, std::string>& OptionOfField() {
  static const std::map<std::string, std::string> options = {
      {"name", "--name"},
      {"version", "Options::version"},
      {"max_matches", "--max-matches"},
      {"resume_token", "--token-file"},
      {"instance", "--instance"},
      {"one_match", "--one-match"},
      {"plays", "Options::plays"},
      {"replace", "--replace"},
  };
  return options;
}

bool IsOfName(char letter) {
  return std::islower(static_cast<unsigned char>(letter)) != 0 || letter == '_';
}

}  // namespace

std::string InOptions(const std::string& message) {
  std::string told;
  size_t from = 0;
  for (size_t at; (at = message.find(kHello, from)) != std::string::npos;) {
    size_t end = at + sizeof(kHello) - 1;
    const size_t begin = end;
    while (end < message.size() && IsOfName(message[end])) ++end;
    const auto option =
        OptionOfField().find(message.substr(begin, end - begin));
    told += message.substr(from, at - from);
    told += option == OptionOfField().end() ? message.substr(at, end - at)
                                            : option->second;
    from = end;
  }
  return told + message.substr(from);
}

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
