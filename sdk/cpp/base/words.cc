#include "sdk/cpp/base/words.h"

#include <algorithm>
#include <cstdint>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"

namespace pentathlon {

std::string WhereText(const std::string& match_id, uint32_t seat,
                      uint32_t decision) {
  std::string text = absl::StrCat("match=", match_id, " seat=", seat);
  if (decision != 0) absl::StrAppend(&text, " decision=", decision);
  return text;
}

std::string SecondsText(std::chrono::duration<double> time) {
  return absl::StrFormat("%.3f s", time.count());
}

std::string ShortSeconds(std::chrono::duration<double> time) {
  return absl::StrFormat("%g s", time.count());
}

std::chrono::nanoseconds WireTime(const google::protobuf::Duration& time) {
  constexpr int64_t kMost = 1'000'000'000;
  return std::chrono::seconds(std::clamp(time.seconds(), -kMost, kMost)) +
         std::chrono::nanoseconds(time.nanos());
}

std::string FaultText(const arena::v1::ActAck& ack, const std::string& why) {
  // As in results: "late" for FAULT_KIND_LATE. A newer referee may know more.
  absl::string_view name = arena::v1::FaultKind_Name(ack.fault());
  const std::string kind =
      absl::ConsumePrefix(&name, "FAULT_KIND_")
          ? absl::AsciiStrToLower(absl::StrReplaceAll(name, {{"_", "-"}}))
          : absl::StrCat("of kind ", ack.fault());
  std::string text = "fault " + kind;
  if (ack.has_charged())
    text += " after " + SecondsText(WireTime(ack.charged()));
  if (!why.empty()) return text + ", " + why;
  // The referee may begin with the kind, too.
  absl::string_view words = ack.message();
  absl::ConsumePrefix(&words, kind + ": ");
  return absl::StrCat(text, ": ", words);
}

}  // namespace pentathlon
